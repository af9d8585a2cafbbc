// Says who is handling a lead. Pure.
import { rowWords } from "#content/desk/dashboard.ts";
import type { DeskPerson } from "#contract/accounts.ts";
import type { Lead } from "#contract/leads.ts";
import { plainName } from "./names.tsx";

/**
 * Returns "Yours" or "Taken by Miguel", or null if the lead is no one's in particular. `person`:
 * who reads it, or null for an owner who views as the practice.
 */
export function assigneeText(
  { assignee }: Pick<Lead, "assignee">,
  person: Pick<DeskPerson, "_id"> | null,
): string | null {
  if (!assignee) return null;
  if (assignee._id === person?._id) return rowWords.yours;
  return rowWords.takenBy(plainName(assignee.name));
}
