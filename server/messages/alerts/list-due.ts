// Lists a practice's due alerts.
import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { alertSchedule, inquiries, leads } from "#server/db/schema.ts";

export type DueAlert = Awaited<ReturnType<typeof listDue>>[number];

/** Another machine's clock may be ahead, so a job may start slightly early. */
export const earlyMs = 1000;
/** More than `burstSize` inquiries within this time are a burst. */
export const burstMs = 60_000;

/**
 * Lists due alerts, alerts held for their burst, and later steps that are due in the next minute.
 */
export function listDue(tx: Transaction, clientId: string, now: Date) {
  const until = new Date(now.getTime() + earlyMs);
  const ahead = new Date(now.getTime() + burstMs);
  return tx
    .select({
      ...{ step: alertSchedule.step, dueAt: alertSchedule.dueAt },
      ...{ leadId: alertSchedule.leadId, inquiryId: alertSchedule.inquiryId },
      isGathered: alertSchedule.isGathered,
      lead: {
        ...{ state: leads.state, deletedAt: leads.deletedAt, erasedAt: leads.erasedAt },
        ...{ doNotCallSince: leads.doNotCallSince, uncalledSince: leads.uncalledSince },
        ...{ callBackAt: leads.callBackAt, openCalledAt: leads.openCalledAt },
      },
      inquiry: {
        ...{ clockStartedAt: inquiries.clockStartedAt, firstCalledAt: inquiries.firstCalledAt },
        ...{ firstSeenAt: inquiries.firstSeenAt, receivedAt: inquiries.receivedAt },
        ...{ submittedAt: inquiries.submittedAt, openLateAt: inquiries.openLateAt },
      },
      firstName: sql<string>`coalesce(nullif(${inquiries.firstName}, ''), ${leads.firstName})`,
    })
    .from(alertSchedule)
    .innerJoin(
      inquiries,
      and(eq(inquiries.clientId, clientId), eq(inquiries.id, alertSchedule.inquiryId)),
    )
    .innerJoin(leads, and(eq(leads.clientId, clientId), eq(leads.id, alertSchedule.leadId)))
    .where(
      and(
        eq(alertSchedule.clientId, clientId),
        isNull(alertSchedule.doneAt),
        or(
          lte(alertSchedule.dueAt, until),
          and(
            lte(alertSchedule.dueAt, ahead),
            or(
              eq(alertSchedule.isGathered, true),
              inArray(alertSchedule.step, ["unseen", "uncalled"]),
            ),
          ),
        ),
      ),
    )
    .orderBy(alertSchedule.dueAt, alertSchedule.inquiryId);
}

export function isDue(dueAt: Date, now: Date): boolean {
  return dueAt.getTime() <= now.getTime() + earlyMs;
}
