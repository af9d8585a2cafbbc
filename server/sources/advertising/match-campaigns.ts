// Matches a report's campaigns to known ones: by the platform's id, then by name. Pure.
import type { ReportRowProblem } from "#contract/campaigns.ts";
import type { ReportCampaign } from "./read-report.ts";

/** A practice's campaign on the report's platform. */
export type Known = {
  id: string;
  name: string;
  platformCampaignId: string | null;
  /** The campaign that it was merged into, or itself. */
  family: string;
};

export type Matched = {
  campaign: ReportCampaign;
  match: "id" | "name" | "new";
  /** Null for a new campaign. */
  id: string | null;
};

/**
 * Matches campaigns. A name matches only if one side lacks the platform's id: two different ids are
 * two campaigns. A name that several known campaigns share is rejected, unless they were merged.
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
  const free = known.filter(({ id }) => !taken.has(id));
  const groups = {
    withId: groupByName(free.filter((one) => one.platformCampaignId !== null)),
    withoutId: groupByName(free.filter((one) => one.platformCampaignId === null)),
  };
  for (const campaign of campaigns) {
    if (isDone.has(campaign)) continue;
    const name = plain(campaign.name);
    const withoutId = groups.withoutId.get(name) ?? [];
    const withId = campaign.platformCampaignId === null ? (groups.withId.get(name) ?? []) : [];
    const found = withoutId[0] ?? withId[0];
    if (!found) matched.push({ campaign, match: "new", id: null });
    else if (new Set([...withoutId, ...withId].map(({ family }) => family)).size > 1) {
      rejected.push({ line: campaign.line, problem: "same_names" });
    } else {
      matched.push({ campaign, match: "name", id: found.id });
      const group = found.platformCampaignId === null ? groups.withoutId : groups.withId;
      group.delete(name);
    }
  }
  return { matched, rejected };
}

/** A map, because a report and a practice may each have thousands of campaigns. */
function groupByName(campaigns: Known[]): Map<string, Known[]> {
  return Map.groupBy(campaigns, ({ name }) => plain(name));
}

function plain(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
