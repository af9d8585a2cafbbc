// Splits the queue into groups. Pure.
import type { StableRow } from "#app/ui/lists/stable-rows.ts";
import { queueWords } from "#content/desk/dashboard.ts";
import { isBeingCalled, type Lead } from "#contract/leads.ts";
import type { LeadSort } from "#contract/queue.ts";

const { all: onlyGroup, ...groupNames } = queueWords.groups;
const inOrder: string[] = Object.values(groupNames);

/**
 * Returns a lead's group. `untimed`: not called yet, but without a clock, because someone added the
 * lead by hand or to test the form.
 */
export function kindOf(lead: Lead): keyof typeof groupNames {
  if (lead.doNotCall) return "doNotCall";
  if (lead.uncalledSince) return "uncalled";
  if (lead.state === "callback") return "due";
  return lead.attempts > 0 ? "called" : "untimed";
}

/**
 * Returns whether the bar above the list counts the lead: it waits for a call, and nobody is calling
 * it.
 */
export function isNews(lead: Lead): boolean {
  return ["uncalled", "due"].includes(kindOf(lead)) && !isBeingCalled(lead);
}

/**
 * Returns the name of a row's group. Only the sort orders for calling have several groups; the
 * orders by time have a single one.
 */
export function groupOf(lead: Lead, sort: LeadSort): string {
  return sort === "next" || sort === "deadline" ? groupNames[kindOf(lead)] : onlyGroup;
}

export type LeadGroup = { name: string; rows: StableRow<Lead>[] };

/**
 * How many leads there are, including those beyond the rows that are shown. Null if a count isn't
 * known.
 */
export type Counted = {
  /** How many leads are below the last row. */
  below: number | null;
  /** How many leads in the whole list are waiting for their first call. */
  uncalled: number | null;
  /** How many callbacks in the whole list are due. */
  due: number | null;
  /** How many leads in the whole list must not be called. */
  doNotCall: number | null;
};

/**
 * Returns the first row to call, which is the only row with a solid button, or null if there is
 * none. `hasPanel`: whether this device is entering the lead's result; if so, no other row is next.
 */
export function nextToCall(groups: LeadGroup[], hasPanel: (lead: Lead) => boolean): string | null {
  const next = groups
    .flatMap(({ rows }) => rows)
    .find(({ item, isGone }) => {
      const isToCall = kindOf(item) !== "called" && !item.doNotCall && item.phone !== "";
      return !isGone && isToCall && (!isBeingCalled(item) || hasPanel(item));
    })?.item;
  return next && !next.openCall ? next._id : null;
}

/** Returns the group's size, including its leads below the last row, or null if it isn't known. */
export function groupCount(groups: LeadGroup[], index: number, counted: Counted): number | null {
  const group = groups[index];
  if (!group) return null;
  const shown = group.rows.length;
  const { below } = counted;
  const isFollowed = (names: string[]) => groups.some(({ name }) => names.includes(name));
  const { uncalled, due, untimed, called, doNotCall } = groupNames;
  if (below === 0) return shown;
  switch (group.name) {
    case uncalled:
      if (isFollowed([due, untimed, called, doNotCall])) return shown;
      return counted.uncalled === null ? null : Math.max(shown, counted.uncalled);
    case due:
      if (isFollowed([untimed, called, doNotCall])) return shown;
      return counted.due === null ? null : Math.max(shown, counted.due);
    case untimed:
      return isFollowed([doNotCall]) ? shown : null;
    case called:
      if (isFollowed([doNotCall])) return shown;
      // The two groups are one section of the sort order, so it isn't known how the leads below the
      // last row are split between them.
      if (below === null || counted.doNotCall === null || isFollowed([untimed])) return null;
      return Math.max(shown, shown + below - counted.doNotCall);
    default:
      return below === null ? null : shown + below;
  }
}

export function groupsOf(rows: StableRow<Lead>[]): LeadGroup[] {
  return [...Map.groupBy(rows, (row) => row.group)]
    .map(([name, rows]) => ({ name, rows }))
    .toSorted((a, b) => inOrder.indexOf(a.name) - inOrder.indexOf(b.name));
}
