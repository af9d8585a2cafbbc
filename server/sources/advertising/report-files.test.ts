// Ad reports as platforms, spreadsheets and accidents make them: read whole, or rejected with a
// reason.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignMessages } from "#content/console/campaigns.ts";
import { campaignLimits } from "#contract/campaigns.ts";
import { campaignDays, campaigns } from "#server/db/schema.ts";
import { hostileTexts } from "#server/testing/hostile-texts.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let token: string;
let client: string;
beforeAll(async () => {
  testApp = await openTestApp();
  token = (await signInAdmin(testApp)).token;
  client = (await signInClient(testApp)).clientId;
});
afterAll(() => testApp.close());

const problems = campaignMessages.reportProblems;
const header = "Day,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)";
const row = "2026-03-14,Spring,9007199254740993,1200,24,31.50";
const known = { name: "Spring", platformCampaignId: "9007199254740993" };
const cafe = { ...known, name: "Café" };

test.each<[string, Buffer, object]>([
  ["an id beyond 2^53", Buffer.from(`${header}\n${row}`), known],
  ["UTF-16 BE", Buffer.from(`\ufeff${header}\n${row}`, "utf16le").swap16(), known],
  ["a byte order mark in the middle", Buffer.from(`${header}\n\ufeff${row}`), known],
  ["Windows-1252", Buffer.from(`${header}\n${row.replace("Spring", "Café")}`, "latin1"), cafe],
  [
    "Windows-1252 after a UTF-8 byte order mark",
    Buffer.from(`\xef\xbb\xbf${header}\n${row.replace("Spring", "Café")}`, "latin1"),
    cafe,
  ],
  ["a formula", Buffer.from(`${header}\n${row.replace("Spring", "=1+1")}`), { name: "=1+1" }],
])("a report with %s is read", async (_, file, campaign) => {
  const { status, body } = await send(file);
  expect(status).toBe(201);
  expect(body.report.campaigns).toMatchObject([campaign]);
});

test.each<[string, Buffer]>([
  ["a file that is cut off in a quote", Buffer.from(`${header}\n${row}\n2026-03-15,"Spr`)],
  ["a web page named .csv", Buffer.from("<!doctype html><html></html>")],
  ["a gzip file", Buffer.from([0x1f, 0x8b, 8, 0])],
  ["a PDF", Buffer.from("%PDF-1.7")],
  ["a file with 5,000 columns", Buffer.from(`${header}${",x".repeat(4994)}\n${row}`)],
  ["a file with a NUL byte", Buffer.from(`${header}\n${row}\0`)],
  ["a file with a row of a megabyte", Buffer.from(`${header}\n${"x".repeat(1_000_000)}`)],
])("%s is rejected with a one-line error and isn't stored", async (_, file) => {
  const { status, body } = await send(file, "&isApplied=true&addsCampaigns=true");
  expect([status, body.code]).toEqual([422, "invalid"]);
  expect(body.message.length).toBeGreaterThan(10);
  expect(await countStored()).toEqual([0, 0]);
});

test("a report without days is rejected with the way to export it by day", async () => {
  const { status, body } = await send(Buffer.from("Campaign,Impr.,Cost\nSpring,10,1.00"));
  expect([status, body.message]).toEqual([422, problems.no_header]);
  expect(body.message).toContain("Segment > Time > Day");
  expect(body.message).toContain("Breakdown > By time > Day");
});

test.each(["1900-01-01", "2126-03-14", "0", "2026-03-14T25:00", "yesterday"])(
  "a day of %s is rejected, without affecting the others",
  async (day) => {
    const { body } = await send(
      Buffer.from(`${header}\n${row}\n${row.replace("2026-03-14", day)}`),
    );
    expect(body.report).toMatchObject({ campaigns: [{ days: 1 }], rejectedCount: 1 });
  },
);

test("a report of 50,000 rows is read with its titles and totals; one row more is rejected", async () => {
  const titles = "Campaign report\nMarch 2026\n";
  const totals = "Total: Campaigns,,,,,\nTotal: Account,,,,,\n";
  const full = await send(
    Buffer.from(`${titles}${header}\n${rowsOf(campaignLimits.reportRows)}${totals}`),
  );
  expect(full.body.report).toMatchObject({ campaigns: [{ days: 1 }], rejectedCount: 0 });
  const more = await send(Buffer.from(`${header}\n${rowsOf(campaignLimits.reportRows + 1)}`));
  expect([more.status, more.body.message]).toEqual([422, problems.too_many_rows]);
});

// A NUL byte at the end would be the reason, had it been read.
test.each<[string, string, keyof typeof problems]>([
  ["too many rows", `${header}\n${rowsOf(70_000)}\0`, "too_many_rows"],
  ["too many totals", `${header}\n${"Total\n".repeat(200_000)}\0`, "too_many_rows"],
  ["no header", `${"a\n".repeat(2_000_000)}\0`, "no_header"],
  ["blank rows", `${header}\n${" \n".repeat(200_000)}\0`, "too_many_rows"],
  ["blank rows above its header", `${" \n".repeat(200_000)}${header}\n\0`, "no_header"],
])("a report with %s is rejected without reading the rest of it", async (_, text, problem) => {
  const { status, body } = await send(Buffer.from(text));
  expect([status, body.message]).toEqual([422, problems[problem]]);
});

test("a report is read in chunks that take turns with other practices' work", async () => {
  const turns: string[] = [];
  const { queues } = testApp.deps;
  testApp.deps.queues = {
    ...queues,
    processor: {
      run: (who, work, most) => {
        turns.push(who);
        return queues.processor.run(who, work, most);
      },
    },
  };
  const { status } = await send(Buffer.from(`${header}\n${rowsOf(2000)}`));
  testApp.deps.queues = queues;
  expect(status).toBe(201);
  // Checked for totals, and then read: 250 rows a piece.
  expect(turns.length).toBeGreaterThanOrEqual(16);
});

test("any cells result in figures or a rejected row, never an internal error", async () => {
  const cell = fc.oneof(
    fc.constantFrom(...hostileTexts.filter((text) => !text.includes("\0")), "2026-03-14", "1"),
    fc.string({ maxLength: 8 }).map((text) => text.replaceAll("\0", "")),
  );
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 7 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, async (table) => {
      const lines = table.map((cells) =>
        cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(","),
      );
      const { status, body } = await send(Buffer.from([header, row, ...lines].join("\n")));
      expect([status, table]).toEqual([201, table]);
      expect(body.report.campaigns.length + body.report.rejectedCount).toBeGreaterThan(0);
    }),
    { numRuns: 25 },
  );
});

/** No two are the same. */
function rowsOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `2026-03-14,Spring,1,${index},1,1\n`).join("");
}

async function countStored() {
  const { db } = testApp.deps;
  return [await db.$count(campaignDays), await db.$count(campaigns)];
}

async function send(file: Buffer, query = "") {
  const url = `http://localhost/api/admin/campaign-reports?client=${client}${query}`;
  const answer = await testApp.api.request(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/csv" },
    body: new Uint8Array(file),
  });
  return { status: answer.status, body: await answer.json() };
}
