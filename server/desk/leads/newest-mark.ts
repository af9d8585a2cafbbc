// The timeline's newest entry about calls that a lead doesn't want, or wants again.
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { timeline } from "#server/db/schema.ts";

/** Its `data.callId` is the call that set or removed the mark, if a call did. */
export async function findNewestMark(tx: Transaction, clientId: string, leadId: string) {
  const [newest] = await tx
    .select({ at: timeline.at, data: timeline.data })
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, clientId),
        eq(timeline.leadId, leadId),
        inArray(timeline.kind, ["do_not_call", "may_call"]),
      ),
    )
    .orderBy(desc(timeline.at), desc(timeline.id))
    .limit(1);
  return newest;
}
