// Logging in with a second factor and setting one up: every rejection, and codes that work only
// once.
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { challengeTries } from "#contract/factors.ts";
import { madePassword, makePerson } from "#server/db/make.ts";
import {
  auditEntries,
  clients,
  factors,
  mails,
  recoveryCodes,
  signInChallenges,
} from "#server/db/schema.ts";
import { signIn, signInAdmin, signInClient, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { resetFactors } from "./two-step-login.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());
// Keeps the codes of different tests in different time steps.
beforeEach(() => testApp.clock.forward(20 * 60_000));

const kinds = [
  ["a practice", "/api/clients/me", signInClient],
  ["the owner", "/api/admins/myself", signInAdmin],
] as const;

test.each(kinds)(
  "%s with an authenticator app logs in with the password first and a code second",
  async (_, own, signIn) => {
    const person = await signIn(testApp);
    const { secret } = await setUp(own, person.token);
    testApp.clock.forward(60_000);
    const asked = await enterPassword(person.email);
    expect(asked.status).toBe(403);
    expect(asked.body).toMatchObject({
      code: "second_factor_required",
      secondFactor: { kinds: ["totp"] },
    });
    expect(asked.body).not.toHaveProperty("token");
    expect(asked.headers.get("Set-Cookie")).toBeNull();
    const { challenge } = asked.body.secondFactor;
    const opened = await prove(challenge, codeOf(secret));
    expect(opened.status).toBe(200);
    expect(opened.headers.get("Set-Cookie")).toContain(`Token=${opened.body.token}`);
    const mine = await ask("GET", `${own}/factors`, opened.body.token);
    expect(mine.body.factors).toMatchObject([{ kind: "totp", name: "Phone" }]);
    expect(mine.body.factors[0].lastUsedAt).toBe(testApp.clock.now.toISOString());
  },
);

test("an authenticator app's code works for only one login, and so does a challenge", async () => {
  const { email, secret } = await personWithApp();
  const code = codeOf(secret);
  const first = await challengeOf(email);
  expect((await prove(first, code)).status).toBe(200);
  expect((await prove(first, codeOf(secret, 30))).status).toBe(401);
  const second = await challengeOf(email);
  const again = await prove(second, code);
  expect(again.status).toBe(422);
  expect(again.body.errors).toHaveProperty("code");
});

test("only one of eight simultaneous requests with the same code opens a session", async () => {
  const { email, secret } = await personWithApp();
  const challenges = await Promise.all(Array.from({ length: 8 }, () => challengeOf(email)));
  const code = codeOf(secret);
  const answers = await Promise.all(challenges.map((challenge) => prove(challenge, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)]);
});

test("the code that finished setting up two-step login can't be used to log in", async () => {
  const person = await signInClient(testApp);
  const { code } = await setUp("/api/clients/me", person.token);
  expect((await prove(await challengeOf(person.email), code)).status).toBe(422);
});

test("a challenge expires after five wrong codes, or after five minutes", async () => {
  const { email, secret } = await personWithApp();
  const guessed = await challengeOf(email);
  for (let tried = 0; tried < challengeTries; tried += 1) {
    expect((await prove(guessed, "000000")).status).toBe(422);
  }
  expect((await prove(guessed, codeOf(secret))).status).toBe(401);
  const late = await challengeOf(email);
  testApp.clock.forward(5 * 60_000);
  expect((await prove(late, codeOf(secret))).status).toBe(401);
  const inTime = await challengeOf(email);
  testApp.clock.forward(5 * 60_000 - 1);
  expect((await prove(inTime, codeOf(secret))).status).toBe(200);
});

test("a recovery code works once, in upper or lower case; the other codes still work", async () => {
  const { email, codes, token } = await personWithApp();
  expect(codes).toHaveLength(10);
  const [first = "", second = ""] = codes;
  expect(
    (await prove(await challengeOf(email), first.toUpperCase().replaceAll("-", " "))).status,
  ).toBe(200);
  expect((await prove(await challengeOf(email), first)).status).toBe(422);
  expect((await prove(await challengeOf(email), second)).status).toBe(200);
  const { body } = await ask("GET", "/api/clients/me/factors", token);
  expect(body.recoveryCodesLeft).toBe(8);
});

test("using a recovery code is audited, and emailed with the number of codes left", async () => {
  const { email, codes, accountId } = await personWithApp();
  await prove(await challengeOf(email), codes[0] ?? "");
  const { db } = testApp.deps;
  const told = (await mailsTo(email)).at(-1);
  expect(told?.text).toContain("You have 9 recovery codes left.");
  const actions = (await db.select().from(auditEntries))
    .filter((entry) => entry.accountId === accountId)
    .map(({ action }) => action);
  expect(actions.slice(-2)).toEqual(["recovery_code_used", "signed_in"]);
});

test("only five of twenty simultaneous wrong codes are checked", async () => {
  const { email, secret } = await personWithApp();
  const challenge = await challengeOf(email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => prove(challenge, "000000")));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(challengeTries);
  expect((await prove(challenge, codeOf(secret))).status).not.toBe(200);
});

test("new recovery codes replace the old ones", async () => {
  const { email, codes, secret, token } = await personWithApp();
  const path = "/api/clients/me/recovery-codes";
  const { status, body } = await changeWith(path, token, codeOf(secret));
  expect(status).toBe(201);
  expect((await prove(await challengeOf(email), codes[0] ?? "")).status).toBe(422);
  expect((await prove(await challengeOf(email), body.recoveryCodes[0])).status).toBe(200);
});

test("logins don't require a code while setup is unfinished, and a wrong code doesn't finish the setup", async () => {
  const { email, token } = await signInClient(testApp);
  const begun = await ask("POST", "/api/clients/me/factors/totp", token, {
    name: "Phone",
    password: madePassword,
  });
  expect((await enterPassword(email)).status).toBe(200);
  const wrong = await ask(
    "POST",
    `/api/clients/me/factors/${begun.body._id}/confirmations`,
    token,
    {
      code: "000000",
    },
  );
  expect(wrong.status).toBe(422);
  expect((await enterPassword(email)).status).toBe(200);
  const { body } = await ask("GET", "/api/clients/me/factors", token);
  expect(body).toEqual({ factors: [], recoveryCodesLeft: 0 });
});

test("removing the last factor deletes the recovery codes and pending challenges", async () => {
  const { email, token, factorId, secret } = await personWithApp();
  const open = await challengeOf(email);
  expect((await remove(factorId, token, codeOf(secret))).status).toBe(201);
  expect((await prove(open, codeOf(secret, 30))).status).toBe(401);
  expect((await enterPassword(email)).status).toBe(200);
  const { body } = await ask("GET", "/api/clients/me/factors", token);
  expect(body).toEqual({ factors: [], recoveryCodesLeft: 0 });
});

test("a person who lost every factor can log in with the password alone after two-step login is reset", async () => {
  const { email } = await personWithApp();
  await resetFactors(testApp.deps, email);
  expect((await enterPassword(email)).status).toBe(200);
  const told = await mailsTo(email);
  expect(told.at(-1)?.subject).toBe("Two-step login was reset");
  await expect(resetFactors(testApp.deps, "nobody@example.com")).rejects.toThrow("not_found");
});

test("a manager can reset only a member's two-step login, and the audit log names both people", async () => {
  const manager = await signInClient(testApp);
  const member = await signInMember(testApp, manager.clientId);
  const { factorId } = await setUp("/api/clients/me", member.token);
  const path = `/api/clients/me/people/${member.accountId}/factors/resets`;
  const listed = await ask("GET", "/api/clients/me/people", manager.token);
  const isOn = (people: { _id: string; hasTwoStepLogin: boolean }[]) =>
    people.find(({ _id }) => _id === member.accountId)?.hasTwoStepLogin;
  expect(isOn(listed.body.people)).toBe(true);
  expect((await ask("POST", path, member.token, proof)).status).toBe(403);
  expect((await ask("POST", path, (await signInClient(testApp)).token, proof)).status).toBe(404);
  const colleague = await makePerson(testApp.deps, manager.clientId, { role: "manager" });
  const colleagueToken = await signIn(testApp, colleague.email);
  await setUp("/api/clients/me", colleagueToken);
  const ofManager = `/api/clients/me/people/${colleague.accountId}/factors/resets`;
  expect((await ask("POST", ofManager, manager.token, proof)).status).toBe(409);
  const left = await ask("GET", "/api/clients/me/factors", colleagueToken);
  expect(left.body.factors).toHaveLength(1);
  expect((await ask("POST", path, manager.token, { password: "not mine" })).status).toBe(422);
  expect((await ask("POST", path, manager.token, proof)).status).toBe(201);
  expect((await ask("POST", path, manager.token, proof)).status).toBe(409);
  expect((await enterPassword(member.email)).status).toBe(200);
  expect((await remove(factorId, member.token)).status).toBe(404);
  const [entry] = (await testApp.deps.db.select().from(auditEntries)).filter(
    ({ action, clientId }) => action === "factors_reset" && clientId === manager.clientId,
  );
  expect(entry).toMatchObject({
    accountId: manager.accountId,
    detail: { person: member.accountId },
  });
});

test("a manager can't reset another manager's two-step login for seven days after demoting them", async () => {
  const manager = await signInClient(testApp);
  const other = await signInMember(testApp, manager.clientId);
  await setUp("/api/clients/me", other.token);
  const person = `/api/clients/me/people/${other.accountId}`;
  await ask("PATCH", person, manager.token, { role: "manager" });
  await ask("PATCH", person, manager.token, { role: "member" });
  const reset = () => ask("POST", `${person}/factors/resets`, manager.token, proof);
  testApp.clock.forward(7 * 24 * 60 * 60_000 - 1);
  expect((await reset()).status).toBe(409);
  testApp.clock.forward(1);
  expect((await reset()).status).toBe(201);
});

test("authenticator app codes are rejected after SECRET changes, but recovery codes still work", async () => {
  const { email, codes, secret } = await personWithApp();
  const { config } = testApp.deps;
  const before = config.secret;
  Object.assign(config, { secret: "another secret, of at least 32 characters" });
  try {
    expect((await prove(await challengeOf(email), codeOf(secret))).status).toBe(422);
    expect((await prove(await challengeOf(email), codes[0] ?? "")).status).toBe(200);
  } finally {
    Object.assign(config, { secret: before });
  }
});

test("every change to two-step login asks for the password again", async () => {
  const { factorId, token } = await personWithApp();
  for (const path of ["factors/totp", `factors/${factorId}/removals`, "recovery-codes"]) {
    const wrong = await ask("POST", `/api/clients/me/${path}`, token, { password: "not mine" });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: expect.any(String) }]);
    expect((await ask("POST", `/api/clients/me/${path}`, token, {})).status).toBe(422);
  }
});

test.each([
  ["removing an authentication factor", "factors/:id/removals"],
  ["getting new recovery codes", "recovery-codes"],
  ["setting up another app", "factors/totp"],
])(
  "the password isn't enough for %s; a code from the authenticator app is also required",
  async (_, path) => {
    const { factorId, secret, token } = await personWithApp();
    const url = `/api/clients/me/${path.replace(":id", factorId)}`;
    const asked = await ask("POST", url, token, proof);
    expect([asked.status, asked.body.code]).toEqual([403, "second_factor_required"]);
    const { challenge } = asked.body.secondFactor;
    const send = (code: string) =>
      ask("POST", url, token, { ...proof, secondStep: { challenge, code } });
    expect((await send("000000")).body.errors).toEqual({ code: expect.any(String) });
    const { body } = await ask("GET", "/api/clients/me/factors", token);
    expect([body.factors.length, body.recoveryCodesLeft]).toEqual([1, 10]);
    const wrong = { password: "not mine", secondStep: { challenge, code: codeOf(secret) } };
    expect((await ask("POST", url, token, wrong)).status).toBe(422);
    expect((await send(codeOf(secret))).status).toBe(201);
    // The code is used up.
    const again = { ...proof, secondStep: { challenge, code: codeOf(secret) } };
    expect((await ask("POST", "/api/clients/me/factors/totp", token, again)).status).not.toBe(201);
  },
);

test("a recovery code also works for a change to two-step login, and an email reports its use", async () => {
  const { factorId, codes, email, token } = await personWithApp();
  expect((await remove(factorId, token, codes[0])).status).toBe(201);
  const subjects = (await mailsTo(email)).map(({ subject }) => subject);
  expect(subjects).toEqual([
    "An authenticator app was added to your account",
    "One of your recovery codes was used",
    "Two-step login is off",
  ]);
});

test("a factor can't be removed with another account's challenge and code", async () => {
  const [mine, theirs] = [await personWithApp(), await personWithApp()];
  const { body } = await ask("POST", "/api/clients/me/recovery-codes", theirs.token, proof);
  const secondStep = { challenge: body.secondFactor.challenge, code: codeOf(theirs.secret) };
  const path = `/api/clients/me/factors/${mine.factorId}/removals`;
  expect((await ask("POST", path, mine.token, { ...proof, secondStep })).status).toBe(401);
});

test("a manager with an authenticator app needs a code to reset a member's two-step login", async () => {
  const manager = await personWithApp();
  const member = await signInMember(testApp, manager.clientId);
  await setUp("/api/clients/me", member.token);
  const path = `/api/clients/me/people/${member.accountId}/factors/resets`;
  const asked = await ask("POST", path, manager.token, proof);
  expect([asked.status, asked.body.code]).toEqual([403, "second_factor_required"]);
  testApp.clock.forward(60_000);
  const { challenge } = (await ask("POST", path, manager.token, proof)).body.secondFactor;
  const secondStep = { challenge, code: codeOf(manager.secret) };
  expect((await ask("POST", path, manager.token, { ...proof, secondStep })).status).toBe(201);
  expect((await enterPassword(member.email)).status).toBe(200);
});

test("another account's factor can't be found, finished or removed", async () => {
  const { factorId } = await personWithApp();
  const stranger = await signInClient(testApp);
  const path = `/api/clients/me/factors/${factorId}`;
  expect((await remove(factorId, stranger.token)).status).toBe(404);
  const code = { code: "123456" };
  expect((await ask("POST", `${path}/confirmations`, stranger.token, code)).status).toBe(404);
});

test("a new password cancels a login that is waiting for its code", async () => {
  const { email, secret, token } = await personWithApp();
  const open = await challengeOf(email);
  const password = "calm brown otter two";
  const change = await ask("PUT", "/api/clients/me/password", token, {
    current: madePassword,
    password,
  });
  expect(change.status).toBe(200);
  expect((await prove(open, codeOf(secret))).status).toBe(401);
});

test("logging in still requires a code after a password reset by email", async () => {
  const { email, secret } = await personWithApp();
  await testApp.request("POST", "/api/credentials/recover", { json: { email } });
  await testApp.runJobs();
  const mail = testApp.receivedMails.findLast(({ to }) => to === email);
  const token = /\/lms\/recover\?t=([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  const password = "calm brown otter two";
  const reset = { json: { token, password } };
  const answer = await testApp.request("PATCH", "/api/credentials/reset", reset);
  expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([200, null]);
  const asked = await testApp.request("POST", "/api/credentials", { json: { email, password } });
  expect([asked.status, asked.body.code]).toEqual([403, "second_factor_required"]);
  const { challenge } = asked.body.secondFactor;
  expect((await prove(challenge, codeOf(secret))).status).toBe(200);
});

test("a code doesn't log in someone whose practice was suspended after the password step", async () => {
  const { email, secret, clientId, accountId } = await personWithApp();
  const open = await challengeOf(email);
  const { db } = testApp.deps;
  await db.update(clients).set({ suspendedAt: new Date() }).where(eq(clients.id, clientId));
  const refused = await prove(open, codeOf(secret));
  expect([refused.status, refused.body.code]).toEqual([403, "account_suspended"]);
  const tried = (await db.select().from(auditEntries)).filter((one) => one.accountId === accountId);
  expect(tried.at(-1)?.action).toBe("account_suspended");
  // The code is used up.
  expect((await prove(open, codeOf(secret))).status).toBe(401);
});

test("a code doesn't log in a person who was deactivated after the password step", async () => {
  const manager = await signInClient(testApp);
  const member = await signInMember(testApp, manager.clientId);
  const { secret } = await setUp("/api/clients/me", member.token);
  testApp.clock.forward(60_000);
  const open = await challengeOf(member.email);
  const person = `/api/clients/me/people/${member.accountId}`;
  await ask("PATCH", person, manager.token, { isDeactivated: true });
  expect((await prove(open, codeOf(secret))).status).toBe(401);
});

test("each change is audited and emailed, and secrets and codes aren't stored or emailed in plain text", async () => {
  const { email, codes, secret, token, factorId, accountId } = await personWithApp();
  const { db } = testApp.deps;
  await challengeOf(email);
  // Reads the tables while they still contain the secrets and codes.
  const stored = JSON.stringify([
    await db.select().from(factors),
    await db.select().from(recoveryCodes),
    await db.select().from(signInChallenges),
  ]);
  await changeWith("/api/clients/me/recovery-codes", token, codeOf(secret));
  await remove(factorId, token, codeOf(secret, 30));
  // Nothing is left to reset, so no one is notified.
  await resetFactors(testApp.deps, email);
  const actions = (await db.select().from(auditEntries))
    .filter(({ detail }) => detail.person === accountId)
    .map(({ action }) => action);
  expect(actions.toSorted()).toEqual(["factor_added", "factor_removed", "recovery_codes_renewed"]);
  const sent = await mailsTo(email);
  expect(sent.map(({ subject }) => subject)).toEqual([
    "An authenticator app was added to your account",
    "You have new recovery codes",
    "Two-step login is off",
  ]);
  const said = stored + JSON.stringify([await db.select().from(auditEntries), sent]);
  expect(said).not.toContain(secret);
  for (const code of codes) expect(said).not.toContain(code);
});

test.each([
  [{ challenge: "x" }],
  [{ challenge: "x", code: "" }],
  [{ challenge: "x".repeat(201), code: "123456" }],
  [{ challenge: "x", code: "1".repeat(61) }],
  [{ challenge: 5, code: "123456" }],
])("invalid input is rejected: %j", async (json) => {
  const { status } = await testApp.request("POST", "/api/credentials/factors", { json });
  expect(status).toBe(422);
});

const proof = { password: madePassword };

function remove(factorId: string, token: string, code?: string) {
  return changeWith(`/api/clients/me/factors/${factorId}/removals`, token, code);
}

/** Sends the password and, if requested, the second step. */
async function changeWith(path: string, token: string, code = "") {
  const asked = await ask("POST", path, token, proof);
  if (!asked.body.secondFactor) return asked;
  const { challenge } = asked.body.secondFactor;
  return ask("POST", path, token, { ...proof, secondStep: { challenge, code } });
}

function ask(method: string, path: string, token: string, json?: unknown) {
  return testApp.request(method, path, { token, json });
}

function enterPassword(email: string) {
  return testApp.request("POST", "/api/credentials", { json: { email, password: madePassword } });
}

async function challengeOf(email: string): Promise<string> {
  return (await enterPassword(email)).body.secondFactor.challenge;
}

function prove(challenge: string, code: string) {
  return testApp.request("POST", "/api/credentials/factors", { json: { challenge, code } });
}

/** Returns the authenticator app's code `later` seconds from now. */
function codeOf(secret: string, later = 0): string {
  const timestamp = testApp.clock.now.getTime() + later * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function setUp(own: string, token: string) {
  const begun = await ask("POST", `${own}/factors/totp`, token, {
    name: "Phone",
    password: madePassword,
  });
  expect(begun.status).toBe(201);
  const { _id, secret, uri, qr } = begun.body;
  expect(uri).toContain(secret);
  expect(qr.length).toBe(qr[0].length);
  const code = codeOf(secret);
  const done = await ask("POST", `${own}/factors/${_id}/confirmations`, token, { code });
  expect(done.status).toBe(201);
  return { factorId: _id, secret, code, codes: done.body.recoveryCodes as string[] };
}

/** Creates a person with an authenticator app whose current code is still unused. */
async function personWithApp() {
  const person = await signInClient(testApp);
  const app = await setUp("/api/clients/me", person.token);
  testApp.clock.forward(60_000);
  return { ...person, ...app };
}

/**
 * Returns the emails oldest first. Without ORDER BY, PostgreSQL may return a row written into freed
 * space first.
 */
function mailsTo(email: string) {
  return testApp.deps.db.select().from(mails).where(eq(mails.to, email)).orderBy(mails.id);
}
