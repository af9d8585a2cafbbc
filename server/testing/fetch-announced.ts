import type { Deps } from "#server/deps.ts";
import { fetchAnnouncedLeads } from "#server/sources/intake/announced-leads.ts";

/**
 * Makes one attempt to fetch and import one lead that a platform notified us about. Throws if a
 * retry may help.
 */
export async function fetchAnnouncedLead(deps: Deps, platformLeadId: string, isLast: boolean) {
  const [outcome] = await fetchAnnouncedLeads(deps, [{ platformLeadId, isLast }]);
  if (outcome?.status === "rejected") throw outcome.reason;
}
