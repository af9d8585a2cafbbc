// Schedules alerts in the transaction of the event that causes them. `server/messages/alerts/`
// sends them.
import { and, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { insertOf } from "#server/db/given-rows.ts";
import { alertSchedule, alerts, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { alertTimes } from "#server/desk/clock/alert-times.ts";
import { readOpenHours } from "#server/people/open-hours.ts";

type Tools = Pick<Deps, "jobs">;
type Row = Pick<
  typeof alertSchedule.$inferInsert,
  "leadId" | "inquiryId" | "step" | "dueAt" | "isGathered"
>;

/**
 * An alert for a lead that was found late is delayed by this long, so that it can share one message
 * with others.
 */
const gatherMs = 10_000;

/**
 * Alerts that are due later than this may share a job with others that are due at the same time.
 */
const sharedAfterMs = 60_000;

/**
 * Prevents sending a practice's due alerts while they are moved to another lead. Call it before
 * locking any lead's row.
 */
export async function lockAlerts(tx: Transaction, clientId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alert ${clientId}`}, 0))`);
}

/** Schedules alert steps for inquiries. The steps `unseen` and `uncalled` need a clock. */
export async function scheduleAlerts(
  { jobs }: Tools,
  tx: Transaction,
  clientId: string,
  received: {
    leadId: string;
    inquiryId: string;
    receivedAt: Date;
    isFoundLate?: boolean | undefined;
  }[],
): Promise<void> {
  if (received.length === 0) return;
  const ids = sql.param(received.map(({ inquiryId }) => inquiryId));
  const clocked = await tx
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(
      and(
        eq(inquiries.clientId, clientId),
        sql`${inquiries.id} = any(${ids}::uuid[])`,
        isNotNull(inquiries.clockStartedAt),
      ),
    );
  const withClock = new Set(clocked.map(({ id }) => id));
  const moments = received.map(({ receivedAt }) => receivedAt);
  const hoursAt = await readOpenHours({ db: tx }, clientId, moments);
  const rows = received.flatMap(({ leadId, inquiryId, receivedAt, isFoundLate = false }): Row[] => {
    const { closed, now, unseen, uncalled } = alertTimes(receivedAt, hoursAt(receivedAt));
    const of = { leadId, inquiryId, isGathered: isFoundLate };
    const gathered = (at: Date) => new Date(at.getTime() + (isFoundLate ? gatherMs : 0));
    const first: Row = { ...of, step: "now", dueAt: gathered(now) };
    const steps: Row[] = closed
      ? [{ ...of, step: "closed", dueAt: gathered(closed) }, first]
      : [first];
    if (!withClock.has(of.inquiryId)) return steps;
    return [
      ...steps,
      { ...of, isGathered: false, step: "unseen", dueAt: unseen },
      { ...of, isGathered: false, step: "uncalled", dueAt: uncalled },
    ];
  });
  const newest = new Date(Math.max(...moments.map((at) => at.getTime())));
  await schedule({ jobs }, tx, clientId, newest, rows);
}

/** Schedules the alert for a promised callback, or reschedules it. */
export async function scheduleCallback(
  { jobs }: Tools,
  tx: Transaction,
  of: { clientId: string; leadId: string },
  callBackAt: Date,
): Promise<void> {
  const [newest] = await tx
    .select({ inquiryId: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, of.clientId), eq(inquiries.leadId, of.leadId)))
    .orderBy(desc(inquiries.receivedAt), desc(inquiries.id))
    .limit(1);
  if (!newest) return;
  // Deletes the alert of an earlier callback, which may belong to another inquiry, because a lead
  // has only one callback.
  await tx
    .delete(alertSchedule)
    .where(
      and(
        eq(alertSchedule.clientId, of.clientId),
        eq(alertSchedule.leadId, of.leadId),
        eq(alertSchedule.step, "callback"),
        isNull(alertSchedule.doneAt),
      ),
    );
  await tx
    .insert(alertSchedule)
    .values({ ...of, ...newest, step: "callback", dueAt: callBackAt })
    .onConflictDoUpdate({
      target: [alertSchedule.clientId, alertSchedule.inquiryId, alertSchedule.step],
      set: { dueAt: callBackAt, isGathered: false, doneAt: null },
    });
  await jobs.enqueue(tx, "alert-practice", { clientId: of.clientId }, { startAfter: callBackAt });
}

/**
 * If devices show an alert for this lead, enqueues a job that tells them that someone is calling.
 */
export async function scheduleCalled(
  { jobs }: Tools,
  tx: Transaction,
  call: { clientId: string; leadId: string; callId: string },
): Promise<void> {
  const [shown] = await tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(
      and(
        eq(alerts.clientId, call.clientId),
        eq(alerts.leadId, call.leadId),
        eq(alerts.channel, "push"),
      ),
    )
    .limit(1);
  if (shown) await jobs.enqueue(tx, "tell-called", call);
}

async function schedule(
  { jobs }: Tools,
  tx: Transaction,
  clientId: string,
  from: Date,
  rows: Row[],
) {
  const sharedFrom = new Date(from.getTime() + sharedAfterMs);
  const times = rows.map(({ dueAt }) => dueAt);
  // Finds times that already have a job. Overnight inquiries are all due at opening and share one
  // job.
  const known = await tx
    .selectDistinct({ dueAt: alertSchedule.dueAt })
    .from(alertSchedule)
    .where(
      and(
        eq(alertSchedule.clientId, clientId),
        isNull(alertSchedule.doneAt),
        gt(alertSchedule.dueAt, sharedFrom),
        sql`${alertSchedule.dueAt} = any(${sql.param(times)}::timestamptz[])`,
      ),
    );
  const shared = new Set(known.map(({ dueAt }) => dueAt.getTime()));
  await tx.execute(insertOf(alertSchedule, clientId, rows));
  // Alerts that are already due share one job, which runs right after the commit.
  const moments = times.map((dueAt) => Math.max(dueAt.getTime(), from.getTime()));
  const jobsFor = [...new Set(moments)].filter((at) => !shared.has(at));
  await jobs.enqueueAll(
    tx,
    "alert-practice",
    jobsFor.map((at) => ({ payload: { clientId }, startAfter: new Date(at) })),
  );
}
