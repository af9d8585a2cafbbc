// The people at a practice: invitations, roles, deactivation, and whose name is shown.
import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { peopleMessages } from "#content/desk/people.ts";
import { madePassword, makeInquiry, makePerson } from "#server/db/make.ts";
import { accounts, auditEntries, personInvitations, pushDevices } from "#server/db/schema.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signIn, signInAdmin, signInClient, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { makeManager } from "./people.ts";

const dayMs = 24 * 60 * 60_000;
const password = "seventeen calm otters";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

type Practice = Awaited<ReturnType<typeof signInClient>>;

// ── Invitations ─────────────────────────────────────────────────────────────────────────────────

test("an invited person follows the emailed link, chooses a password and logs in with their role", async () => {
  const practice = await signInClient(testApp);
  const { email, token, invited } = await invite(practice, { role: "member" });
  expect(invited.body.invitations).toMatchObject([{ email, role: "member" }]);
  const offer = await testApp.request("GET", `/api/people/invitation?t=${token}`);
  expect(offer.body).toEqual({
    practice: "Bayshore Family Dental",
    ...{ email, firstName: "Lena", lastName: "Fuentes", role: "member", by: "Dana Whitfield" },
  });
  expect((await join(token)).body.message).toBe(peopleMessages.joined);
  const signedIn = await signInAs(email);
  const { body } = await testApp.request("GET", "/api/clients/getClient", { token: signedIn });
  expect(body.person).toMatchObject({ role: "member", hasColleagues: true });
  expect(body.userData).toMatchObject({ _id: practice.clientId, firstName: "Lena", email });
  const { people, invitations } = await peopleOf(practice);
  expect(people.map(({ firstName, role }) => [firstName, role])).toEqual([
    ["Dana", "manager"],
    ["Lena", "member"],
  ]);
  expect(invitations).toEqual([]);
  expect(await actionsOf(practice)).toEqual(
    expect.arrayContaining(["person_invited", "person_joined"]),
  );
});

test("an invitation's link works for seven days and only once, even for two simultaneous requests", async () => {
  const practice = await signInClient(testApp);
  const { token } = await invite(practice);
  const answers = await Promise.all([join(token), join(token)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  expect((await join(token)).body.message).toBe(peopleMessages.deadInvitation);
  expect((await testApp.request("GET", `/api/people/invitation?t=${token}`)).status).toBe(404);

  const late = await invite(practice);
  testApp.clock.forward(7 * dayMs);
  expect((await join(late.token)).status).toBe(422);
  const [open] = (await peopleOf(practice)).invitations;
  expect(Date.parse(open?.expiresAt ?? "")).toBeLessThanOrEqual(testApp.clock.now.getTime());
});

test("resending an invitation cancels the first link, and withdrawing the invitation cancels the second link", async () => {
  const practice = await signInClient(testApp);
  const first = await invite(practice);
  const [open] = (await peopleOf(practice)).invitations;
  const path = `/api/clients/me/people/invitations/${open?._id}`;
  expect((await testApp.request("POST", `${path}/resendings`, practice)).status).toBe(201);
  const second = await mailedToken(first.email);
  expect((await join(first.token)).status).toBe(422);
  expect((await testApp.request("GET", `/api/people/invitation?t=${second}`)).status).toBe(200);
  const withdrawn = await testApp.request("DELETE", path, practice);
  expect([withdrawn.status, withdrawn.body.invitations]).toEqual([200, []]);
  expect((await join(second)).status).toBe(422);
  expect((await testApp.request("POST", `${path}/resendings`, practice)).status).toBe(404);
});

test("inviting an email address again replaces the role in the pending invitation", async () => {
  const practice = await signInClient(testApp);
  const { email, token } = await invite(practice, { role: "member" });
  const again = await invite(practice, { email, role: "manager" });
  expect((await peopleOf(practice)).invitations).toMatchObject([{ email, role: "manager" }]);
  expect((await join(token)).status).toBe(422);
  expect((await join(again.token)).status).toBe(201);
  expect((await peopleOf(practice)).people).toMatchObject([{}, { role: "manager" }]);
});

test("inviting an email address with an account elsewhere gets the usual response, and the email explains the problem", async () => {
  const practice = await signInClient(testApp);
  const others = await signInClient(testApp);
  const unknown = await invite(practice);
  const known = await invite(practice, { email: others.email });
  const shape = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
    status,
    message: body.message,
    keys: Object.keys((body.invitations as object[])[0] ?? {}),
  });
  expect(shape(known.invited)).toEqual(shape(unknown.invited));
  expect(known.token).toBe("");
  expect(testApp.receivedMails.at(-1)).toMatchObject({
    to: others.email,
    text: expect.stringContaining("already has an account"),
  });
  const invitations = await testApp.deps.db
    .select()
    .from(personInvitations)
    .where(eq(personInvitations.clientId, practice.clientId));
  expect(invitations).toHaveLength(2);
});

test("a person who already belongs to the practice can't be invited again", async () => {
  const practice = await signInClient(testApp);
  const { invited } = await invite(practice, { email: practice.email });
  expect([invited.status, invited.body.message]).toEqual([409, peopleMessages.alreadyHere]);
});

test("an invitation can't be accepted once its email address has an account", async () => {
  const [practice, others] = [await signInClient(testApp), await signInClient(testApp)];
  const { email, token } = await invite(practice);
  await makePerson(testApp.deps, others.clientId, { email });
  const answer = await join(token);
  expect([answer.status, answer.body.message]).toEqual([409, peopleMessages.addressHasAccount]);
});

test("a common password is rejected, and the invitation still works", async () => {
  const practice = await signInClient(testApp);
  const { token } = await invite(practice);
  for (const weak of ["lena-fuentes", "BayshoreFamily1", "Password2026!", "nine char"]) {
    const answer = await join(token, weak);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["password"]]);
  }
  expect((await join(token)).status).toBe(201);
});

test("a manager's pending invitations are canceled when the manager is deactivated or made a member", async () => {
  for (const json of [{ isDeactivated: true }, { role: "member" }]) {
    const practice = await signInClient(testApp);
    const second = await signInManager(practice.clientId);
    const kept = await invite(practice);
    const { token } = await invite(second);
    const invitedBy = (await peopleOf(practice)).invitations.map((one) => one.invitedBy);
    expect(invitedBy.toSorted()).toEqual(["Dana Whitfield", "Miguel Santos"]);
    await change(practice, second, json);
    expect((await peopleOf(practice)).invitations).toMatchObject([{ email: kept.email }]);
    expect((await join(token)).status).toBe(422);
    expect((await join(kept.token)).status).toBe(201);
  }
});

test("an unconfirmed registration with the same email address doesn't block an invited person", async () => {
  const practice = await signInClient(testApp);
  const stranger = await signInClient(testApp);
  const email = `lena-${randomUUID()}@example.com`;
  await testApp.deps.db
    .update(accounts)
    .set({ email, emailConfirmedAt: null })
    .where(eq(accounts.id, stranger.accountId));
  const { token } = await invite(practice, { email });
  expect((await join(token)).status).toBe(201);
  expect((await peopleOf(practice)).people).toMatchObject([{}, { email }]);
  const [moved] = await testApp.deps.db
    .select()
    .from(accounts)
    .where(eq(accounts.id, stranger.accountId));
  expect(moved?.email).toMatch(/@unconfirmed\.invalid$/);
});

test("if two practices invite the same email address, only one invitation can be accepted", async () => {
  const [one, other] = [await signInClient(testApp), await signInClient(testApp)];
  const email = `lena-${randomUUID()}@example.com`;
  const [first, second] = [await invite(one, { email }), await invite(other, { email })];
  const answers = await Promise.all([join(first.token), join(second.token)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

// ── Roles ───────────────────────────────────────────────────────────────────────────────────────

test("if two managers demote each other at the same time, one of them remains a manager", async () => {
  for (let round = 0; round < 5; round += 1) {
    const first = await signInClient(testApp);
    const second = await signInManager(first.clientId);
    const demote = (by: { token: string }, whom: { accountId: string }) =>
      change(by, whom, { role: "member" });
    const answers = await Promise.all([demote(first, second), demote(second, first)]);
    // The second request is rejected, because its sender is no longer a manager.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const { people } = await peopleOf(answers[0]?.status === 200 ? first : second);
    expect(people.filter(({ role }) => role === "manager")).toHaveLength(1);
  }
});

test("the last manager can't become a member or be deactivated", async () => {
  const practice = await signInClient(testApp);
  await signInMember(testApp, practice.clientId);
  const demoted = await change(practice, practice, { role: "member" });
  expect([demoted.status, demoted.body.message]).toEqual([409, peopleMessages.keepOneManager]);
  const out = await change(practice, practice, { isDeactivated: true });
  expect([out.status, out.body.message]).toEqual([409, peopleMessages.notYourself]);
});

test("a person's new role takes effect on their next request and is audited with their id", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  expect((await testApp.request("GET", "/api/clients/me/people", person)).status).toBe(403);
  await change(practice, person, { role: "manager", lastName: "Boyd" });
  expect((await testApp.request("GET", "/api/clients/me/people", person)).status).toBe(200);
  const entries = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.clientId, practice.clientId));
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ action: "person_role_changed", accountId: practice.accountId },
        detail: { person: person.accountId, role: "manager" },
      }),
      expect.objectContaining({ action: "person_renamed" }),
    ]),
  );
});

test("a new role is emailed to the person; saving the same role isn't audited or emailed", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  await change(practice, person, { role: "manager" });
  await testApp.runJobs();
  expect(testApp.receivedMails.findLast(({ to }) => to === person.email)).toMatchObject({
    text: expect.stringContaining(
      "Dana Whitfield made you a manager of the lead desk at Bayshore Family Dental",
    ),
  });
  const before = await actionsOf(practice);
  expect((await change(practice, person, {})).status).toBe(200);
  expect((await change(practice, person, { role: "manager" })).status).toBe(200);
  expect(await actionsOf(practice)).toEqual(before);
});

test("the command line can make a person a manager, and rejects an unknown email address", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  await makeManager(testApp.deps, person.email);
  expect((await testApp.request("GET", "/api/clients/me/people", person)).status).toBe(200);
  await expect(makeManager(testApp.deps, "nobody@example.com")).rejects.toThrow("not_found");
});

test("a call from an old screen isn't saved under the name of a person who has logged in since", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const call = (personId: string) =>
    testApp.request("POST", `/api/leads/${lead._id}/calls`, {
      token: person.token,
      headers: { "Person-Id": personId },
      json: { _id: randomUUID(), outcome: "spoke" },
    });
  const refused = await call(practice.accountId);
  expect([refused.status, refused.body.message]).toEqual([401, peopleMessages.someoneElse]);
  // The other person stays logged in.
  expect(refused.headers.get("Set-Cookie")).toBeNull();
  expect((await call(person.accountId)).status).toBe(201);
});

test("a member can change only their own notification devices", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  const add = (by: { token: string }, name: string) =>
    testApp.request("POST", "/api/alerts/devices", {
      token: by.token,
      json: { ...aDevice, endpoint: `https://push.example.com/${name}-${randomUUID()}` },
    });
  await add(practice, "manager");
  const { body } = await add(person, "member");
  expect(body.alerts).toMatchObject({ devices: [{ isYours: true }], defaultEmail: "" });
  const all = await testApp.request("GET", "/api/alerts", practice);
  const devices: { _id: string; isYours: boolean; person: string }[] = all.body.devices;
  expect(devices.map(({ person, isYours }) => [person, isYours])).toEqual([
    ["Dana Whitfield", true],
    ["Miguel Santos", false],
  ]);
  const [managers = "", members = ""] = devices.map(({ _id }) => `/api/alerts/devices/${_id}`);
  const json = { alertsWhenClosed: true };
  const patch = (path: string) => testApp.request("PATCH", path, { token: person.token, json });
  expect((await patch(managers)).status).toBe(404);
  expect((await patch(members)).status).toBe(200);
  expect((await testApp.request("DELETE", members, practice)).status).toBe(200);
});

test("inviting people, changing roles and deactivating people require a recent proof of identity", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  await invite(practice);
  const [open] = (await peopleOf(practice)).invitations;
  testApp.clock.forward(15 * 60_000);
  const resend = () =>
    testApp.request("POST", `/api/clients/me/people/invitations/${open?._id}/resendings`, practice);
  const refused = [
    (await invite(practice, { role: "manager" })).invited,
    await resend(),
    await change(practice, person, { role: "manager" }),
    await change(practice, person, { isDeactivated: true }),
    await change(practice, person, { isDeactivated: false }),
  ];
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([403, "proof_required"]);
  }
  const { people, invitations } = await peopleOf(practice);
  expect(people.map(({ role }) => role).toSorted()).toEqual(["manager", "member"]);
  expect(invitations).toHaveLength(1);
  const json = { password: madePassword };
  await testApp.request("POST", "/api/clients/me/proofs", { token: practice.token, json });
  expect((await invite(practice)).invited.status).toBe(201);
  expect((await resend()).status).toBe(201);
  expect((await change(practice, person, { role: "manager" })).status).toBe(200);
});

test("the practice's other managers are emailed about each new manager", async () => {
  const practice = await signInClient(testApp);
  const second = await signInManager(practice.clientId);
  const member = await signInMember(testApp, practice.clientId);
  const told = async (name: string) => {
    await testApp.runJobs();
    const mails = testApp.receivedMails.filter(({ subject }) => subject.includes("new manager"));
    testApp.receivedMails.length = 0;
    for (const { text } of mails) expect(text).toContain(name);
    return mails.map(({ to }) => to).toSorted();
  };
  await testApp.runJobs();
  testApp.receivedMails.length = 0;
  const managers = [practice.email, second.email].toSorted();
  await join((await invite(practice, { role: "member" })).token);
  expect(await told("nobody")).toEqual([]);
  await join((await invite(practice, { role: "manager" })).token);
  expect(await told("Lena Fuentes")).toEqual(managers);
  const { people } = await peopleOf(practice);
  const lena = people.find(({ firstName, role }) => firstName === "Lena" && role === "manager");
  await change(practice, { accountId: lena?._id ?? "" }, { isDeactivated: true });
  expect(await told("nobody")).toEqual([]);
  await change(practice, { accountId: lena?._id ?? "" }, { isDeactivated: false });
  expect(await told("Lena Fuentes")).toEqual(managers);
  await change(practice, { accountId: lena?._id ?? "" }, { role: "member" });
  await change(practice, member, { role: "manager" });
  expect(await told("Miguel Santos")).toEqual(managers);
  await change(practice, member, { role: "member" });
  await makeManager(testApp.deps, member.email);
  expect(await told("Miguel Santos")).toEqual(managers);
});

// ── Deactivation ────────────────────────────────────────────────────────────────────────────────

test("deactivating a person ends their sessions and notifications, and their name stays on their calls", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  await testApp.request("POST", "/api/alerts/devices", { token: person.token, json: aDevice });
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const call = { _id: randomUUID(), outcome: "spoke" };
  await testApp.request("POST", `/api/leads/${lead._id}/calls`, {
    token: person.token,
    json: call,
  });

  const answer = await change(practice, person, { isDeactivated: true });
  expect(answer.body.message).toBe(peopleMessages.deactivated);
  expect((await testApp.request("GET", "/api/leads/new", person)).status).toBe(401);
  const devices = await testApp.deps.db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.accountId, person.accountId));
  expect(devices.map(({ endedAt }) => endedAt)).toEqual([testApp.clock.now]);
  const again = await attempt(person.email, madePassword);
  expect([again.status, again.body.code]).toEqual([403, "account_deactivated"]);
  // Only the right password reveals that the account exists.
  expect((await attempt(person.email, "another password")).body.code).toBe("wrong_credentials");
  const { body } = await testApp.request("GET", `/api/leads/${lead._id}`, practice);
  expect(body.timeline.map(({ by }: { by: string }) => by)).toContain("Miguel Santos");

  await change(practice, person, { isDeactivated: false });
  expect((await attempt(person.email, madePassword)).status).toBe(200);
});

test("a deactivated person is notified by email, once", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  await change(practice, person, { isDeactivated: true });
  await change(practice, person, { isDeactivated: true });
  await testApp.runJobs();
  const mails = testApp.receivedMails.filter(({ to }) => to === person.email);
  expect(mails).toMatchObject([
    {
      subject: "Your account on your practice’s lead desk was deactivated",
      text: expect.stringContaining("Dana Whitfield deactivated your account"),
    },
  ]);
});

test("deactivating a person again doesn't change the deactivation time", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  await change(practice, person, { isDeactivated: true });
  const [first] = (await peopleOf(practice)).people.filter(({ deactivatedAt }) => deactivatedAt);
  testApp.clock.forward(60_000);
  await change(practice, person, { isDeactivated: true });
  expect((await peopleOf(practice)).people.at(-1)?.deactivatedAt).toBe(first?.deactivatedAt);
  expect((await actionsOf(practice)).filter((one) => one === "person_deactivated")).toHaveLength(1);
});

test("a person's open page is notified immediately when they are deactivated", async () => {
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  // Turns off the heartbeat, which would also end the stream.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const headers = { Authorization: `Bearer ${person.token}` };
  const stream = await testApp.api.request("http://localhost/api/leads/events", { headers });
  await change(practice, person, { isDeactivated: true });
  // The body is complete once the stream ends.
  const events = [...(await stream.text()).matchAll(/^event: (\w+)/gm)].map(([, name]) => name);
  expect(events).toEqual(["hello", "refetch"]);
});

// ── The practice ────────────────────────────────────────────────────────────────────────────────

test("a practice with several people is listed once, and suspending it ends all of their sessions", async () => {
  const owner = await signInAdmin(testApp);
  const practice = await signInClient(testApp);
  const person = await signInMember(testApp, practice.clientId);
  const search = encodeURIComponent(practice.email);
  const { body } = await testApp.request("GET", `/api/admin/clients?search=${search}`, owner);
  expect(body.clients).toMatchObject([{ _id: practice.clientId }]);
  await testApp.request("POST", `/api/admin/clients/${practice.clientId}/suspension`, owner);
  for (const { token } of [practice, person]) {
    expect((await testApp.request("GET", "/api/leads/new", { token })).status).toBe(401);
  }
});

test("the default reply-to address is the first active manager's", async () => {
  const practice = await signInClient(testApp);
  const second = await signInManager(practice.clientId);
  const replyTo = async () => {
    const { body } = await testApp.request("GET", "/api/clients/getClient", second);
    return body.userData.defaultReplyTo;
  };
  expect(await replyTo()).toBe(practice.email);
  await change(second, practice, { isDeactivated: true });
  expect(await replyTo()).toBe(second.email);
});

// ── Helpers ─────────────────────────────────────────────────────────────────────────────────────

async function invite(
  by: { token: string },
  { email = `lena-${randomUUID()}@example.com`, role = "member" } = {},
) {
  const json = { firstName: "Lena", lastName: "Fuentes", email, role };
  const invited = await testApp.request("POST", "/api/clients/me/people", {
    token: by.token,
    json,
  });
  return { email, invited, token: await mailedToken(email) };
}

/** Returns the token of the newest email to this address; empty if it has none. */
async function mailedToken(email: string): Promise<string> {
  await testApp.runJobs();
  const mail = testApp.receivedMails.findLast(({ to }) => to === email);
  return /\?t=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

function join(token: string, chosen = password) {
  const json = { token, password: chosen, firstName: "Lena", lastName: "Fuentes" };
  return testApp.request("POST", "/api/people/acceptances", { json });
}

function attempt(email: string, typed: string) {
  return testApp.request("POST", "/api/credentials", { json: { email, password: typed } });
}

async function signInAs(email: string): Promise<string> {
  return (await attempt(email, password)).body.token;
}

async function signInManager(clientId: string) {
  const person = await makePerson(testApp.deps, clientId, { role: "manager" });
  return { ...person, token: await signIn(testApp, person.email) };
}

function change(by: { token: string }, whom: { accountId: string }, json: object) {
  const path = `/api/clients/me/people/${whom.accountId}`;
  return testApp.request("PATCH", path, { token: by.token, json });
}

type Listed = {
  people: { _id: string; firstName: string; role: string; deactivatedAt: string | null }[];
  invitations: {
    _id: string;
    email: string;
    role: string;
    invitedBy: string;
    expiresAt: string;
  }[];
};

async function peopleOf({ token }: { token: string }): Promise<Listed> {
  return (await testApp.request("GET", "/api/clients/me/people", { token })).body;
}

async function actionsOf({ clientId }: Practice): Promise<string[]> {
  const rows = await testApp.deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.clientId, clientId))
    .orderBy(asc(auditEntries.id));
  return rows.map(({ action }) => action);
}
