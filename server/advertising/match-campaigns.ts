// Which known campaign a report's campaign is: by the platform's id, then by its name. Pure.
import type { ReportRowProblem } from "#contract/campaigns.ts";
import type { ReportCampaign } from "./read-report.ts";

/** A practice's campaign on the report's platform. */
export type Known = { id: string; name: string; platformCampaignId: string | null };

export type Matched = {
  campaign: ReportCampaign;
  match: "id" | "name" | "new";
  /** Null: new. */
  id: string | null;
};

/**
 * A name counts only for a campaign whose platform's id is unknown on one side: with two ids, they
 * are two campaigns. Rejected: a name that several known campaigns have.
 */
export function matchCampaigns(
  campaigns: ReportCampaign[],
  known: Known[],
): { matched: Matched[]; rejected: { line: number; problem: ReportRowProblem }[] } {
  const matched: Matched[] = [];
  const rejected: { line: number; problem: ReportRowProblem }[] = [];
  const taken = new Set<string>();
  // Ids first, so that a name cannot take a campaign that a later row names by its id.
  const byId = new Map(known.map((one) => [one.platformCampaignId ?? "", one]));
  for (const campaign of campaigns) {
    const found = campaign.platformCampaignId ? byId.get(campaign.platformCampaignId) : undefined;
    if (!found) continue;
    matched.push({ campaign, match: "id", id: found.id });
    taken.add(found.id);
  }
  const isDone = new Set(matched.map(({ campaign }) => campaign));
  for (const campaign of campaigns) {
    if (isDone.has(campaign)) continue;
    const sameName = known.filter(
      (one) =>
        !taken.has(one.id) &&
        plain(one.name) === plain(campaign.name) &&
        (campaign.platformCampaignId === null || one.platformCampaignId === null),
    );
    const [first, second] = sameName;
    if (second) rejected.push({ line: campaign.line, problem: "same_names" });
    else if (first) {
      matched.push({ campaign, match: "name", id: first.id });
      taken.add(first.id);
    } else matched.push({ campaign, match: "new", id: null });
  }
  return { matched, rejected };
}

function plain(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
