// Writes down when to alert, in the transaction of what causes it. The room `alerts` does the rest.
import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import { getOpenHours } from "#server/accounts/open-hours.ts";
import { alertTimes } from "#server/clock/alert-times.ts";
import type { Transaction } from "#server/db/database.ts";
import { alertSchedule, alerts, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Tools = Pick<Deps, "jobs">;
type Row = typeof alertSchedule.$inferInsert;

/** A job that starts later than this may serve others that are due at the same moment. */
const sharedAfterMs = 60_000;

/** The steps of an inquiry that came by a form. Without a clock, only the first. */
export async function scheduleAlerts(
  { jobs }: Tools,
  tx: Transaction,
  inquiry: { clientId: string; leadId: string; inquiryId: string; receivedAt: Date },
): Promise<void> {
  const { receivedAt, ...of } = inquiry;
  const hours = await getOpenHours({ db: tx }, of.clientId, receivedAt);
  const { closed, now, unseen, uncalled } = alertTimes(receivedAt, hours);
  const [stored] = await tx
    .select({ clockStartedAt: inquiries.clockStartedAt })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, of.clientId), eq(inquiries.id, of.inquiryId)));
  const rows: Row[] = [
    ...(closed ? [{ ...of, step: "closed" as const, dueAt: closed }] : []),
    { ...of, step: "now", dueAt: now },
  ];
  if (stored?.clockStartedAt) {
    rows.push(
      { ...of, step: "unseen", dueAt: unseen },
      { ...of, step: "uncalled", dueAt: uncalled },
    );
  }
  await schedule({ jobs }, tx, of.clientId, receivedAt, rows);
}

/** A promised callback, or its new time. */
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
  await tx
    .insert(alertSchedule)
    .values({ ...of, ...newest, step: "callback", dueAt: callBackAt })
    .onConflictDoUpdate({
      target: [alertSchedule.clientId, alertSchedule.inquiryId, alertSchedule.step],
      set: { dueAt: callBackAt, isGathered: false, doneAt: null },
    });
  await jobs.enqueue(tx, "alert-practice", { clientId: of.clientId }, { startAfter: callBackAt });
}

/** Somebody calls: devices that show an alert of this lead are told. */
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
  // A night's inquiries are all due at opening: one job for them is enough.
  const known = await tx
    .selectDistinct({ dueAt: alertSchedule.dueAt })
    .from(alertSchedule)
    .where(
      and(
        eq(alertSchedule.clientId, clientId),
        isNull(alertSchedule.doneAt),
        gt(alertSchedule.dueAt, sharedFrom),
        inArray(alertSchedule.dueAt, times),
      ),
    );
  const shared = new Set(known.map(({ dueAt }) => dueAt.getTime()));
  await tx.insert(alertSchedule).values(rows);
  const jobsFor = times.filter((dueAt) => !shared.has(dueAt.getTime()));
  await jobs.enqueueAll(
    tx,
    "alert-practice",
    jobsFor.map((startAfter) => ({ payload: { clientId }, startAfter })),
  );
}
