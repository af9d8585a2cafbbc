// Reads what happened to a lead: its inquiries, calls and changes of state.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { calls, inquiries, timeline } from "#server/db/schema.ts";

export type LeadKey = { clientId: string; leadId: string };
export type Inquiry = Pick<typeof inquiries.$inferSelect, keyof typeof inquiryColumns>;
export type Call = typeof calls.$inferSelect;
export type Change = typeof timeline.$inferSelect;

/** The inputs of the computation. Without the answers, which a flooded lead has thousands of. */
const inquiryColumns = {
  clientId: inquiries.clientId,
  id: inquiries.id,
  sourceId: inquiries.sourceId,
  campaignId: inquiries.campaignId,
  firstName: inquiries.firstName,
  lastName: inquiries.lastName,
  isTest: inquiries.isTest,
  isUntimed: inquiries.isUntimed,
  submittedAt: inquiries.submittedAt,
  receivedAt: inquiries.receivedAt,
  clockStartedAt: inquiries.clockStartedAt,
  startedHour: inquiries.startedHour,
  openOnTimeUntil: inquiries.openOnTimeUntil,
  openLateAt: inquiries.openLateAt,
  firstCalledAt: inquiries.firstCalledAt,
  isFirstCallEnteredLater: inquiries.isFirstCallEnteredLater,
  firstSpokeAt: inquiries.firstSpokeAt,
  firstBookedAt: inquiries.firstBookedAt,
};

export type Events = {
  allInquiries: Inquiry[];
  /** Not void, with an outcome. */
  made: Call[];
  /** The newest call without an outcome. */
  open: Call | undefined;
  changes: Change[];
};

export async function readEvents(tx: Transaction, { clientId, leadId }: LeadKey): Promise<Events> {
  const allInquiries = await tx
    .select(inquiryColumns)
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)));
  const begun = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.clientId, clientId), eq(calls.leadId, leadId), isNull(calls.voidedAt)))
    .orderBy(calls.calledAt);
  const changes = await tx
    .select()
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, clientId),
        eq(timeline.leadId, leadId),
        sql`${timeline.kind} in ('archived', 'restored', 'erased', 'call_back_set')`,
      ),
    );
  return {
    allInquiries: allInquiries.toSorted(
      (a, b) => a.submittedAt.getTime() - b.submittedAt.getTime(),
    ),
    made: begun.filter(({ outcome }) => outcome !== null),
    open: begun.findLast(({ outcome }) => outcome === null),
    changes,
  };
}
