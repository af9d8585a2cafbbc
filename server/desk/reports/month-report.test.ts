// Checks that each number of a monthly report equals a count from the timelines alone, and that the
// PDF has the same numbers.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monthReportWords } from "#content/month-report.ts";
import { callOutcomes } from "#contract/call-outcomes.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { monthLines, valueText } from "#contract/month-lines.ts";
import type { MonthReport } from "#contract/month-reports.ts";
import {
  makeCall,
  makeCampaign,
  makeCampaignDays,
  makeFormSource,
  makeInquiry,
  makeOpenHours,
} from "#server/db/make.ts";
import { leads } from "#server/db/schema.ts";
import { dayOf, type Wait, waitsIn } from "#server/testing/expected-figures.ts";
import { expectedReading, readReading } from "#server/testing/expected-month.ts";
import { signInClient, signInMember } from "#server/testing/people.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const minuteMs = 60_000;
const hours = { timeZone: "America/New_York", from: "08:00", to: "17:00" };

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-02-01T05:00:00.000Z");
  practice = await signInClient(testApp);
  await makeOpenHours(testApp.deps, practice.clientId, hours);
});
afterAll(() => testApp.close());

test("every number of the report equals a count from the timelines alone, even across a clock change", async () => {
  const { clientId, token } = practice;
  const [spring, summer] = await Promise.all(
    ["Spring", "Summer"].map((name) =>
      makeCampaign(testApp.deps, { clientId, name, platform: "meta" }),
    ),
  );
  const { sourceId } = await makeFormSource(testApp.deps, clientId, "Web form");
  await spend(spring?.campaignId ?? "", ["2026-02-10", "2026-03-08", "2026-03-31"]);
  // One inquiry every 25 hours, from the last hour of January in Tampa to the first hour of April,
  // and one on each side of the start and end of March.
  const borders = ["2026-03-01T04:59:59.999Z", "2026-03-01T05:00:00.000Z"];
  const ends = ["2026-04-01T03:59:59.999Z", "2026-04-01T04:00:00.000Z"];
  const begin = Date.parse("2026-02-01T04:30:00.000Z");
  const times = Array.from({ length: 58 }, (_, index) => new Date(begin + index * 1500 * minuteMs));
  for (const [index, submittedAt] of [...times, ...[...borders, ...ends].map(toDate)].entries()) {
    const campaign = [spring, summer, null][index % 3];
    const { lead } = await makeInquiry(testApp.deps, clientId, {
      ...{ submittedAt, isTest: index % 19 === 7 },
      ...(campaign && { campaignId: campaign.campaignId }),
      ...(index % 4 !== 0 && { sourceId }),
    });
    const waits = [2, 9, 10, 11, 59, 60, 200, null, 4, 1, 6];
    const minutes = waits[index % waits.length];
    if (minutes === null || minutes === undefined) continue;
    const calledAt = new Date(submittedAt.getTime() + minutes * minuteMs);
    await makeCall(testApp.deps, practice, lead._id, {
      ...{ calledAt, outcome: callOutcomes[index % callOutcomes.length] ?? "spoke" },
      ...(index % 13 === 3 && { recordedAt: new Date(calledAt.getTime() + 30 * minuteMs) }),
      callBackAt: new Date(calledAt.getTime() + 3000 * minuteMs),
    });
  }
  // Archives a lead, which must not change any number.
  const all = await testApp.deps.db.select({ id: leads.id }).from(leads);
  testApp.clock.at("2026-04-02T14:00:00.000Z");
  await testApp.request("POST", `/api/leads/${all[3]?.id}/archive`, {
    token,
    json: { reason: "x" },
  });
  await makeInquiry(testApp.deps, clientId, { submittedAt: toDate("2026-04-02T13:55:00.000Z") });

  const waits = await readWaits();
  for (const month of ["2026-02", "2026-03", "2026-04"]) await expectTruth(month, waits);
});

test("deleting an uncalled lead or undoing a late call doesn't improve a month", async () => {
  const { clientId, token } = practice;
  for (let index = 0; index < 10; index += 1) await askAndCall();
  const submittedAt = toDate("2026-02-02T14:00:00.000Z");
  const uncalled = await makeInquiry(testApp.deps, clientId, { submittedAt });
  const late = await makeInquiry(testApp.deps, clientId, { submittedAt });
  const calledAt = new Date(submittedAt.getTime() + 90 * minuteMs);
  const { call } = await makeCall(testApp.deps, practice, late.lead._id, {
    ...{ calledAt, outcome: "spoke" },
  });
  const before = await lines();
  expect(before).toMatchObject({ inquiries: "12" });
  const path = (leadId: string) => `/api/leads/${leadId}`;
  await testApp.request("DELETE", path(uncalled.lead._id), { token });
  expect(await lines()).toEqual(before);
  const undone = `${path(late.lead._id)}/calls/${call._id}/voidings`;
  expect((await testApp.request("POST", undone, { token })).status).toBe(201);
  const { inquiries, onTime } = await lines();
  expect({ inquiries, onTime }).toEqual({ inquiries: before.inquiries, onTime: before.onTime });
});

test("the report is for the last full local month by default, and a future month is rejected", async () => {
  testApp.clock.at("2026-04-01T03:59:00.000Z");
  expect((await read()).body).toMatchObject({ month: "2026-02", isOver: true });
  testApp.clock.at("2026-04-01T04:00:00.000Z");
  expect((await read()).body).toMatchObject({
    ...{ month: "2026-03", from: "2026-03-01T05:00:00.000Z", to: "2026-04-01T04:00:00.000Z" },
  });
  expect((await read("2026-04")).body).toMatchObject({ isOver: false });
  expect((await read("2026-05")).status).toBe(422);
  expect((await read("2026-13")).status).toBe(422);
});

test("percentages and times are shown only if the month has at least ten inquiries", async () => {
  for (let index = 0; index < 9; index += 1) await askAndCall();
  const few = await lines();
  expect(few).toMatchObject({ inquiries: "9", onTime: "Not enough yet", half: "Not enough yet" });
  await askAndCall();
  expect(await lines()).toMatchObject({ inquiries: "10", onTime: "100%", half: "Under 5 min" });
});

test("the PDF has the report's numbers, a title and a language, but no leads' names", async () => {
  for (let index = 0; index < 12; index += 1) await askAndCall();
  testApp.clock.at("2026-03-03T12:00:00.000Z");
  const { text, title, language } = await readPdf(await pdfOf("2026-02"));
  expect({ title, language }).toEqual({
    title: "Bayshore Family Dental: February 2026",
    language: "en-US",
  });
  for (const { name, now } of await linesOf("2026-02")) {
    expect(text).toContain(monthReportWords.lines[name]);
    expect(text).toContain(valueText(now, monthReportWords));
  }
  expect(text).toContain("12 inquiries");
  expect(text).toContain("2/1/26, 9:00 am");
  expect(text).not.toContain("Marisol");
});

test("each page of the list of inquiries has its heading, so no page has only a row that didn't fit", async () => {
  for (let index = 0; index < 75; index += 1) await askAndCall();
  testApp.clock.at("2026-03-03T12:00:00.000Z");
  const { pages } = await readPdf(await pdfOf("2026-02"));
  const isList = pages.map((page) => page.includes(monthReportWords.rows));
  expect(isList.slice(isList.indexOf(true))).toEqual([true, true, true]);
  // Every inquiry is from an unknown source, so this table would only repeat the totals.
  expect(pages.join(" ")).not.toContain(monthReportWords.sources);
});

test("a member can't read the monthly report", async () => {
  const { token } = await signInMember(testApp, practice.clientId);
  expect((await testApp.request("GET", "/api/leads/month", { token })).status).toBe(403);
  expect((await testApp.request("GET", "/api/leads/month.pdf", { token })).status).toBe(403);
});

async function readWaits(): Promise<Wait[]> {
  const { clientId, token } = practice;
  const own = await testApp.deps.db
    .select({ id: leads.id })
    .from(leads)
    .where(eq(leads.clientId, clientId));
  const waits: Wait[] = [];
  for (const { id } of own) {
    const detail: LeadDetail = (await testApp.request("GET", `/api/leads/${id}`, { token })).body;
    waits.push(...waitsIn(detail));
  }
  return waits;
}

/**
 * Checks the costs and the figures in both counting modes, for a month and for the month before it.
 */
async function expectTruth(month: string, waits: Wait[]): Promise<void> {
  const report: MonthReport = (await read(month)).body;
  const before = monthBefore(month);
  for (const [figures, named] of [
    [report.figures, month],
    [report.before, before],
  ] as const) {
    const its = waits.filter(({ askedAt }) => monthOf(askedAt) === named);
    if (named !== "2026-04" && named !== "2026-01") expect(its.length).toBeGreaterThan(20);
    for (const reading of ["wall", "open"] as const) {
      const view = { reading, now: testApp.clock.now.getTime(), hours };
      expect(readReading(figures[reading])).toEqual(expectedReading(its, view));
    }
    const spent = its.filter(
      (wait) =>
        wait.campaign === "Spring" && spendDays.includes(dayOf(wait.askedAt, hours.timeZone)),
    );
    const days = spendDays.filter((day) => day.startsWith(named));
    const cents = days.length === 0 ? null : days.length * 10_000;
    const booked = spent.filter(({ isBooked }) => isBooked).length;
    const cost = (people: number) =>
      cents === null ? "no_spend" : people === 0 ? "nobody" : Math.round(cents / people);
    expect(figures.costs.total).toMatchObject({
      ...{ spendCents: cents, leads: spent.length, booked },
      ...{ perLead: cost(spent.length), perBooked: cost(booked) },
    });
  }
}

const spendDays: string[] = [];

async function spend(campaignId: string, days: string[]) {
  spendDays.push(...days);
  const { clientId } = practice;
  const rows = days.map((day) => ({ day, spendCents: 10_000 }));
  await makeCampaignDays(testApp.deps, { clientId, campaignId }, rows);
}

function monthOf(at: number): string {
  return dayOf(at, hours.timeZone).slice(0, 7);
}

function monthBefore(month: string): string {
  return { "2026-02": "2026-01", "2026-03": "2026-02", "2026-04": "2026-03" }[month] ?? "";
}

const toDate = (iso: string) => new Date(iso);

function read(month?: string) {
  const { token } = practice;
  return testApp.request("GET", `/api/leads/month${month ? `?month=${month}` : ""}`, { token });
}

/** Creates an inquiry on February 1 at 9 am in Tampa, with a call four minutes later. */
async function askAndCall() {
  const submittedAt = toDate("2026-02-01T14:00:00.000Z");
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { submittedAt });
  const calledAt = new Date(submittedAt.getTime() + 4 * minuteMs);
  await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome: "booked" });
}

async function linesOf(month: string) {
  testApp.clock.at("2026-03-03T12:00:00.000Z");
  const report: MonthReport = (await read(month)).body;
  return monthLines(report.figures, report.before);
}

async function lines() {
  const told = await linesOf("2026-02");
  return Object.fromEntries(told.map(({ name, now }) => [name, valueText(now, monthReportWords)]));
}

async function pdfOf(month: string): Promise<Uint8Array> {
  const { token } = practice;
  const answer = await testApp.api.request(`http://localhost/api/leads/month.pdf?month=${month}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.headers.get("Content-Type")).toBe("application/pdf");
  expect(answer.headers.get("Content-Disposition")).toContain(`monthly-report-${month}.pdf`);
  return new Uint8Array(await answer.arrayBuffer());
}
