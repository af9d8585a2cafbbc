// Finds leads across practices by name, email address or number. Uses the trigram indexes of the
// lead desk's own search, whose entries begin with the practice.
import { type SQL, sql } from "drizzle-orm";
import type { LeadState } from "#contract/leads.ts";
import { type FoundLead, maxFoundLeads } from "#contract/search.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { clients, leads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { searchWords } from "#server/desk/leads/search-text.ts";
import { hasWords, searchValues } from "#server/desk/queue/lead-search.ts";
import { lengthOf } from "./search-scope.ts";

/**
 * If more leads than this contain the text, an arbitrary subset is shown, because finding the
 * newest would mean reading all of them.
 */
const scanLimit = 500;

/**
 * Finds leads that match every word, most recently received first. At least one word has three
 * characters.
 */
export async function findLeads(
  { db }: Pick<Deps, "db">,
  search: string,
): Promise<{ leads: FoundLead[]; hasMoreLeads: boolean }> {
  const { words, patterns } = searchValues(searchWords(search));
  const [longest = ""] = words.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const rows = await foundLeads(db).execute({ longest, patterns });
  return {
    leads: rows
      .slice(0, maxFoundLeads)
      .map(({ clientId, practice, sourceId, source, receivedAt, ...lead }) => ({
        ...lead,
        receivedAt: receivedAt.toISOString(),
        practice: { _id: clientId, name: practice },
        source: sourceId && source !== null ? { _id: sourceId, name: source } : null,
      })),
    hasMoreLeads: rows.length > maxFoundLeads,
  };
}

const foundLeads = cachedQuery((db: Database) => {
  // One part per index. The practice is compared in a way that indexes can't use (see
  // `matchesTrigrams`). One word's keys narrow the rows enough, and every word is compared
  // afterward.
  const part = (states: SQL) => sql`(
    select ${clients.id} as client_id, ${clients.name} as practice, ${leads.id} as id,
      ${leads.firstName} as first_name, ${leads.lastName} as last_name, ${leads.email} as email,
      ${leads.phone} as phone, ${leads.receivedAt} as received_at, ${leads.state} as state,
      ${leads.sourceId} as source_id
    from ${clients} join ${leads}
      on search_keys(${leads.clientId}, ${leads.search})
        @> search_keys(${clients.id}, ${genericPlaceholder("longest", "text")})
      and ${leads.clientId} is not distinct from ${clients.id}
    where ${isCurrentPractice} and ${states} and ${leads.deletedAt} is null
      and ${hasWords(sql`${leads.search}`)}
    limit ${sql.raw(String(scanLimit))})`;
  const inQueue = part(sql`${leads.state} in ('new', 'callback')`);
  const left = part(sql`${leads.state} in ('archived', 'customer')`);
  return db
    .select({
      _id: sql<string>`found.id`,
      firstName: sql<string>`found.first_name`,
      lastName: sql<string>`found.last_name`,
      email: sql<string>`found.email`,
      phone: sql<string>`found.phone`,
      receivedAt: sql<Date>`found.received_at`.mapWith(leads.receivedAt),
      state: sql<LeadState>`found.state`,
      clientId: sql<string>`found.client_id`,
      practice: sql<string>`found.practice`,
      sourceId: sql<string | null>`found.source_id`,
      source: sources.name,
    })
    .from(sql`(${inQueue} union all ${left}) as found`)
    .leftJoin(
      sources,
      // Leads entered by hand have a source without a page.
      sql`${sources.clientId} = found.client_id and ${sources.id} = found.source_id
        and ${sources.kind} <> 'manual'`,
    )
    .orderBy(sql`found.received_at desc, found.id desc`)
    .limit(maxFoundLeads + 1)
    .prepare("found-leads");
});
