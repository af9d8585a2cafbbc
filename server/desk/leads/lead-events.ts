// Reads a lead's events: its inquiries, calls and state changes.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { isMade } from "#server/db/made-call.ts";
import { calls, inquiries, timeline } from "#server/db/schema.ts";

export type LeadKey = { clientId: string; leadId: string };
export type Inquiry = Pick<typeof inquiries.$inferSelect, keyof typeof inquiryColumns>;
export type Call = typeof calls.$inferSelect;
export type Change = typeof timeline.$inferSelect;
/** The columns of a call that are needed to compute clocks and results. */
export type CountedCall = Pick<Call, "id" | "calledAt" | "isEnteredLater" | "outcome">;

/**
 * The columns of an inquiry without its answers, because a flooded lead has thousands of inquiries.
 */
const inquiryColumns = {
  clientId: inquiries.clientId,
  id: inquiries.id,
  leadId: inquiries.leadId,
  mergedFrom: inquiries.mergedFrom,
  sourceId: inquiries.sourceId,
  campaignId: inquiries.campaignId,
  firstName: inquiries.firstName,
  lastName: inquiries.lastName,
  email: inquiries.email,
  phone: inquiries.phone,
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
  /** Calls that aren't void, and that either have an outcome or come from a ring. */
  made: Call[];
  /** The newest call without an outcome. If it comes from a ring, it is also in `made`. */
  open: Call | undefined;
  changes: Change[];
};

/** Returns the events of each of these leads, by lead id. */
export async function readEvents(
  tx: Transaction,
  clientId: string,
  leadIds: string[],
): Promise<Map<string, Events>> {
  const ids = sql.param(leadIds);
  const allInquiries = await tx
    .select(inquiryColumns)
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), sql`${inquiries.leadId} = any(${ids}::uuid[])`));
  const begun = await tx
    .select()
    .from(calls)
    .where(
      and(
        eq(calls.clientId, clientId),
        sql`${calls.leadId} = any(${ids}::uuid[])`,
        isNull(calls.voidedAt),
      ),
    )
    .orderBy(calls.calledAt);
  const changes = await tx
    .select()
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, clientId),
        sql`${timeline.leadId} = any(${ids}::uuid[])`,
        sql`(${timeline.kind} in ('archived', 'restored', 'erased', 'call_back_set', 'merged', 'unmerged', 'split')
          or (${timeline.kind} = 'changed' and ${timeline.data} ?| array['firstName', 'lastName']))`,
      ),
    );
  const inquiriesOf = Map.groupBy(allInquiries, ({ leadId }) => leadId);
  const callsOf = Map.groupBy(begun, ({ leadId }) => leadId);
  const changesOf = Map.groupBy(changes, ({ leadId }) => leadId);
  return new Map(
    leadIds.map((leadId) => {
      const ownCalls = callsOf.get(leadId) ?? [];
      const events = {
        allInquiries: (inquiriesOf.get(leadId) ?? []).toSorted(byTime),
        made: ownCalls.filter(isMade),
        open: ownCalls.findLast(({ outcome }) => outcome === null),
        changes: changesOf.get(leadId) ?? [],
      };
      return [leadId, events];
    }),
  );
}

/** Sorts by submission time, then by storage order, because platforms report only whole seconds. */
function byTime(one: Inquiry, other: Inquiry): number {
  return one.submittedAt.getTime() - other.submittedAt.getTime() || (one.id < other.id ? -1 : 1);
}
