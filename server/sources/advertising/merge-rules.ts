// What merging two campaigns does to the survivor's plan, and when an undo is rejected. Pure.
import { undoCampaignDays } from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import type { campaigns } from "#server/db/schema.ts";

type Row = typeof campaigns.$inferSelect;
type Plan = Pick<
  Row,
  | "budgetCents"
  | "budgetPeriod"
  | "script"
  | "startsOn"
  | "endsOn"
  | "impressions"
  | "impressionsAsOf"
>;
/** Impressions by day, null if unknown. */
type Days = { day: string; impressions: number | null }[];

/**
 * Returns the survivor's columns that change. Budgets for the same period add up; otherwise the
 * survivor's budget counts. The survivor runs from the earlier start to the later end.
 */
export function mergedPlan(
  into: Plan & { days: Days },
  from: Plan & { days: Days },
): Partial<Plan> {
  const after: Plan = {
    ...budgetOf(into, from),
    script: into.script || from.script,
    startsOn: into.startsOn && from.startsOn ? least(into.startsOn, from.startsOn) : null,
    endsOn: into.endsOn && from.endsOn ? greatest(into.endsOn, from.endsOn) : null,
    ...openingOf(into, from),
  };
  const changed = Object.entries(after).filter(
    ([name, value]) => into[name as keyof Plan] !== value,
  );
  return Object.fromEntries(changed) as Partial<Plan>;
}

function budgetOf(into: Plan, from: Plan): Pick<Plan, "budgetCents" | "budgetPeriod"> {
  const { budgetCents, budgetPeriod } = into;
  if (from.budgetCents === null) return { budgetCents, budgetPeriod };
  if (budgetCents === null) {
    return { budgetCents: from.budgetCents, budgetPeriod: from.budgetPeriod };
  }
  const isSame = budgetPeriod === from.budgetPeriod;
  return { budgetCents: budgetCents + (isSame ? from.budgetCents : 0), budgetPeriod };
}

/** Keeps the all-time impressions equal to the sum of both. */
function openingOf(into: Plan & { days: Days }, from: Plan & { days: Days }) {
  if (into.impressions === null && from.impressions === null) {
    return { impressions: null, impressionsAsOf: into.impressionsAsOf };
  }
  const known = [into.impressionsAsOf, from.impressionsAsOf].filter((day) => day !== null);
  const asOf = known.toSorted().at(-1) ?? null;
  const after = sum([...into.days, ...from.days], (day) => asOf === null || day > asOf);
  return { impressions: allOf(into) + allOf(from) - after, impressionsAsOf: asOf };
}

/** Counts like `impressionsOf` in `server/desk/reports/figures.ts`. */
function allOf({ impressions, impressionsAsOf: asOf, days }: Plan & { days: Days }): number {
  const explained = sum(days, (day) => asOf !== null && day <= asOf);
  return Math.max(impressions ?? 0, explained) + sum(days, (day) => asOf === null || day > asOf);
}

function sum(days: Days, counts: (day: string) => boolean): number {
  return days.reduce((all, one) => all + (counts(one.day) ? (one.impressions ?? 0) : 0), 0);
}

const least = (one: string, other: string) => (one < other ? one : other);
const greatest = (one: string, other: string) => (one > other ? one : other);

export type UndoProblem = "too_late" | "later_merge" | "survivor_deleted" | "days_changed";

/** Returns why a merge can't be undone exactly, or null. Later merges must be undone first. */
export function undoProblemOf(options: {
  now: Date;
  at: Date;
  hasUndoData: boolean;
  /** Whether the survivor has since been merged, or another campaign merged into it. */
  hasLaterMerge: boolean;
  isSurvivorDeleted: boolean;
  haveDaysChanged: boolean;
}): UndoProblem | null {
  const { now, at } = options;
  if (!options.hasUndoData || isTooLate(now, at)) return "too_late";
  if (options.hasLaterMerge) return "later_merge";
  if (options.isSurvivorDeleted) return "survivor_deleted";
  return options.haveDaysChanged ? "days_changed" : null;
}

export function isTooLate(now: Date, at: Date): boolean {
  return now.getTime() - at.getTime() > undoCampaignDays * dayMs;
}
