// Rechecks each inquiry with a due alert and sends the alerts that are still needed. Many at the
// same time (a burst) become one message.
import { and, countDistinct, eq, exists, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { burstSize } from "#contract/alerts.ts";
import type { Transaction } from "#server/db/database.ts";
import { alertSchedule, alerts, clients, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { lockAlerts } from "#server/desk/leads/alert-schedule.ts";
import { judge, type Step } from "#server/desk/leads/alert-verdict.ts";
import { burstMs, type DueAlert, earlyMs, isDue, listDue } from "./list-due.ts";
import type { PracticeWords } from "./notification.ts";
import { queueAlerts } from "./queue-alerts.ts";

type Scheduled = Exclude<Step, "text" | "missed_call" | "called">;

/** How long the first message of a burst is held for the others. */
const gatherMs = 10_000;

/**
 * Sends the alerts that are due. Only one process at a time handles a practice. Alerts, jobs and
 * schedule change in one transaction, so an interrupted run has no effect.
 */
export async function alertPractice(deps: Deps, clientId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockAlerts(tx, clientId);
    const now = deps.now();
    const due = await listDue(tx, clientId, now);
    if (due.length === 0) return;
    const practice = await findPractice(tx, clientId);
    for (const step of ["closed", "now", "unseen", "uncalled", "callback"] as const) {
      const rows = due.filter((one) => one.step === step);
      // A burst is sent with all of its rows when the first one is due.
      if (!rows.some(({ dueAt }) => isDue(dueAt, now))) continue;
      if (practice) await alertStep(deps, tx, { clientId, practice, step, rows, now });
      else await markDone(tx, { clientId, step, now }, rows);
    }
  });
}

type StepDue = {
  clientId: string;
  practice: PracticeWords;
  step: Scheduled;
  rows: DueAlert[];
  now: Date;
};

async function alertStep(deps: Deps, tx: Transaction, of: StepDue) {
  const { clientId, practice, step, rows, now } = of;
  const wanted: DueAlert[] = [];
  const over: DueAlert[] = [];
  for (const row of rows) {
    const verdict = judge(step, row, new Date(now.getTime() + earlyMs));
    if (verdict === "alert") wanted.push(row);
    // An alert that isn't due yet may be needed again by then, if a call is undone.
    else if (!isDue(row.dueAt, now)) continue;
    else if (verdict === "stop") over.push(row);
    else await postpone(deps, tx, of, [row], verdict.wait);
  }
  const burst = await planBurst(tx, of, wanted);
  await markDone(tx, of, over);
  if (burst.sendAt) {
    const late = wanted.filter(({ isGathered }) => !isGathered);
    await postpone(deps, tx, of, late, burst.sendAt, { hasJob: late.length < wanted.length });
    return;
  }
  // Alerts that are due later keep their own time unless they are part of a burst.
  const taken = burst.count === null ? wanted.filter(({ dueAt }) => isDue(dueAt, now)) : wanted;
  await queueAlerts(deps, tx, { clientId, step, due: taken, burstCount: burst.count, practice });
  await markDone(tx, of, taken, burst.count !== null);
}

/**
 * `count` is the number of leads in one message, or null for one message per lead. New leads from
 * the past minute count, and the message is held until `sendAt` for the rest of the burst. Later
 * steps are known a minute ahead.
 */
async function planBurst(
  tx: Transaction,
  { clientId, step, now }: StepDue,
  wanted: DueAlert[],
): Promise<{ count: number | null; sendAt?: Date }> {
  const leadIds = [...new Set(wanted.map(({ leadId }) => leadId))];
  if (step !== "now" && step !== "closed") {
    return { count: leadIds.length > burstSize ? leadIds.length : null };
  }
  const recent = await countRecent(tx, { clientId, step, now }, leadIds);
  const waiting = recent.waiting + leadIds.length;
  const count = waiting > 1 ? waiting : null;
  const [gathered] = wanted.filter(({ isGathered }) => isGathered);
  if (gathered) return isDue(gathered.dueAt, now) ? { count } : { count, sendAt: gathered.dueAt };
  const isBurst = recent.alerted + leadIds.length > burstSize;
  if (!isBurst || wanted.length === 0) return { count: null };
  if (recent.burstAt) return { count, sendAt: new Date(recent.burstAt.getTime() + burstMs) };
  if (leadIds.length > burstSize) return { count };
  return { count, sendAt: new Date(now.getTime() + gatherMs) };
}

/**
 * Counts the other leads that this practice was alerted to in the past minute, counts those that
 * still need a call, and finds the last burst in that minute.
 */
async function countRecent(
  tx: Transaction,
  { clientId, step, now }: Pick<StepDue, "clientId" | "step" | "now">,
  leadIds: string[],
) {
  const leadId = alertSchedule.leadId;
  const [row] = await tx
    .select({
      alerted: countDistinct(leadId),
      waiting: sql<number>`count(distinct ${leadId}) filter (where ${waits})`.mapWith(Number),
      burstAt:
        sql<Date | null>`max(${alertSchedule.doneAt}) filter (where ${alertSchedule.isGathered})`.mapWith(
          alertSchedule.doneAt,
        ),
    })
    .from(alertSchedule)
    .innerJoin(leads, and(eq(leads.clientId, clientId), eq(leads.id, leadId)))
    .where(
      and(
        eq(alertSchedule.clientId, clientId),
        gt(alertSchedule.doneAt, new Date(now.getTime() - burstMs)),
        eq(alertSchedule.step, step),
        sql`${leadId} <> all(${sql.param(leadIds)}::uuid[])`,
        // A step that wasn't needed is also marked as done.
        exists(
          tx
            .select({ id: alerts.id })
            .from(alerts)
            .where(
              and(
                eq(alerts.clientId, clientId),
                eq(alerts.inquiryId, alertSchedule.inquiryId),
                eq(alerts.step, "now"),
              ),
            ),
        ),
      ),
    );
  return row ?? { alerted: 0, waiting: 0, burstAt: null };
}

/** A burst's count includes only leads to call. */
const waits = and(
  isNotNull(leads.uncalledSince),
  isNull(leads.doNotCallSince),
  isNull(leads.deletedAt),
  ne(leads.state, "archived"),
);

/** Returns null if the practice is suspended. */
async function findPractice(tx: Transaction, clientId: string): Promise<PracticeWords | null> {
  const { name, timeZone, showsCampaign } = clients;
  const [row] = await tx
    .select({ name, timeZone, showsCampaign })
    .from(clients)
    .where(
      and(eq(clients.id, clientId), isNotNull(clients.approvedAt), isNull(clients.suspendedAt)),
    );
  return row ?? null;
}

/** `isGathered`: the alerts were part of a burst. */
async function markDone(
  tx: Transaction,
  { clientId, step, now }: Pick<StepDue, "clientId" | "step" | "now">,
  rows: DueAlert[],
  isGathered = false,
) {
  if (rows.length === 0) return;
  await tx
    .update(alertSchedule)
    .set({ doneAt: now, isGathered })
    .where(theseRows(clientId, step, rows));
}

async function postpone(
  deps: Deps,
  tx: Transaction,
  { clientId, step }: StepDue,
  rows: DueAlert[],
  dueAt: Date,
  { hasJob = false } = {},
) {
  const isGathered = step === "now" || step === "closed";
  await tx
    .update(alertSchedule)
    .set({ dueAt, isGathered })
    .where(theseRows(clientId, step, rows));
  if (!hasJob) {
    await deps.jobs.enqueue(tx, "alert-practice", { clientId }, { startAfter: dueAt });
  }
}

function theseRows(clientId: string, step: Scheduled, rows: DueAlert[]) {
  const ids = sql.param(rows.map(({ inquiryId }) => inquiryId));
  return and(
    eq(alertSchedule.clientId, clientId),
    eq(alertSchedule.step, step),
    sql`${alertSchedule.inquiryId} = any(${ids}::uuid[])`,
  );
}
