// A lead's own calls to the practice's number as entries of its timeline, derived from the stored
// calls.
import { and, eq, isNotNull } from "drizzle-orm";
import type { TimelineEntry } from "#contract/timeline.ts";
import { incomingCalls } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Returns an entry for each call that is over, in any order. */
export async function listIncomingCallEntries(
  { db }: Pick<Deps, "db">,
  clientId: string,
  leadId: string,
): Promise<TimelineEntry[]> {
  const rows = await db
    .select()
    .from(incomingCalls)
    .where(
      and(
        ...[eq(incomingCalls.clientId, clientId), eq(incomingCalls.leadId, leadId)],
        isNotNull(incomingCalls.outcome),
      ),
    );
  return rows.map(({ id, receivedAt, outcome, phoneName }) => ({
    ...{ _id: id, at: receivedAt.toISOString(), by: null },
    ...(outcome === "answered"
      ? { kind: "call_answered" as const, data: { phoneName: phoneName ?? "" } }
      : { kind: "call_missed" as const, data: {} }),
  }));
}
