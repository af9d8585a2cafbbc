// Status reports from devices and the text provider after a message was sent.
import { and, eq, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "#contract/fields.ts";
import type { Transaction } from "#server/db/database.ts";
import { alerts, pushDevices } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { markAlertedByPush } from "#server/desk/live/first-seen.ts";
import { AppError } from "#server/errors.ts";
import { readSignedForm } from "#server/http/signed-form.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { problemOf } from "#server/outside/texts.ts";
import { recordTextAnswer } from "./addresses.ts";
import { thisDevice } from "./devices.ts";
import { recordOnTimelines, settleAlerts, thisMessage } from "./settle-alerts.ts";

type Tools = Pick<Deps, "db" | "now">;

/**
 * Records that a service worker showed the notification, the first proof that the alert arrived. A
 * test notification has its device's id. Idempotent; throws `not_found`.
 */
export async function reportShown(
  deps: Tools,
  client: SignedInClient,
  alertId: string,
): Promise<void> {
  const { clientId } = client;
  await deps.db.transaction(async (tx) => {
    const alert = await findAlert(tx, clientId, alertId);
    const deviceId = alert?.recipientId ?? alertId;
    const devices = await tx
      .update(pushDevices)
      .set({ lastShownAt: deps.now() })
      .where(thisDevice({ clientId, deviceId }))
      .returning({ id: pushDevices.id });
    if (!alert && devices.length === 0) throw new AppError("not_found");
    if (alert) await markShown(deps, tx, alert);
  });
}

/** Records that someone tapped the notification. Idempotent; throws `not_found`. */
export async function reportOpened(
  deps: Tools,
  { clientId }: SignedInClient,
  alertId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const alert = await findAlert(tx, clientId, alertId);
    if (!alert) {
      const [device] = await tx
        .select({ id: pushDevices.id })
        .from(pushDevices)
        .where(thisDevice({ clientId, deviceId: alertId }));
      if (!device) throw new AppError("not_found");
      return;
    }
    // The report that the notification was shown may have been lost.
    await markShown(deps, tx, alert);
    const opened = await tx
      .update(alerts)
      .set({ state: "opened", openedAt: deps.now() })
      .where(and(thisMessage(alert), isNull(alerts.openedAt)))
      .returning({ id: alerts.id });
    if (opened.length > 0) await recordOnTimelines(deps, tx, alert, "opened");
  });
}

async function markShown(deps: Tools, tx: Transaction, alert: typeof alerts.$inferSelect) {
  const shown = await tx
    .update(alerts)
    .set({ state: "shown", shownAt: deps.now() })
    .where(and(thisMessage(alert), isNull(alerts.shownAt), ne(alerts.step, "called")))
    .returning({ leadId: alerts.leadId });
  if (shown.length === 0) return;
  await recordOnTimelines(deps, tx, alert, "shown");
  // Neither is an inquiry.
  if (alert.step === "text" || alert.step === "missed_call") return;
  const leadIds = shown.map(({ leadId }) => leadId);
  await markAlertedByPush(tx, { clientId: alert.clientId, leadIds }, deps.now());
}

/** Locks the alert, because a report may arrive twice or before the push service's response. */
async function findAlert(tx: Transaction, clientId: string, alertId: string) {
  const [alert] = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.clientId, clientId), eq(alerts.id, alertId), eq(alerts.channel, "push")))
    .for("update");
  return alert ?? null;
}

const About = z.object({ practice: uuid, address: uuid, message: uuid.optional() });
const Report = z.object({
  MessageStatus: z.string(),
  ErrorCode: z.coerce.number().catch(0),
});

/**
 * Records the state that Twilio reports for a text. Throws `forbidden` without Twilio's signature.
 */
export async function reportTextStatus(
  deps: Deps,
  reported: { url: URL; body: string; signature: string },
): Promise<void> {
  const fields = readSignedForm(deps, deps.texts, reported);
  const of = About.safeParse(Object.fromEntries(reported.url.searchParams)).data;
  const report = Report.safeParse(Object.fromEntries(fields)).data;
  if (!of || !report) return;
  const isFailed = ["failed", "undelivered"].includes(report.MessageStatus);
  if (!isFailed && !["sent", "delivered"].includes(report.MessageStatus)) return;
  const problem = problemOf(report.ErrorCode);
  await deps.db.transaction(async (tx) => {
    const address = { clientId: of.practice, id: of.address };
    const key = of.message ? { clientId: of.practice, messageId: of.message } : null;
    const [alert] = key
      ? await tx.select().from(alerts).where(thisMessage(key)).limit(1).for("update")
      : [];
    // A failure is final, because reports can arrive in any order. The same one again says nothing
    // about the number, which may have been confirmed again since.
    if (alert?.state === "refused") return;
    if (isFailed) await recordTextAnswer(tx, address, { result: "refused", problem });
    const state = isFailed ? "refused" : "accepted";
    if (!key || alert?.channel !== "text" || alert.state === state) return;
    await settleAlerts(
      deps,
      tx,
      key,
      isFailed ? { state: "refused", problem } : { state: "accepted" },
    );
  });
}
