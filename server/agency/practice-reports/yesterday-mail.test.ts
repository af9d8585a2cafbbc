// Yesterday's numbers in the morning: when they're sent and to whom, that they're sent once, what
// they contain, and how to stop them.
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCall, makeInquiry, makePerson, makePractice } from "#server/db/make.ts";
import { clients, mails } from "#server/db/schema.ts";
import { signIn, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { sendYesterdayMails } from "./yesterday-mail.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const [ny, phoenix] = ["America/New_York", "America/Phoenix"] as const;
const own = "/api/clients/me/yesterday-mail";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => {
  // A Thursday, at 10 am in Tampa.
  testApp.clock.at("2026-03-05T15:00:00.000Z");
  testApp.receivedMails.length = 0;
});
// Each test has its own practices.
afterEach(async () => {
  await testApp.deps.db.update(clients).set({ suspendedAt: new Date(0) });
});
afterAll(() => testApp.close());

test.each([
  ["in spring", "2026-03-07T17:00:00.000Z", "2026-03-08T10:59:00.000Z", "2026-03-08T11:00:00.000Z"],
  ["in fall", "2026-10-31T17:00:00.000Z", "2026-11-01T11:59:00.000Z", "2026-11-01T12:00:00.000Z"],
])(
  "yesterday's numbers are sent once at 7 am after the clocks change %s, even with two processes and after a kill",
  async (_, asked, before, at) => {
    testApp.clock.at(asked);
    const practice = await open(ny);
    await ask(practice);
    await runAt(before);
    expect(sentTo(practice.email)).toHaveLength(0);
    testApp.clock.at(at);
    const killed = { ...testApp.deps, jobs: { ...testApp.deps.jobs, enqueue: die } };
    await expect(sendYesterdayMails(killed)).rejects.toThrow("killed");
    expect(await testApp.deps.db.$count(mails, eq(mails.clientId, practice.clientId))).toBe(0);
    await Promise.all([sendYesterdayMails(testApp.deps), sendYesterdayMails(testApp.deps)]);
    await sendYesterdayMails(testApp.deps);
    await testApp.runJobs();
    expect(sentTo(practice.email)).toHaveLength(1);
    testApp.clock.forward(2 * hourMs);
    await sendYesterdayMails(testApp.deps);
    await testApp.runJobs();
    expect(sentTo(practice.email)).toHaveLength(1);
  },
);

test("the email with yesterday's numbers has counts, not names", async () => {
  const practice = await open(ny, "Twin Dental");
  const twin = await open(ny, "Twin Dental");
  await ask(twin);
  // This lead is from the day before, but its second call was yesterday.
  const earlier = new Date("2026-03-04T20:00:00.000Z");
  const { lead } = await ask(practice, earlier, 5, "no_answer");
  const yesterday = Date.parse("2026-03-05T05:00:00.000Z");
  await ask(practice, new Date(yesterday), 4, "booked");
  await ask(practice, new Date(yesterday + 12 * hourMs), 70, "no_answer");
  await ask(practice, new Date(yesterday + 24 * hourMs - 1), null);
  await makeCall(testApp.deps, practice, lead._id, {
    ...{ calledAt: new Date(yesterday + 10 * hourMs), outcome: "booked" },
  });
  // After midnight, so it doesn't count.
  await ask(practice, new Date(yesterday + 24 * hourMs), 4, "booked");
  await runAt("2026-03-06T12:00:00.000Z");
  const [mail] = sentTo(practice.email);
  expect(mail?.subject).toBe("Twin Dental: 3 leads yesterday");
  expect(mail?.text).toContain("Yesterday, Thursday, March 5");
  for (const line of ["Leads: 3", "Calls: 3", "Booked: 2", "Never called: 1"]) {
    expect(mail?.text).toContain(line);
  }
  expect(mail?.text).toContain("1 of yesterday’s leads hasn’t been called yet.");
  expect(mail?.text).toContain("from=2026-03-05&to=2026-03-05");
  expect(sentTo(twin.email).map(({ subject }) => subject)).toEqual([
    "Twin Dental: 1 lead yesterday",
  ]);
  for (const name of ["Marisol", "Quintero"]) {
    expect(JSON.stringify(testApp.receivedMails)).not.toContain(name);
  }
});

test("yesterday's numbers are sent after a day with business hours or leads, in the practice's time zone", async () => {
  const [quiet, busy, west] = [await open(ny), await open(ny), await open(phoenix)];
  // No leads came in on Thursday, but the practices were open.
  await runAt("2026-03-06T12:00:00.000Z");
  expect([quiet, busy, west].map(({ email }) => sentTo(email).length)).toEqual([1, 1, 0]);
  expect(sentTo(quiet.email)[0]?.subject).toBe("Bayshore Family Dental: no leads yesterday");
  await runAt("2026-03-06T14:00:00.000Z");
  expect(sentTo(west.email)).toHaveLength(1);
  // On Saturday the practices were closed, and one of them got a lead.
  testApp.receivedMails.length = 0;
  testApp.clock.at("2026-03-07T17:00:00.000Z");
  await ask(busy);
  await runAt("2026-03-08T11:00:00.000Z");
  expect([quiet, busy].map(({ email }) => sentTo(email).length)).toEqual([0, 1]);
});

test("yesterday's numbers are off by default and only for managers; if turned on at 10 am, they start the next morning", async () => {
  const practice = await makePractice(testApp.deps, { timeZone: ny });
  await runAt("2026-03-06T12:00:00.000Z");
  const token = await signIn(testApp, practice.email);
  expect((await testApp.request("GET", own, { token })).body).toEqual({
    ...{ isOn: false, isOffAbove: false },
  });
  testApp.clock.at("2026-03-06T15:00:00.000Z");
  await testApp.request("PUT", own, { token, json: { isOn: true } });
  await runAt("2026-03-06T15:15:00.000Z");
  expect(testApp.receivedMails).toEqual([]);
  await runAt("2026-03-07T12:00:00.000Z");
  expect(sentTo(practice.email)).toHaveLength(1);
  const member = await signInMember(testApp, practice.clientId);
  expect((await testApp.request("GET", own, member)).status).toBe(403);
});

test("only people who turned on yesterday's numbers get them; one click turns them off, and suspended practices don't get them", async () => {
  const [practice, suspended] = [await open(ny), await open(ny)];
  const colleague = await makePerson(testApp.deps, practice.clientId, { role: "manager" });
  await ask(practice);
  await ask(suspended);
  await testApp.deps.db
    .update(clients)
    .set({ suspendedAt: testApp.clock.now })
    .where(eq(clients.id, suspended.clientId));
  await runAt("2026-03-06T12:00:00.000Z");
  expect(testApp.receivedMails.map(({ to }) => to)).toEqual([practice.email]);
  expect(sentTo(colleague.email)).toEqual([]);
  const [mail] = sentTo(practice.email);
  const { pathname, search } = new URL(mail?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "");
  expect(mail?.html).toContain(`/unsubscribe${search}`);
  const asked = await testApp.request("GET", pathname + search);
  expect(asked.body).toMatchObject({ about: "yesterday", isStopped: false });
  await testApp.request("POST", pathname + search);
  expect((await testApp.request("GET", pathname + search)).body).toMatchObject({ isStopped: true });
  testApp.receivedMails.length = 0;
  await runAt("2026-03-07T12:00:00.000Z");
  expect(testApp.receivedMails).toEqual([]);
});

type Practice = { clientId: string; accountId: string; email: string };

/** Makes a practice whose manager has turned the email on. */
async function open(timeZone: string, name?: string): Promise<Practice> {
  const practice = await makePractice(testApp.deps, { timeZone, ...(name && { name }) });
  const token = await signIn(testApp, practice.email);
  await testApp.request("PUT", own, { token, json: { isOn: true } });
  return practice;
}

/** Creates an inquiry, by default now, and a call after that many minutes. */
async function ask(
  practice: Practice,
  submittedAt = testApp.clock.now,
  minutes: number | null = 4,
  outcome: "booked" | "no_answer" = "booked",
) {
  const made = await makeInquiry(testApp.deps, practice.clientId, { submittedAt });
  if (minutes !== null) {
    const calledAt = new Date(submittedAt.getTime() + minutes * minuteMs);
    await makeCall(testApp.deps, practice, made.lead._id, { calledAt, outcome });
  }
  return made;
}

async function runAt(iso: string) {
  testApp.clock.at(iso);
  await sendYesterdayMails(testApp.deps);
  await testApp.runJobs();
}

function sentTo(email: string) {
  return testApp.receivedMails.filter(({ to }) => to === email);
}

async function die(): Promise<void> {
  throw new Error("killed");
}
