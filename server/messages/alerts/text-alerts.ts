// "New text" and "Missed call" on the practice's devices: the first step of the ladder, and no other.
// It says nothing of what was written. A text or a call of a lead is an alert on its timeline; a
// number that is no lead's has none, so its push isn't stored.
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNull, ne, type SQL } from "drizzle-orm";
import { alertWords } from "#content/alerts.ts";
import type { PushPayload } from "#contract/alerts.ts";
import { minuteMs } from "#contract/durations.ts";
import { isOpenAt } from "#contract/open-time.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import type { Transaction } from "#server/db/database.ts";
import { alerts, inquiries, texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import { listWorkingDevices } from "./devices.ts";
import { topicOf } from "./notification.ts";
import { recordPushAnswer } from "./push-answers.ts";
import { recipientsOf } from "./recipients.ts";
import { getVapidKeys } from "./vapid.ts";

type Contact = {
  clientId: string;
  leadId: string;
  step: "text" | "missed_call";
  /** The text's or the call's id. */
  occasion: string;
};

/** One sender can't make a device ring again and again. */
const pauseMs = 5 * minuteMs;

/**
 * Queues a notification for each device; while the practice is closed, for those that want alerts
 * then. A device gets one per text or call. While an earlier text is unread, and after a missed
 * call, none follows for five minutes.
 */
export async function queueContactAlert(
  deps: Deps,
  tx: Transaction,
  { clientId, leadId, step, occasion }: Contact,
): Promise<void> {
  const [newest] = await tx
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)))
    .orderBy(desc(inquiries.submittedAt), desc(inquiries.id))
    .limit(1);
  if (!newest) return;
  const now = deps.now();
  if (step === "text" && (await isRepeated(tx, { clientId, of: eq(texts.leadId, leadId), now }))) {
    return;
  }
  if (step === "missed_call") {
    const since = new Date(now.getTime() - pauseMs);
    const others = await tx.$count(
      alerts,
      and(
        ...[eq(alerts.clientId, clientId), eq(alerts.leadId, leadId), eq(alerts.step, step)],
        ...[ne(alerts.occasion, occasion), gt(alerts.createdAt, since)],
      ),
    );
    if (others > 0) return;
  }
  for (const device of await devicesNow(deps, tx, clientId)) {
    const messageId = randomUUID();
    const added = await tx
      .insert(alerts)
      .values({
        ...{ clientId, messageId, leadId, inquiryId: newest.id, step, occasion },
        ...{ channel: device.channel, recipientId: device.id, recipient: device.name },
        ...{ createdAt: now, expiresAt: new Date(now.getTime() + lateAfterMinutes * minuteMs) },
      })
      .onConflictDoNothing()
      .returning({ id: alerts.id });
    if (added.length > 0) await deps.jobs.enqueue(tx, "send-alert", { clientId, messageId });
  }
}

/** Whether another text of the sender came in the last five minutes and nobody has opened it. */
async function isRepeated(
  tx: Transaction,
  { clientId, of, now }: { clientId: string; of: SQL | undefined; now: Date },
): Promise<boolean> {
  const unread = await tx.$count(
    texts,
    and(
      ...[eq(texts.clientId, clientId), of, eq(texts.direction, "in"), isNull(texts.readAt)],
      gt(texts.createdAt, new Date(now.getTime() - pauseMs)),
    ),
  );
  return unread > 1;
}

async function devicesNow(deps: Deps, tx: Transaction, clientId: string) {
  const now = deps.now();
  const isOpen = isOpenAt(now, await getOpenHours({ db: tx }, clientId, now));
  return recipientsOf({ ...deps, db: tx }, clientId, isOpen ? "now" : "closed");
}

type StrangerText = { clientId: string; textId: string };

/** Queues a push to each device about a text from a number that is no lead's. */
export async function queueStrangerAlert(
  deps: Deps,
  tx: Transaction,
  { clientId, textId, phone }: StrangerText & { phone: string },
): Promise<void> {
  const of = and(eq(texts.phone, phone), isNull(texts.leadId));
  if (await isRepeated(tx, { clientId, of, now: deps.now() })) return;
  for (const { id: deviceId } of await devicesNow(deps, tx, clientId)) {
    await deps.jobs.enqueue(tx, "push-text", { clientId, textId, deviceId });
  }
}

/**
 * Sends one push. If the process dies in between, it is sent again and replaces itself. A text that
 * someone has read by then, or that is an hour old, isn't announced.
 */
export async function pushStrangerText(
  deps: Deps,
  { clientId, textId, deviceId }: StrangerText & { deviceId: string },
): Promise<void> {
  const [text] = await deps.db
    .select({ readAt: texts.readAt, phone: texts.phone, createdAt: texts.createdAt })
    .from(texts)
    .where(and(eq(texts.clientId, clientId), eq(texts.id, textId)));
  const now = deps.now();
  const leftMs = (text?.createdAt.getTime() ?? 0) + lateAfterMinutes * minuteMs - now.getTime();
  if (!text?.phone || text.readAt || leftMs <= 0) return;
  const devices = await listWorkingDevices(deps, clientId);
  const device = devices.find(({ id }) => id === deviceId);
  if (!device) return;
  const payload = strangerPayload(deviceId, device.isShared);
  const answer = await deps.push.send(await getVapidKeys(deps), {
    ...{ endpoint: device.endpoint, p256dh: device.p256dh, auth: device.auth },
    payload: JSON.stringify(payload),
    topic: topicOf(payload.tag),
    ttlSeconds: Math.max(1, Math.round(leftMs / 1000)),
  });
  const startAfter = await recordPushAnswer(deps, deps.db, device, answer);
  if (!startAfter || startAfter.getTime() >= now.getTime() + leftMs) return;
  const key = { clientId, textId, deviceId };
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, "push-text", key, { startAfter }));
}

/** Reports about it name the device, as those about a test notification do. */
function strangerPayload(deviceId: string, isShared: boolean): PushPayload {
  const { title, body } = alertWords.text;
  const more = { _id: deviceId, tag: "texts", isSilent: false };
  if (isShared) return { ...more, title, body: "", url: "/lms/dashboard" };
  return { ...more, title, body, url: "/lms/texts" };
}
