// Formats a campaign's figures for its page.
import { numberText } from "#app/ui/share.ts";
import { campaignWords as words } from "#content/console/campaigns.ts";
import type { CampaignDetail, CampaignWeeks, Cost } from "#contract/campaigns.ts";
import { dayText } from "#contract/moment-text.ts";
import { dollarsText } from "#contract/money.ts";
import { monthName } from "#contract/month-reports.ts";

/** Returns a text such as "Nov 9", with the year if the days are from different years. */
export function shortDay(day: string, hasYear = false): string {
  return dayText(day, {
    ...{ month: "short", day: "numeric" },
    ...(hasYear && { year: "numeric" }),
  });
}

/** Returns the count as text, or null if the count is unknown. */
export function countText(count: number | null): string | null {
  return count === null ? null : numberText(count);
}

export function centsText(cents: number | null): string | null {
  return cents === null ? null : `$${dollarsText(cents)}`;
}

/**
 * Returns the cost as text; null if no spend is recorded, or if there are no leads to divide it by.
 */
export function costText(cost: Cost): string | null {
  return typeof cost === "number" ? `$${dollarsText(cost)}` : null;
}

type Budgeted = Pick<CampaignDetail, "budgetCents" | "budgetPeriod" | "spendCents">;

/** Returns how much of the budget is spent, this month or in total; null if there is no budget. */
export function budgetText(
  { budgetCents, budgetPeriod, spendCents }: Budgeted,
  { month, monthSpendCents }: Pick<CampaignWeeks, "month" | "monthSpendCents">,
): string | null {
  if (budgetCents === null) return null;
  const isMonthly = budgetPeriod === "month";
  const spentCents = isMonthly ? monthSpendCents : spendCents;
  const budget = dollarsText(budgetCents);
  const name = monthName(month);
  if (spentCents === null) {
    return isMonthly ? words.monthBudgetUnspent(name, budget) : words.wholeBudgetUnspent(budget);
  }
  const spent = dollarsText(spentCents);
  return isMonthly ? words.monthBudget(name, spent, budget) : words.wholeBudget(spent, budget);
}

/** Returns the highest spend in a week, or a text that says no spend is recorded. */
export function mostSpendText(weeks: Pick<CampaignWeeks["weeks"][number], "spendCents">[]): string {
  const known = weeks.flatMap(({ spendCents }) => spendCents ?? []);
  if (known.length === 0) return words.noSpend;
  return words.spentIn(`$${dollarsText(Math.max(...known))}`);
}
