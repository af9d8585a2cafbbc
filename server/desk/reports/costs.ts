// Computes what a lead from ads costs. Pure.
import type { Cost, Costs } from "#contract/campaigns.ts";

/** The sums for one campaign or for all campaigns, over the days with recorded spend. */
export type Sums = Omit<Costs, "perLead" | "perCalled" | "perBooked">;

/**
 * Adds the costs per person to the sums. Spend and people are from the same days, so a day without
 * recorded spend doesn't lower the costs.
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
 * Divides spend by people and rounds to whole cents, half a cent up. Returns the reason instead if
 * spend is unknown or there are no people.
 */
export function costOf(spendCents: number | null, people: number): Cost {
  if (spendCents === null) return "no_spend";
  if (people === 0) return "nobody";
  return Math.round(spendCents / people);
}
