import { leadStateNames } from "#content/desk/outcomes.ts";
import { archivingOutcomes } from "#contract/archive.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";

/** Returns why an archived lead was archived: a call's outcome, or the words that someone typed. */
export function archiveReasonOf({ lead, timeline }: Pick<LeadDetail, "lead" | "timeline">): string {
  const entry = timeline.find(({ kind }) => kind === "archived");
  const { lastOutcome, lastCalledAt } = lead;
  const outcome = archivingOutcomes.find((one) => one === lastOutcome);
  const isByCall = lastCalledAt !== null && (!entry || lastCalledAt > entry.at);
  if (outcome && isByCall) return outcome;
  // The timeline may be cut, or have no reason.
  return String(entry?.data.reason ?? leadStateNames.archived);
}
