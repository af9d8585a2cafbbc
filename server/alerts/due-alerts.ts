// What is due in a practice: judges each inquiry again, and alerts for those that still need it.
// Many at once, a burst, become one message.
import { and, count, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { burstSize } from "#contract/alerts.ts";
import type { Transaction } from "#server/db/database.ts";
import { alertSchedule, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { judge, type Step } from "#server/leads/alert-verdict.ts";
import { burstMs, type DueAlert, earlyMs, isDue, listDue } from "./list-due.ts";
import type { PracticeWords } from "./notification.ts";
import { queueAlerts } from "./queue-alerts.ts";

type Scheduled = Exclude<Step, "called">;

/** The first message of a burst waits this long for the others. */
const gatherMs = 10_000;

/**
 * Alerts for everything that is due. A practice is handled by one process at a time, and an
 * interrupted one changes nothing: the alerts, their jobs and the schedule are one transaction.
 */
export async function alertPractice(deps: Deps, clientId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`alert ${clientId}`}, 0))`,
    );
    const now = deps.now();
    const due = await listDue(tx, clientId, now);
    if (due.length === 0) return;
    const practice = await findPractice(tx, clientId);
    for (const step of ["closed", "now", "unseen", "uncalled", "callback"] as const) {
      const rows = due.filter((one) => one.step === step);
      // A burst is sent when its first row is due, with the others.
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
    // It may be needed again by then: a call may be undone.
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
  // Without a burst, those that are due later keep their own time.
  const taken = burst.count === null ? wanted.filter(({ dueAt }) => isDue(dueAt, now)) : wanted;
  await queueAlerts(deps, tx, { clientId, step, due: taken, burstCount: burst.count, practice });
  await markDone(tx, of, taken, burst.count !== null);
}

/**
 * `count`: the number in one message, or null. For a new lead the past minute counts, and the
 * message waits (`sendAt`) for the rest of the burst; the later steps are known a minute ahead.
 */
async function planBurst(
  tx: Transaction,
  { clientId, step, now }: StepDue,
  wanted: DueAlert[],
): Promise<{ count: number | null; sendAt?: Date }> {
  if (step !== "now" && step !== "closed") {
    return { count: wanted.length > burstSize ? wanted.length : null };
  }
  const recent = await countRecent(tx, clientId, step, now);
  const all = recent.alerted + wanted.length;
  const [gathered] = wanted.filter(({ isGathered }) => isGathered);
  if (gathered) {
    const count = all > 1 ? all : null;
    return isDue(gathered.dueAt, now) ? { count } : { count, sendAt: gathered.dueAt };
  }
  if (all <= burstSize || wanted.length === 0) return { count: null };
  if (recent.burstAt) {
    return { count: all, sendAt: new Date(recent.burstAt.getTime() + burstMs) };
  }
  if (wanted.length > burstSize) return { count: all };
  return { count: all, sendAt: new Date(now.getTime() + gatherMs) };
}

/** Steps of this practice that are done since a minute ago, and its last burst in that time. */
async function countRecent(tx: Transaction, clientId: string, step: Scheduled, now: Date) {
  const [row] = await tx
    .select({
      alerted: count(),
      burstAt:
        sql<Date | null>`max(${alertSchedule.doneAt}) filter (where ${alertSchedule.isGathered})`.mapWith(
          alertSchedule.doneAt,
        ),
    })
    .from(alertSchedule)
    .where(
      and(
        eq(alertSchedule.clientId, clientId),
        gt(alertSchedule.doneAt, new Date(now.getTime() - burstMs)),
        eq(alertSchedule.step, step),
      ),
    );
  return { alerted: row?.alerted ?? 0, burstAt: row?.burstAt ?? null };
}

/** Null: it is suspended. */
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

/** `isGathered`: in a burst. */
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
