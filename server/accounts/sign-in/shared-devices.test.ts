// A shared device: who is using it, what they may do, and what it shows while it is locked.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sharedDeviceMessages } from "#content/desk/shared-device.ts";
import { fieldMessages } from "#content/messages.ts";
import {
  type DevicePerson,
  isEasyPin,
  maxWrongPins,
  maxWrongPinsPerHour,
  SharedState,
} from "#contract/shared-devices.ts";
import { madePassword, makeInquiry, makeOpenHours, makePerson } from "#server/db/make.ts";
import { auditEntries, devicePins } from "#server/db/schema.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { alertPractice } from "#server/messages/alerts/due-alerts.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signIn, signInAdmin, signInClient, signInMember } from "#server/testing/people.ts";
import { shareDevice, sharedPin } from "#server/testing/shared-device.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const minute = 60_000;

let testApp: TestApp;
let manager: Awaited<ReturnType<typeof signInClient>>;
let member: Awaited<ReturnType<typeof signInMember>>;
/** The shared device's session. */
let token: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T16:00:00.000Z");
  manager = await signInClient(testApp);
  member = await signInMember(testApp, manager.clientId);
  token = await shareDevice(testApp, manager.token);
});
afterAll(() => testApp.close());

test.each(["0000", "1111", "1234", "4321", "0123", "9876", "8765"])("PIN %s is too easy", (pin) => {
  expect(isEasyPin(pin)).toBe(true);
});

test.each(["1224", "2580", "1357", "9012", "4711", "0001"])("%s is accepted as a PIN", (pin) => {
  expect(isEasyPin(pin)).toBe(false);
});

test("sharing a device gives the browser a new session, unlocked by the manager", async () => {
  expect((await ask("GET", "/api/leads/new", { token: manager.token })).status).toBe(401);
  const state = SharedState.parse((await ask("GET", "/api/shared-device")).body);
  expect(state).toMatchObject({
    isLocked: false,
    idleMinutes: 5,
    locksAt: "2026-03-17T16:05:00.000Z",
    unlocked: { _id: manager.accountId, initials: "DW" },
    isPasswordNeeded: false,
  });
  expect(await actions()).toEqual(expect.arrayContaining(["device_shared", "device_pin_set"]));
});

test("sharing a device requires the manager's own password and a PIN that isn't too easy", async () => {
  const ordinary = await signIn(testApp, manager.email);
  const good = { password: madePassword, idleMinutes: 5, initials: "dw", pin: sharedPin };
  for (const [change, errors] of [
    [{ password: "not the password" }, { password: fieldMessages.wrong_password }],
    [{ pin: "1234" }, { pin: fieldMessages.easy_pin }],
    [{ pin: "12345" }, { pin: fieldMessages.not_a_pin }],
    [{ pin: "１２３５" }, { pin: fieldMessages.not_a_pin }],
    [{ initials: "D1" }, { initials: fieldMessages.not_initials }],
    [{ initials: "DANA" }, { initials: fieldMessages.not_initials }],
    [{ idleMinutes: 60 }, { idleMinutes: fieldMessages.invalid }],
  ] as const) {
    const json = { ...good, ...change };
    const { body } = await ask("POST", "/api/shared-device", { token: ordinary, json });
    expect(body.errors).toEqual(errors);
  }
});

test("a device can't be shared twice, and a member can't share a device", async () => {
  const json = { password: madePassword, idleMinutes: 5, initials: "DW", pin: sharedPin };
  const again = await ask("POST", "/api/shared-device", { json });
  expect(again).toMatchObject({ status: 403, body: { message: sharedDeviceMessages.ownDevice } });
  const byMember = await ask("POST", "/api/shared-device", { token: member.token, json });
  expect(byMember.status).toBe(403);
  const ordinary = await signIn(testApp, manager.email);
  const both = await Promise.all(
    [1, 2].map(() => ask("POST", "/api/shared-device", { token: ordinary, json })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 401]);
});

test("a device that isn't shared can't be locked or unlocked", async () => {
  const own = { token: member.token };
  expect((await ask("GET", "/api/shared-device", own)).body).toEqual({ isShared: false });
  const json = { accountId: manager.accountId, pin: sharedPin };
  for (const path of ["unlocks", "locks", "activity"]) {
    const { status } = await ask("POST", `/api/shared-device/${path}`, { ...own, json });
    expect(status).toBe(409);
  }
});

test("an idle shared device locks exactly when its idle time is up and can't read leads until someone unlocks it", async () => {
  await makeInquiry(testApp.deps, manager.clientId, { firstName: "Marisol" });
  testApp.clock.forward(5 * minute - 1);
  expect((await ask("GET", "/api/leads/new")).status).toBe(200);
  testApp.clock.forward(1);
  const refused = await ask("GET", "/api/leads/new");
  expect(refused).toMatchObject({ status: 403, body: { code: "device_locked" } });
  expect((await ask("POST", "/api/shared-device/activity")).body.code).toBe("device_locked");
  const { body } = await ask("GET", "/api/shared-device");
  expect(body).toMatchObject({
    ...{ isLocked: true, unlocked: null, locksAt: null },
    waiting: {
      uncalled: 1,
      callbacksDue: 0,
      clocks: [{ since: expect.any(String), heldAt: null }],
    },
  });
  expect(JSON.stringify(body)).not.toContain("Marisol");
  expect((await unlock(manager.accountId, sharedPin)).status).toBe(201);
  expect((await ask("GET", "/api/leads/new")).body.leads[0].firstName).toBe("Marisol");
});

test("a shared device stays unlocked while someone uses it, and Lock locks it immediately", async () => {
  testApp.clock.forward(4 * minute);
  expect((await ask("POST", "/api/shared-device/activity")).status).toBe(201);
  testApp.clock.forward(4 * minute);
  expect((await ask("GET", "/api/leads/new")).status).toBe(200);
  expect((await ask("POST", "/api/shared-device/locks")).status).toBe(201);
  expect((await ask("POST", "/api/shared-device/locks")).status).toBe(201);
  expect((await ask("GET", "/api/leads/new")).body.code).toBe("device_locked");
});

test("each person sets a PIN with their password, and their calls, notes and emails are recorded under their name", async () => {
  expect((await byPassword(member.accountId, { initials: "mb", pin: "2580" })).status).toBe(201);
  const { lead } = await makeInquiry(testApp.deps, manager.clientId);
  await call(lead._id);
  await write(lead._id);
  expect((await unlock(manager.accountId, sharedPin)).status).toBe(201);
  await write(lead._id);
  const again = await makeInquiry(testApp.deps, manager.clientId, { phone: "8135550177" });
  await call(again.lead._id);
  const { rows } = await testApp.pool.query(
    "select lead_id, account_id from calls where client_id = $1 order by called_at, id",
    [manager.clientId],
  );
  expect(rows).toEqual([
    { lead_id: lead._id, account_id: member.accountId },
    { lead_id: again.lead._id, account_id: manager.accountId },
  ]);
  for (const table of ["notes", "mails"]) {
    const written = await testApp.pool.query(
      `select account_id from ${table} where client_id = $1 and lead_id = $2`,
      [manager.clientId, lead._id],
    );
    const by = written.rows.map(({ account_id }) => account_id).toSorted();
    expect([table, by]).toEqual([table, [member.accountId, manager.accountId].toSorted()]);
  }
});

test("requests after an unlock run as the person who unlocked the device, not as a cached person", async () => {
  await byPassword(member.accountId, { initials: "MB", pin: "2580" });
  for (const accountId of [manager.accountId, member.accountId]) {
    await unlock(accountId, accountId === member.accountId ? "2580" : sharedPin);
    expect((await ask("GET", "/api/leads/new")).status).toBe(200);
    expect((await ask("GET", "/api/leads/new")).status).toBe(200);
    const { person } = (await ask("GET", "/api/clients/getClient")).body;
    expect(person).toMatchObject({ _id: accountId, role: "member" });
  }
});

test("a page left open by the previous person can't save changes under the next person's name", async () => {
  await byPassword(member.accountId, { initials: "MB", pin: "2580" });
  const { lead } = await makeInquiry(testApp.deps, manager.clientId);
  const stale = { headers: { "person-id": manager.accountId }, json: { text: "A note" } };
  const path = `/api/leads/${lead._id}/notes`;
  expect((await ask("POST", path, stale)).status).toBe(401);
  expect((await ask("GET", "/api/shared-device", { headers: stale.headers })).status).toBe(200);
});

test("everyone is a member on a shared device, even a manager who enters their password", async () => {
  await byPassword(manager.accountId);
  expect((await ask("GET", "/api/clients/me/people")).status).toBe(403);
  const own = [
    ["GET", "/api/clients/me/devices"],
    ["GET", "/api/clients/me/factors"],
    ["PUT", "/api/clients/me/password", { current: madePassword, password: "another long one" }],
    ["POST", "/api/clients/me/email", { email: "new@example.com", password: madePassword }],
    ["POST", "/api/clients/me/recovery-codes", { password: madePassword }],
    ["POST", "/api/clients/me/factors/totp", { password: madePassword }],
  ] as const;
  for (const [method, path, json] of own) {
    const { status, body } = await ask(method, path, { json });
    expect([path, status, body.message]).toEqual([path, 403, sharedDeviceMessages.ownDevice]);
  }
});

test("a person needs their password after five wrong PINs; other people can still use their PINs", async () => {
  await byPassword(member.accountId, { initials: "MB", pin: "2580" });
  await ask("POST", "/api/shared-device/locks");
  for (let tried = 1; tried < maxWrongPins; tried += 1) {
    const { body } = await unlock(member.accountId, "9999");
    expect(body.errors).toEqual({ pin: fieldMessages.wrong_pin });
    // Someone else's correct PIN in between doesn't reset the count.
    expect((await unlock(manager.accountId, sharedPin)).status).toBe(201);
  }
  await ask("POST", "/api/shared-device/locks");
  const fifth = await unlock(member.accountId, "9999");
  expect(fifth.body.errors).toEqual({ pin: fieldMessages.too_many_pins });
  expect((await actions()).filter((one) => one === "device_pins_refused")).toHaveLength(1);
  const right = await unlock(member.accountId, "2580");
  expect(right).toMatchObject({
    status: 422,
    body: { errors: { pin: "Too many wrong PINs. Use your password." } },
  });
  const state = (await ask("GET", "/api/shared-device")).body;
  expect(state.isPasswordNeeded).toBe(false);
  const needing = state.people.filter((one: DevicePerson) => one.isPasswordNeeded);
  expect(needing.map(({ _id }: DevicePerson) => _id)).toEqual([member.accountId]);
  expect((await ask("GET", "/api/leads/new")).body.code).toBe("device_locked");
  const wrong = await byPassword(member.accountId, {}, "not the password");
  expect(wrong.body.errors).toEqual({ password: fieldMessages.wrong_password });
  expect((await byPassword(member.accountId)).status).toBe(201);
  expect((await unlock(member.accountId, "2580")).status).toBe(201);
  const audited = await entries();
  expect(audited.filter(({ action }) => action === "device_wrong_pin")).toHaveLength(5);
  expect(audited.find(({ action }) => action === "device_wrong_pin")?.detail).toEqual({
    person: member.accountId,
  });
  expect(audited.filter(({ action }) => action === "device_unlocked_by_pin")).toHaveLength(5);
});

test("after ten wrong PINs in an hour across all people, everyone needs a password", async () => {
  for (let tried = 0; tried < maxWrongPinsPerHour; tried += 1) {
    const { accountId } = await makePerson(testApp.deps, manager.clientId);
    expect((await unlock(accountId, "9999")).status).toBe(422);
  }
  const right = await unlock(manager.accountId, sharedPin);
  expect(right.body.errors).toEqual({ pin: fieldMessages.too_many_pins });
  expect((await ask("GET", "/api/shared-device")).body.isPasswordNeeded).toBe(true);
  expect((await byPassword(manager.accountId)).status).toBe(201);
  expect((await unlock(manager.accountId, sharedPin)).status).toBe(422);
  testApp.clock.forward(60 * minute - 1);
  expect((await unlock(manager.accountId, sharedPin)).status).toBe(422);
  testApp.clock.forward(1);
  expect((await ask("GET", "/api/shared-device")).body.isPasswordNeeded).toBe(false);
  expect((await unlock(manager.accountId, sharedPin)).status).toBe(201);
});

test("correct PINs in between don't reset the device's hourly count of wrong PINs", async () => {
  for (let tried = 0; tried < maxWrongPinsPerHour; tried += 1) {
    expect((await unlock(manager.accountId, sharedPin)).status).toBe(201);
    const { accountId } = await makePerson(testApp.deps, manager.clientId);
    expect((await unlock(accountId, "9999")).status).toBe(422);
  }
  const right = await unlock(manager.accountId, sharedPin);
  expect(right.body.errors).toEqual({ pin: fieldMessages.too_many_pins });
});

test("a correct PIN doesn't count toward the hourly limit on wrong PINs", async () => {
  for (let used = 0; used <= maxWrongPinsPerHour; used += 1) {
    expect((await unlock(manager.accountId, sharedPin)).status).toBe(201);
  }
});

test("changing a password deletes the person's PINs and locks the devices they unlocked", async () => {
  const elsewhere = await signIn(testApp, member.email);
  await byPassword(member.accountId, { initials: "MB", pin: "2580" });
  expect((await ask("GET", "/api/leads/new")).status).toBe(200);
  const json = { current: madePassword, password: "another long password" };
  const own = { token: elsewhere, json };
  expect((await ask("PUT", "/api/clients/me/password", own)).status).toBe(200);
  expect((await ask("GET", "/api/leads/new")).body.code).toBe("device_locked");
  expect((await unlock(member.accountId, "2580")).status).toBe(422);
  expect((await unlock(manager.accountId, sharedPin)).status).toBe(201);
});

test("a password reset also deletes the person's PINs and locks the device they unlocked", async () => {
  await byPassword(member.accountId, { initials: "MB", pin: "2580" });
  await testApp.request("POST", "/api/credentials/recover", { json: { email: member.email } });
  await testApp.runJobs();
  const mail = testApp.receivedMails.findLast(({ to }) => to === member.email);
  const link = /\/lms\/recover\?t=([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  const json = { token: link, password: "another long password" };
  expect((await testApp.request("PATCH", "/api/credentials/reset", { json })).status).toBe(200);
  expect((await ask("GET", "/api/leads/new")).body.code).toBe("device_locked");
  expect((await unlock(member.accountId, "2580")).status).toBe(422);
});

test("a person gets one email, without the PIN, when a PIN is set for them", async () => {
  await testApp.runJobs();
  testApp.receivedMails.length = 0;
  await byPassword(member.accountId, { initials: "MB", pin: "2580" });
  await byPassword(member.accountId);
  await testApp.runJobs();
  expect(testApp.receivedMails).toMatchObject([
    { to: member.email, subject: "A PIN was set for you on a shared device" },
  ]);
  expect(testApp.receivedMails[0]?.text).not.toContain("2580");
});

test("wrong passwords on the lock screen count against the device and don't lock anyone out elsewhere", async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
  const boss = await signInClient(limited);
  const people = [
    await signInMember(limited, boss.clientId),
    await signInMember(limited, boss.clientId),
  ];
  const device = await shareDevice(limited, boss.token);
  const attempt = (accountId: string, password: string) =>
    limited.request("POST", "/api/shared-device/passwords", {
      token: device,
      json: { accountId, password },
    });
  for (let tried = 0; tried < 10; tried += 1) {
    const { accountId = "" } = people[tried % 2] ?? {};
    expect((await attempt(accountId, "not the password")).status).toBe(422);
  }
  expect((await attempt(boss.accountId, madePassword)).status).toBe(429);
  for (const { email, token: own } of people) {
    expect(await signIn(limited, email)).toMatch(/^[\w-]{43}$/);
    const stillHere = await limited.request("GET", "/api/leads/new", { token: own });
    expect(stillHere.status).toBe(401);
  }
  expect(
    (
      await limited.request("POST", "/api/shared-device/unlocks", {
        token: device,
        json: { accountId: boss.accountId, pin: sharedPin },
      })
    ).status,
  ).toBe(201);
  await limited.close();
});

test("wrong passwords on a shared device also count toward a limit per account", async () => {
  const counted: string[] = [];
  const { limits } = testApp.deps;
  testApp.deps.limits = {
    ...limits,
    async count(rule, who) {
      if (rule === "devicePasswordPerAccount") counted.push(who);
    },
  };
  await byPassword(member.accountId, {}, "not the password");
  testApp.deps.limits = limits;
  expect(counted).toEqual([member.accountId]);
});

test("only five of forty simultaneous wrong PINs are checked", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => unlock(manager.accountId, "9999")),
  );
  const said = answers.map(({ body }) => body.errors.pin);
  expect(said.filter((one) => one === fieldMessages.wrong_pin)).toHaveLength(maxWrongPins - 1);
  const [pin] = await testApp.deps.db
    .select()
    .from(devicePins)
    .where(eq(devicePins.accountId, manager.accountId));
  expect(pin?.wrongPins).toBe(maxWrongPins);
});

test("a PIN doesn't unlock another device or another practice's device", async () => {
  const other = await signInClient(testApp);
  const elsewhere = await shareDevice(testApp, other.token);
  const json = { accountId: manager.accountId, pin: sharedPin };
  const foreign = await ask("POST", "/api/shared-device/unlocks", { token: elsewhere, json });
  expect(foreign.body.errors).toEqual({ pin: fieldMessages.wrong_pin });
  const proof = { accountId: manager.accountId, password: madePassword };
  const byProof = { token: elsewhere, json: proof };
  expect((await ask("POST", "/api/shared-device/passwords", byProof)).status).toBe(404);
  const second = await shareDevice(testApp, await signIn(testApp, manager.email), "4711");
  expect((await ask("POST", "/api/shared-device/unlocks", { token: second, json })).status).toBe(
    422,
  );
});

test("two people can't have the same initials, and initials and a PIN can only be set together", async () => {
  const taken = await byPassword(member.accountId, { initials: "dw", pin: "2580" });
  expect(taken.body.errors).toEqual({ initials: fieldMessages.initials_taken });
  const alone = await byPassword(member.accountId, { initials: "MB" });
  expect(alone.body.errors).toEqual({ pin: fieldMessages.required });
  const noInitials = await byPassword(member.accountId, { pin: "2580" });
  expect(noInitials.body.errors).toEqual({ initials: fieldMessages.required });
  expect((await byPassword(manager.accountId, { initials: "dw", pin: "2580" })).status).toBe(201);
  expect((await unlock(manager.accountId, sharedPin)).status).toBe(422);
  expect((await unlock(manager.accountId, "2580")).status).toBe(201);
});

test("a deactivated person is locked out immediately and needs a new PIN after being reactivated", async () => {
  await byPassword(member.accountId, { initials: "MB", pin: "2580" });
  const boss = await signIn(testApp, manager.email);
  const path = `/api/clients/me/people/${member.accountId}`;
  await ask("PATCH", path, { token: boss, json: { isDeactivated: true } });
  expect((await ask("GET", "/api/leads/new")).body.code).toBe("device_locked");
  const { body } = await ask("GET", "/api/shared-device");
  expect(body.people.map(({ _id }: { _id: string }) => _id)).toEqual([manager.accountId]);
  expect((await unlock(member.accountId, "2580")).status).toBe(422);
  expect((await byPassword(member.accountId)).status).toBe(404);
  await ask("PATCH", path, { token: boss, json: { isDeactivated: false } });
  expect((await ask("GET", "/api/leads/new")).body.code).toBe("device_locked");
  expect((await unlock(member.accountId, "2580")).status).toBe(422);
});

test("logging out, changing the password or suspending the practice deletes the device's PINs", async () => {
  expect(await pins()).toBe(1);
  await ask("DELETE", "/api/credentials");
  expect(await pins()).toBe(0);
  expect((await unlock(manager.accountId, sharedPin)).status).toBe(401);

  const shared = await shareDevice(testApp, await signIn(testApp, manager.email));
  const own = await signIn(testApp, manager.email);
  const change = { current: madePassword, password: "another long password" };
  await ask("PUT", "/api/clients/me/password", { token: own, json: change });
  expect(await pins()).toBe(0);
  expect((await ask("GET", "/api/shared-device", { token: shared })).status).toBe(401);

  const other = await signInClient(testApp);
  await shareDevice(testApp, other.token);
  const admin = await signInAdmin(testApp);
  await ask("POST", `/api/admin/clients/${other.clientId}/suspension`, { token: admin.token });
  expect(await testApp.deps.db.$count(devicePins, eq(devicePins.clientId, other.clientId))).toBe(0);
});

test("a shared device's notifications don't show names", async () => {
  await ask("POST", "/api/alerts/devices", { json: aDevice });
  testApp.pushes.length = 0;
  await alertOf("Marisol");
  expect(testApp.pushes.map(({ payload }) => payload)).toMatchObject([
    { title: "New lead", body: "", url: "/lms/dashboard" },
  ]);
});

test("notifications stay on when a browser becomes a shared device", async () => {
  const own = await signIn(testApp, manager.email);
  await ask("POST", "/api/alerts/devices", { token: own, json: aDevice });
  await shareDevice(testApp, own);
  testApp.pushes.length = 0;
  await alertOf("Marisol");
  expect(testApp.pushes).toHaveLength(1);
});

test("unlocking as a person without a PIN gets the same error as a wrong PIN", async () => {
  const person = await makePerson(testApp.deps, manager.clientId);
  const { body } = await unlock(person.accountId, "2580");
  expect(body.errors).toEqual({ pin: fieldMessages.wrong_pin });
});

type Options = Parameters<TestApp["request"]>[2];

function ask(method: string, path: string, options: Options = {}) {
  const json = options.json ?? (method === "GET" || method === "DELETE" ? undefined : {});
  return testApp.request(method, path, { token, ...options, ...(json ? { json } : {}) });
}

function unlock(accountId: string, pin: string) {
  return ask("POST", "/api/shared-device/unlocks", { json: { accountId, pin } });
}

function byPassword(accountId: string, rest: object = {}, password = madePassword) {
  return ask("POST", "/api/shared-device/passwords", { json: { accountId, password, ...rest } });
}

async function call(leadId: string) {
  const json = { _id: crypto.randomUUID(), outcome: "no_answer", calledAgoSeconds: 0 };
  expect((await ask("POST", `/api/leads/${leadId}/calls`, { json })).status).toBe(201);
  testApp.clock.forward(1000);
}

/** Adds a note and an email. */
async function write(leadId: string) {
  const text = "We'll call again tomorrow.";
  const note = { submissionId: crypto.randomUUID(), title: "Left voicemail", text };
  const email = { submissionId: crypto.randomUUID(), subject: "Hi", body: `<p>${text}</p>` };
  for (const [kind, json] of Object.entries({ notes: note, emails: email })) {
    expect((await ask("POST", `/api/leads/${leadId}/${kind}`, { json })).status).toBe(201);
  }
}

/** Creates an inquiry and sends its notifications. */
async function alertOf(firstName: string) {
  const { clientId } = manager;
  const hours = { timeZone: "America/New_York", from: "08:00", to: "17:00" };
  await makeOpenHours(testApp.deps, clientId, hours);
  await testApp.deps.db.transaction((tx) =>
    receiveInquiry(testApp.deps, tx, {
      ...{ clientId, sourceId: null, campaignId: null, isTest: false },
      person: { firstName, lastName: "Quintero", email: "m@example.com", phone: "", answers: [] },
      ...{ submittedAt: testApp.clock.now, receivedAt: testApp.clock.now },
    }),
  );
  await alertPractice(testApp.deps, clientId);
  await testApp.runJobs();
}

async function actions() {
  return (await entries()).map(({ action }) => action);
}

function entries() {
  const isOurs = eq(auditEntries.clientId, manager.clientId);
  return testApp.deps.db.select().from(auditEntries).where(isOurs);
}

function pins() {
  return testApp.deps.db.$count(devicePins, eq(devicePins.clientId, manager.clientId));
}
