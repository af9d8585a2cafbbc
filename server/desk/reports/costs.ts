// The cost of an advertised lead. Pure.
import type { Cost, Costs } from "#contract/campaigns.ts";

/** The sums for one campaign or for all, on the days that count. */
export type Sums = Omit<Costs, "perLead" | "perCalled" | "perBooked">;

/**
 * Adds the costs. Spend and people come from the same days, so a day without recorded spend doesn't
 * lower the cost.
 */
export function withCosts(sums: Sums): Costs {
  const { spendCents, leads, called, booked } = sums;
  return {
    ...sums,
    perLead: costOf(spendCents, leads),
    perCalled: costOf(spendCents, called),
    perBooked: costOf(spendCents, booked),
  };
}

/**
 * Divides to whole cents, rounding half up. Returns no amount if the spend is unknown or there are
 * no people.
 */
export function costOf(spendCents: number | null, people: number): Cost {
  if (spendCents === null) return "no_spend";
  if (people === 0) return "nobody";
  return Math.round(spendCents / people);
}
