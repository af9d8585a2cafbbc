// Generates random histories of a practice for tests of figures. Its steps are asking, calling,
// undoing, archiving, deleting, merging, erasing, importing, changing the hours, and passing time.
import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { callOutcomes } from "#contract/call-outcomes.ts";
import { minuteMs } from "#contract/durations.ts";
import type { ImportDestination } from "#contract/imports.ts";
import { usualWeek } from "#contract/open-hours.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import { makeCampaign, makeInquiry, makeMetaSource } from "#server/db/make.ts";
import {
  calls,
  inquiries,
  leadImportRows,
  leadImports,
  leads,
  sessions,
} from "#server/db/schema.ts";
import { changeOpenHours } from "#server/people/open-hours.ts";
import { runImport } from "#server/sources/imports/run-import.ts";
import { signInClient } from "./people.ts";
import type { TestApp } from "./test-app.ts";

const timeZone = "America/New_York";
// This is a Saturday evening before Tampa's clocks spring forward, three weeks before the end of
// the month.
const begin = "2026-03-07T22:00:00.000Z";

const step = <const Act extends string, Fields extends object>(
  act: Act,
  weight: number,
  fields: { [name in keyof Fields]: fc.Arbitrary<Fields[name]> },
) => ({
  weight,
  arbitrary: fc.record<object>(fields).map((found) => ({ act, ...(found as Fields) })),
});

const nth = fc.nat(9);
/**
 * The family shares a phone number. They are people 6 to 8, and the last one doesn't have an email
 * address.
 */
export const family = ["Ana", "Bruno", "Naomi"];
const person = fc.nat(8);
const deskSteps = [
  step("ask", 6, {
    person,
    campaign: fc.nat(2),
    hasSource: fc.boolean(),
    // A reported time may be in the previous month.
    agoMinutes: fc.constantFrom(0, 0, 5, 70, 3000, 12_000),
    isTest: fc.nat(7).map((one) => one === 0),
  }),
  step("add", 1, { person: fc.nat(5) }),
  step("call", 6, {
    nth,
    outcome: fc.constantFrom(...callOutcomes, undefined),
    agoMinutes: fc.constantFrom(0, 0, 0, 3, 45),
    callBackMinutes: fc.constantFrom(-30, 30, 2000),
  }),
  step("void", 2, { nth }),
  step("archive", 1, { nth }),
  step("delete", 1, { nth }),
  step("restore", 2, { nth }),
] as const;
const erasures = [step("erase", 1, { nth })] as const;
const times = [
  step("hours", 1, { isClosed: fc.boolean() }),
  step("wait", 5, { minutes: fc.constantFrom(1, 9, 10, 49, 60, 700, 3000, 9000) }),
] as const;
const merges = [step("merge", 2, { nth, other: fc.nat(9) }), step("unmerge", 1, { nth })] as const;
const splits = [step("split", 2, { nth, other: fc.nat(9) })] as const;
const imports = [step("import", 1, { person, isArchived: fc.boolean() })] as const;
const usualSteps = [...deskSteps, ...erasures, ...times] as const;
const anyStep = fc.oneof(...usualSteps, ...merges, ...splits);
const burstStep = fc.oneof(...deskSteps, ...erasures, ...merges, ...splits, ...imports);
type Step = typeof anyStep | typeof burstStep extends fc.Arbitrary<infer One> ? One : never;

const lengths = { minLength: 5, maxLength: 25 };
/** Histories without merges, for tests that replay the events of each lead. */
export const anyHistoryWithoutMerges = fc.array(fc.oneof(...usualSteps), lengths);
export const anyHistory = fc.array(anyStep, lengths);
/** Steps to take concurrently, and then other concurrent steps that don't change any figure. */
export const anyBurst = fc.record({
  steps: fc.array(burstStep, lengths),
  quiet: fc.array(fc.oneof(...merges, ...erasures), { minLength: 1, maxLength: 10 }),
});

export type HistoryPractice = Awaited<ReturnType<typeof openHistory>>;

/** Creates a practice with two campaigns and a source. There are no inquiries yet. */
export async function openHistory(testApp: TestApp) {
  testApp.clock.at(begin);
  const practice = await signInClient(testApp);
  const { clientId } = practice;
  const campaignIds: string[] = [];
  for (const name of ["Spring", "Summer"]) {
    const made = await makeCampaign(testApp.deps, { clientId, name, platform: "meta" });
    campaignIds.push(made.campaignId);
  }
  const { sourceId } = await makeMetaSource(testApp.deps, clientId, { name: "Facebook form" });
  /** The practice's business hours, each with the time when they took effect, newest last. */
  const hours: { from: Date; hours: BusinessHours }[] = [
    { from: new Date(0), hours: { timeZone, week: usualWeek, holidays: [] } },
  ];
  return { ...practice, campaignIds, sourceId, hours };
}

/** Takes the steps. A rejected step, such as a call before the inquiry, has no effect. */
export async function live(testApp: TestApp, practice: HistoryPractice, steps: Step[]) {
  for (const one of steps) await take(testApp, practice, one);
}

/** Re-authenticates like a person who is asked for a proof, because time passes in the history. */
export async function proveAgain({ deps, clock }: TestApp, accountId: string): Promise<void> {
  const provenAt = clock.now;
  await deps.db.update(sessions).set({ provenAt }).where(eq(sessions.accountId, accountId));
}

function personOf(person: number, email: string) {
  const firstName = family[person - 6];
  if (!firstName) return { email, phone: "" };
  return { firstName, email: person === 8 ? "" : email, phone: "8135550120" };
}

async function take(testApp: TestApp, practice: HistoryPractice, one: Step): Promise<void> {
  const { clientId, token } = practice;
  const { db } = testApp.deps;
  const at = (minutes = 0) => new Date(testApp.clock.now.getTime() + minutes * minuteMs);
  const emailOf = (person: number) => `${person}-${clientId}@example.com`;
  const ask = async (path: string, json?: unknown, method = "POST") => {
    const { status } = await testApp.request(method, `/api/leads${path}`, { token, json });
    if (status >= 500) throw new Error(`${method} ${path} was answered ${status}`);
  };
  if (one.act === "wait") return testApp.clock.forward(one.minutes * minuteMs);
  if (one.act === "ask") {
    await makeInquiry(testApp.deps, clientId, {
      ...personOf(one.person, emailOf(one.person)),
      isTest: one.isTest,
      campaignId: practice.campaignIds[one.campaign],
      ...(one.hasSource && { sourceId: practice.sourceId }),
      ...{ submittedAt: at(-one.agoMinutes), receivedAt: at() },
    });
    return;
  }
  if (one.act === "import") {
    const destination = one.isArchived ? "archive" : "followUp";
    await importPerson(testApp, practice, personOf(one.person, emailOf(one.person)), destination);
    return;
  }
  if (one.act === "add") {
    await ask("", { firstName: "Walter", email: emailOf(one.person) });
    return;
  }
  if (one.act === "hours") {
    // Two events in the same millisecond have no order, so the clock moves. Otherwise, the order of
    // writing would decide which hours apply to a clock that started in that millisecond.
    testApp.clock.forward(1);
    const open = one.isClosed ? [] : [{ from: "08:00", to: "17:00" }];
    const hours = { timeZone, week: [[], open, open, open, open, open, []], holidays: [] };
    await changeOpenHours(testApp.deps, { address: "192.0.2.1", device: "Test" }, practice, hours);
    practice.hours.push({ from: at(), hours });
    return;
  }
  if (one.act === "void") {
    const isOurs = eq(calls.clientId, clientId);
    const made = await db.select().from(calls).where(isOurs).orderBy(asc(calls.id));
    const call = made[one.nth % made.length];
    if (call) await ask(`/${call.leadId}/calls/${call.id}/voidings`);
    return;
  }
  const isOurs = eq(leads.clientId, clientId);
  const all = await db.select().from(leads).where(isOurs).orderBy(asc(leads.id));
  const lead = all[one.nth % all.length];
  if (!lead) return;
  if (one.act === "archive") await ask(`/${lead.id}/archive`, { reason: "moved away" });
  if (one.act === "delete") await ask(`/${lead.id}`, undefined, "DELETE");
  if (one.act === "restore") await ask(`/${lead.id}/restore`);
  if (one.act === "merge") {
    const other = all[one.other % all.length];
    await ask(`/${lead.id}/merges`, { otherId: other?.id });
  }
  if (one.act === "unmerge") {
    const merged = all.filter(({ mergedInto }) => mergedInto);
    const chosen = merged[one.nth % merged.length];
    if (chosen) await ask(`/${chosen.mergedInto}/merges/${chosen.id}`, undefined, "DELETE");
  }
  if (one.act === "split") {
    const isLeads = and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, lead.id));
    const asked = await db.select().from(inquiries).where(isLeads).orderBy(asc(inquiries.id));
    const inquiry = asked[one.other % asked.length];
    if (inquiry) await ask(`/${lead.id}/splits`, { inquiryId: inquiry.id });
  }
  if (one.act === "erase") {
    await proveAgain(testApp, practice.accountId);
    await ask(`/${lead.id}/erasures`, { name: `${lead.firstName} ${lead.lastName}` });
  }
  if (one.act === "call") {
    await ask(`/${lead.id}/calls`, {
      ...{ _id: randomUUID(), outcome: one.outcome },
      ...(one.agoMinutes && { calledAt: at(-one.agoMinutes).toISOString() }),
      callBackAt: at(one.callBackMinutes).toISOString(),
    });
  }
}

/** Imports a file with one row, whose dry run found nobody with these contact details. */
async function importPerson(
  { deps }: TestApp,
  { clientId, accountId }: HistoryPractice,
  person: ReturnType<typeof personOf>,
  destination: ImportDestination,
) {
  const now = deps.now();
  const [made] = await deps.db
    .insert(leadImports)
    .values({
      ...{ clientId, accountId, fileName: "old.csv", state: "importing", destination },
      ...{
        uploadedAt: now,
        startedAt: now,
        expiresAt: new Date(now.getTime() + 24 * 60 * minuteMs),
      },
      fresh: 1,
    })
    .returning({ id: leadImports.id });
  const key = { clientId, importId: made?.id ?? "" };
  await deps.db.insert(leadImportRows).values({
    ...{ ...key, line: 2, outcome: "fresh", isPhoneValid: person.phone !== "" },
    ...{ firstName: "Walter", ...person },
  });
  await runImport(deps, key, { isLast: false });
}
