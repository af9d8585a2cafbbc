// Finds submissions that didn't become a lead, by a number or email address in their stored bodies.
// There is no index for these, so only the newest are read, and only the beginning of each.
import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import { type FoundSubmission, maxFoundOfKind, searchedDays } from "#contract/search.ts";
import { containing } from "#server/db/like.ts";
import { isOfCurrentPractice } from "#server/db/real-practices.ts";
import { clients, sourceDeliveries, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addressesIn, beginningOf, numbersIn } from "#server/sources/intake/submission-text.ts";
import { isDigits } from "./search-scope.ts";

/** How many submissions are searched, over all practices. Dismissed submissions aren't searched. */
const scanLimit = 500;

/** Finds submissions by a phone number (digits only) or a lowercase email address, newest first. */
export async function findSubmissions(
  { db, now }: Pick<Deps, "db" | "now">,
  contact: string,
): Promise<FoundSubmission[]> {
  const { id, clientId, sourceId, receivedAt, result, body } = sourceDeliveries;
  const newest = db
    .select({
      ...{ id, clientId, sourceId, receivedAt, result },
      text: sql<string>`lower(${beginningOf(body)})`.as("text"),
    })
    .from(sourceDeliveries)
    .where(
      and(
        // Must match the condition of the index `source_deliveries_unread`.
        sql`${sourceDeliveries.dismissedAt} is null
          and ${result} in ('unmapped', 'refused', 'spam')`,
        gt(receivedAt, new Date(now().getTime() - searchedDays * dayMs)),
        isOfCurrentPractice(clientId),
      ),
    )
    .orderBy(desc(id))
    .limit(scanLimit)
    .as("newest");
  const rows = await db
    .select({
      ...{ id: newest.id, receivedAt: newest.receivedAt, result: newest.result },
      ...{ clientId: newest.clientId, practice: clients.name },
      ...{ sourceId: newest.sourceId, source: sources.name },
    })
    .from(newest)
    .innerJoin(clients, eq(clients.id, newest.clientId))
    .innerJoin(sources, and(eq(sources.clientId, newest.clientId), eq(sources.id, newest.sourceId)))
    .where(sql`${readable(sql`${newest.text}`, contact)} like ${containing(contact)}`)
    .orderBy(desc(newest.id))
    .limit(maxFoundOfKind);
  return rows.map((row) => ({
    ...{ _id: row.id, receivedAt: row.receivedAt.toISOString(), result: row.result },
    practice: { _id: row.clientId, name: row.practice },
    source: { _id: row.sourceId, name: row.source },
  }));
}

function readable(text: SQL, contact: string): SQL {
  return isDigits(contact) ? numbersIn(text) : addressesIn(text);
}
