import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldMessages } from "#content/messages.ts";
import { usualWeek } from "#contract/open-hours.ts";
import { madePassword, makePerson, makePractice } from "#server/db/make.ts";
import { accounts, mailedLinks, openHours, sessions } from "#server/db/schema.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

// ── User information ────────────────────────────────────────────────────────────────────────────

test("a practice's changed fields are saved, and omitted fields don't change", async () => {
  const { token } = await signInClient(testApp);
  const change = {
    firstName: "Marisol",
    name: "Gulf Smiles",
    phone: "813.555.0177",
    state: "Georgia",
    senderName: "The team at Gulf Smiles",
    replyTo: "Front@Example.com",
  };
  const answer = await ask(token, "PATCH", "/api/clients/me", change);
  expect(answer.status).toBe(200);
  const { body } = await ask(token, "GET", "/api/clients/getClient");
  expect(body.userData).toEqual(answer.body.userData);
  expect(body.userData).toMatchObject({
    ...change,
    phone: "(813) 555-0177",
    state: "GA",
    replyTo: "front@example.com",
    lastName: "Whitfield",
    city: "Tampa",
  });
  const cleared = await ask(token, "PATCH", "/api/clients/me", { replyTo: "", senderName: "" });
  expect(cleared.body.userData).toMatchObject({ replyTo: "", senderName: "" });
});

test("saving a new reply-to address requires a recent proof of identity; other profile changes don't", async () => {
  const { token } = await signInClient(testApp);
  const change = (json: object) => ask(token, "PATCH", "/api/clients/me", json);
  expect((await change({ replyTo: "front@example.com" })).status).toBe(200);
  await testApp.pool.query("update sessions set proven_at = proven_at - interval '1 hour'");
  const refused = await change({ replyTo: "thief@example.com", city: "Ocala" });
  expect([refused.status, refused.body.code]).toEqual([403, "proof_required"]);
  const saved = await change({ replyTo: "front@example.com", city: "Tampa" });
  expect(saved.body.userData).toMatchObject({ replyTo: "front@example.com", city: "Tampa" });
});

test("every manager is emailed about a new reply-to address, once for each change", async () => {
  const practice = await signInClient(testApp);
  const second = await makePerson(testApp.deps, practice.clientId, { role: "manager" });
  await makePerson(testApp.deps, practice.clientId, { role: "member" });
  const change = (json: object) => ask(practice.token, "PATCH", "/api/clients/me", json);
  const told = async () => {
    await testApp.runJobs();
    const mails = testApp.receivedMails.splice(0);
    return mails.filter(({ subject }) => subject.includes("another address"));
  };
  await told();
  await change({ replyTo: "front@example.com" });
  await change({ replyTo: "front@example.com", city: "Ocala" });
  const mails = await told();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([practice.email, second.email].toSorted());
  for (const { text } of mails) expect(text).toContain("They now go to front@example.com.");
  await change({ replyTo: "" });
  for (const { text } of await told()) expect(text).toContain(`go to ${practice.email}.`);
});

test("a profile change cannot set another practice, a status, or the owner's role", async () => {
  const { token, clientId, email } = await signInClient(testApp);
  const other = await makePractice(testApp.deps);
  const malformedValues = {
    _id: other.clientId,
    clientId: other.clientId,
    status: "active",
    email: "x@example.com",
    admin_id: "mine",
    kind: "admin",
    approvedAt: null,
  };
  expect(
    (await ask(token, "PATCH", "/api/clients/me", { ...malformedValues, city: "Ocala" })).status,
  ).toBe(200);
  const { body } = await ask(token, "GET", "/api/clients/getClient");
  expect(body.userData).toMatchObject({ _id: clientId, email, admin_id: "made", city: "Ocala" });
  const theirs = await ask(await signIn(testApp, other.email), "GET", "/api/clients/getClient");
  expect(theirs.body.userData.city).toBe("Tampa");
});

test("saving an outdated profile is rejected and doesn't overwrite someone else's change", async () => {
  const { token } = await signInClient(testApp);
  const path = "/api/clients/me";
  const { changedAt } = (await ask(token, "GET", "/api/clients/getClient")).body.userData;
  const first = await ask(token, "PATCH", path, { city: "Ocala", firstName: "Ann", changedAt });
  expect(first.body.userData.changedAt > changedAt).toBe(true);
  const late = await ask(token, "PATCH", path, { city: "Miami", firstName: "Zoe", changedAt });
  expect(late).toMatchObject({ status: 409, body: { code: "stale" } });
  const { body } = await ask(token, "GET", "/api/clients/getClient");
  expect(body.userData).toMatchObject({ city: "Ocala", firstName: "Ann" });
  const again = { city: "Miami", changedAt: body.userData.changedAt };
  expect((await ask(token, "PATCH", path, again)).status).toBe(200);
  expect((await ask(token, "PATCH", path, { city: "Naples" })).body.userData.city).toBe("Naples");
});

test("only one of two concurrent changes to the same version of a profile is saved", async () => {
  const { token } = await signInClient(testApp);
  const { changedAt } = (await ask(token, "GET", "/api/clients/getClient")).body.userData;
  const changes = ["Ocala", "Miami"].map((city) =>
    ask(token, "PATCH", "/api/clients/me", { city, firstName: city, changedAt }),
  );
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  const { userData } = (await ask(token, "GET", "/api/clients/getClient")).body;
  expect(userData.city).toBe(userData.firstName);
});

// ── Password and devices ────────────────────────────────────────────────────────────────────────

test("a new password ends every session, and this device continues with a new token", async () => {
  const here = await signInClient(testApp);
  const elsewhere = await signIn(testApp, here.email, "elsewhere");
  const changed = await ask(here.token, "PUT", "/api/clients/me/password", {
    current: madePassword,
    password: "seventeen calm otters",
  });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("Set-Cookie")).toContain(`clientToken=${changed.body.token}`);
  expect(await isIn(here.token)).toBe(false);
  expect(await isIn(elsewhere)).toBe(false);
  expect(await isIn(changed.body.token)).toBe(true);
  await testApp.runJobs();
  expect(testApp.receivedMails.at(-1)).toMatchObject({
    to: here.email,
    subject: "Your password was changed",
  });
});

test("changing the password turns off notifications in every other browser, but not in this one", async () => {
  const here = await signInClient(testApp);
  const elsewhere = await signIn(testApp, here.email, "elsewhere");
  const add = (token: string, name: string) => {
    const endpoint = `https://push.example.com/${name}-${here.accountId}`;
    return ask(token, "POST", "/api/alerts/devices", { ...aDevice, endpoint });
  };
  expect((await add(here.token, "here")).status).toBe(201);
  expect((await add(elsewhere, "elsewhere")).status).toBe(201);
  const changed = await ask(here.token, "PUT", "/api/clients/me/password", {
    current: madePassword,
    password: "seventeen calm otters",
  });
  const { devices } = (await ask(changed.body.token, "GET", "/api/alerts")).body;
  expect(devices).toMatchObject([{ isThisDevice: true }]);
});

test("the password and the email address can't be changed without the current password", async () => {
  const { token } = await signInClient(testApp);
  const password = "seventeen calm otters";
  const wrong = await ask(token, "PUT", "/api/clients/me/password", { current: "x", password });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["current"]]);
  const asked = { email: "new@example.com", password: "x" };
  const refused = await ask(token, "POST", "/api/clients/me/email", asked);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["password"]]);
});

test("a new password can't be made from the person's or the practice's name", async () => {
  const { token } = await signInClient(testApp);
  for (const password of ["DanaWhitfield1", "BayshoreFamily1"]) {
    const change = { current: madePassword, password };
    const refused = await ask(token, "PUT", "/api/clients/me/password", change);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["password"]]);
  }
});

test("a password of 200 arbitrary characters is compared exactly as typed", async () => {
  const { token, email } = await signInClient(testApp);
  const password = `${" Früh 🦦 пять; seventeen Calm otters".padEnd(199, " lemon marsh")} `;
  const change = { current: madePassword, password };
  expect((await ask(token, "PUT", "/api/clients/me/password", change)).status).toBe(200);
  expect((await attempt(email, password)).status).toBe(200);
  const others = [password.trim(), password.toLowerCase(), password.slice(0, 199)];
  for (const other of others) expect((await attempt(email, other)).status).toBe(401);
});

test("the device list marks the current device, and a revoked device is logged out immediately", async () => {
  const here = await signInClient(testApp);
  testApp.clock.forward(1000);
  const elsewhere = await signIn(testApp, here.email, "elsewhere");
  const { body } = await ask(here.token, "GET", "/api/clients/me/devices");
  expect(body.devices.map((one: { isThis: boolean }) => one.isThis)).toEqual([true, false]);
  expect(JSON.stringify(body)).not.toContain(elsewhere);
  const path = `/api/clients/me/devices/${body.devices[1]._id}`;
  const otherPractice = await signInClient(testApp);
  expect((await ask(otherPractice.token, "DELETE", path)).status).toBe(404);
  expect(await isIn(elsewhere)).toBe(true);
  expect((await ask(here.token, "DELETE", path)).status).toBe(200);
  expect(await isIn(elsewhere)).toBe(false);
  expect((await ask(here.token, "DELETE", path)).status).toBe(404);
});

// ── Change of email address ─────────────────────────────────────────────────────────────────────

test.each([
  ["the old address last", ["new", "old"]],
  ["the new address last", ["old", "new"]],
] as const)(
  "an email address changes once both addresses have confirmed it, %s",
  async (_, order) => {
    const practice = await signInClient(testApp);
    const email = `moved-${crypto.randomUUID()}@example.com`;
    const links = await requestAddress(practice, email);
    expect(await newEmailOf(practice.token)).toBe(email);
    expect((await confirm(links[order[0]])).body.message).toContain("the other email");
    expect((await attempt(practice.email)).status).toBe(200);
    expect((await attempt(email)).status).toBe(401);
    expect((await confirm(links[order[1]])).body.message).toContain(
      "Your email address has been changed",
    );
    expect((await attempt(practice.email)).status).toBe(401);
    expect((await attempt(email)).status).toBe(200);
    expect(await newEmailOf(practice.token)).toBeNull();
  },
);

test("opening both confirmation links at the same time still changes the email address", async () => {
  for (let move = 0; move < 8; move += 1) {
    const practice = await signInClient(testApp);
    const email = `moved-${crypto.randomUUID()}@example.com`;
    const links = await requestAddress(practice, email);
    await Promise.all([confirm(links.old), confirm(links.new)]);
    expect((await attempt(email)).status).toBe(200);
  }
});

test("a new request to change the email address invalidates the links of the earlier request", async () => {
  const practice = await signInClient(testApp);
  const first = await requestAddress(practice, `first-${crypto.randomUUID()}@example.com`);
  await confirm(first.new);
  const email = `second-${crypto.randomUUID()}@example.com`;
  const second = await requestAddress(practice, email);
  expect((await confirm(first.old)).status).toBe(422);
  expect((await confirm(second.old)).body.message).toContain("the other email");
  expect((await attempt(email)).status).toBe(401);
});

test("a taken email address is reported only in an email to that address", async () => {
  const practice = await signInClient(testApp);
  const taken = await makePractice(testApp.deps);
  testApp.receivedMails.length = 0;
  const json = { email: taken.email, password: madePassword };
  const answer = await ask(practice.token, "POST", "/api/clients/me/email", json);
  expect(answer.status).toBe(201);
  await testApp.runJobs();
  const mail = testApp.receivedMails.find((one) => one.to === taken.email);
  expect(mail?.subject).toBe("You already have an account");
  expect(mail?.text).not.toContain("?t=");
});

// ── Concurrency ─────────────────────────────────────────────────────────────────────────────────

/**
 * This reset commits while the request is hashing the old password, which it has already verified.
 */
const concurrentReset = (accountId: string) =>
  `update accounts set password_hash = 'set by a reset' where id = '${accountId}'`;

test("a password change that overlaps a reset is rejected and doesn't open a session", async () => {
  const practice = await signInClient(testApp);
  const commit = await testApp.hold(concurrentReset(practice.accountId));
  const asked = ask(practice.token, "PUT", "/api/clients/me/password", {
    current: madePassword,
    password: "a thief's calm otters",
  });
  await testApp.untilWaiting(1);
  await commit();
  const answer = await asked;
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["current"]]);
  expect(await hashOf(practice.accountId)).toBe("set by a reset");
  expect(answer.body).not.toHaveProperty("token");
});

test("an email address change that overlaps a reset is rejected and doesn't create a link", async () => {
  const practice = await signInClient(testApp);
  const commit = await testApp.hold(concurrentReset(practice.accountId));
  const email = `thief-${crypto.randomUUID()}@example.com`;
  const asked = ask(practice.token, "POST", "/api/clients/me/email", {
    email,
    password: madePassword,
  });
  await testApp.untilWaiting(1);
  await commit();
  const answer = await asked;
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["password"]]);
  const links = await testApp.deps.db
    .select()
    .from(mailedLinks)
    .where(eq(mailedLinks.accountId, practice.accountId));
  expect(links).toEqual([]);
});

test("a password change that overlaps a suspension doesn't open a session", async () => {
  const practice = await signInClient(testApp);
  const commit = await testApp.hold(suspensionOf(practice));
  const asked = ask(practice.token, "PUT", "/api/clients/me/password", {
    current: madePassword,
    password: "seventeen calm otters",
  });
  await testApp.untilWaiting(1);
  await commit();
  expect(await asked).toMatchObject({ status: 403, body: { code: "account_suspended" } });
  expect(await openSessionsOf(practice.accountId)).toBe(1);
});

test("opening an email change link during a password change doesn't deadlock, and the link stops working", async () => {
  const practice = await signInClient(testApp);
  const email = `moved-${crypto.randomUUID()}@example.com`;
  const links = await requestAddress(practice, email);
  const commit = await testApp.hold(
    `select from accounts where id = '${practice.accountId}' for update`,
  );
  const changing = ask(practice.token, "PUT", "/api/clients/me/password", {
    current: madePassword,
    password: "seventeen calm otters",
  });
  await testApp.untilWaiting(1);
  const confirming = confirm(links.new);
  await testApp.untilWaiting(2);
  await commit();
  expect([(await changing).status, (await confirming).status]).toEqual([200, 422]);
});

test("if two practices change to the same email address concurrently, one gets it and the other gets an error", async () => {
  const email = `wanted-${crypto.randomUUID()}@example.com`;
  const practice = await signInClient(testApp);
  const other = await signInClient(testApp);
  const links = await requestAddress(practice, email);
  await confirm(links.old);
  const commit = await testApp.hold(
    `update accounts set email = '${email}' where id = '${other.accountId}'`,
  );
  const last = confirm(links.new);
  await testApp.untilWaiting(1);
  await commit();
  expect(await last).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await attempt(practice.email)).status).toBe(200);
});

// ── Business hours ──────────────────────────────────────────────────────────────────────────────

test("new hours with breaks and holidays apply from now on, and earlier hours remain on record", async () => {
  const { token, clientId } = await signInClient(testApp);
  const usual = await ask(token, "GET", "/api/clients/me/hours");
  expect(usual.body).toEqual({
    timeZone: "America/New_York",
    week: usualWeek,
    holidays: [],
    inForceSince: null,
    isConfirmed: false,
  });
  const before = testApp.clock.now;
  testApp.clock.forward(60_000);
  const week = usualWeek.with(3, [
    { from: "08:00", to: "12:00" },
    { from: "13:00", to: "24:00" },
  ]);
  const holidays = [
    { date: "2026-12-25", name: "Christmas" },
    { date: "2026-11-26", name: "" },
  ];
  const change = { timeZone: "America/Chicago", week, holidays };
  const answer = await ask(token, "PUT", "/api/clients/me/hours", change);
  expect(answer.status).toBe(200);
  expect(answer.body.hours).toEqual({
    ...change,
    holidays: holidays.toReversed(),
    inForceSince: testApp.clock.now.toISOString(),
    isConfirmed: true,
  });
  const { body } = await ask(token, "GET", "/api/clients/getClient");
  expect(body.userData.timeZone).toBe("America/Chicago");
  const old = await getOpenHours(testApp.deps, clientId, before);
  expect(old).toMatchObject({ timeZone: "America/New_York", week: usualWeek, holidays: [] });

  testApp.clock.forward(60_000);
  await ask(token, "PUT", "/api/clients/me/hours", { ...change, timeZone: "America/Denver" });
  const rows = await testApp.deps.db
    .select()
    .from(openHours)
    .where(eq(openHours.clientId, clientId))
    .orderBy(asc(openHours.inForceFrom));
  expect(rows.map((row) => row.timeZone)).toEqual([
    "America/New_York",
    "America/Chicago",
    "America/Denver",
  ]);
});

test("saving outdated business hours is rejected and doesn't overwrite someone else's change", async () => {
  const { token } = await signInClient(testApp);
  const path = "/api/clients/me/hours";
  const hours = { timeZone: "America/Chicago", week: usualWeek, holidays: [] };
  const { inForceSince } = (await ask(token, "GET", path)).body;
  expect(inForceSince).toBeNull();
  expect((await ask(token, "PUT", path, { ...hours, inForceSince })).status).toBe(200);
  testApp.clock.forward(60_000);
  const late = { ...hours, timeZone: "America/Denver", inForceSince };
  expect(await ask(token, "PUT", path, late)).toMatchObject({
    status: 409,
    body: { code: "stale" },
  });
  const read = (await ask(token, "GET", path)).body;
  expect(read.timeZone).toBe("America/Chicago");
  const known = { ...late, inForceSince: read.inForceSince };
  expect((await ask(token, "PUT", path, known)).status).toBe(200);
  testApp.clock.forward(60_000);
  expect((await ask(token, "PUT", path, hours)).status).toBe(200);
});

const day = (...spans: [string, string][]) => spans.map(([from, to]) => ({ from, to }));

test.each([
  ["an end before its start", { week: usualWeek.with(1, day(["17:00", "08:00"])) }, "week.1.0.to"],
  [
    "overlapping hours",
    { week: usualWeek.with(1, day(["08:00", "12:00"], ["11:00", "17:00"])) },
    "week.1.1.from",
  ],
  ["an invalid time", { week: usualWeek.with(1, day(["8:00", "25:00"])) }, "week.1.0.from"],
  [
    "a week with only one open minute",
    { week: [[{ from: "08:00", to: "08:01" }], [], [], [], [], [], []] },
    "week",
  ],
  ["a week without an open day", { week: Array.from({ length: 7 }, () => []) }, "week"],
  ["six days", { week: usualWeek.slice(1) }, "week"],
  ["an invalid time zone", { timeZone: "America/Atlantis" }, "timeZone"],
  ["an offset instead of a time zone", { timeZone: "+05:00" }, "timeZone"],
  ["a holiday with an invalid date", { holidays: [{ date: "2026-02-30" }] }, "holidays.0.date"],
])("%s is rejected with a field error and isn't saved", async (_, change, field) => {
  const { token } = await signInClient(testApp);
  const json = { timeZone: "America/New_York", week: usualWeek, holidays: [], ...change };
  const answer = await ask(token, "PUT", "/api/clients/me/hours", json);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([
    422,
    expect.arrayContaining([field]),
  ]);
  expect((await ask(token, "GET", "/api/clients/me/hours")).body.inForceSince).toBeNull();
});

function ask(token: string, method: string, path: string, json?: object) {
  return testApp.request(method, path, { token, json });
}

async function isIn(token: string): Promise<boolean> {
  return (await ask(token, "GET", "/api/clients/getClient")).status === 200;
}

async function hashOf(accountId: string) {
  const [account] = await testApp.deps.db.select().from(accounts).where(eq(accounts.id, accountId));
  return account?.passwordHash;
}

/** Holds the account's lock, as `suspend` does. */
function suspensionOf({ accountId, clientId }: { accountId: string; clientId: string }) {
  return `select from accounts where id = '${accountId}' for update;
    update clients set suspended_at = now() where id = '${clientId}'`;
}

function openSessionsOf(accountId: string) {
  return testApp.deps.db.$count(
    sessions,
    and(eq(sessions.accountId, accountId), isNull(sessions.endedAt)),
  );
}

async function newEmailOf(token: string) {
  return (await ask(token, "GET", "/api/clients/getClient")).body.userData.newEmail;
}

function attempt(email: string, password = madePassword) {
  return testApp.request("POST", "/api/credentials", { json: { email, password } });
}

function confirm(token: string) {
  return testApp.request("POST", "/api/credentials/confirmations", { json: { token } });
}

async function requestAddress(practice: { token: string; email: string }, email: string) {
  const json = { email, password: madePassword };
  await ask(practice.token, "POST", "/api/clients/me/email", json);
  await testApp.runJobs();
  const tokenFor = (address: string) => {
    const mail = testApp.receivedMails.findLast((one) => one.to === address);
    return /\/lms\/confirm-change\?t=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  };
  return { old: tokenFor(practice.email), new: tokenFor(email) };
}

test.each([
  ["name", "Your invoice is overdue. Pay at https://pay.evil.example/4471"],
  ["firstName", "www.evil.example"],
  ["lastName", "ana@evil.example"],
  ["senderName", "Call 813 555 0100"],
])(
  "a profile whose %s contains a URL, an email address or a phone number is rejected: %s",
  async (field, typed) => {
    const { token } = await signInClient(testApp);
    const { status, body } = await ask(token, "PATCH", "/api/clients/me", { [field]: typed });
    expect([status, body.errors]).toEqual([422, { [field]: fieldMessages.not_a_name }]);
  },
);
