// Finds the practice's campaign that an inquiry came from, by its attribution. Pure.
import type { CampaignPlatform } from "#contract/campaigns.ts";
import type { Attribution, ClickId } from "#contract/inquiries.ts";

export type OwnCampaign = {
  id: string;
  name: string;
  platform: CampaignPlatform;
  platformCampaignId: string | null;
  endedAt: Date | null;
  /** Merged or deleted, so only its name or id matches it. */
  isHidden?: boolean;
};

/**
 * Matches by the campaign's id or name; among several, the platform's own, then one that hasn't
 * ended, then the first. Without a name it takes the platform's only running campaign. Returns null
 * without a match.
 */
export function matchCampaign(attribution: Attribution, campaigns: OwnCampaign[]): string | null {
  const platform = platformOf(attribution);
  const isOwn = (one: OwnCampaign) => platform !== null && one.platform === platform;
  if (attribution.campaign) {
    const name = plain(attribution.campaign);
    const named = campaigns.filter(
      (one) => one.platformCampaignId === attribution.campaign || plain(one.name) === name,
    );
    const rank = (one: OwnCampaign) => (isOwn(one) ? 0 : 2) + (one.endedAt === null ? 0 : 1);
    return named.toSorted((one, other) => rank(one) - rank(other))[0]?.id ?? null;
  }
  const running = campaigns.filter((one) => isOwn(one) && one.endedAt === null && !one.isHidden);
  return running.length === 1 ? (running[0]?.id ?? null) : null;
}

const platformOfClick: Partial<Record<ClickId, CampaignPlatform>> = {
  gclid: "google",
  gbraid: "google",
  wbraid: "google",
  fbclid: "meta",
};

/** A click ID proves its platform; a source counts only with a paid medium. */
function platformOf({ clickId, source, medium }: Attribution): CampaignPlatform | null {
  const clicked = clickId && platformOfClick[clickId.name];
  // Facebook adds its click ID to every link, not just to ads.
  if (clicked === "google") return "google";
  if (!/cpc|ppc|paid|display|^ads?$/i.test(medium)) return null;
  if (clicked) return clicked;
  if (/^(?:google|adwords|google ?ads)$/i.test(source)) return "google";
  return /^(?:facebook|fb|instagram|ig|meta)$/i.test(source) ? "meta" : null;
}

/** "implants_tampa" and "Implants - Tampa" are the same. */
function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
