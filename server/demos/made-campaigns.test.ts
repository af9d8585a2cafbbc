import { expect, test } from "vitest";
import { demoPractice } from "#content/demo.ts";
import { campaignTurns, makeCampaignFigures } from "./made-campaigns.ts";
import { seeded } from "./made-history.ts";

const now = Date.parse("2026-03-17T12:00:00Z");

test.each([
  [1640, 56],
  [380, 56],
  [540, 24],
])(
  "the daily values of %i impressions add up, and their clicks and spend are realistic",
  (impressions, days) => {
    const made = makeCampaignFigures({ now, days, impressions, random: seeded(17) });
    const sum = (name: "impressions" | "clicks" | "spendCents") =>
      made.reduce((total, day) => total + (day[name] ?? 0), 0);
    expect([made.length, made.at(-1)?.day]).toEqual([days, "2026-03-16"]);
    expect(sum("impressions")).toBe(impressions);
    expect(sum("clicks") / impressions).toBeGreaterThan(0.01);
    expect(sum("clicks") / impressions).toBeLessThan(0.03);
    expect(sum("spendCents") / sum("clicks")).toBeGreaterThan(200);
    expect(sum("spendCents") / sum("clicks")).toBeLessThan(500);
    expect(made.every((day) => Math.min(day.impressions ?? -1, day.clicks ?? -1) >= 0)).toBe(true);
  },
);

test("5% to 15% of the clicks become leads in the sample practice's campaigns", () => {
  for (const { impressions, leads } of demoPractice.campaigns) {
    const clicks = impressions / 48;
    expect(leads / clicks).toBeGreaterThanOrEqual(0.05);
    expect(leads / clicks).toBeLessThanOrEqual(0.15);
  }
});

test("the campaigns' leads are spread over the history", () => {
  expect(campaignTurns(8, [2, 1])).toEqual([null, 0, null, null, 0, null, 1, null]);
});
