// How the queue is parted. Pure.
import type { StableRow } from "#app/lms/lists/stable-rows.ts";
import { queueWords } from "#content/desk/dashboard.ts";
import type { Lead } from "#contract/leads.ts";
import type { LeadSort } from "#contract/queue.ts";

const { all: onlyGroup, ...groupNames } = queueWords.groups;
const inOrder: string[] = Object.values(groupNames);

/**
 * Where a lead stands. `unclocked`: nobody called yet, and nobody pressed Submit: added by hand, or a
 * test of the form.
 */
export function kindOf(lead: Lead): keyof typeof groupNames {
  if (lead.uncalledSince) return "uncalled";
  if (lead.state === "callback") return "due";
  return lead.lastOutcome ? "called" : "unclocked";
}

/** In the order of `next` the list falls into groups; other sorts are one. */
export function groupOf(lead: Lead, sort: LeadSort): string {
  return sort === "next" ? groupNames[kindOf(lead)] : onlyGroup;
}

export type LeadGroup = { name: string; rows: StableRow<Lead>[] };

/** What is known of the list beyond the rows that are shown; null: nobody counted it. */
export type Counted = {
  /** How many are not shown. */
  below: number | null;
  /** Of the whole list. */
  uncalled: number | null;
  /** Of the whole list. */
  due: number | null;
};

/** How many belong to a group, those below the last row too; null: nobody knows. */
export function groupCount(groups: LeadGroup[], index: number, counted: Counted): number | null {
  const group = groups[index];
  if (!group) return null;
  const shown = group.rows.length;
  const { below } = counted;
  const isFollowed = (names: string[]) => groups.some(({ name }) => names.includes(name));
  const lastLane: string[] = [groupNames.unclocked, groupNames.called];
  if (below === 0) return shown;
  switch (group.name) {
    case groupNames.uncalled:
      if (isFollowed([groupNames.due, ...lastLane])) return shown;
      return counted.uncalled === null ? null : Math.max(shown, counted.uncalled);
    case groupNames.due:
      if (isFollowed(lastLane)) return shown;
      return counted.due === null ? null : Math.max(shown, counted.due);
    case groupNames.unclocked:
      return null;
    default:
      // Both stand in one lane: who of them are below is not known.
      if (below === null || isFollowed([groupNames.unclocked])) return null;
      return shown + below;
  }
}

/** Rows of one name stand together. */
export function groupsOf(rows: StableRow<Lead>[]): LeadGroup[] {
  return [...Map.groupBy(rows, (row) => row.group)]
    .map(([name, rows]) => ({ name, rows }))
    .toSorted((a, b) => inOrder.indexOf(a.name) - inOrder.indexOf(b.name));
}
