// Which logins are reported by email (as a table), and when an account forgets a browser.
import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { madePassword, makeOwner, makePractice } from "#server/db/make.ts";
import { knownDevices, mails, sessions } from "#server/db/schema.ts";
import { deleteExpiredRecords, retentionDays } from "#server/records/retention/retention.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { isReported, maxKnownDevices, maxReportsPerDay } from "./known-devices.ts";

const dayMs = 24 * 60 * 60_000;
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test.each([
  ["a known browser", { isNew: false, hasSignedIn: true, newToday: 0 }, false],
  ["the account's first login", { isNew: true, hasSignedIn: false, newToday: 1 }, false],
  ["a new browser", { isNew: true, hasSignedIn: true, newToday: 1 }, true],
  [
    "the last new browser that is reported on a day",
    { isNew: true, hasSignedIn: true, newToday: maxReportsPerDay },
    true,
  ],
  [
    "one more new browser on that day",
    { isNew: true, hasSignedIn: true, newToday: maxReportsPerDay + 1 },
    false,
  ],
])("%s (%j) is reported by email: %s", (_, meeting, expected) => {
  expect(isReported(meeting)).toBe(expected);
});

test("the first login isn't reported; a login from another browser is reported once", async () => {
  const { email } = await makePractice(testApp.deps, { timeZone: "America/Chicago" });
  const first = await enter(email);
  expect(await reports(email)).toEqual([]);
  await enter(email, first.device);
  expect(await reports(email)).toEqual([]);
  const other = await enter(email, undefined, { "User-Agent": firefox });
  expect(other.device).not.toBe(first.device);
  const [report, ...more] = await reports(email);
  expect(more).toEqual([]);
  expect(report?.subject).toBe("New login to your account");
  for (const said of [
    "Hi Dana,",
    "When: March 17, 2026 at 7:00 am CDT",
    "Device: Firefox on Windows",
    "IP address: 127.0.0.1",
    "http://127.0.0.1:3000/lms/recover",
  ]) {
    expect(report?.text).toContain(said);
  }
  expect(report?.text).not.toContain(other.device);
  await enter(email, other.device);
  expect(await reports(email)).toHaveLength(1);
});

test("an owner's login from a new browser is also reported", async () => {
  const { email } = await makeOwner(testApp.deps);
  await enter(email);
  await enter(email);
  const [report] = await reports(email);
  expect(report?.text).toContain("March 17, 2026 at 8:00 am EDT");
});

test("a browser is remembered for each account separately", async () => {
  const [one, other] = [await makePractice(testApp.deps), await makePractice(testApp.deps)];
  const { device } = await enter(one.email);
  await enter(other.email);
  expect((await enter(other.email, device)).device).toBe(device);
  expect(await reports(one.email)).toEqual([]);
  expect(await reports(other.email)).toHaveLength(1);
  await enter(one.email, device);
  expect(await reports(one.email)).toEqual([]);
});

test("a user agent alone doesn't make a browser known, and an invalid token is replaced", async () => {
  const { email } = await makePractice(testApp.deps);
  await enter(email, undefined, { "User-Agent": firefox });
  await enter(email, undefined, { "User-Agent": firefox });
  expect(await reports(email)).toHaveLength(1);
  const { device } = await enter(email, "short");
  expect(device).toMatch(/^[\w-]{43}$/);
  expect(await reports(email)).toHaveLength(2);
});

test("the device token is stored only as a hash", async () => {
  const { email } = await makePractice(testApp.deps);
  const { device } = await enter(email);
  const known = await testApp.deps.db.select().from(knownDevices);
  const stored = [known, await testApp.deps.db.select().from(sessions)];
  expect(JSON.stringify(stored)).not.toContain(device);
  expect(known.map(({ tokenHash }) => tokenHash)).toContain(hash("sha256", device));
});

test("a wrong password doesn't make a browser known", async () => {
  const { email } = await makePractice(testApp.deps);
  const { device } = await enter(email);
  const wrong = await request(email, { password: "not the password" });
  expect(wrong.headers.getSetCookie()).toEqual([]);
  expect(await knownOf(email)).toHaveLength(1);
  await enter(email, device);
  expect(await reports(email)).toEqual([]);
});

test("a password change makes the account forget every browser except the one that made the change", async () => {
  const { email } = await makePractice(testApp.deps);
  const here = await enter(email);
  const there = await enter(email);
  expect(await reports(email)).toHaveLength(1);
  const password = "seventeen calm otters";
  const changed = await testApp.request("PUT", "/api/clients/me/password", {
    json: { current: madePassword, password },
    headers: { Cookie: `clientToken=${here.token}; deviceToken=${here.device}` },
  });
  expect(changed.status).toBe(200);
  await enter(email, here.device, {}, password);
  expect(await reports(email)).toHaveLength(1);
  await enter(email, there.device, {}, password);
  expect(await reports(email)).toHaveLength(2);
});

test("the response to a request sent before a password change doesn't clear the new cookie", async () => {
  const { email } = await makePractice(testApp.deps);
  const here = await enter(email);
  const there = await enter(email);
  const cookieOf = ({ token, device }: typeof here) => ({
    Cookie: `clientToken=${token}; deviceToken=${device}`,
  });
  const json = { current: madePassword, password: "seventeen calm otters" };
  const headers = cookieOf(here);
  const changed = await testApp.request("PUT", "/api/clients/me/password", { json, headers });
  expect(changed.headers.getSetCookie().join()).toContain("clientToken=");
  const late = await testApp.request("GET", "/api/clients/me/factors", { headers });
  expect(late.status).toBe(401);
  expect(late.headers.getSetCookie()).toEqual([]);
  // The other browser is only logged out, so its cookie is cleared. This browser's cookie is also
  // cleared after a logout.
  const elsewhere = { headers: cookieOf(there) };
  const other = await testApp.request("GET", "/api/clients/me/factors", elsewhere);
  expect(other.headers.getSetCookie().join()).toContain("clientToken=;");
  const out = { headers: cookieOf({ ...here, token: changed.body.token }) };
  expect((await testApp.request("DELETE", "/api/credentials", out)).status).toBe(200);
  const ended = await testApp.request("GET", "/api/clients/me/factors", out);
  expect(ended.headers.getSetCookie().join()).toContain("clientToken=;");
});

test("changing the password in a browser that doesn't have the device cookie yet isn't reported", async () => {
  const { email, token } = await signInClient(testApp);
  await testApp.deps.db.delete(knownDevices);
  const json = { current: madePassword, password: "seventeen calm otters" };
  const changed = await testApp.request("PUT", "/api/clients/me/password", { token, json });
  expect(changed.headers.getSetCookie().join()).toContain("deviceToken=");
  expect(await reports(email)).toEqual([]);
  expect(await knownOf(email)).toHaveLength(1);
});

test("an account remembers a limited number of browsers and gets a limited number of reports a day", async () => {
  const { email } = await makePractice(testApp.deps);
  const { device } = await enter(email);
  for (let count = 0; count < maxKnownDevices; count += 1) {
    testApp.clock.forward(1000);
    await enter(email);
  }
  expect(await knownOf(email)).toHaveLength(maxKnownDevices);
  // The first login also counts as a new browser.
  expect(await reports(email)).toHaveLength(maxReportsPerDay - 1);
  testApp.clock.forward(dayMs);
  await enter(email, device);
  expect(await reports(email)).toHaveLength(maxReportsPerDay);
});

test("a browser is forgotten a year after its last login, when its cookie expires", async () => {
  const before = testApp.clock.now.toISOString();
  expect(retentionDays.knownDevices).toBe(365);
  const { email } = await makePractice(testApp.deps);
  await enter(email);
  testApp.clock.forward(365 * dayMs);
  await deleteExpiredRecords(testApp.deps);
  expect(await knownOf(email)).toHaveLength(1);
  testApp.clock.forward(1);
  await deleteExpiredRecords(testApp.deps);
  expect(await knownOf(email)).toEqual([]);
  // No browser is known anymore, but this isn't the account's first login, so it is reported.
  await enter(email);
  expect(await reports(email)).toHaveLength(1);
  testApp.clock.at(before);
});

async function enter(email: string, device?: string, headers = {}, password = madePassword) {
  const cookie = device ? { Cookie: `deviceToken=${device}` } : {};
  const answer = await request(email, { password }, { ...cookie, ...headers });
  expect(answer.status).toBe(200);
  const set = answer.headers.getSetCookie().join("\n");
  return {
    token: answer.body.token as string,
    device: /deviceToken=([\w-]{43})/.exec(set)?.[1] ?? "",
  };
}

function request(email: string, { password }: { password: string }, headers = {}) {
  return testApp.request("POST", "/api/credentials", { json: { email, password }, headers });
}

async function reports(email: string) {
  await testApp.runJobs();
  const sent = await testApp.deps.db
    .select()
    .from(mails)
    .where(eq(mails.to, email))
    .orderBy(mails.id);
  return sent.filter(({ kind }) => kind === "new-device");
}

async function knownOf(email: string) {
  const { rows } = await testApp.pool.query(
    "select known.id from known_devices known join accounts a on a.id = account_id where email = $1",
    [email],
  );
  return rows;
}
