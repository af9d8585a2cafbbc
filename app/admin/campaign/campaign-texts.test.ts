// The texts on a campaign's page about its budget and its spend.
import { expect, test } from "vitest";
import { budgetText, mostSpendText } from "./campaign-texts.ts";

const march = { month: "2026-03", monthSpendCents: 4000 };

test.each<[Parameters<typeof budgetText>[0], number | null, string | null]>([
  [{ budgetCents: null, budgetPeriod: "month", spendCents: 5000 }, 4000, null],
  [{ budgetCents: 9000, budgetPeriod: "month", spendCents: 5000 }, 4000, "$40.00 of $90.00"],
  [{ budgetCents: 9000, budgetPeriod: "month", spendCents: 5000 }, 0, "$0.00 of $90.00"],
  [{ budgetCents: 9000, budgetPeriod: "month", spendCents: 5000 }, null, "no spend recorded"],
  [{ budgetCents: 9000, budgetPeriod: "campaign", spendCents: 5000 }, null, "$50.00 of $90.00"],
  [{ budgetCents: 9000, budgetPeriod: "campaign", spendCents: null }, 4000, "no spend recorded"],
])("budget %j with %s spent this month is shown as %j", (campaign, monthSpendCents, expected) => {
  const text = budgetText(campaign, { ...march, monthSpendCents });
  if (expected === null) expect(text).toBeNull();
  else expect(text).toContain(expected);
});

test.each<[(number | null)[], string]>([
  [[null, null], "No spend recorded"],
  [[0, null], "$0.00 spent"],
  [[100, 25_050], "$250.50 spent"],
])("the highest of the weekly spends %j is shown as %s", (cents, expected) => {
  expect(mostSpendText(cents.map((spendCents) => ({ spendCents })))).toBe(expected);
});
