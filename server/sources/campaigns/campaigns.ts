// A practice's campaigns and lead sources.
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { adminWords } from "#content/command-line.ts";
import type { CampaignPlatform } from "#contract/campaigns.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, campaigns, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Sealed } from "#server/secrets/sealed.ts";

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

type Source = {
  clientId: string;
  name: string;
  campaignId?: string;
} & (
  | { kind: "meta"; metaPageId: string; metaFormId: string; metaPageToken?: Sealed }
  | {
      kind: "form";
      /** The thank-you page of the form. */
      thanksUrl?: string;
      /** Origins of the web pages that may contain the form; empty: any. */
      allowedOrigins?: string[];
    }
  | { kind: "google" | "webhook" }
);

/**
 * Adds a source. All except Meta's get a key of 96 bits. Throws `conflict` if the Meta form is
 * already taken.
 */
export async function addSource(
  deps: { db: Deps["db"] | Transaction },
  source: Source,
): Promise<{ sourceId: string; formKey: string | null }> {
  const formKey = source.kind === "meta" ? null : makeSourceKey();
  const [row] = await deps.db
    .insert(sources)
    .values({ ...source, formKey })
    .onConflictDoNothing()
    .returning({ id: sources.id });
  if (!row) throw new AppError("conflict", { sentence: adminWords.formTaken });
  return { sourceId: row.id, formKey };
}

export function makeSourceKey(): string {
  return randomBytes(12).toString("base64url");
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
