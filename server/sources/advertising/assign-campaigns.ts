// Assigns a report's campaigns to practices: by the platform's id, then by the exact name. Pure.
import type { UnassignedProblem } from "#contract/campaigns.ts";
import type { Known } from "./match-campaigns.ts";
import type { ReportCampaign } from "./read-report.ts";

/** A campaign of any practice on the report's platform. */
export type KnownAnywhere = Omit<Known, "family"> & { clientId: string; deletedAt: Date | null };

export type Assigned = {
  /** Keyed by practice. */
  practices: Map<string, ReportCampaign[]>;
  unassigned: { campaign: ReportCampaign; problem: UnassignedProblem }[];
};

/**
 * Assigns a campaign only if exactly one practice can be meant. As in `matchCampaigns`, a name counts
 * only if one side lacks the platform's id: two different ids are two campaigns. A deleted campaign
 * is meant only if no other one has its id or, without ids, its name.
 */
export function assignCampaigns(campaigns: ReportCampaign[], known: KnownAnywhere[]): Assigned {
  const byId = Map.groupBy(known, ({ platformCampaignId }) => platformCampaignId);
  const byName = Map.groupBy(known, ({ name }) => name);
  const practices: Assigned["practices"] = new Map();
  const unassigned: Assigned["unassigned"] = [];
  for (const campaign of campaigns) {
    const { platformCampaignId: id, name } = campaign;
    const withId = id === null ? [] : (byId.get(id) ?? []);
    const withName = (byName.get(name) ?? []).filter(
      (one) => id === null || one.platformCampaignId === null,
    );
    const found = [
      withId.filter(isShown),
      // Which of the two is meant isn't certain if they are in different practices.
      [...withId, ...withName.filter(isShown)],
      withName,
    ].find((some) => some.length > 0);
    const [clientId, other] = new Set(found?.map((one) => one.clientId));
    if (clientId === undefined || other !== undefined) {
      unassigned.push({ campaign, problem: clientId === undefined ? "unknown" : "several" });
      continue;
    }
    const own = practices.get(clientId) ?? [];
    own.push(campaign);
    practices.set(clientId, own);
  }
  return { practices, unassigned };
}

const isShown = ({ deletedAt }: KnownAnywhere) => deletedAt === null;
