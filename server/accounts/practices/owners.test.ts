// Access to the console: every way to get it and lose it, as tables, and the race conditions.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ownerInvitationDays } from "#contract/owners.ts";
import { proofMinutes } from "#contract/roles.ts";
import { openSession } from "#server/accounts/sign-in/sessions.ts";
import { madePassword, makeOwner } from "#server/db/make.ts";
import { accounts, auditEntries } from "#server/db/schema.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const password = "seventeen calm otters";
const dayMs = 24 * 60 * 60_000;

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let other: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  // Each test has its own two owners.
  await testApp.pool.query("update accounts set deactivated_at = now() where kind = 'admin'");
  owner = await signInAdmin(testApp);
  other = await signInAdmin(testApp);
});
afterAll(() => testApp.close());

test("the owners' list shows each owner's last login and two-step login, and marks your own entry", async () => {
  const never = await makeOwner(testApp.deps);
  const { body } = await ask("GET", "/api/admin/owners");
  const rows = new Map(body.owners.map((row: { _id: string }) => [row._id, row]));
  expect(rows.size).toBe(3);
  const signedInAt = testApp.clock.now.toISOString();
  expect(rows.get(owner.accountId)).toMatchObject({ isYou: true, lastSignedInAt: signedInAt });
  expect(rows.get(other.accountId)).toEqual({
    ...{ _id: other.accountId, firstName: "Olive", lastName: "Owner", email: other.email },
    ...{ role: "owner", lastSignedInAt: signedInAt, hasTwoStepLogin: false, isYou: false },
  });
  expect(rows.get(never.accountId)).toMatchObject({ lastSignedInAt: null });
});

test("an invited owner chooses a password and logs in; all owners are notified of each step", async () => {
  const email = "lena@example.com";
  const invited = await invite(email);
  expect([invited.status, invited.body.message]).toEqual([201, "The invitation is on its way."]);
  expect(invited.body.invitations).toMatchObject([{ email }]);
  const token = await linkTo(email);
  const offer = await testApp.request("GET", `/api/owners/invitation?t=${token}`);
  expect(offer.body).toEqual({ email, by: "Olive Owner", role: "owner" });
  const joined = await join(token);
  expect(joined.status).toBe(201);
  expect((await enter(email, password)).body.kind).toBe("admin");
  const { body } = await ask("GET", "/api/admin/owners");
  expect(body.invitations).toEqual([]);
  expect(body.owners.map((one: { email: string }) => one.email)).toContain(email);
  for (const told of [owner.email, other.email]) {
    expect(await subjectsTo(told)).toEqual([
      "Someone was invited to become an owner",
      "The console has a new owner",
    ]);
  }
  expect((await subjectsTo(email)).filter((one) => one.includes("new login"))).toEqual([]);
  expect(await actionsOf(owner.accountId)).toContain("owner_invited");
});

test.each([
  ["an owner", () => other.email, "This person is already an owner."],
  [
    "a person at a practice",
    async () => (await signInClient(testApp)).email,
    "This email address already belongs to a practice’s account, and each address can have only one account. Use a different address.",
  ],
])("%s can't be invited", async (_, emailOf, message) => {
  const refused = await invite(await emailOf());
  expect([refused.status, refused.body.message]).toEqual([409, message]);
});

test.each([
  ["used", async (token: string) => void (await join(token))],
  ["withdrawn", withdrawAll],
  ["replaced by a new one", async (_: string, email: string) => void (await invite(email))],
  ["sent too long ago", async () => testApp.clock.forward(ownerInvitationDays * dayMs)],
  [
    "sent by an owner who has since set a new password",
    async () => {
      const json = { current: madePassword, password };
      await ask("PUT", "/api/admins/myself/password", json);
    },
  ],
  ["sent by an owner who has since been removed", () => remove(owner, other)],
])("an owner invitation link that was %s doesn't work", async (_, end) => {
  const email = `lena-${randomUUID()}@example.com`;
  await invite(email);
  const token = await linkTo(email);
  await end(token, email);
  const refused = await join(token);
  expect([refused.status, refused.body.errors]).toEqual([422, { token: expect.any(String) }]);
  const offer = await testApp.request("GET", `/api/owners/invitation?t=${token}`);
  expect(offer.status).toBe(404);
});

test("if two people use the same invitation link at the same time, only one becomes an owner", async () => {
  const email = "twice@example.com";
  await invite(email);
  const token = await linkTo(email);
  const answers = await Promise.all([join(token), join(token)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
});

test("a common password is rejected, and the invitation still works", async () => {
  const email = "common@example.com";
  await invite(email);
  const token = await linkTo(email);
  expect((await join(token, { password: "password123" })).body.errors).toHaveProperty("password");
  expect((await join(token)).status).toBe(201);
});

test("inviting or removing an owner requires the caller's password", async () => {
  const email = "wrong@example.com";
  const json = { password: "not mine" };
  const invited = await ask("POST", "/api/admin/owners/invitations", {
    ...{ email, role: "owner", ...json },
  });
  const removed = await ask("POST", `/api/admin/owners/${other.accountId}/removals`, json);
  for (const refused of [invited, removed]) {
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["password"]]);
  }
  expect((await ask("GET", "/api/admin/owners")).body.invitations).toEqual([]);
  expect((await ask("GET", "/api/admins/myself", undefined, other.token)).status).toBe(200);
});

test("inviting or removing an owner requires a code as well as the password when two-step login is on", async () => {
  const json = { password: madePassword };
  const own = "/api/admins/myself/factors";
  const begun = await ask("POST", `${own}/totp`, json);
  const codeNow = () =>
    new TOTP({ secret: Secret.fromBase32(begun.body.secret) }).generate({
      timestamp: testApp.clock.now.getTime(),
    });
  await ask("POST", `${own}/${begun.body._id}/confirmations`, { code: codeNow() });
  for (const [path, email] of [
    ["/api/admin/owners/invitations", "second@example.com"],
    [`/api/admin/owners/${other.accountId}/removals`, undefined],
  ] as const) {
    testApp.clock.forward(60_000);
    const asked = await ask("POST", path, { email, role: "owner", ...json });
    expect([asked.status, asked.body.code]).toEqual([403, "second_factor_required"]);
    const { challenge } = asked.body.secondFactor;
    const send = (code: string) =>
      ask("POST", path, { email, role: "owner", ...json, secondStep: { challenge, code } });
    expect((await send("000000")).status).toBe(422);
    expect((await send(codeNow())).status).toBe(201);
  }
});

test("a removed owner loses access immediately, and all owners are notified", async () => {
  const removed = await remove(other);
  expect(removed.body.owners).toMatchObject([{ isYou: true }]);
  expect((await ask("GET", "/api/admins/myself", undefined, other.token)).status).toBe(401);
  const refused = await enter(other.email, madePassword);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "You no longer have access to the console. If you think that’s a mistake, ask an owner.",
  ]);
  expect(await subjectsTo(owner.email)).toEqual(["An owner was removed"]);
  expect(await subjectsTo(other.email)).toEqual(["An owner was removed"]);
  const entries = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, "owner_removed"));
  expect(entries.at(-1)).toMatchObject({
    accountId: owner.accountId,
    detail: { person: other.accountId },
  });
});

test("a removed owner's leftover session has no access, not even to view as a practice", async () => {
  const { clientId } = await signInClient(testApp);
  await remove(other);
  const left = await testApp.deps.db.transaction((tx) =>
    openSession(
      testApp.deps,
      tx,
      { address: "::1", device: "left behind" },
      { id: other.accountId, kind: "admin" },
    ),
  );
  for (const path of ["/api/admins/myself", `/api/leads/new?client=${clientId}`]) {
    const headers = { Cookie: `adminToken=${left}` };
    expect((await testApp.request("GET", path, { headers })).status).toBe(401);
  }
});

test("a removed owner's code can't register a practice, and the removed owner no longer gets notices", async () => {
  await ask("POST", "/api/admin/invitations", { email: "p@example.com" }, other.token);
  await remove(other);
  const registration = {
    ...{ firstName: "Priya", lastName: "Raman", email: "priya@example.com", password },
    ...{ address: "1 Bayshore Boulevard", city: "Tampa", state: "FL", zip: "33606" },
    ...{ phone: "(813) 555-0142", admin_id: other.adminCode },
  };
  const refused = await testApp.request("POST", "/api/clients", { json: registration });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["admin_id"]]);
  expect((await ask("GET", "/api/admin/invitations")).body.invitations).toEqual([]);
  const heard = (await subjectsTo(other.email)).length;
  await testApp.request("POST", "/api/clients", {
    json: { ...registration, admin_id: owner.adminCode },
  });
  expect(await subjectsTo(owner.email)).toContainEqual(expect.stringContaining("Priya"));
  expect(await subjectsTo(other.email)).toHaveLength(heard);
});

test("owners can't remove themselves, so at least one always remains", async () => {
  const refused = await remove(owner);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "You can’t remove yourself. Ask another owner.",
  ]);
  await remove(other);
  expect((await remove(other)).status).toBe(404);
  expect((await remove(owner)).status).toBe(409);
});

test("if two owners remove each other at the same time, one of them remains an owner", async () => {
  const answers = await Promise.all([remove(other, owner), remove(owner, other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  const left = await testApp.pool.query(
    "select id from accounts where kind = 'admin' and deactivated_at is null",
  );
  expect(left.rowCount).toBe(1);
});

test("a person at a practice can't be removed as if they were an owner", async () => {
  const { accountId, token } = await signInClient(testApp);
  const refused = await ask("POST", `/api/admin/owners/${accountId}/removals`, {
    password: madePassword,
  });
  expect(refused.status).toBe(404);
  expect((await ask("GET", "/api/clients/getClient", undefined, token)).status).toBe(200);
});

test("a removed owner can come back with a new invitation and keeps the same account", async () => {
  await remove(other);
  expect((await invite(other.email)).status).toBe(201);
  expect((await join(await linkTo(other.email))).status).toBe(201);
  const back = await enter(other.email, password);
  const { body } = await ask("GET", "/api/admins/myself", undefined, back.body.token);
  expect(body.admin).toMatchObject({ _id: other.accountId, firstName: "Lena" });
  const [row] = await testApp.deps.db
    .select()
    .from(accounts)
    .where(eq(accounts.id, other.accountId));
  expect(row?.deactivatedAt).toBeNull();
});

test("an invited helper joins as a helper, and all owners are notified", async () => {
  const email = "hana@example.com";
  const invited = await invite(email, "helper");
  expect(invited.body.invitations).toContainEqual(
    expect.objectContaining({ email, role: "helper" }),
  );
  const token = await linkTo(email);
  const offer = await testApp.request("GET", `/api/owners/invitation?t=${token}`);
  expect(offer.body).toMatchObject({ email, role: "helper" });
  expect((await join(token)).status).toBe(201);
  const { body } = await enter(email, password);
  const myself = await ask("GET", "/api/admins/myself", undefined, body.token);
  expect(myself.body.admin).toMatchObject({ email, role: "helper" });
  expect((await ask("GET", "/api/admin/clients", undefined, body.token)).status).toBe(403);
  expect(await subjectsTo(other.email)).toEqual([
    "Someone was invited to become a helper",
    "The console has a new helper",
  ]);
  expect((await subjectsTo(email)).filter((one) => one.includes("helper"))).toEqual([]);
});

test("changing a role doesn't end the session and takes effect on the next request", async () => {
  expect((await ask("GET", "/api/admin/clients", undefined, other.token)).status).toBe(200);
  const changed = await setRole(other, "helper");
  expect([changed.status, changed.body.message]).toEqual([200, "They’re a helper now."]);
  const refused = await ask("GET", "/api/admin/clients", undefined, other.token);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Your role doesn’t include this. Ask an owner.",
  ]);
  expect((await ask("GET", "/api/admin/campaigns", undefined, other.token)).status).toBe(200);
  await setRole(other, "owner");
  expect((await ask("GET", "/api/admin/clients", undefined, other.token)).status).toBe(200);
  for (const told of [owner.email, other.email]) {
    expect(await subjectsTo(told)).toEqual([
      "An owner is a helper now",
      "A helper is an owner now",
    ]);
  }
  expect(await actionsOf(owner.accountId)).toEqual(
    expect.arrayContaining(["owner_made_helper", "helper_made_owner"]),
  );
});

test("changing a role requires a recent proof of identity, and a helper can't change roles", async () => {
  testApp.clock.forward(proofMinutes * 60_000);
  const asked = await setRole(other, "helper");
  expect([asked.status, asked.body.code]).toEqual([403, "proof_required"]);
  expect(await ownersLeft()).toBe(2);
  await ask("POST", "/api/admins/myself/proofs", { password: madePassword });
  expect((await setRole(other, "helper")).status).toBe(200);
  await ask("POST", "/api/admins/myself/proofs", { password: madePassword }, other.token);
  expect((await setRole(other, "owner", other)).status).toBe(403);
});

test("the last owner can't become a helper", async () => {
  await setRole(other, "helper");
  const refused = await setRole(owner, "helper");
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "The console needs an owner. Make another person an owner first.",
  ]);
  expect((await setRole(owner, "owner")).status).toBe(200);
  expect(await subjectsTo(owner.email)).toHaveLength(1);
});

test.each([
  ["each other", () => [setRole(other, "helper", owner), setRole(owner, "helper", other)]],
  ["themselves", () => [setRole(owner, "helper", owner), setRole(other, "helper", other)]],
  ["and remove each other", () => [setRole(other, "helper", owner), remove(owner, other)]],
])("if two owners demote %s at the same time, one of them remains an owner", async (_, act) => {
  const answers = await Promise.all(act());
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(await ownersLeft()).toBe(1);
});

test("an owner who becomes a helper loses their pending invitations, and practices can't register with their code", async () => {
  const email = `lena-${randomUUID()}@example.com`;
  const json = { email, role: "owner", password: madePassword };
  await ask("POST", "/api/admin/owners/invitations", json, other.token);
  await ask("POST", "/api/admin/invitations", { email: "q@example.com" }, other.token);
  const token = await linkTo(email);
  await setRole(other, "helper");
  expect((await join(token)).status).toBe(422);
  for (const [path, to] of [
    ["/api/admin/owners", email],
    ["/api/admin/invitations", "q@example.com"],
  ] as const) {
    const { invitations } = (await ask("GET", path)).body;
    expect(invitations.filter((one: { email: string }) => one.email === to)).toEqual([]);
  }
  const registration = {
    ...{ firstName: "Priya", lastName: "Raman", email: "priya.q@example.com", password },
    ...{ address: "1 Bayshore Boulevard", city: "Tampa", state: "FL", zip: "33606" },
    ...{ phone: "(813) 555-0142", admin_id: other.adminCode },
  };
  const refused = await testApp.request("POST", "/api/clients", { json: registration });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["admin_id"]]);
});

test("a helper is notified of a new contact request, but not of a new practice", async () => {
  await setRole(other, "helper");
  const before = (await subjectsTo(other.email)).length;
  const words = { fullName: "Ada", email: "ada@example.com", phone: "1", message: "Hello" };
  const sent = await testApp.request("POST", "/api/contact", {
    json: { ...words, page: "Personal", submissionId: randomUUID() },
  });
  expect(sent.status).toBe(201);
  expect(await subjectsTo(other.email)).toHaveLength(before + 1);
  await testApp.request("POST", "/api/clients", {
    json: {
      ...{ firstName: "Olive", lastName: "Marsh", email: "odile@example.com", password },
      ...{ address: "1 Bayshore Boulevard", city: "Tampa", state: "FL", zip: "33606" },
      ...{ phone: "(813) 555-0142", admin_id: owner.adminCode },
    },
  });
  expect(await subjectsTo(owner.email)).toContainEqual(expect.stringContaining("Olive"));
  expect(await subjectsTo(other.email)).toHaveLength(before + 1);
});

test("a removed helper loses access immediately and is notified", async () => {
  await setRole(other, "helper");
  const removed = await remove(other);
  expect(removed.body.owners).toMatchObject([{ isYou: true, role: "owner" }]);
  expect((await subjectsTo(other.email)).at(-1)).toBe("A helper was removed");
  expect((await ask("GET", "/api/admins/myself", undefined, other.token)).status).toBe(401);
});

test("an owner can change their own password and email address, as people at a practice can", async () => {
  const elsewhere = await signIn(testApp, owner.email, "elsewhere");
  const changed = await ask("PUT", "/api/admins/myself/password", {
    ...{ current: madePassword, password },
  });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("Set-Cookie")).toContain(`adminToken=${changed.body.token}`);
  expect((await ask("GET", "/api/admins/myself", undefined, elsewhere)).status).toBe(401);
  const email = "olive.new@example.com";
  const asked = await ask(
    "POST",
    "/api/admins/myself/email",
    { email, password },
    changed.body.token,
  );
  expect(asked.status).toBe(201);
  await testApp.runJobs();
  for (const to of [owner.email, email]) {
    const text = testApp.receivedMails.findLast((mail) => mail.to === to)?.text ?? "";
    const token = /\?t=([\w-]{43})/.exec(text)?.[1];
    const json = { token };
    const { status } = await testApp.request("POST", "/api/credentials/confirmations", { json });
    expect(status).toBe(201);
  }
  expect((await enter(email, password)).status).toBe(200);
});

function ask(method: string, path: string, json?: object, token = owner.token) {
  return testApp.request(method, path, { token, json });
}

function invite(email: string, role = "owner") {
  return ask("POST", "/api/admin/owners/invitations", { email, role, password: madePassword });
}

function setRole({ accountId }: { accountId: string }, role: string, by = owner) {
  return ask("PATCH", `/api/admin/owners/${accountId}`, { role }, by.token);
}

async function ownersLeft(): Promise<number> {
  const { rowCount } = await testApp.pool.query(
    `select id from accounts
     where kind = 'admin' and console_role = 'owner' and deactivated_at is null`,
  );
  return rowCount ?? 0;
}

function remove({ accountId }: { accountId: string }, by = owner) {
  const path = `/api/admin/owners/${accountId}/removals`;
  return ask("POST", path, { password: madePassword }, by.token);
}

function join(token: string, change = {}) {
  return testApp.request("POST", "/api/owners/acceptances", {
    json: { token, firstName: "Lena", lastName: "Fuentes", password, ...change },
  });
}

function enter(email: string, password: string) {
  return testApp.request("POST", "/api/credentials", { json: { email, password } });
}

async function withdrawAll() {
  const { body } = await ask("GET", "/api/admin/owners");
  for (const { _id } of body.invitations) {
    await ask("DELETE", `/api/admin/owners/invitations/${_id}`);
  }
}

async function linkTo(email: string): Promise<string> {
  await testApp.runJobs();
  const sent = testApp.receivedMails.filter(({ to }) => to === email);
  return (
    sent.map(({ text }) => /\/admin\/join\?t=([\w-]{43})/.exec(text)?.[1]).findLast(Boolean) ?? ""
  );
}

async function subjectsTo(email: string): Promise<string[]> {
  await testApp.runJobs();
  return testApp.receivedMails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

async function actionsOf(accountId: string) {
  const noted = await testApp.deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId));
  return noted.map(({ action }) => action);
}
