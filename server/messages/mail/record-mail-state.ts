// Records an email's state changes on its lead's timeline and notifies open pages. For an alert
// email, it also records the alert's state.
import { and, eq, sql } from "drizzle-orm";
import type { MailState } from "#contract/mail.ts";
import type { Transaction } from "#server/db/database.ts";
import { agencyClientId, alerts, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyOwners, notifyPractice } from "#server/desk/live/notify.ts";

type LeadMail = {
  id: string;
  clientId?: string | undefined;
  leadId?: string | null | undefined;
  contactRequestId?: string | null | undefined;
  subject: string;
};

/** `metrics` counts finished emails, but not made-up or new ones. */
type Tools = Pick<Deps, "now"> & Partial<Pick<Deps, "metrics">>;

/**
 * Does nothing for an email without a lead or contact request. `sending` notifies open pages, but
 * isn't recorded.
 */
export async function recordMailState(
  deps: Tools,
  tx: Transaction,
  { id, clientId, leadId, contactRequestId, subject }: LeadMail,
  state: MailState,
  accountId: string | null = null,
): Promise<void> {
  if (!isUnfinished.has(state)) deps.metrics?.mails.add({ state });
  if (!clientId || clientId === agencyClientId) {
    if (contactRequestId) await notifyOwners(tx, contactRequestId);
    return;
  }
  if (!leadId) return recordAlertState(deps, tx, { clientId, mailId: id }, state);
  if (state !== "sending") {
    await tx.insert(timeline).values({
      clientId,
      leadId,
      kind: `email_${state}`,
      at: deps.now(),
      accountId,
      data: { mailId: id, subject },
    });
  }
  await notifyPractice(tx, { clientId, leadId, kind: "lead" });
}

/** Sets the state of the email's alerts, one per lead, and records it on each lead's timeline. */
async function recordAlertState(
  deps: Tools,
  tx: Transaction,
  { clientId, mailId }: { clientId: string; mailId: string },
  state: MailState,
) {
  const now = deps.now();
  const alertState = alertStates[state];
  const alerted = await tx
    .update(alerts)
    .set({
      state: alertState,
      ...(state === "sending" && { sendingAt: now }),
      ...(state === "sent" && { acceptedAt: now }),
    })
    .where(and(eq(alerts.clientId, clientId), eq(alerts.mailId, mailId)))
    .returning({ id: alerts.id });
  const kind = timelineKinds[state];
  if (alerted.length === 0 || !kind) return;
  deps.metrics?.alerts.add({ channel: "email", state: alertState });
  await tx.execute(sql`
    insert into ${timeline} (client_id, lead_id, kind, at, data)
    select client_id, lead_id, ${kind}, ${now.toISOString()}::timestamptz,
      jsonb_build_object('channel', channel, 'to', recipient, 'step', step)
    from ${alerts} where client_id = ${clientId} and mail_id = ${mailId}`);
}

const isUnfinished = new Set<MailState>(["queued", "sending"]);

const alertStates = {
  queued: "queued",
  sending: "sending",
  sent: "accepted",
  failed: "refused",
  unknown: "unknown",
  stopped: "refused",
} as const satisfies Record<MailState, string>;

const timelineKinds: Partial<Record<MailState, string>> = {
  sent: "alert_sent",
  failed: "alert_refused",
  stopped: "alert_refused",
  unknown: "alert_unknown",
};
