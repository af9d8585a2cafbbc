// Adds campaigns, and finds a practice on the command line.
import { eq } from "drizzle-orm";
import { adminWords } from "#content/command-line.ts";
import type { CampaignPlatform } from "#contract/campaigns.ts";
import { accounts, campaigns } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

type Campaign = {
  clientId: string;
  name: string;
  platform: CampaignPlatform;
  platformCampaignId?: string;
  /** The Google Ads account that its figures come from: ten digits. */
  googleCustomerId?: string;
  impressions?: number;
  /** A calendar day, YYYY-MM-DD. */
  impressionsAsOf?: string;
};

export async function addCampaign(
  deps: Pick<Deps, "db">,
  campaign: Campaign,
): Promise<{ campaignId: string }> {
  const [row] = await deps.db.insert(campaigns).values(campaign).returning({ id: campaigns.id });
  if (!row) throw new Error("The campaign was not stored");
  return { campaignId: row.id };
}

/** Returns the practice with this login email. Throws `not_found`. */
export async function getClientIdOf(deps: Pick<Deps, "db">, email: string): Promise<string> {
  const [account] = await deps.db
    .select({ clientId: accounts.clientId })
    .from(accounts)
    .where(eq(accounts.email, email.toLowerCase()));
  if (!account?.clientId) {
    throw new AppError("not_found", { sentence: adminWords.noPractice(email) });
  }
  return account.clientId;
}
