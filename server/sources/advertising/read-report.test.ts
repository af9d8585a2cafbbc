// Reports as Meta Ads Manager and Google Ads export them, and as people change them.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CsvRow } from "#server/sources/imports/split-rows.ts";
import { matchCampaigns } from "./match-campaigns.ts";
import { type ReadReport, ReportRefusal, readReport } from "./read-report.ts";

const meta = [
  ["Reporting starts", "Reporting ends", "Campaign name", "Campaign ID", "Impressions"],
  ["Link clicks", "Clicks (all)", "Amount spent (USD)"],
].flat();
const google = ["Campaign", "Campaign ID", "Day", "Currency code", "Impr.", "Clicks", "Cost"];

test("in Meta's report, the sum below the rows is left out, and all clicks count", () => {
  const report = read([
    meta,
    ["2026-03-14", "2026-03-14", "Spring", "120210000000000001", "1,200", "9", "24", "31.50"],
    ["2026-03-15", "2026-03-15", "Spring", "120210000000000001", "800", "", "", "0.00"],
    ["", "", "", "", "2000", "9", "24", "31.5"],
  ]);
  expect(report.platform).toBe("meta");
  expect(told(report)).toEqual([
    ["120210000000000001", "Spring", "2026-03-14", 1200, 24, 3150],
    ["120210000000000001", "Spring", "2026-03-15", 800, null, 0],
  ]);
  expect(report.rejected).toEqual([]);
});

test("Google's report is read with titles above the header, totals below, and two dashes for no number", () => {
  const report = read([
    ["Campaign report"],
    ["March 1, 2026 - March 31, 2026"],
    google,
    ["Implants", "21", "2026-03-14", "USD", "1,100", "30", "$1,080.25"],
    ["Total Smile", "22", "2026-03-14", "USD", "10", " --", "2"],
    ["Total: Campaigns", " --", " --", "USD", "1,110", "30", "1082.25"],
    ["Total: Account", " --", " --", "USD", "1,110", "30", "1082.25"],
  ]);
  expect(report.platform).toBe("google");
  expect(told(report)).toEqual([
    ["21", "Implants", "2026-03-14", 1100, 30, 108_025],
    ["22", "Total Smile", "2026-03-14", 10, null, 200],
  ]);
  expect(report.rejected).toEqual([]);
});

test("rows of ad sets and devices add up; the same row twice is rejected", () => {
  const report = read([
    ["Day", "Campaign", "Device", "Impr.", "Cost"],
    ["2026-03-14", "Implants", "Phone", "100", "3"],
    ["2026-03-14", "implants", "Computer", "50", "2.5"],
    ["2026-03-14", "Implants", "Phone", "100", "3"],
  ]);
  expect(told(report)).toEqual([[null, "Implants", "2026-03-14", 150, null, 550]]);
  expect(report.rejected).toEqual([{ line: 4, problem: "same_row" }]);
});

test.each([
  ["no date", ["", "", "Spring", "1", "5", "", "", "1"], "no_day"],
  ["a date of February 30", ["2026-02-30", "", "Spring", "1", "5", "", "", "1"], "bad_day"],
  ["an ambiguous date", ["3/4/2026", "", "Spring", "1", "5", "", "", "1"], "unclear_day"],
  [
    "a row for a whole month",
    ["2026-03-01", "2026-03-31", "Spring", "1", "5", "", "", "1"],
    "several_days",
  ],
  ["no campaign", ["2026-03-14", "", "", "", "5", "", "", "1"], "no_campaign"],
  ["a shortened id", ["2026-03-14", "", "Spring", "1.2E+17", "5", "", "", "1"], "bad_id"],
  ["a future date", ["2026-04-01", "", "Spring", "1", "5", "", "", "1"], "future_day"],
  [
    "a fraction of a cent",
    ["2026-03-14", "", "Spring", "1", "5", "", "", "$1.999"],
    "part_of_cent",
  ],
  ["a European amount", ["2026-03-14", "", "Spring", "1", "5", "", "", "31,50"], "bad_number"],
  ["a negative amount", ["2026-03-14", "", "Spring", "1", "5", "", "", "-3"], "bad_number"],
  ["half an impression", ["2026-03-14", "", "Spring", "1", "5.5", "", "", "1"], "bad_number"],
  ["a long name", ["2026-03-14", "", "x".repeat(201), "1", "5", "", "", "1"], "too_long"],
] as const)("%s is rejected with its line", (_, row, problem) => {
  expect(read([meta, [...row]]).rejected).toEqual([{ line: 2, problem }]);
});

test.each([
  ["Campaign delivery", "active", "running"],
  ["Campaign delivery", "inactive", "paused"],
  ["Campaign delivery", "archived", "ended"],
  ["Campaign status", "Enabled", "running"],
  ["Campaign status", "Paused", "paused"],
  ["Campaign state", "Removed", "ended"],
  ["Campaign status", "constructor", null],
  ["Campaign status", "", null],
  ["Status", "Paused", null],
])("a campaign with %s %j is read as %s", (column, text, state) => {
  const report = read([
    [...google, column],
    ["Implants", "21", "2026-03-14", "USD", "1", "1", "1", text],
    ["Implants", "21", "2026-03-15", "USD", "1", "1", "1", ""],
  ]);
  expect(report.campaigns).toMatchObject([{ name: "Implants", state }]);
});

test("another currency is rejected, in the header or in a row", () => {
  const euros = meta.map((name) => name.replace("USD", "EUR"));
  expect(() => read([euros, []])).toThrow(new ReportRefusal("other_currency"));
  const row = ["Implants", "21", "2026-03-14", "EUR", "1", "1", "1"];
  expect(read([google, row]).rejected).toEqual([{ line: 2, problem: "currency" }]);
});

test.each([
  ["nothing", []],
  ["no date", [["Campaign", "Clicks"]]],
  ["no campaign", [["Day", "Clicks"]]],
  ["no figures", [["Day", "Campaign"]]],
  ["a header on line 21", [...Array.from({ length: 20 }, () => ["A title"]), google]],
])("a file with %s is rejected, because it isn't a report", (_, rows) => {
  expect(() => read(rows)).toThrow(new ReportRefusal("no_header"));
});

test("any cells result in whole, non-negative figures or a reason for rejection", () => {
  const cell = fc.oneof(
    fc.constantFrom("2026-03-14", "3/14/2026", "Spring", "1", "--", "", "1,234.56", "Total", "-1"),
    fc.string({ maxLength: 8 }),
  );
  const rows = fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.constantFrom(meta, google), (some, header) => {
      const report = read([header, ...some]);
      for (const [, name, day, ...figures] of told(report)) {
        expect(String(name).length).toBeGreaterThan(0);
        expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
        for (const figure of figures) {
          expect(figure === null || (Number.isSafeInteger(figure) && Number(figure) >= 0)).toBe(
            true,
          );
        }
      }
    }),
  );
});

test("campaigns are matched by id, then by name; a different id means another campaign", () => {
  const known = [
    { id: "a", name: "Spring", platformCampaignId: "1" },
    { id: "b", name: "Summer", platformCampaignId: null },
    { id: "c", name: "Fall", platformCampaignId: null },
    { id: "d", name: "fall ", platformCampaignId: null },
  ];
  const asked = [
    ["Renamed", "1", "id", "a"],
    ["spring", "2", "new", null],
    [" SUMMER", "3", "name", "b"],
    ["Winter", null, "new", null],
  ] as const;
  const campaigns = [...asked, ["Fall", null] as const].map(
    ([name, platformCampaignId], index) => ({
      ...{ name, platformCampaignId, state: null, line: index + 2, days: new Map() },
    }),
  );
  const { matched, rejected } = matchCampaigns(
    campaigns,
    known.map((one) => ({ ...one, family: one.id })),
  );
  const found = new Map(matched.map(({ campaign, match, id }) => [campaign.name, [match, id]]));
  for (const [name, , match, id] of asked) expect(found.get(name)).toEqual([match, id]);
  expect(rejected).toEqual([{ line: 6, problem: "same_names" }]);
});

function read(rows: string[][]): ReadReport {
  const lines = rows.map((cells, index): CsvRow => ({ line: index + 1, cells }));
  const steps = readReport(lines, { today: "2026-03-31" });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function told({ campaigns }: ReadReport) {
  return campaigns.flatMap(({ platformCampaignId, name, days }) =>
    [...days].map(([day, { impressions, clicks, spendCents }]) => [
      ...[platformCampaignId, name, day, impressions, clicks, spendCents],
    ]),
  );
}
