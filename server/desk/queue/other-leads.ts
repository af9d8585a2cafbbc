// Finds leads that aren't in the queue. They have separate trigram indexes, so searching the queue
// stays fast for a practice with many customers.
import { sql } from "drizzle-orm";
import { maxOtherLeads, type OtherLeadQuery, type OtherLeads } from "#contract/other-leads.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import { campaigns, leads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { leadOf, listedLead, toLead } from "#server/desk/leads/lead-rows.ts";
import { searchWords } from "#server/desk/leads/search-text.ts";
import { hasTrigrams, hasWords, matchesTrigrams, searchValues } from "./lead-search.ts";

/**
 * If more leads than this contain the text, the response has an arbitrary few of them, because
 * finding the newest would mean reading all of them.
 */
const scanLimit = 500;

/**
 * How many archived leads are sampled first. If `scanLimit` of them contain the text, such as
 * "@gmail", it is too common to be useful, and those leads are returned. A trigram index would read
 * all matches before it returns the first.
 */
const sampledLeads = 2000;

/**
 * Handles `GET /api/leads/others` for one practice. Returns no leads if all words have fewer than
 * three characters.
 */
export async function findOtherLeads(
  deps: Pick<Deps, "db" | "now">,
  clientId: string,
  { search }: OtherLeadQuery,
): Promise<OtherLeads> {
  const words = searchWords(search);
  if (!hasTrigrams(words)) return { leads: [], hasMore: false };
  const found = await otherLeads(deps.db).execute({
    clientId,
    ...searchValues(words),
    asOf: deps.now(),
  });
  return {
    leads: found.slice(0, maxOtherLeads).map((row) => ({
      ...toLead(row),
      bookedAt: row.bookedAt?.toISOString() ?? null,
      archived:
        row.lead.state === "archived" && row.archivedAt
          ? { at: row.archivedAt.toISOString(), reason: row.archiveReason ?? "" }
          : null,
    })),
    hasMore: found.length > maxOtherLeads,
  };
}

const otherLeads = cachedQuery((db: Database) => {
  const columns = sql`${leads.id} as id, ${leads.touchedAt} as at`;
  const isLeft = sql`${leads.state} in ('archived', 'customer') and ${leads.deletedAt} is null`;
  const isLater = sql`${leads.state} = 'callback' and ${leads.deletedAt} is null
    and ${leads.callBackAt} > (select ${sql.placeholder("asOf")}::timestamptz)`;
  // Returns a subquery that uses the index for this condition.
  const part = (condition: ReturnType<typeof sql>) =>
    sql`(select ${columns} from ${leads} where ${matchesTrigrams} and ${condition}
      limit ${sql.raw(String(scanLimit))})`;
  const sample = sql`select id, at from (
      select ${leads.id} as id, ${leads.archivedAt} as at, ${leads.search} as search from ${leads}
      where ${leads.clientId} = ${sql.placeholder("clientId")}
        and ${leads.state} = 'archived' and ${leads.deletedAt} is null
      order by ${leads.archivedAt} desc, ${leads.id} desc limit ${sql.raw(String(sampledLeads))}
    ) as last where ${hasWords(sql`search`)}
    limit ${sql.raw(String(scanLimit))}`;
  const isCommon = sql`(select count(*) from sample) = ${sql.raw(String(scanLimit))}`;
  const found = sql`select * from (
      select * from sample where ${isCommon}
      union all (select * from (${part(isLeft)} union all ${part(isLater)}) as rare where not ${isCommon})
    ) as matched order by at desc, id desc limit ${sql.raw(String(maxOtherLeads + 1))}`;
  return db
    .with(db.$with("sample", {}).as(sample), db.$with("found", {}).as(found))
    .select({
      lead: listedLead,
      campaign: campaigns.name,
      script: campaigns.script,
      source: sources.name,
      bookedAt: leads.bookedAt,
      archivedAt: leads.archivedAt,
      archiveReason: leads.archiveReason,
    })
    .from(sql`found`)
    .innerJoin(
      leads,
      sql`${leads.clientId} = ${sql.placeholder("clientId")} and ${leads.id} = found.id`,
    )
    .leftJoin(campaigns, leadOf.campaign)
    .leftJoin(sources, leadOf.source)
    .orderBy(sql`found.at desc, found.id desc`)
    .prepare("other-leads");
});
