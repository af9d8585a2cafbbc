// Exports all of a practice's inquiries, or those that a figure counts, as a CSV file that is safe
// to open. Each export is audited.
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { exportColumns } from "#content/desk/export.ts";
import { leadFactLabels, leadFieldLabels, leadLanguageWords } from "#content/lead-fields.ts";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { auditEntries, inquiries } from "#server/db/schema.ts";
import { proveAgain, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const minuteMs = 60_000;

test("an exported row has the person, the results, and times in UTC and in the practice's time zone", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { phone: "(813) 555-0142" });
  testApp.clock.forward(4.5 * minuteMs);
  await makeCall(testApp.deps, practice, lead._id, {
    calledAt: testApp.clock.now,
    outcome: "booked",
  });
  expect(await exported()).toMatchObject([
    {
      "Submitted at (UTC)": "2026-03-17T12:00:00.000Z",
      Submitted: "2026-03-17 08:00:00 EDT",
      "First name": "Marisol",
      Phone: "(813) 555-0142",
      "Minutes to first call": "4.50",
      "Response time, all hours": "On time (Under 10 minutes)",
      "Logged after the fact": "no",
      "Booked at (UTC)": "2026-03-17T12:04:30.000Z",
      Status: "Booked",
    },
  ]);
});

test.each([
  [10 * minuteMs - 1, "9.99"],
  [60 * minuteMs - 1, "59.99"],
])(
  "the minutes of a call after %i ms aren't rounded up to the limit in the export",
  async (waitedMs, text) => {
    const { lead } = await makeInquiry(testApp.deps, practice.clientId);
    testApp.clock.forward(waitedMs);
    await makeCall(testApp.deps, practice, lead._id, {
      calledAt: testApp.clock.now,
      outcome: "spoke",
    });
    expect(await exported()).toMatchObject([{ "Minutes to first call": text }]);
  },
);

test("the export distinguishes the two 1 am hours when the clocks fall back", async () => {
  for (const at of ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]) {
    testApp.clock.at(at);
    await makeInquiry(testApp.deps, practice.clientId);
  }
  const rows = await exported();
  expect(rows.map((row) => row.Submitted)).toEqual([
    "2026-11-01 01:30:00 EST",
    "2026-11-01 01:30:00 EDT",
  ]);
});

test("an exported row has the data of one person only: the lead as edited, or another person from their own inquiry", async () => {
  const phone = "(813) 555-0142";
  const email = "maria@example.com";
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, {
    ...{ firstName: "Mara", lastName: "Lopez", phone, email },
  });
  await testApp.request("PATCH", `/api/leads/${lead._id}`, {
    ...{ token: practice.token, json: { firstName: "Maria", email: "m.lopez@example.com" } },
  });
  testApp.clock.forward(minuteMs);
  await makeInquiry(testApp.deps, practice.clientId, {
    ...{ firstName: "Leo", lastName: "Lopez", phone, email: "" },
  });
  testApp.clock.forward(minuteMs);
  await makeInquiry(testApp.deps, practice.clientId, {
    ...{ firstName: "Ana", lastName: "Lopez", phone: "", email: "m.lopez@example.com" },
  });
  expect(await exported()).toMatchObject([
    { "First name": "Ana", Email: "m.lopez@example.com", Phone: "" },
    { "First name": "Leo", Email: "", Phone: phone },
    { "First name": "Maria", Email: "m.lopez@example.com", Phone: phone },
  ]);
});

test("the CSV export escapes a name that looks like a formula, and the name itself stays as typed", async () => {
  const firstName = '=HYPERLINK("https://evil.example.com","a,b")';
  await makeInquiry(testApp.deps, practice.clientId, { firstName, lastName: "Zoë\tÑandú" });
  const [row] = await exported();
  expect(row).toMatchObject({ "First name": `'${firstName}`, "Last name": "Zoë\tÑandú" });
  const [kept] = await testApp.deps.db
    .select()
    .from(inquiries)
    .where(eq(inquiries.clientId, practice.clientId));
  expect(kept?.firstName).toBe(firstName);
});

test("the export starts with a byte order mark for Excel, and its file name has the date", async () => {
  const answer = await testApp.api.request("http://localhost/api/leads/export.csv", {
    headers: { Authorization: `Bearer ${practice.token}` },
  });
  expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("Content-Disposition")).toBe(
    'attachment; filename="leads-2026-03-17.csv"',
  );
  expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test("an export that takes several batches has each inquiry exactly once, newest first", async () => {
  const values = Array.from({ length: 1203 }, (_, index) => index);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  // Many timestamps are equal, so only ids separate the batches.
  await testApp.deps.db.insert(inquiries).values(
    values.map((index) => ({
      ...{ clientId: practice.clientId, leadId: lead._id, firstName: `N${index}`, isTest: true },
      submittedAt: new Date(testApp.clock.now.getTime() - (index >> 8) * minuteMs),
      receivedAt: testApp.clock.now,
    })),
  );
  const rows = await exported();
  expect(rows.length).toBe(1204);
  expect(new Set(rows.map((row) => row["Inquiry ID"])).size).toBe(1204);
  const times = rows.map((row) => row["Submitted at (UTC)"] ?? "");
  expect(times).toEqual(times.toSorted().reverse());
});

test("an export filtered by a figure has what that figure counts, and an unfiltered export also has tests and walk-ins", async () => {
  await makeInquiry(testApp.deps, practice.clientId, { firstName: "Late" });
  await makeInquiry(testApp.deps, practice.clientId, { firstName: "Test", isTest: true });
  testApp.clock.forward(60 * minuteMs);
  const { token } = practice;
  await testApp.request("POST", "/api/leads", {
    token,
    json: { firstName: "Walk-in", phone: "1" },
  });
  await makeInquiry(testApp.deps, practice.clientId, { firstName: "Fresh" });
  const names = async (query: string) =>
    (await exported(query)).map((row) => row["First name"]).toSorted();
  expect(await names("")).toEqual(["Fresh", "Late", "Test", "Walk-in"]);
  expect(await names("?bucket=other")).toEqual(["Late"]);
  expect(await names("?bucket=running")).toEqual(["Fresh"]);
  expect(await names("?to=2026-03-17T12:30:00Z")).toEqual(["Late", "Test"]);
  expect(await names("?source=none")).toEqual(["Late"]);
  const refused = await testApp.request("GET", "/api/leads/export.csv?bucket=best", { token });
  expect(refused.status).toBe(422);
});

test("every export is audited, and an owner can't export while viewing as a practice", async () => {
  await exported("?bucket=other");
  const owner = await signInAdmin(testApp);
  const path = `/api/leads/export.csv?client=${practice.clientId}`;
  expect((await testApp.request("GET", path, { token: owner.token })).status).toBe(403);
  const entries = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(
      and(eq(auditEntries.clientId, practice.clientId), eq(auditEntries.action, "leads_exported")),
    );
  expect(entries).toMatchObject([
    { accountId: practice.accountId, detail: { bucket: "other", reading: "wall" } },
  ]);
});

async function exported(query = ""): Promise<Record<string, string>[]> {
  const { token } = practice;
  await proveAgain(testApp, token);
  const { status, body } = await testApp.request("GET", `/api/leads/export.csv${query}`, { token });
  expect(status).toBe(200);
  const [head = [], ...rows] = linesOf(body.replace(/^\uFEFF/, ""));
  expect(head).toEqual([
    ...Object.values(exportColumns),
    ...Object.values(leadFieldLabels),
    ...Object.values(leadFactLabels),
    leadLanguageWords.label,
  ]);
  return rows.map((cells) => {
    expect(cells.length).toBe(head.length);
    return Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ""]));
  });
}

/** Parses CSV by RFC 4180, as a spreadsheet does. */
function linesOf(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    lines.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
  }
  return lines.slice(0, -1);
}
