// What a queue can be filtered by: the practice's campaigns and sources.
import { desc, eq, sql } from "drizzle-orm";
import type { FilterChoices } from "#contract/filters.ts";
import { campaigns, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** A longer choice is no choice; the newest stand first. */
const mostChoices = 200;

/** Campaigns and sources, those that have not ended first. */
export async function listFilterChoices(
  deps: Pick<Deps, "db">,
  clientId: string,
): Promise<FilterChoices> {
  const [ofCampaigns, ofSources] = await Promise.all([
    deps.db
      .select({ _id: campaigns.id, name: campaigns.name })
      .from(campaigns)
      .where(eq(campaigns.clientId, clientId))
      .orderBy(sql`${campaigns.endedAt} is not null`, desc(campaigns.createdAt), desc(campaigns.id))
      .limit(mostChoices),
    deps.db
      .select({ _id: sources.id, name: sources.name })
      .from(sources)
      .where(eq(sources.clientId, clientId))
      .orderBy(sql`${sources.endedAt} is not null`, desc(sources.createdAt), desc(sources.id))
      .limit(mostChoices),
  ]);
  return { campaigns: ofCampaigns, sources: ofSources };
}
