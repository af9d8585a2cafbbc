// The campaigns that a platform names in its leads: each is added when it is first named.
import { and, eq, inArray } from "drizzle-orm";
import type { CampaignPlatform } from "#contract/campaigns.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaigns } from "#server/db/schema.ts";

/**
 * Takes the names by the platform's own id of each campaign. Returns our ids by the platform's. A
 * campaign that exists keeps its name.
 */
export async function findOrAddCampaigns(
  tx: Transaction,
  clientId: string,
  platform: CampaignPlatform,
  names: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  if (names.size === 0) return new Map();
  // A fixed order of locks prevents deadlocks.
  const ids = [...names.keys()].sort();
  const named = ids.map((platformCampaignId) => ({
    ...{ clientId, platform, platformCampaignId },
    name: names.get(platformCampaignId) ?? platformCampaignId,
  }));
  await tx.insert(campaigns).values(named).onConflictDoNothing();
  const { id, platformCampaignId } = campaigns;
  const found = await tx
    .select({ id, platformCampaignId })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.clientId, clientId),
        eq(campaigns.platform, platform),
        inArray(platformCampaignId, ids),
      ),
    );
  return new Map(found.map((one) => [one.platformCampaignId ?? "", one.id]));
}
