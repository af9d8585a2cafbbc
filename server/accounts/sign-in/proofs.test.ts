// A logged-in person proves their identity again before data is exported or erased.
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { challengeTries } from "#contract/factors.ts";
import { madePassword, makeInquiry } from "#server/db/make.ts";
import { auditEntries, sessions } from "#server/db/schema.ts";
import { prepareTemplate } from "#server/demos/template-practice.ts";
import { makePasskey, passkeyOrigin } from "#server/testing/authenticator.ts";
import { startDemo } from "#server/testing/demo.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ ORIGIN: passkeyOrigin });
});
afterAll(() => testApp.close());
// Keeps the codes of different tests in different time steps.
beforeEach(() => testApp.clock.forward(20 * 60_000));

const minute = 60_000;
const proof = { password: madePassword };
const exportPath = "/api/leads/export.csv";
const kinds = [
  ["a person at a practice", "/api/clients/me", signInClient],
  ["the owner", "/api/admins/myself", signInAdmin],
] as const;

test("an export requires a proof exactly fifteen minutes after login, and the proof then allows exports and erasures", async () => {
  const { clientId, token } = await signInClient(testApp);
  const { lead } = await makeInquiry(testApp.deps, clientId);
  testApp.clock.forward(15 * minute - 1);
  expect((await ask("GET", exportPath, token)).status).toBe(200);
  testApp.clock.forward(1);
  const refused = await ask("GET", exportPath, token);
  expect([refused.status, refused.body.code]).toEqual([403, "proof_required"]);
  expect(refused.body.message).toBe("Enter your password to continue.");
  expect((await ask("POST", "/api/clients/me/proofs", token, proof)).status).toBe(201);
  expect((await ask("GET", exportPath, token)).status).toBe(200);
  testApp.clock.forward(15 * minute - 1);
  const name = { name: `${lead.firstName} ${lead.lastName}` };
  expect((await ask("POST", `/api/leads/${lead._id}/erasures`, token, name)).status).toBe(201);
});

test.each(kinds)(
  "%s re-authenticates with a password, and the proof is audited",
  async (_, own, open) => {
    const { token, accountId } = await open(testApp);
    const at = testApp.clock.now.toISOString();
    expect((await ask("GET", `${own}/proofs`, token)).body).toEqual({ provenAt: at });
    testApp.clock.forward(15 * minute);
    expect((await ask("GET", `${own}/proofs`, token)).body.code).toBe("proof_required");
    const wrong = await ask("POST", `${own}/proofs`, token, { password: "not the password" });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual({ password: "Wrong password. Please try again." });
    expect((await ask("GET", `${own}/proofs`, token)).status).toBe(403);
    expect((await ask("POST", `${own}/proofs`, token, proof)).status).toBe(201);
    expect((await ask("GET", `${own}/proofs`, token)).status).toBe(200);
    expect(await actionsOf(accountId)).toContain("proved_again");
  },
);

test("a proof counts only for its own session, not for another device", async () => {
  const { token, email } = await signInClient(testApp);
  const elsewhere = await signIn(testApp, email, "a phone");
  testApp.clock.forward(15 * minute);
  await ask("POST", "/api/clients/me/proofs", token, proof);
  expect((await ask("GET", exportPath, elsewhere)).body.code).toBe("proof_required");
});

test.each(kinds)(
  "%s with an authenticator app re-authenticates with a password and a code",
  async (_, own, open) => {
    const { token } = await open(testApp);
    const secret = await addApp(own, token);
    testApp.clock.forward(15 * minute);
    const challenge = await challengeOf(own, token);
    expect((await ask("GET", `${own}/proofs`, token)).status).toBe(403);
    const code = codeOf(secret);
    const wrong = await ask("POST", `${own}/proofs/factors`, token, { challenge, code: "000000" });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["code"]]);
    const proved = await ask("POST", `${own}/proofs/factors`, token, { challenge, code });
    expect([proved.status, proved.headers.get("Set-Cookie")]).toEqual([201, null]);
    expect((await ask("GET", `${own}/proofs`, token)).status).toBe(200);
    // The code and the challenge no longer work, even for a login.
    const next = await challengeOf(own, token);
    expect((await ask("POST", `${own}/proofs/factors`, token, { challenge, code })).status).toBe(
      401,
    );
    const again = { challenge: next, code };
    expect((await ask("POST", `${own}/proofs/factors`, token, again)).status).toBe(422);
    const login = { json: again };
    expect((await testApp.request("POST", "/api/credentials/factors", login)).status).toBe(422);
  },
);

test("another account's challenge and code aren't accepted as a proof", async () => {
  const [mine, theirs] = [await signInClient(testApp), await signInClient(testApp)];
  const secret = await addApp("/api/clients/me", theirs.token);
  testApp.clock.forward(15 * minute);
  const challenge = await challengeOf("/api/clients/me", theirs.token);
  const json = { challenge, code: codeOf(secret) };
  expect((await ask("POST", "/api/clients/me/proofs/factors", mine.token, json)).status).toBe(401);
  expect((await ask("GET", exportPath, mine.token)).body.code).toBe("proof_required");
  // The attempt doesn't use up the other account's code, either.
  const own = await ask("POST", "/api/clients/me/proofs/factors", theirs.token, json);
  expect(own.status).toBe(201);
});

test("only five of twenty simultaneous wrong codes are checked", async () => {
  const { token, accountId } = await signInClient(testApp);
  const secret = await addApp("/api/clients/me", token);
  testApp.clock.forward(15 * minute);
  const challenge = await challengeOf("/api/clients/me", token);
  const send = (code: string) =>
    ask("POST", "/api/clients/me/proofs/factors", token, { challenge, code });
  await Promise.all(Array.from({ length: 20 }, () => send("000000")));
  const actions = await actionsOf(accountId);
  expect(actions.filter((action) => action === "wrong_second_factor")).toHaveLength(challengeTries);
  expect((await send(codeOf(secret))).status).toBe(401);
});

test("a person with only a passkey re-authenticates with the password and then the passkey", async () => {
  const own = "/api/clients/me";
  const { token } = await signInClient(testApp);
  const begun = await ask("POST", `${own}/factors/passkeys/challenges`, token, proof);
  const passkey = makePasskey(begun.body);
  const { challenge: made } = begun.body;
  const registration = { challenge: made, name: "Laptop", attestation: passkey.attest() };
  expect((await ask("POST", `${own}/factors/passkeys`, token, registration)).status).toBe(201);
  testApp.clock.forward(15 * minute);
  const asked = await ask("POST", `${own}/proofs`, token, proof);
  const { passkey: options, challenge } = asked.body.secondFactor;
  const json = { challenge, assertion: passkey.assert(options) };
  expect((await ask("POST", `${own}/proofs/passkeys`, token, json)).status).toBe(201);
  expect((await ask("GET", exportPath, token)).status).toBe(200);
  expect((await ask("POST", `${own}/proofs/passkeys`, token, json)).status).toBe(401);
});

test("changing the password doesn't count as a proof, because it never asks for a second factor", async () => {
  const { token } = await signInClient(testApp);
  testApp.clock.forward(15 * minute);
  const changed = await ask("PUT", "/api/clients/me/password", token, {
    current: madePassword,
    password: "seventeen calm otters",
  });
  const next = changed.body.token;
  expect((await ask("GET", exportPath, next)).body.code).toBe("proof_required");
});

test("a session that ends while its proof is checked doesn't get the proof", async () => {
  const { token, accountId } = await signInClient(testApp);
  const commit = await testApp.hold("select from accounts for update");
  const proving = ask("POST", "/api/clients/me/proofs", token, proof);
  await testApp.untilWaiting(1);
  await testApp.deps.db
    .update(sessions)
    .set({ endedAt: testApp.clock.now })
    .where(eq(sessions.accountId, accountId));
  await commit();
  expect((await proving).status).toBe(401);
});

test("the right password is rejected as a proof after too many wrong ones", async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
  const { token, email } = await signInClient(limited);
  const send = (password: string) =>
    limited.request("POST", "/api/clients/me/proofs", { token, json: { password } });
  for (let tried = 0; tried < 10; tried += 1) expect((await send("wrong one")).status).toBe(422);
  expect((await send(madePassword)).status).toBe(429);
  // Attempts on a logged-in screen don't block the login.
  expect(await signIn(limited, email)).toMatch(/^[\w-]{43}$/);
  await limited.close();
});

test("a live demo never needs a proof", async () => {
  await prepareTemplate(testApp.deps, 1);
  const demo = await startDemo(testApp);
  testApp.clock.forward(30 * minute);
  expect((await demo.ask("GET", "/clients/me/proofs")).body).toEqual({ provenAt: null });
  expect((await demo.ask("GET", "/leads/export.csv")).status).toBe(200);
});

function ask(method: string, path: string, token: string, json?: unknown) {
  return testApp.request(method, path, { token, json });
}

async function challengeOf(own: string, token: string): Promise<string> {
  const asked = await ask("POST", `${own}/proofs`, token, proof);
  expect([asked.status, asked.body.code]).toEqual([403, "second_factor_required"]);
  return asked.body.secondFactor.challenge;
}

function codeOf(secret: string): string {
  const timestamp = testApp.clock.now.getTime();
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function addApp(own: string, token: string): Promise<string> {
  const begun = await ask("POST", `${own}/factors/totp`, token, { name: "Phone", ...proof });
  const { _id, secret } = begun.body;
  const code = codeOf(secret);
  const done = await ask("POST", `${own}/factors/${_id}/confirmations`, token, { code });
  expect(done.status).toBe(201);
  return secret;
}

async function actionsOf(accountId: string) {
  const noted = await testApp.deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId));
  return noted.map(({ action }) => action);
}
