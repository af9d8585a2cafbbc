// Sends a queued push or text. Claims its alerts first, as `send-mail.ts` does with an email.
import { and, eq, isNull, sql } from "drizzle-orm";
import { minuteMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  accounts,
  alertAddresses,
  alerts,
  calls,
  campaigns,
  clients,
  inquiries,
  leads,
  sources,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { judge, type Verdict } from "#server/desk/leads/alert-verdict.ts";
import { AppError } from "#server/errors.ts";
import type { TextAnswer } from "#server/outside/texts.ts";
import { recordTextAnswer, textStatusUrl } from "./addresses.ts";
import { type Device, listWorkingDevices } from "./devices.ts";
import { type About, pushPayload, sharedPayload, textBody, topicOf } from "./notification.ts";
import { recordPushAnswer } from "./push-answers.ts";
import { type MessageKey, settleAlerts, thisMessage } from "./settle-alerts.ts";
import { reportUsedUpTexts, type TextLimit } from "./used-up-texts.ts";
import { getVapidKeys } from "./vapid.ts";

/** The delay before retrying a text that the provider didn't accept, in minutes. */
const textRetryMinutes = 1;

/**
 * Sends one message. Commits its alerts as `sending` before the handoff. If the process dies in
 * between, `sweepAlerts` resends a push, which replaces itself, and makes a text `unknown`
 * (decision 034).
 */
export async function sendAlert(deps: Deps, key: MessageKey): Promise<void> {
  const message = await deps.db.transaction((tx) => claim(deps, tx, key));
  if (!message) return;
  if (message.device) await sendPush(deps, key, message, message.device);
  else await sendText(deps, key, message);
}

type Subject = Awaited<ReturnType<typeof readMessage>>;
type Message = Subject & { device: Device | null };

async function sendPush(deps: Deps, key: MessageKey, message: Message, device: Device) {
  const { alert, about, practice } = message;
  const payload = device.isShared
    ? sharedPayload(alert.id, about)
    : pushPayload(alert.id, about, practice);
  const seconds = (alert.expiresAt.getTime() - deps.now().getTime()) / 1000;
  const answer = await deps.push.send(await getVapidKeys(deps), {
    ...{ endpoint: device.endpoint, p256dh: device.p256dh, auth: device.auth },
    payload: JSON.stringify(payload),
    topic: topicOf(payload.tag),
    ttlSeconds: Math.max(1, Math.round(seconds)),
  });
  await deps.db.transaction(async (tx) => {
    const retryAt = await recordPushAnswer(deps, tx, device, answer);
    if (answer.result === "accepted") return settleAlerts(deps, tx, key, { state: "accepted" });
    const problem = "problem" in answer ? answer.problem : answer.result;
    if (retryAt && retryAt < alert.expiresAt) return requeue(deps, tx, key, problem, retryAt);
    return settleAlerts(deps, tx, key, { state: "refused", problem });
  });
}

async function sendText(deps: Deps, key: MessageKey, { alert, about, formId }: Message) {
  const address = { clientId: key.clientId, id: alert.recipientId };
  const answer = await sendToNumber(deps, key, {
    ...{ alert, formId, body: textBody(about, deps.config.origin) },
  });
  await deps.db.transaction(async (tx) => {
    if (answer.result !== "limited") await recordTextAnswer(tx, address, answer);
    const retryAt = new Date(deps.now().getTime() + textRetryMinutes * minuteMs);
    if (answer.result === "accepted") {
      return settleAlerts(deps, tx, key, { state: "accepted", textSid: answer.sid });
    }
    if (answer.result === "unknown") return settleAlerts(deps, tx, key, { state: "unknown" });
    if (answer.result === "later" && retryAt < alert.expiresAt) {
      return requeue(deps, tx, key, "busy", retryAt);
    }
    if (answer.result === "limited") {
      await reportUsedUpTexts(deps, tx, key.clientId, answer);
      return settleAlerts(deps, tx, key, { state: "refused", problem: "limit" });
    }
    const problem = answer.result === "refused" ? answer.problem : "busy";
    return settleAlerts(deps, tx, key, { state: "refused", problem });
  });
}

type Limited = { result: "limited"; by: TextLimit; resumeAt: Date };
type Text = { alert: AlertRow; formId: string | null; body: string };

/** Sends a text, unless the form or the practice has reached its daily limit. */
async function sendToNumber(
  deps: Deps,
  { clientId, messageId }: MessageKey,
  { alert: { recipient, recipientId }, formId, body }: Text,
): Promise<TextAnswer | Limited> {
  if (!deps.texts) return { result: "refused", problem: "failed" };
  // The practice's limit is last, so that texts rejected by the form's limit don't use it up.
  const limits: [TextLimit, string | null][] = [
    ["textsPerForm", formId],
    ["textsPerPractice", clientId],
  ];
  for (const [by, who] of limits) {
    if (who === null) continue;
    try {
      await deps.limits.count(by, who);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const seconds = error.retryAfterSeconds ?? 0;
      return { result: "limited", by, resumeAt: new Date(deps.now().getTime() + seconds * 1000) };
    }
  }
  const statusCallback = textStatusUrl(deps, { clientId, addressId: recipientId, messageId });
  return deps.texts.send({ to: recipient, body, statusCallback });
}

/**
 * Claims a queued message for exactly one caller. The message may have expired, or its recipient
 * may be gone.
 */
async function claim(deps: Deps, tx: Transaction, key: MessageKey): Promise<Message | null> {
  const isQueued = and(thisMessage(key), eq(alerts.state, "queued"));
  const [first] = await tx.select().from(alerts).where(isQueued).limit(1).for("update");
  if (!first) return null;
  const message = await readMessage(tx, first);
  const now = deps.now();
  const verdict = message.isEnded ? "stop" : judgeQueued(first, message, now);
  if (verdict === "stop") {
    // Nothing was sent, so there is nothing to record.
    await tx.delete(alerts).where(isQueued);
    return null;
  }
  // Someone is calling, so the sweep rechecks the message later.
  if (verdict !== "alert") return null;
  if (first.expiresAt <= now) {
    await settleAlerts(deps, tx, key, { state: "refused", problem: "expired" });
    return null;
  }
  const device = first.channel === "push" ? await findDevice(deps, tx, first) : null;
  const hasRecipient = first.channel === "push" ? device : await hasNumber(tx, first);
  if (!hasRecipient) {
    await settleAlerts(deps, tx, key, { state: "refused", problem: "gone" });
    return null;
  }
  // The push service asked for a pause. The sweep finds the message when the pause is over.
  if (device?.retryAt && device.retryAt > now) return null;
  await tx
    .update(alerts)
    .set({ state: "sending", sendingAt: now, attempts: sql`${alerts.attempts} + 1` })
    .where(isQueued);
  return { ...message, device };
}

type AlertRow = typeof alerts.$inferSelect;

/**
 * A burst is about many leads, so it is sent as written. On its first attempt a message is sent
 * even if the lead was just seen, because it was needed a moment ago.
 */
function judgeQueued(alert: AlertRow, { lead, inquiry }: Subject, now: Date): Verdict {
  if (alert.burstCount !== null || alert.step === "called") return "alert";
  if (alert.step === "text") return lead.deletedAt ? "stop" : "alert";
  if (alert.step === "missed_call") {
    const isCalled = [lead.lastCalledAt, lead.openCalledAt].some(
      (at) => at && at >= alert.createdAt,
    );
    return lead.deletedAt || lead.doNotCallSince || isCalled ? "stop" : "alert";
  }
  const isRetry = alert.attempts > 0;
  const known = isRetry ? inquiry : { ...inquiry, firstSeenAt: null };
  return judge(alert.step, { lead, inquiry: known, dueAt: alert.createdAt, isRetry }, now);
}

async function readMessage(tx: Transaction, alert: AlertRow) {
  const { clientId, leadId, inquiryId } = alert;
  const [row] = await tx
    .select({
      ...{ lead: leads, inquiry: inquiries, client: clients, campaign: campaigns.name },
      formId: sources.id,
    })
    .from(leads)
    .innerJoin(inquiries, and(eq(inquiries.clientId, clientId), eq(inquiries.id, inquiryId)))
    .innerJoin(clients, eq(clients.id, clientId))
    .leftJoin(
      campaigns,
      and(eq(campaigns.clientId, clientId), eq(campaigns.id, inquiries.campaignId)),
    )
    .leftJoin(
      sources,
      and(
        eq(sources.clientId, clientId),
        eq(sources.id, inquiries.sourceId),
        // Posting to other kinds of sources requires a secret key.
        eq(sources.kind, "form"),
      ),
    )
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)));
  if (!row) throw new Error("The alert's lead no longer exists");
  const { lead, inquiry, client, campaign, formId } = row;
  const about: About = {
    ...{ step: alert.step, burstCount: alert.burstCount, leadId, campaign },
    firstName: inquiry.firstName || lead.firstName,
    ...{ submittedAt: inquiry.submittedAt, callBackAt: lead.callBackAt },
    ...(alert.step === "called" && { calledBy: await findCaller(tx, clientId, alert.occasion) }),
  };
  const { name, timeZone, showsCampaign } = client;
  const isEnded = client.endedAt !== null;
  const practice = { name, timeZone, showsCampaign };
  return { alert, about, lead, inquiry, formId, practice, isEnded };
}

/** The first name of the person who made the call, or the office phone's. */
async function findCaller(tx: Transaction, clientId: string, callId: string): Promise<string> {
  const [row] = await tx
    .select({ name: sql<string | null>`coalesce(${accounts.firstName}, ${calls.phoneName})` })
    .from(calls)
    .leftJoin(accounts, eq(accounts.id, calls.accountId))
    .where(and(eq(calls.clientId, clientId), eq(calls.id, callId)));
  return row?.name ?? "";
}

async function findDevice(deps: Deps, tx: Transaction, { clientId, recipientId }: AlertRow) {
  const working = await listWorkingDevices({ db: tx, now: deps.now }, clientId);
  return working.find(({ id }) => id === recipientId) ?? null;
}

async function hasNumber(tx: Transaction, { clientId, recipientId }: AlertRow) {
  const [row] = await tx
    .select({ id: alertAddresses.id })
    .from(alertAddresses)
    .where(
      and(
        eq(alertAddresses.clientId, clientId),
        eq(alertAddresses.id, recipientId),
        isNull(alertAddresses.endedAt),
        isNull(alertAddresses.problem),
      ),
    );
  return row !== undefined;
}

async function requeue(
  deps: Deps,
  tx: Transaction,
  key: MessageKey,
  problem: string,
  startAfter: Date,
) {
  await tx
    .update(alerts)
    .set({ state: "queued", problem })
    .where(and(thisMessage(key), eq(alerts.state, "sending")));
  await deps.jobs.enqueue(tx, "send-alert", key, { startAfter });
}
