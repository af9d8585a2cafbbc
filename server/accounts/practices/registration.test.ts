import { asc, desc, eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { madePassword, makeOwner, makePractice } from "#server/db/make.ts";
import { auditEntries, clients, mailedLinks, templates } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { plantSet } from "#server/testing/planted-template-sets.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { approve } from "./practices.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp({ ORIGIN: "https://desk.example.com" });
  owner = await signInAdmin(testApp);
});
beforeEach(() => {
  testApp.receivedMails.length = 0;
});
afterAll(() => testApp.close());

const newPassword = "seventeen calm otters";

// ── Registration ────────────────────────────────────────────────────────────────────────────────

test("a practice registers, waits for approval, and can log in once it is approved", async () => {
  const form = aRegistration();
  const answer = await register(form);
  expect(answer.status).toBe(201);
  const { firstName, lastName, email } = form;
  expect(answer.body).toMatchObject({ data: { firstName, lastName, email }, status: 201 });
  expect(Object.keys(answer.body.data)).toEqual(["firstName", "lastName", "email"]);
  expect(await attempt(email, newPassword)).toMatchObject({
    status: 403,
    body: { code: "account_pending" },
  });
  expect(await attempt(email, "not the password")).toMatchObject({ status: 401 });

  await testApp.runJobs();
  const notice = mailTo(owner.email);
  expect(notice.subject).toBe("Priya Raman has registered");
  expect(notice.text).toContain("We’ve asked them to confirm their email address");
  const waiting = await findClient(email);
  expect(waiting).toMatchObject({ status: "pending", isAddressConfirmed: false });
  await confirm(tokenFor(email, "/lms/confirm"));
  await testApp.runJobs();
  expect(mailTo(owner.email).subject).toBe("Priya Raman is waiting for your approval");
  const approved = await asOwner("POST", `/api/admin/clients/${waiting._id}/approval`);
  expect(approved.body.client).toMatchObject({ status: "active" });
  await testApp.runJobs();
  expect(mailTo(email).subject).toBe("Your account is ready");

  const { token } = (await attempt(email, newPassword)).body;
  const { body } = await testApp.request("GET", "/api/clients/getClient", { token });
  expect(body.userData).toMatchObject({
    email,
    phone: "(813) 555-0142",
    state: "FL",
    zip: "33606",
    admin_id: owner.adminCode,
    timeZone: "America/New_York",
    status: "active",
  });
});

test("the emailed link confirms the email address once", async () => {
  const form = aRegistration();
  await register(form);
  await testApp.runJobs();
  const token = tokenFor(form.email, "/lms/confirm");
  expect(await confirm(token)).toMatchObject({ status: 201 });
  expect(await findClient(form.email)).toMatchObject({ isAddressConfirmed: true });
  expect(await confirm(token)).toMatchObject({
    status: 422,
    body: { errors: { token: /no longer/ } },
  });
});

test("registering an email address that has an account gets the usual response, and an email explains the problem", async () => {
  const known = await makePractice(testApp.deps);
  const answer = await register(aRegistration({ email: known.email.toUpperCase() }));
  const other = await register(aRegistration());
  expect(answer.status).toBe(other.status);
  expect(answer.body.message).toBe(other.body.message);
  expect(answer.body.data).toEqual({ ...other.body.data, email: known.email });
  await testApp.runJobs();
  expect(mailTo(known.email).subject).toBe("You already have an account");
  expect(mailTo(known.email).text).not.toContain("Priya");
  expect((await attempt(known.email, newPassword)).status).toBe(401);
  expect((await attempt(known.email)).status).toBe(200);
});

test("an owner's email address can't be used to register a practice", async () => {
  expect((await register(aRegistration({ email: owner.email }))).status).toBe(201);
  expect(await findClient(owner.email)).toBeUndefined();
});

test("simultaneous registrations with the same email address create one account", async () => {
  const form = aRegistration();
  const answers = await Promise.all([1, 2, 3].map(() => register(form)));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  const { body } = await asOwner("GET", `/api/admin/clients?search=${form.email}`);
  expect(body.total).toBe(1);
});

test.each([
  ["no first name", { firstName: "" }, "firstName"],
  ["no city", { city: " " }, "city"],
  ["an empty practice name", { practiceName: " " }, "practiceName"],
  ["a URL as the practice name", { practiceName: "www.example.com" }, "practiceName"],
  ["a made-up owner code", { admin_id: "guessed" }, "admin_id"],
  ["a short password", { password: "nine char" }, "password"],
  ["a common password", { password: "Password2026!" }, "password"],
  ["the person's name as the password", { password: "priyaraman12" }, "password"],
  [
    "the practice's name as the password",
    { practiceName: "Harbor Dental Loft", password: "HarborDentalLoft1" },
    "password",
  ],
  ["an invalid state", { state: "Atlantis" }, "state"],
  ["a phone of six digits", { phone: "555-014" }, "phone"],
  ["a zip of letters", { zip: "ABCDE" }, "zip"],
])("%s is rejected with a field error, and no account is created", async (_, change, field) => {
  const form = aRegistration(change);
  const answer = await register(form);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect(await findClient(form.email)).toBeUndefined();
});

test("Address 2 is optional, the state can be spelled out, and the phone number can include +1", async () => {
  const { address2: _, ...form } = aRegistration({
    state: "puerto rico",
    phone: "+1 787 555 0142",
  });
  expect((await register(form)).status).toBe(201);
  const [client] = await testApp.deps.db.select().from(clients).orderBy(desc(clients.id)).limit(1);
  expect(client).toMatchObject({ address2: "", state: "PR", phone: "(787) 555-0142" });
});

test("a role, a status or an approval in the request body is ignored", async () => {
  const form = aRegistration({
    kind: "admin",
    status: "active",
    approvedAt: new Date(),
    role: "admin",
  });
  await register(form);
  expect(await findClient(form.email)).toMatchObject({ status: "pending" });
});

// ── Invitations ─────────────────────────────────────────────────────────────────────────────────

test("an invited person registers with the emailed link and can log in immediately", async () => {
  const email = anAddress();
  const invitation = await invite(email);
  const filledIn = await testApp.request("GET", `/api/clients/invitation?t=${invitation}`);
  expect(filledIn.body).toEqual({
    ...{ email, admin_id: owner.adminCode, practiceName: null, written: null },
  });
  const answer = await register(aRegistration({ email, invitation }));
  expect(answer.body.message).toContain("log in now");
  expect((await attempt(email, newPassword)).status).toBe(200);
  expect(await findClient(email)).toMatchObject({ status: "active", isAddressConfirmed: true });
  expect((await testApp.request("GET", `/api/clients/invitation?t=${invitation}`)).status).toBe(
    404,
  );
});

test.each([
  [
    "the name that was typed",
    { practiceName: "Bayshore Smiles" },
    "Raman Dental",
    "Bayshore Smiles",
  ],
  ["the invitation's name if none was typed", {}, "Raman Dental", "Raman Dental"],
  ["the person's name if no other was given", {}, undefined, "Priya Raman"],
])("an invited practice registers under %s", async (_, typed, practiceName, name) => {
  const email = anAddress();
  const invitation = await invite(email, practiceName);
  const filledIn = await testApp.request("GET", `/api/clients/invitation?t=${invitation}`);
  expect(filledIn.body.practiceName).toBe(practiceName ?? null);
  await register(aRegistration({ email, invitation, ...typed }));
  expect(await findClient(email)).toMatchObject({ name, status: "active" });
});

test("a practice without an invitation registers under the name that was typed", async () => {
  const form = aRegistration({ practiceName: "Bayshore Smiles" });
  await register(form);
  expect(await findClient(form.email)).toMatchObject({ name: "Bayshore Smiles" });
});

test("a pending invitation is listed with the practice's name", async () => {
  const email = anAddress();
  await invite(email, "Raman Dental");
  const { body } = await asOwner("GET", "/api/admin/invitations");
  const open = body.invitations.find((one: { email: string }) => one.email === email);
  expect(open).toMatchObject({ practiceName: "Raman Dental" });
});

test("an invited practice starts with the invitation's template set, unless the set was deleted", async () => {
  const kept = await plantSet(testApp, owner, "Kept");
  const deleted = await plantSet(testApp, owner, "Deleted");
  const [byLink, byMail, without] = [anAddress(), anAddress(), anAddress()];
  await register(
    aRegistration({ email: byLink, invitation: await invite(byLink, undefined, kept.setId) }),
  );
  await invite(byMail, undefined, kept.setId);
  await register(aRegistration({ email: byMail }));
  await testApp.runJobs();
  await confirm(tokenFor(byMail, "/lms/confirm"));
  const invitation = await invite(without, undefined, deleted.setId);
  await asOwner("DELETE", `/api/admin/template-sets/${deleted.setId}`);
  await register(aRegistration({ email: without, invitation }));
  for (const email of [byLink, byMail]) {
    const { _id } = await findClient(email);
    const { body } = await asOwner("GET", `/api/admin/clients/${_id}`);
    expect(body.templateSets.copied).toMatchObject([{ _id: kept.setId, isBehind: false }]);
    const own = await testApp.deps.db.select().from(templates).where(eq(templates.clientId, _id));
    expect(own).toMatchObject([{ title: "Kept title", body: "<p>Kept newer body</p>" }]);
    const audited = await asOwner("GET", `/api/admin/audit?client=${_id}`);
    const entries = audited.body.entries as { action: string }[];
    expect(entries.filter(({ action }) => action === "template_set_copied")).toMatchObject([
      { who: owner.email, templateSet: `Kept set ${kept.setId}` },
    ]);
  }
  const { _id, status } = await findClient(without);
  const { body } = await asOwner("GET", `/api/admin/clients/${_id}`);
  expect([status, body.templateSets.copied]).toEqual(["active", []]);
});

test("an invitation works only for its email address, and only once", async () => {
  const email = anAddress();
  const invitation = await invite(email);
  const otherPerson = aRegistration({ invitation });
  await register(otherPerson);
  expect(await findClient(otherPerson.email)).toMatchObject({ status: "pending" });
  await register(aRegistration({ email, invitation }));
  const again = aRegistration({ invitation });
  await register(again);
  expect(await findClient(again.email)).toMatchObject({ status: "pending" });
});

test("an invited person who registers without the link gets access by confirming with their password", async () => {
  const email = anAddress();
  await invite(email);
  await register(aRegistration({ email }));
  expect(await findClient(email)).toMatchObject({ status: "pending" });
  await testApp.runJobs();
  const confirmed = await confirm(tokenFor(email, "/lms/confirm"));
  expect(confirmed.body.message).toContain("you can log in now");
  expect(await findClient(email)).toMatchObject({ status: "active" });
});

const otherPersonsPassword = "a stranger's calm otters";

test.each(["invited before", "invited after"])(
  "confirming someone else's registration for an email address that was %s doesn't give access, and the invitation still works",
  async (order) => {
    const email = anAddress();
    const byOtherPerson = aRegistration({
      email,
      firstName: "Mallory",
      password: otherPersonsPassword,
    });
    const before = order === "invited before" ? await invite(email) : null;
    await register(byOtherPerson);
    const invitation = before ?? (await invite(email));
    await testApp.runJobs();
    const token = tokenFor(email, "/lms/confirm");
    for (const password of [undefined, "", newPassword]) {
      const refused = await ask("/api/credentials/confirmations", { token, password });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["password"]]);
    }
    expect(await findClient(email)).toMatchObject({ status: "pending", isAddressConfirmed: false });
    expect((await attempt(email, otherPersonsPassword)).body.code).toBe("account_pending");

    const answer = await register(aRegistration({ email, invitation }));
    expect(answer.body.message).toContain("log in now");
    expect((await attempt(email, newPassword)).status).toBe(200);
    expect((await attempt(email, otherPersonsPassword)).status).toBe(401);
    expect(await findClient(email)).toMatchObject({ status: "active" });
    expect(await nameOf(email)).toBe("Priya");
    expect(await confirm(token, otherPersonsPassword)).toMatchObject({
      status: 422,
      body: { errors: { token: /no longer/ } },
    });
    await testApp.runJobs();
    expect(testApp.receivedMails.filter((mail) => mail.to === email)).not.toContainEqual(
      expect.objectContaining({ subject: "You already have an account" }),
    );
  },
);

test("the owner cannot approve a registration before its address is confirmed", async () => {
  const form = aRegistration();
  await register(form);
  const { _id } = await findClient(form.email);
  const path = `/api/admin/clients/${_id}/approval`;
  const refused = await asOwner("POST", path);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining("confirm their email address first"),
  ]);
  const waiting = await attempt(form.email, newPassword);
  expect([waiting.status, waiting.body.message]).toEqual([
    403,
    expect.stringContaining("confirm your email address"),
  ]);
  await testApp.runJobs();
  await confirm(tokenFor(form.email, "/lms/confirm"));
  expect((await attempt(form.email, newPassword)).body.message).not.toContain("confirm");
  expect((await asOwner("POST", path)).body.client).toMatchObject({ status: "active" });
  expect((await attempt(form.email, newPassword)).status).toBe(200);
});

test("a practice approved on the command line is active without a confirmed email address, and the address's owner can still take over the account", async () => {
  const email = anAddress();
  await register(aRegistration({ email, firstName: "Mallory", password: otherPersonsPassword }));
  const { _id } = await findClient(email);
  const byCommand = { accountId: null, address: "command line" };
  await approve(testApp.deps, byCommand, _id, { vouchesForAddress: true });
  const taken = (await attempt(email, otherPersonsPassword)).body.token;
  expect(await findClient(email)).toMatchObject({ status: "active", isAddressConfirmed: false });
  const invitation = await invite(email);
  await register(aRegistration({ email, invitation }));
  expect((await attempt(email, newPassword)).status).toBe(200);
  expect((await attempt(email, otherPersonsPassword)).status).toBe(401);
  expect((await mine(taken)).status).toBe(401);
});

test("a password reset confirms the email address for its owner, and someone else's password and link stop working", async () => {
  const email = anAddress();
  await register(aRegistration({ email, password: otherPersonsPassword }));
  await testApp.runJobs();
  const token = tokenFor(email, "/lms/confirm");
  await reset(await recover(email), newPassword);
  expect((await confirm(token, otherPersonsPassword)).body.errors).toHaveProperty("token");
  expect((await attempt(email, otherPersonsPassword)).status).toBe(401);
  expect(await findClient(email)).toMatchObject({ status: "pending", isAddressConfirmed: true });
  const { _id } = await findClient(email);
  await asOwner("POST", `/api/admin/clients/${_id}/approval`);
  expect((await attempt(email, newPassword)).status).toBe(200);
});

test("confirming a suspended practice's email address doesn't offer a login, and the invitation stays pending", async () => {
  const email = anAddress();
  const invitation = await invite(email);
  await register(aRegistration({ email }));
  const { _id } = await findClient(email);
  await asOwner("POST", `/api/admin/clients/${_id}/suspension`);
  await testApp.runJobs();
  const answer = await confirm(tokenFor(email, "/lms/confirm"));
  expect(answer.body.message).not.toContain("log in now");
  expect((await testApp.request("GET", `/api/clients/invitation?t=${invitation}`)).status).toBe(
    200,
  );
  await asOwner("DELETE", `/api/admin/clients/${_id}/suspension`);
  expect(await findClient(email)).toMatchObject({ status: "pending" });
});

test("the owner of an invited email address gets access by resetting the password, even if someone else registered it", async () => {
  const email = anAddress();
  await invite(email);
  await register(aRegistration({ email, password: "a stranger's calm otters" }));
  await reset(await recover(email), newPassword);
  expect((await attempt(email, newPassword)).status).toBe(200);
});

test("an invitation can't take over a confirmed account, and the attempt doesn't use it up", async () => {
  const email = anAddress();
  const invitation = await invite(email);
  await makePractice(testApp.deps, { email });
  const answer = await register(aRegistration({ email, invitation }));
  expect([answer.status, answer.body.message]).toEqual([
    201,
    expect.stringContaining("confirm your email"),
  ]);
  expect((await attempt(email, newPassword)).status).toBe(401);
  expect((await testApp.request("GET", `/api/clients/invitation?t=${invitation}`)).status).toBe(
    200,
  );
});

test("an invitation doesn't give access to a practice that the owner suspended", async () => {
  const email = anAddress();
  const invitation = await invite(email);
  await register(aRegistration({ email }));
  const { _id } = await findClient(email);
  await asOwner("POST", `/api/admin/clients/${_id}/suspension`);
  await register(aRegistration({ email, invitation }));
  expect(await findClient(email)).toMatchObject({ status: "suspended" });
});

test("an invitation is valid for fourteen days, and a newer one replaces it", async () => {
  const email = anAddress();
  const first = await invite(email);
  const second = await invite(email);
  expect((await testApp.request("GET", `/api/clients/invitation?t=${first}`)).status).toBe(404);
  await later(14 * 24 * 60, async () => {
    expect((await testApp.request("GET", `/api/clients/invitation?t=${second}`)).status).toBe(404);
  });
  const known = await makePractice(testApp.deps);
  const refused = await asOwner("POST", "/api/admin/invitations", { email: known.email });
  expect(refused).toMatchObject({ status: 409 });
});

test("inviting an email address twice at the same time creates one pending invitation", async () => {
  const email = anAddress();
  const commit = await testApp.hold("lock table mailed_links in exclusive mode");
  const asked = [1, 2].map(() => asOwner("POST", "/api/admin/invitations", { email }));
  await testApp.untilWaiting(2);
  await commit();
  await Promise.all(asked);
  const { body } = await asOwner("GET", "/api/admin/invitations");
  const open = body.invitations.filter((one: { email: string }) => one.email === email);
  expect(open).toHaveLength(1);
});

test("a withdrawn invitation is no longer listed and can't be used", async () => {
  const email = anAddress();
  const invitation = await invite(email);
  const open = async () => (await asOwner("GET", "/api/admin/invitations")).body.invitations;
  const { _id } = (await open()).find((one: { email: string }) => one.email === email);
  expect((await asOwner("DELETE", `/api/admin/invitations/${_id}`)).status).toBe(200);
  expect((await open()).some((one: { email: string }) => one.email === email)).toBe(false);
  await register(aRegistration({ email, invitation }));
  expect(await findClient(email)).toMatchObject({ status: "pending" });
});

// ── Suspension ──────────────────────────────────────────────────────────────────────────────────

test("suspending ends every session immediately; a reinstated practice can log in again", async () => {
  const practice = await signInClient(testApp);
  const path = `/api/admin/clients/${practice.clientId}/suspension`;
  expect((await asOwner("POST", path)).body.client).toMatchObject({ status: "suspended" });
  expect((await mine(practice.token)).status).toBe(401);
  expect(await attempt(practice.email)).toMatchObject({
    status: 403,
    body: { code: "account_suspended" },
  });
  expect((await attempt(practice.email, "not the password")).body.code).toBe("wrong_credentials");
  expect((await asOwner("DELETE", path)).body.client).toMatchObject({ status: "active" });
  expect((await mine(practice.token)).status).toBe(401);
  expect((await attempt(practice.email)).status).toBe(200);
});

test("approving a practice again doesn't change the approval time or send another email", async () => {
  const { clientId, email } = await makePractice(testApp.deps, { isApproved: false });
  const path = `/api/admin/clients/${clientId}/approval`;
  const answers = await Promise.all([asOwner("POST", path), asOwner("POST", path)]);
  expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
  expect(answers[0]?.body.client.approvedAt).toBe(answers[1]?.body.client.approvedAt);
  await testApp.runJobs();
  expect(testApp.receivedMails.filter((mail) => mail.to === email)).toHaveLength(1);
});

// ── Recovery ────────────────────────────────────────────────────────────────────────────────────

test("the emailed link resets a forgotten password once and ends every session", async () => {
  const practice = await signInClient(testApp);
  const token = await recover(practice.email);
  const answer = await reset(token, newPassword);
  expect(answer.body).toMatchObject({ status: 200, message: /new password is set/ });
  await testApp.runJobs();
  expect(mailTo(practice.email).subject).toBe("Your password was changed");
  expect((await mine(practice.token)).status).toBe(401);
  expect((await attempt(practice.email)).status).toBe(401);
  expect((await attempt(practice.email, newPassword)).status).toBe(200);
  expect(await reset(token, "another calm otter")).toMatchObject({ status: 422 });
});

test("only one of five concurrent resets with the same link succeeds", async () => {
  const practice = await makePractice(testApp.deps);
  const token = await recover(practice.email);
  const tries = ["one", "two", "three", "four", "five"].map((name) => `calm otter ${name}`);
  const answers = await Promise.all(tries.map((password) => reset(token, password)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422, 422]);
  const won = tries[answers.findIndex((answer) => answer.status === 200)] ?? "";
  expect((await attempt(practice.email, won)).status).toBe(200);
});

test("a login with the old password doesn't survive a concurrent reset", async () => {
  const practice = await makePractice(testApp.deps);
  const token = await recover(practice.email);
  const early = Array.from({ length: 4 }, () => attempt(practice.email));
  const done = reset(token, newPassword);
  const late = Array.from({ length: 8 }, () => attempt(practice.email));
  const answers = await Promise.all([...early, ...late]);
  expect((await done).status).toBe(200);
  const tokens = answers.map((answer) => answer.body.token).filter(Boolean);
  for (const opened of tokens) expect((await mine(opened)).status).toBe(401);
});

test("a reset link expires after one hour, and a newer one replaces it", async () => {
  const practice = await makePractice(testApp.deps);
  const first = await recover(practice.email);
  const second = await recover(practice.email);
  expect((await reset(first, newPassword)).status).toBe(422);
  await later(60, async () => expect((await reset(second, newPassword)).status).toBe(422));
  expect((await reset(second, newPassword)).status).toBe(200);
});

test("a rejected password doesn't use up the reset link", async () => {
  const practice = await makePractice(testApp.deps);
  const token = await recover(practice.email);
  expect((await reset(token, "short")).body.errors).toHaveProperty("password");
  for (const weak of ["password1234", "DanaWhitfield1", "BayshoreFamily1"]) {
    expect((await reset(token, weak)).body.errors).toHaveProperty("password");
  }
  expect((await reset(token, newPassword)).status).toBe(200);
});

test("a reset request for an unknown email address gets the same response and doesn't send an email", async () => {
  await testApp.runJobs();
  testApp.receivedMails.length = 0;
  const { email } = await makePractice(testApp.deps);
  const known = await ask("/api/credentials/recover", { email });
  const unknown = await ask("/api/credentials/recover", { email: anAddress() });
  expect(unknown).toMatchObject({ status: known.status, body: known.body });
  await testApp.runJobs();
  expect(testApp.receivedMails.map((mail) => mail.to)).toEqual([email]);
});

test("the owner of a mailbox can take over a registration that someone else made with its address", async () => {
  const form = aRegistration();
  await register(form);
  const { _id } = await findClient(form.email);
  const byCommand = { accountId: null, address: "command line" };
  await approve(testApp.deps, byCommand, _id, { vouchesForAddress: true });
  const taken = (await attempt(form.email, newPassword)).body.token;
  const token = await recover(form.email);
  await reset(token, "the real owner's words");
  expect((await mine(taken)).status).toBe(401);
  expect((await attempt(form.email, newPassword)).status).toBe(401);
  expect(await findClient(form.email)).toMatchObject({ isAddressConfirmed: true });
});

test("an emailed link works only for its own purpose", async () => {
  const form = aRegistration();
  await register(form);
  await testApp.runJobs();
  const token = tokenFor(form.email, "/lms/confirm");
  expect((await reset(token, newPassword)).status).toBe(422);
  expect((await testApp.request("GET", `/api/clients/invitation?t=${token}`)).status).toBe(404);
  expect((await confirm(await recover(form.email))).status).toBe(422);
});

test("a concurrent reset and password change do not deadlock", async () => {
  const practice = await signInClient(testApp);
  const token = await recover(practice.email);
  const commit = await testApp.hold(
    `select from accounts where id = '${practice.accountId}' for update`,
  );
  const changing = testApp.request("PUT", "/api/clients/me/password", {
    token: practice.token,
    json: { current: madePassword, password: newPassword },
  });
  await testApp.untilWaiting(1);
  const resetting = reset(token, "another calm otter");
  await testApp.untilWaiting(2);
  await commit();
  expect([(await changing).status, (await resetting).status]).toEqual([200, 422]);
});

test("a reset link is sent to the new address if the account's email address changes while the link is created", async () => {
  const practice = await makePractice(testApp.deps);
  const moved = anAddress();
  await ask("/api/credentials/recover", { email: practice.email });
  const commit = await testApp.hold(
    `update accounts set email = '${moved}' where id = '${practice.accountId}'`,
  );
  const jobs = testApp.runJobs();
  await testApp.untilWaiting(1);
  await commit();
  await jobs;
  const links = testApp.receivedMails.filter((mail) => mail.subject === "Set a new password");
  expect(links.map((mail) => mail.to)).toEqual([moved]);
});

test("using an invitation while the owner suspends the account does not deadlock", async () => {
  const email = anAddress();
  const invitation = await invite(email);
  await register(aRegistration({ email }));
  const { _id } = await findClient(email);
  const commit = await testApp.hold(`select from accounts where client_id = '${_id}' for update`);
  const suspending = asOwner("POST", `/api/admin/clients/${_id}/suspension`);
  await testApp.untilWaiting(1);
  const registering = register(aRegistration({ email, invitation }));
  await testApp.untilWaiting(2);
  await commit();
  expect([(await suspending).status, (await registering).status]).toEqual([201, 201]);
  expect(await findClient(email)).toMatchObject({ status: "suspended" });
});

test("tokens aren't stored anywhere in the database or shown in the mail log", async () => {
  const practice = await signInClient(testApp);
  const token = await recover(practice.email);
  const [link] = await testApp.deps.db
    .select()
    .from(mailedLinks)
    .orderBy(desc(mailedLinks.createdAt));
  expect(link).toBeDefined();
  const { rows: tables } = await testApp.pool.query(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'pgboss')",
  );
  for (const { name } of tables) {
    const { rows } = await testApp.pool.query(`select t::text as line from ${name} t`);
    const lines = rows.map((row) => row.line).join("\n");
    expect([name, lines.includes(token), lines.includes(practice.token)]).toEqual([
      name,
      false,
      false,
    ]);
  }
  const log = await asOwner("GET", "/api/admin/mail");
  expect(JSON.stringify(log.body)).toContain("/lms/recover?t=[token]");
});

test("links use the configured origin, no matter what Host header the request had", async () => {
  const { email } = await makePractice(testApp.deps);
  const headers = { Host: "evil.example.com", "X-Forwarded-Host": "evil.example.com" };
  await testApp.request("POST", "/api/credentials/recover", { json: { email }, headers });
  await testApp.runJobs();
  expect(mailTo(email).text).toContain("https://desk.example.com/lms/recover?t=");
  expect(mailTo(email).text).not.toContain("evil");
});

test("recovery and registration are rate limited per email address, so a mailbox can't be flooded", async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
  const { email } = await makePractice(limited.deps);
  const { adminCode } = await makeOwner(limited.deps);
  const statuses: number[] = [];
  for (let tried = 0; tried < 6; tried += 1) {
    const json = { email: tried % 2 ? email : email.toUpperCase() };
    statuses.push((await limited.request("POST", "/api/credentials/recover", { json })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const form = { ...aRegistration({ email }), admin_id: adminCode };
  const answers: number[] = [];
  for (let tried = 0; tried < 6; tried += 1) {
    answers.push((await limited.request("POST", "/api/clients", { json: form })).status);
  }
  expect(answers.at(-1)).toBe(429);
  await limited.close();
});

// ── Audit ───────────────────────────────────────────────────────────────────────────────────────

test("logins, failures and access changes are audited, with the account and the IP address", async () => {
  const practice = await makePractice(testApp.deps, { isApproved: false });
  await attempt(practice.email, "not the password");
  await attempt(practice.email);
  const path = `/api/admin/clients/${practice.clientId}`;
  await asOwner("POST", `${path}/approval`);
  await attempt(practice.email);
  await asOwner("POST", `${path}/suspension`);
  await asOwner("DELETE", `${path}/suspension`);
  // A no-op is not audited.
  await asOwner("DELETE", `${path}/suspension`);
  const entries = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.clientId, practice.clientId))
    .orderBy(asc(auditEntries.id));
  expect(entries.map((entry) => [entry.action, entry.accountId])).toEqual([
    ["client_added_pending", practice.accountId],
    ["wrong_credentials", practice.accountId],
    ["account_pending", practice.accountId],
    ["client_approved", owner.accountId],
    ["signed_in", practice.accountId],
    ["client_suspended", owner.accountId],
    ["client_reinstated", owner.accountId],
  ]);
  const addresses = entries.map((entry) => entry.address);
  expect(addresses).toEqual(["command line", ...Array(6).fill("127.0.0.1")]);
  const log = await asOwner("GET", `/api/admin/audit?client=${practice.clientId}`);
  expect(log.body.entries).toHaveLength(7);
  expect(log.body.entries[0]).toMatchObject({
    action: "client_reinstated",
    who: owner.email,
    practice: "Bayshore Family Dental",
  });
  const entry = { action: "signed_in" as const, address: "127.0.0.1" };
  await testApp.deps.db.insert(auditEntries).values(Array(50).fill(entry));
  const all = await asOwner("GET", "/api/admin/audit");
  expect(all.body.entries).toHaveLength(50);
  const older = await asOwner("GET", `/api/admin/audit?cursor=${all.body.nextCursor}`);
  expect(older.body.entries[0]._id < all.body.nextCursor).toBe(true);
});

test("access by invitation is audited, whether by link, by confirmed email address or by password reset", async () => {
  const [byLink, byMail, byReset] = [anAddress(), anAddress(), anAddress()];
  await register(aRegistration({ email: byLink, invitation: await invite(byLink) }));
  await invite(byMail);
  await register(aRegistration({ email: byMail }));
  await testApp.runJobs();
  await confirm(tokenFor(byMail, "/lms/confirm"));
  await invite(byReset);
  await register(aRegistration({ email: byReset }));
  await reset(await recover(byReset), newPassword);
  for (const email of [byLink, byMail, byReset]) {
    const { _id } = await findClient(email);
    const { body } = await asOwner("GET", `/api/admin/audit?client=${_id}`);
    const entries = body.entries as { action: string; who: string }[];
    expect(entries.filter((entry) => entry.action === "let_in_by_invitation")).toMatchObject([
      { who: email },
    ]);
  }
});

test("an owner's account that was created on the command line is audited", async () => {
  const made = await makeOwner(testApp.deps);
  const { body } = await asOwner("GET", "/api/admin/audit");
  expect(body.entries[0]).toMatchObject({
    ...{ action: "admin_added", who: made.email, address: "command line" },
  });
});

test("a known and an unknown email address run the same database statements", async () => {
  const { email } = await makePractice(testApp.deps);
  const wrong = { password: "not the password" };
  for (const [path, known, unknown] of [
    ["/api/credentials/recover", { email }, { email: anAddress() }],
    ["/api/clients", aRegistration({ email }), aRegistration()],
    ["/api/credentials", { email, ...wrong }, { email: anAddress(), ...wrong }],
  ] as const) {
    const statements = await statementsOf(() => ask(path, known));
    expect(statements).toEqual(await statementsOf(() => ask(path, unknown)));
    expect(statements.length).toBeGreaterThan(3);
  }
});

// ── Helpers ─────────────────────────────────────────────────────────────────────────────────────

let counted = 0;
function anAddress() {
  counted += 1;
  return `priya-${counted}@example.com`;
}

function aRegistration(change: Record<string, unknown> = {}) {
  return {
    firstName: "Priya",
    lastName: "Raman",
    email: anAddress(),
    password: newPassword,
    address: "1 Bayshore Boulevard",
    address2: "Suite 4",
    city: "Tampa",
    state: "FL",
    zip: "33606",
    phone: "(813) 555-0142",
    admin_id: owner?.adminCode,
    ...change,
  };
}

function ask(path: string, json: object) {
  return testApp.request("POST", path, { json });
}

function register(form: object) {
  return ask("/api/clients", form);
}

function attempt(email: string, password = madePassword) {
  return ask("/api/credentials", { email, password: password });
}

function confirm(token: string, password: string | undefined = newPassword) {
  return ask("/api/credentials/confirmations", { token, password });
}

function reset(token: string, password: string) {
  return testApp.request("PATCH", "/api/credentials/reset", { json: { token, password } });
}

function mine(token: string) {
  return testApp.request("GET", "/api/clients/getClient", { token });
}

function asOwner(method: string, path: string, json?: object) {
  return testApp.request(method, path, { token: owner.token, json });
}

async function findClient(email: string) {
  const { body } = await asOwner("GET", `/api/admin/clients?search=${encodeURIComponent(email)}`);
  return body.clients[0];
}

/** Returns the first name of the practice's only person. */
async function nameOf(email: string): Promise<string> {
  const { _id } = await findClient(email);
  return (await asOwner("GET", `/api/admin/clients/${_id}`)).body.people.people[0].firstName;
}

async function recover(email: string): Promise<string> {
  await ask("/api/credentials/recover", { email });
  await testApp.runJobs();
  return tokenFor(email, "/lms/recover");
}

async function invite(email: string, practiceName?: string, templateSet?: string): Promise<string> {
  await asOwner("POST", "/api/admin/invitations", { email, practiceName, templateSet });
  await testApp.runJobs();
  return tokenFor(email, "/lms");
}

/** Returns the database statements that the action sends. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype;
  const seen: string[] = [];
  pg.Client.prototype.query = function noted(this: unknown, ...asked: unknown[]) {
    const text = typeof asked[0] === "string" ? asked[0] : (asked[0] as { text: string }).text;
    // This is the listening connection's health check, which a timer sends.
    if (text === "select 1") return Reflect.apply(query, this, asked);
    // The only allowed difference: a failed attempt is rolled back instead of released.
    seen.push(text.replace(/^(rollback to|release) savepoint/i, "end savepoint"));
    return Reflect.apply(query, this, asked);
  } as typeof query;
  await act();
  pg.Client.prototype.query = query;
  return seen;
}

/** The newest email to this address. */
function mailTo(email: string) {
  const mail = testApp.receivedMails.findLast((one) => one.to === email);
  if (!mail) throw new Error(`No mail to ${email}`);
  return mail;
}

/** The token in the newest email to this address that links to this page. */
function tokenFor(email: string, path: string): string {
  const link = new RegExp(`https://desk\\.example\\.com${path}\\?t=([\\w-]{43})(?![\\w-])`);
  const texts = testApp.receivedMails.filter((mail) => mail.to === email).map((mail) => mail.text);
  const token = texts.map((text) => link.exec(text)?.[1]).findLast(Boolean);
  if (!token) throw new Error(`No link to ${path} in: ${texts.join("\n")}`);
  return token;
}

async function later(minutes: number, act: () => Promise<unknown>) {
  const before = testApp.clock.now.toISOString();
  testApp.clock.forward(minutes * 60_000);
  await act();
  testApp.clock.at(before);
}
