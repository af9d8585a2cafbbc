// The Monday email: when it's sent and to whom, that it's sent once, its numbers, and how to stop
// it.
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { notSentMessages } from "#content/messages.ts";
import { makeCall, makeInquiry, makeOwner, makePerson, makePractice } from "#server/db/make.ts";
import { accounts, clients, leads, mails } from "#server/db/schema.ts";
import { isOne, waitsIn } from "#server/testing/expected-figures.ts";
import { signIn, signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { sendMondayMails } from "./monday-mail.ts";

const minuteMs = 60_000;
const [ny, phoenix] = ["America/New_York", "America/Phoenix"] as const;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => {
  // A Wednesday.
  testApp.clock.at("2026-03-04T15:00:00.000Z");
  testApp.receivedMails.length = 0;
});
// Each test has its own practices and owners.
afterEach(async () => {
  await testApp.deps.db.update(clients).set({ suspendedAt: new Date(0) });
  await testApp.deps.db.update(accounts).set({ deactivatedAt: new Date(0) });
});
afterAll(() => testApp.close());

test.each([
  ["in spring", "2026-03-08T02:00:00.000Z", "2026-03-09T11:59:00.000Z", "2026-03-09T12:00:00.000Z"],
  ["in fall", "2026-11-01T02:00:00.000Z", "2026-11-02T12:59:00.000Z", "2026-11-02T13:00:00.000Z"],
])(
  "the Monday email is sent once at 8 am after the clocks change %s, even with two processes and a restart",
  async (_, asked, before, at) => {
    testApp.clock.at(asked);
    const practice = await open(ny);
    await ask(practice);
    await runAt(before);
    expect(sentTo(practice.email)).toBe(0);
    testApp.clock.at(at);
    await Promise.all([sendMondayMails(testApp.deps), sendMondayMails(testApp.deps)]);
    await testApp.runJobs();
    expect(sentTo(practice.email)).toBe(1);
    testApp.clock.forward(20 * 60 * minuteMs);
    await sendMondayMails(testApp.deps);
    await testApp.runJobs();
    expect(sentTo(practice.email)).toBe(1);
    testApp.clock.forward((6 * 24 + 4) * 60 * minuteMs);
    await sendMondayMails(testApp.deps);
    await testApp.runJobs();
    // A week later, the report covers a week without inquiries that follows a week with one.
    expect(sentTo(practice.email)).toBe(2);
  },
);

test("practices get the Monday email in their own time zone; owners get one for all practices, in the agency's time zone", async () => {
  const owner = await makeOwner(testApp.deps);
  const [east, west] = [await open(ny, "East Dental"), await open(phoenix, "West Dental")];
  await ask(east);
  await ask(west);
  await runAt("2026-03-09T12:00:00.000Z");
  expect([east, west, owner].map(({ email }) => sentTo(email))).toEqual([1, 0, 1]);
  await runAt("2026-03-09T14:45:00.000Z");
  expect(sentTo(west.email)).toBe(0);
  await runAt("2026-03-09T15:00:00.000Z");
  expect([east, west, owner].map(({ email }) => sentTo(email))).toEqual([1, 1, 1]);
  const mail = testApp.receivedMails.find(({ to }) => to === owner.email);
  expect(mail?.subject).toBe("Last week: 2 inquiries at 2 practices");
  for (const words of ["East Dental", "West Dental", "1 of 1"]) expect(mail?.text).toContain(words);
});

test("the Monday email's numbers match the timelines of last week's inquiries", async () => {
  const practice = await open(ny);
  const monday = Date.parse("2026-03-02T05:00:00.000Z");
  const minutes = [3, 9, 10, 70, null, 4, 5, 2, 30, 6, null, 8];
  for (const [index, wait] of minutes.entries()) {
    const at = new Date(monday + index * 13 * 60 * minuteMs);
    await ask(practice, at, wait, index % 2 ? "booked" : "no_answer");
  }
  // Outside of last week: a millisecond before its start, and exactly at its end.
  await ask(practice, new Date(monday - 1), 3);
  await ask(practice, new Date("2026-03-09T04:00:00.000Z"), 3);
  await runAt("2026-03-09T12:00:00.000Z");
  const token = await signIn(testApp, practice.email);
  const found = await testApp.deps.db
    .select({ id: leads.id })
    .from(leads)
    .where(eq(leads.clientId, practice.clientId));
  const waits = [];
  for (const { id } of found) {
    waits.push(...waitsIn((await testApp.request("GET", `/api/leads/${id}`, { token })).body));
  }
  const week = waits.filter(
    ({ askedAt }) => askedAt >= monday && askedAt < Date.parse("2026-03-09T04:00:00.000Z"),
  );
  const view = {
    ...{ reading: "wall" as const, now: testApp.clock.now.getTime() },
    hours: { timeZone: ny, from: "08:00", to: "17:00" },
  };
  const soon = week.filter(isOne("lt10", view)).length;
  const share = Math.round((soon / week.length) * 100);
  const booked = Math.round((week.filter(({ isBooked }) => isBooked).length / week.length) * 100);
  const { text = "" } = testApp.receivedMails.find(({ to }) => to === practice.email) ?? {};
  expect(text).toContain(`Inquiries: ${week.length} (1, +${week.length - 1})`);
  expect(text).toContain(`On time, all hours: ${share}% (Not enough yet, –)`);
  expect(text).toContain(`Booked: ${booked}%`);
  expect(text).toContain(
    `Never called: ${week.filter(({ calledAt }) => calledAt === null).length} (0, +2)`,
  );
  expect(text).toContain("from=2026-03-02&to=2026-03-08");
});

test("a quiet week is reported once; a practice without leads doesn't get a Monday email", async () => {
  const [quiet, empty] = [await open(ny), await open(ny)];
  await ask(quiet);
  await runAt("2026-03-09T12:00:00.000Z");
  await runAt("2026-03-16T12:00:00.000Z");
  await runAt("2026-03-23T12:00:00.000Z");
  const subjects = testApp.receivedMails
    .filter(({ to }) => to === quiet.email)
    .map(({ subject }) => subject);
  expect(subjects).toEqual([
    "Bayshore Family Dental: 1 inquiry last week",
    "Bayshore Family Dental: no inquiries last week",
  ]);
  expect(sentTo(empty.email)).toBe(0);
});

test("suspended and pending practices, demos, members and former people don't get a Monday email", async () => {
  const [suspended, demo] = [await open(ny), await open(ny)];
  const waiting = await makePractice(testApp.deps, { isApproved: false });
  const practice = await open(ny);
  const member = await makePerson(testApp.deps, practice.clientId);
  const gone = await makePerson(testApp.deps, practice.clientId, { role: "manager" });
  for (const one of [suspended, demo, waiting, practice]) await ask(one);
  const now = testApp.clock.now;
  await change(suspended.clientId, { suspendedAt: now });
  await change(demo.clientId, { isDemo: true });
  const of = eq(accounts.id, gone.accountId);
  await testApp.deps.db.update(accounts).set({ deactivatedAt: now }).where(of);
  await runAt("2026-03-09T12:00:00.000Z");
  expect(testApp.receivedMails.map(({ to }) => to)).toEqual([practice.email]);
  expect(sentTo(member.email)).toBe(0);
});

test("the owner can turn off the Monday email for one practice or all; a manager can turn off their own", async () => {
  const owner = await signInAdmin(testApp);
  const [one, other] = [await open(ny), await open(ny)];
  const colleague = await makePerson(testApp.deps, other.clientId, { role: "manager" });
  for (const practice of [one, other]) await ask(practice);
  const path = `/api/admin/clients/${one.clientId}/monday-mail`;
  await testApp.request("PUT", path, { token: owner.token, json: { isOn: false } });
  const token = await signIn(testApp, colleague.email);
  await testApp.request("PUT", "/api/clients/me/monday-mail", { token, json: { isOn: false } });
  expect((await testApp.request("GET", "/api/clients/me/monday-mail", { token })).body).toEqual({
    ...{ isOn: false, isOffAbove: false },
  });
  await runAt("2026-03-09T12:00:00.000Z");
  expect([one, other, colleague].map(({ email }) => sentTo(email))).toEqual([0, 1, 0]);
  for (const practice of [one, other]) await ask(practice);
  const json = { part: "site", publishResponseTime: false, sendsMondayMail: false };
  const proven = await signIn(testApp, owner.email);
  const saved = await testApp.request("PATCH", "/api/admin/settings", { token: proven, json });
  expect(saved.body).toMatchObject({ settings: { site: { sendsMondayMail: false } } });
  await runAt("2026-03-16T12:00:00.000Z");
  expect([one, other].map(({ email }) => sentTo(email))).toEqual([0, 1]);
  await testApp.request("PATCH", "/api/admin/settings", {
    token: await signIn(testApp, owner.email),
    json: { ...json, sendsMondayMail: true },
  });
});

test("one click unsubscribes without a login, from the headers or the page, even for owners", async () => {
  const owner = await makeOwner(testApp.deps);
  const practice = await open(ny);
  await ask(practice);
  await runAt("2026-03-09T12:00:00.000Z");
  for (const { email } of [practice, owner]) {
    const mail = testApp.receivedMails.find(({ to }) => to === email);
    expect(mail?.headers).toMatchObject({
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    });
    const url = mail?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "";
    const { pathname, search } = new URL(url);
    expect(mail?.text).toContain(`/unsubscribe${search}`);
    expect(mail?.html).toContain(`/unsubscribe${search}`);
    const asked = await testApp.request("GET", pathname + search);
    expect(asked.body).toMatchObject({ about: "monday", isStopped: false });
    await testApp.request("POST", pathname + search);
    expect((await testApp.request("GET", pathname + search)).body).toMatchObject({
      isStopped: true,
    });
  }
  await ask(practice);
  testApp.receivedMails.length = 0;
  await runAt("2026-03-16T12:00:00.000Z");
  expect(testApp.receivedMails).toEqual([]);
  // Unsubscribing doesn't delete the account.
  expect(await testApp.deps.db.$count(accounts, eq(accounts.email, practice.email))).toBe(1);
});

test("a queued Monday email isn't sent after an unsubscribe or once it's too late", async () => {
  const lastWeek = testApp.clock.now;
  const problemOf = async ({ clientId }: { clientId: string }) => {
    const isIt = and(eq(mails.clientId, clientId), eq(mails.kind, "monday"));
    const [mail] = await testApp.deps.db.select().from(mails).where(isIt);
    return [mail?.state, mail?.problem];
  };
  const ended = await open(ny);
  await ask(ended);
  testApp.clock.at("2026-03-09T12:00:00.000Z");
  await sendMondayMails(testApp.deps);
  expect(await problemOf(ended)).toEqual(["queued", null]);
  const of = eq(accounts.id, ended.accountId);
  await testApp.deps.db.update(accounts).set({ mondayMailOffAt: new Date() }).where(of);
  await testApp.runJobs();
  expect(await problemOf(ended)).toEqual(["stopped", notSentMessages.regularOff]);

  const late = await open(ny);
  await ask(late, lastWeek);
  await sendMondayMails(testApp.deps);
  expect(await problemOf(late)).toEqual(["queued", null]);
  testApp.clock.at("2026-03-11T12:00:00.001Z");
  await testApp.runJobs();
  expect(await problemOf(late)).toEqual(["stopped", notSentMessages.regularOver]);
  expect(testApp.receivedMails).toEqual([]);
});

function open(timeZone: string, name?: string) {
  return makePractice(testApp.deps, { timeZone, ...(name && { name }) });
}

type Practice = { clientId: string; accountId: string };

/** Creates an inquiry, by default now, and a call after that many minutes. */
async function ask(
  practice: Practice,
  submittedAt = testApp.clock.now,
  minutes: number | null = 4,
  outcome: "booked" | "no_answer" = "booked",
) {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { submittedAt });
  if (minutes === null) return;
  const calledAt = new Date(submittedAt.getTime() + minutes * minuteMs);
  await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome });
}

async function runAt(iso: string) {
  testApp.clock.at(iso);
  await sendMondayMails(testApp.deps);
  await testApp.runJobs();
}

function sentTo(email: string): number {
  return testApp.receivedMails.filter(({ to }) => to === email).length;
}

function change(clientId: string, set: Partial<typeof clients.$inferInsert>) {
  return testApp.deps.db.update(clients).set(set).where(eq(clients.id, clientId));
}
