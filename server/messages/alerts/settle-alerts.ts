// Records a message's result on its alerts and on each lead's timeline.
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { alerts, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";

export type MessageKey = { clientId: string; messageId: string };

type Ending =
  | { state: "accepted"; textSid?: string }
  | { state: "refused"; problem: string }
  | { state: "unknown" };

const kinds = {
  accepted: "alert_sent",
  refused: "alert_refused",
  unknown: "alert_unknown",
  shown: "alert_shown",
  opened: "alert_opened",
} as const;

/**
 * Settles the alerts in the caller's transaction. It takes two statements, regardless of how many
 * leads the message is about.
 */
export async function settleAlerts(
  deps: Pick<Deps, "now" | "metrics">,
  tx: Transaction,
  key: MessageKey,
  ending: Ending,
): Promise<void> {
  const change = { problem: null, ...ending };
  const settled = await tx
    .update(alerts)
    .set(
      ending.state === "accepted"
        ? { ...change, acceptedAt: deps.now(), state: acceptedOrShown }
        : change,
    )
    .where(thisMessage(key))
    .returning({ channel: alerts.channel });
  const [first] = settled;
  if (first) deps.metrics.alerts.add({ channel: first.channel, state: ending.state });
  await recordOnTimelines(deps, tx, key, ending.state);
}

/** A device may report that it was shown before the push service's response is stored. */
const acceptedOrShown = sql`case when ${alerts.shownAt} is null then 'accepted' else ${alerts.state} end`;

/**
 * Adds the messages to the timelines. A silent replacement isn't an alert and gets no timeline
 * entry. Open pages show a burst at their next update, because notifying them of each lead isn't
 * worth it.
 */
export async function recordOnTimelines(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  key: MessageKey,
  state: keyof typeof kinds,
): Promise<void> {
  const { rows } = await tx.execute<{ lead_id: string }>(sql`
    insert into ${timeline} (client_id, lead_id, kind, at, data)
    select client_id, lead_id, ${kinds[state]}, ${deps.now().toISOString()}::timestamptz,
      jsonb_strip_nulls(jsonb_build_object('channel', channel, 'to', recipient, 'step', step,
        'problem', case when problem = 'limit' then problem end))
    from ${alerts}
    where client_id = ${key.clientId} and message_id = ${key.messageId} and step <> 'called'
    returning lead_id`);
  const [only] = rows;
  if (rows.length !== 1 || !only) return;
  await notifyPractice(tx, { clientId: key.clientId, leadId: only.lead_id, kind: "lead" });
}

export function thisMessage({ clientId, messageId }: MessageKey) {
  return and(eq(alerts.clientId, clientId), eq(alerts.messageId, messageId));
}
