// Asks Google Ads for the daily figures of a practice's campaigns, as insights.ts asks Meta. The
// agency's credentials are used for every practice. See decision 115.

import { and, asc, eq } from "drizzle-orm";
import { campaignWords } from "#content/console/campaigns.ts";
import { campaigns, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  type GoogleAds,
  GoogleAdsRefusal,
  googleCampaignId,
  isGoogleAdsSetUp,
  openGoogleAds,
} from "#server/outside/google-ads.ts";
import { askedDays, isAskedOfGoogle, recordAsked } from "./ask-for-figures.ts";
import { bookDays } from "./campaign-days.ts";
import { lockCampaigns } from "./change-campaigns.ts";

type Asked = { id: string; platformCampaignId: string; customerId: string };

/**
 * Fetches the last three whole days of each campaign, with one request per account: days are the
 * account's. A permanent error is stored with its campaigns; a temporary one is thrown again after
 * the other accounts were fetched. Keeps days entered by hand. Idempotent.
 */
export async function fetchGoogleFigures(
  deps: Deps,
  { clientId }: { clientId: string },
  { isLast }: { isLast: boolean },
): Promise<void> {
  const { config } = deps;
  if (!isGoogleAdsSetUp(config.googleAds)) return;
  const asked = await listAsked(deps, clientId);
  if (asked.length === 0) return;
  let again: unknown;
  const settle = async (rows: Asked[], error: unknown) => {
    if (!(error instanceof GoogleAdsRefusal)) throw error;
    if (!error.isForGood && !isLast) {
      again = error;
      return;
    }
    for (const { id } of rows) await recordAsked(deps, { clientId, campaignId: id }, error.message);
  };
  const google = await openGoogleAds(config.googleAds).catch((error) => settle(asked, error));
  const accounts = google ? Map.groupBy(asked, ({ customerId }) => customerId) : [];
  for (const [customerId, rows] of accounts) {
    try {
      if (google) await fetchAccount(deps, google, { clientId, customerId }, rows);
    } catch (error) {
      await settle(rows, error);
    }
  }
  if (again) throw again;
}

async function listAsked({ db, now }: Deps, clientId: string): Promise<Asked[]> {
  const { id, platformCampaignId, googleCustomerId } = campaigns;
  const rows = await db
    .select({ id, platformCampaignId, customerId: googleCustomerId })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), isAskedOfGoogle(now())))
    .orderBy(asc(googleCustomerId), asc(id));
  return rows.flatMap((row) =>
    row.platformCampaignId && row.customerId
      ? { ...row, platformCampaignId: row.platformCampaignId, customerId: row.customerId }
      : [],
  );
}

async function fetchAccount(
  deps: Deps,
  google: GoogleAds,
  { clientId, customerId }: { clientId: string; customerId: string },
  rows: Asked[],
): Promise<void> {
  const { db, now } = deps;
  const [practice] = await db
    .select({ timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) return;
  // A lead's form may have brought anything as an id.
  const byId = new Map(
    rows
      .filter((row) => googleCampaignId.safeParse(row.platformCampaignId).success)
      .map((row) => [row.platformCampaignId, row.id]),
  );
  const campaignIds = [...byId.keys()];
  const range = askedDays(now(), practice.timeZone);
  const days =
    campaignIds.length > 0 ? await google.readDays({ customerId, campaignIds, ...range }) : [];
  const known = new Set(days.map(({ platformCampaignId }) => platformCampaignId));
  // Google says nothing about a campaign without delivery, nor about a wrong id.
  const quiet = campaignIds.filter((id) => !known.has(id));
  const found = quiet.length > 0 ? await google.findCampaigns(customerId, quiet) : new Set();
  const figures = days.flatMap(({ platformCampaignId, ...day }) => {
    const campaignId = byId.get(platformCampaignId);
    return campaignId ? [{ ...day, campaignId, origin: "google_ads" as const }] : [];
  });
  await db.transaction(async (tx) => {
    await lockCampaigns(tx, clientId);
    await bookDays(deps, tx, clientId, figures);
  });
  for (const { id, platformCampaignId: platformId } of rows) {
    const isKnown = known.has(platformId) || found.has(platformId);
    const problem = isKnown ? "" : campaignWords.noSuchCampaign;
    await recordAsked(deps, { clientId, campaignId: id }, problem);
  }
}
