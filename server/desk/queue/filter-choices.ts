// The choices for the queue's filters: the practice's campaigns and sources.
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { FilterChoices } from "#contract/filters.ts";
import { campaigns, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** The maximum number of choices, newest first. A longer list wouldn't help anyone. */
const maxChoices = 200;

/** Lists campaigns and sources, the ones that are running first. */
export async function listFilterChoices(
  deps: Pick<Deps, "db">,
  clientId: string,
): Promise<FilterChoices> {
  const [ofCampaigns, ofSources] = await Promise.all([
    deps.db
      .select({ _id: campaigns.id, name: campaigns.name })
      .from(campaigns)
      .where(
        and(
          eq(campaigns.clientId, clientId),
          isNull(campaigns.mergedInto),
          isNull(campaigns.deletedAt),
        ),
      )
      .orderBy(sql`${campaigns.endedAt} is not null`, desc(campaigns.createdAt), desc(campaigns.id))
      .limit(maxChoices),
    deps.db
      .select({ _id: sources.id, name: sources.name })
      .from(sources)
      .where(eq(sources.clientId, clientId))
      .orderBy(sql`${sources.endedAt} is not null`, desc(sources.createdAt), desc(sources.id))
      .limit(maxChoices),
  ]);
  return { campaigns: ofCampaigns, sources: ofSources };
}
