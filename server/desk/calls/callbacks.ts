// Promised callbacks: counts the due ones and reschedules them.
import { sql } from "drizzle-orm";
import { type CallbackRequest, type Callbacks, maxCallbackDays } from "#contract/callbacks.ts";
import { dayMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { scheduleCallback } from "#server/desk/leads/alert-schedule.ts";
import { addToTimeline, lockLead } from "#server/desk/leads/lead.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/** The count stops at this number, because a larger one wouldn't tell anyone more. */
const maxCounted = 1000;

/** Counts the callbacks due now, and returns when the next one is due. */
export async function countCallbacks(
  deps: Pick<Deps, "db" | "now">,
  clientId: string,
): Promise<Callbacks> {
  const [row] = await waiting(deps.db).execute({ clientId, now: deps.now() });
  return { due: row?.due ?? 0, nextDueAt: row?.nextDueAt?.toISOString() ?? null };
}

const given = sql.placeholder;
const mine = sql`from ${leads} where ${leads.clientId} = ${given("clientId")}
  and ${leads.deletedAt} is null and ${leads.state} = 'callback'
  and ${leads.doNotCallSince} is null`;
const asOf = sql`${given("now")}::timestamptz`;

/** Columns for a query with the placeholders `clientId` and `now`. */
export const dueCallbacks = {
  due: sql<number>`(select count(*)::int from (select 1 ${mine}
    and ${leads.callBackAt} <= ${asOf} limit ${sql.raw(String(maxCounted))}) as due)`,
  nextDueAt: sql<Date | null>`(select min(${leads.callBackAt}) ${mine}
    and ${leads.callBackAt} > ${asOf})`.mapWith(leads.callBackAt),
};

const waiting = cachedQuery((db: Database) =>
  db.select(dueCallbacks).from(sql`(select 1) as one`).prepare("callbacks"),
);

/**
 * Sets or moves a callback. Throws `not_found`; `invalid` for a time in the past; `conflict` while
 * a clock is running, because a callback doesn't postpone a first call.
 */
export async function setCallback(
  deps: Pick<Deps, "db" | "now" | "jobs">,
  client: SignedInClient,
  leadId: string,
  { callBackAt }: CallbackRequest,
): Promise<Lead> {
  const now = deps.now();
  const promisedAt = parseCallbackTime(callBackAt, { since: now, now });
  return deps.db.transaction(async (tx) => {
    const lead = await lockLead(tx, client, leadId);
    if (lead.uncalledSince) throw new AppError("conflict");
    const data = { callBackAt: promisedAt.toISOString() };
    await addToTimeline(deps, tx, client, leadId, "call_back_set", data);
    const { clientId } = client;
    await scheduleCallback(deps, tx, { clientId, leadId }, promisedAt);
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}

/**
 * Parses the time of a promised callback. Throws `invalid` for a time before the promise or more
 * than a year ahead.
 */
export function parseCallbackTime(
  callBackAt: string,
  { since, now }: { since: Date; now: Date },
): Date {
  const promisedAt = new Date(callBackAt);
  const latest = now.getTime() + maxCallbackDays * dayMs;
  const problem =
    promisedAt <= since ? "in_the_past" : promisedAt.getTime() > latest ? "too_far_off" : null;
  if (problem) throw new AppError("invalid", { fields: { callBackAt: problem } });
  return promisedAt;
}
