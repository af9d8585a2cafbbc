// Reads the queue's filters from the URL. Pure.
import { type QueueState, queueStates } from "#contract/queue.ts";

/** An empty string means that there is no filter. */
export type FilterParams = {
  state: QueueState | "";
  campaign: string;
  source: string;
  /** The id of the person who took the lead. */
  assignee: string;
  askedAgain: "yes" | "";
};

export const filterNames = ["state", "campaign", "source", "assignee", "askedAgain"] as const;

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * Reads the filters. Invalid values are dropped, because a bookmarked or typed URL may contain
 * anything.
 */
export function readFilters(search: URLSearchParams): FilterParams {
  const idOf = (name: string) => {
    const text = search.get(name) ?? "";
    return isId(text) ? text : "";
  };
  return {
    state: queueStates.find((one) => one === search.get("state")) ?? "",
    campaign: idOf("campaign"),
    source: idOf("source"),
    assignee: idOf("assignee"),
    askedAgain: search.get("askedAgain") === "yes" ? "yes" : "",
  };
}

/** Returns the filters as query parameters for the API, without the empty ones. */
export function askedFilters(params: FilterParams) {
  const { state, campaign, source, assignee, askedAgain } = params;
  return {
    ...(state && { state }),
    ...(campaign && { campaign }),
    ...(source && { source }),
    ...(assignee && { assignee }),
    ...(askedAgain && { askedAgain }),
  };
}

export function isFiltered(params: FilterParams): boolean {
  return filterNames.some((name) => params[name] !== "");
}
