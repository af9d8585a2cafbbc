// What of the queue is wanted, as the page's address says it. Pure.
import { type QueueState, queueStates } from "#contract/queue.ts";

/** Empty where nothing is filtered. */
export type FilterParams = {
  state: QueueState | "";
  campaign: string;
  source: string;
  askedAgain: "yes" | "";
};

export const filterNames = ["state", "campaign", "source", "askedAgain"] as const;

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** What is no filter is none: an address may be old, or mistyped. */
export function readFilters(search: URLSearchParams): FilterParams {
  const idOf = (name: string) => {
    const text = search.get(name) ?? "";
    return isId(text) ? text : "";
  };
  return {
    state: queueStates.find((one) => one === search.get("state")) ?? "",
    campaign: idOf("campaign"),
    source: idOf("source"),
    askedAgain: search.get("askedAgain") === "yes" ? "yes" : "",
  };
}

/** For the API: what is empty is left out. */
export function askedFilters(params: FilterParams) {
  const { state, campaign, source, askedAgain } = params;
  return {
    ...(state && { state }),
    ...(campaign && { campaign }),
    ...(source && { source }),
    ...(askedAgain && { askedAgain }),
  };
}

export function isFiltered(params: FilterParams): boolean {
  return filterNames.some((name) => params[name] !== "");
}
