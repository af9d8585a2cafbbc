import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { madePassword, makeOwner, makePractice } from "#server/db/make.ts";
import { auditEntries, sessions } from "#server/db/schema.ts";
import { makeAltcha } from "#server/outside/captcha.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { findSession } from "./find-session.ts";

let testApp: TestApp;
let guarded: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
  guarded = await openGuarded();
});
afterAll(async () => {
  await testApp.close();
  await guarded.close();
});

test("the token in the response equals the cookie, and both authenticate the practice", async () => {
  const { email, clientId } = await makePractice(testApp.deps);
  const answer = await signIn(testApp, { email: email.toUpperCase() });
  expect(answer.status).toBe(200);
  const year = "; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax";
  const [cookie, device] = answer.headers.getSetCookie();
  expect(cookie).toBe(`clientToken=${answer.body.token}${year}`);
  expect(device).toMatch(/^deviceToken=[\w-]{43};/);
  expect(device?.slice(device.indexOf(";"))).toBe(year);
  const ways: Record<string, string>[] = [
    { Cookie: `clientToken=${answer.body.token}` },
    { Authorization: `Bearer ${answer.body.token}` },
  ];
  for (const headers of ways) {
    const mine = await testApp.request("GET", "/api/clients/getClient", { headers });
    expect(mine.body.userData).toMatchObject({ _id: clientId, email, status: "active" });
    expect(mine.body.userData).not.toHaveProperty("password");
  }
});

test("cookies are Secure on HTTPS", async () => {
  const secure = await openTestApp({ ORIGIN: "https://desk.example.com" });
  const { email } = await makeOwner(secure.deps);
  const answer = await signIn(secure, { email });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^adminToken=.*; Secure/),
    expect.stringMatching(/^deviceToken=.*; Secure/),
  ]);
  await secure.close();
});

test("a token isn't stored in plain text", async () => {
  const { token } = await signInClient(testApp);
  const rows = await testApp.deps.db.select().from(sessions);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("a wrong password and an unknown email address get the same response", async () => {
  const { email } = await makePractice(testApp.deps);
  const wrong = await signIn(testApp, { email, password: "not the password" });
  const unknown = await signIn(testApp, { email: "nobody@example.com" });
  expect(wrong.status).toBe(401);
  expect(unknown.body).toEqual(wrong.body);
});

test("a login with an unknown email address uses about as much CPU time as one with a wrong password", async () => {
  // The fixtures' default password has a cheap hash, so this sets another one.
  const { email } = await makePractice(testApp.deps, { password: "seventeen calm otters" });
  const costOf = async (address: string) => {
    let best = Number.POSITIVE_INFINITY;
    // Takes the best run, because a busy machine only adds cost.
    for (let run = 0; run < 8; run += 1) {
      const before = process.cpuUsage();
      await signIn(testApp, { email: address, password: "not the password" });
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, user + system);
    }
    return best;
  };
  const [known, unknown] = [await costOf(email), await costOf("nobody@example.com")];
  // Most of the CPU time is hashing.
  expect(unknown).toBeGreaterThan(known / 2);
  expect(known).toBeGreaterThan(unknown / 2);
});

test("only the right password reveals that an account is pending, and the response has no token", async () => {
  const { email } = await makePractice(testApp.deps, { isApproved: false });
  const wrong = await signIn(testApp, { email, password: "not the password" });
  expect(wrong.body.code).toBe("wrong_credentials");
  const right = await signIn(testApp, { email });
  expect(right.status).toBe(403);
  expect(right.body).toMatchObject({ code: "account_pending" });
  expect(right.body).not.toHaveProperty("token");
  expect(right.headers.get("Set-Cookie")).toBeNull();
});

test("a login that overlaps a suspension is rejected and doesn't leave a session open", async () => {
  const { email, accountId, clientId } = await makePractice(testApp.deps);
  const commit = await testApp.hold(
    `select from accounts where id = '${accountId}' for update;
     update clients set suspended_at = now() where id = '${clientId}'`,
  );
  const asked = signIn(testApp, { email });
  await testApp.untilWaiting(1);
  await commit();
  expect(await asked).toMatchObject({ status: 403, body: { code: "account_suspended" } });
  expect(await testApp.deps.db.$count(sessions, eq(sessions.accountId, accountId))).toBe(0);
});

test("a login is audited as a failure if its password is replaced concurrently", async () => {
  const { email, accountId } = await makePractice(testApp.deps);
  const commit = await testApp.hold(
    `update accounts set password_hash = 'set by a reset' where id = '${accountId}'`,
  );
  const asked = signIn(testApp, { email });
  await testApp.untilWaiting(1);
  await commit();
  expect((await asked).body.code).toBe("wrong_credentials");
  const noted = await testApp.deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId));
  expect(noted.map(({ action }) => action)).toEqual(["client_added", "wrong_credentials"]);
});

test("logging out ends a practice's and an owner's sessions, even for copied tokens", async () => {
  const client = await signInClient(testApp);
  const admin = await signInAdmin(testApp);
  const headers = { Cookie: `clientToken=${client.token}; adminToken=${admin.token}` };
  const answer = await testApp.request("DELETE", "/api/credentials", { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0])).toEqual([
    "clientToken=",
    "adminToken=",
  ]);
  for (const path of ["/api/clients/getClient", "/api/admins/myself"]) {
    expect((await testApp.request("GET", path, { headers })).status).toBe(401);
  }
});

test("a 401 clears only the cookie that was rejected", async () => {
  const headers = { Cookie: "clientToken=stale; adminToken=kept" };
  const answer = await testApp.request("GET", "/api/clients/getClient", { headers });
  expect(answer.status).toBe(401);
  expect(answer.headers.getSetCookie()).toEqual([
    "clientToken=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  ]);
});

test("a token of one kind can't be used as the other kind, in a cookie or as a bearer token", async () => {
  const client = await signInClient(testApp);
  const admin = await signInAdmin(testApp);
  const asked = (path: string, headers: Record<string, string>) =>
    testApp.request("GET", path, { headers }).then((answer) => answer.status);
  expect(await asked("/api/admins/myself", { Cookie: `adminToken=${client.token}` })).toBe(401);
  expect(await asked("/api/admins/myself", { Authorization: `Bearer ${client.token}` })).toBe(403);
  expect(await asked("/api/leads/new", { Cookie: `clientToken=${admin.token}` })).toBe(401);
  expect(await asked("/api/leads/new", { Authorization: `Bearer ${admin.token}` })).toBe(403);
});

test("the bearer token takes precedence over the cookie", async () => {
  const one = await signInClient(testApp);
  const other = await signInClient(testApp);
  const answer = await testApp.request("GET", "/api/clients/getClient", {
    headers: { Authorization: `Bearer ${one.token}`, Cookie: `clientToken=${other.token}` },
  });
  expect(answer.body.userData.email).toBe(one.email);
});

test("concurrent session lookups return each caller's own session, and none for logged-out callers", async () => {
  const practices = await Promise.all(Array.from({ length: 5 }, () => signInClient(testApp)));
  const owner = await signInAdmin(testApp);
  const gone = await signInClient(testApp);
  await testApp.request("DELETE", "/api/credentials", { token: gone.token });
  const tokens = [...practices.map(({ token }) => token), owner.token, gone.token, "unknown"];
  const asked = Array.from({ length: 40 }, (_, index) => tokens[index % tokens.length] ?? "");
  const found = await Promise.all(asked.map((token) => findSession(testApp.deps, token)));
  const clientIds = practices.map(({ clientId }) => clientId);
  for (const [index, session] of found.entries()) {
    const place = index % tokens.length;
    expect(session?.clientId).toBe(place < 5 ? clientIds[place] : place === 5 ? null : undefined);
  }
});

test("lookups after a logout don't find the session, even while an earlier batch is running", async () => {
  const { token } = await signInClient(testApp);
  const others = Array.from({ length: 10 }, () => findSession(testApp.deps, token));
  await testApp.request("DELETE", "/api/credentials", { token });
  expect(await findSession(testApp.deps, token)).toBeNull();
  await Promise.all(others);
});

test("a session expires after 365 days", async () => {
  const { token } = await signInClient(testApp);
  const before = testApp.clock.now.toISOString();
  testApp.clock.forward(365 * 24 * 60 * 60 * 1000);
  expect((await testApp.request("GET", "/api/clients/getClient", { token })).status).toBe(401);
  testApp.clock.at(before);
});

test("cross-site changes are rejected; changes from our own pages and from API clients are accepted", async () => {
  const send = (headers: Record<string, string>) =>
    testApp.request("DELETE", "/api/credentials", { headers }).then((answer) => answer.status);
  expect(await send({ "Sec-Fetch-Site": "cross-site" })).toBe(403);
  expect(await send({ "Sec-Fetch-Site": "same-site" })).toBe(403);
  expect(await send({ Origin: "https://evil.example.com" })).toBe(403);
  expect(await send({ Origin: "null" })).toBe(403);
  expect(await send({ "Sec-Fetch-Site": "same-origin" })).toBe(200);
  expect(await send({ Origin: "http://127.0.0.1:3000" })).toBe(200);
  expect(await send({})).toBe(200);
});

test("checking a captcha solution doesn't consume it, and the solution then works for one login", async () => {
  const { email } = await makePractice(guarded.deps);
  const captcha = await solve(guarded);
  const check = `/api/credentials?captcha=${encodeURIComponent(captcha)}`;
  expect((await guarded.request("GET", check)).body).toEqual({ success: true });
  expect((await guarded.request("GET", check)).body).toEqual({ success: true });

  expect((await signIn(guarded, { email: "", captcha })).status).toBe(422);
  expect((await guarded.request("GET", check)).body).toEqual({ success: true });
  expect((await signIn(guarded, { email, password: "wrong password", captcha })).status).toBe(401);
  expect((await guarded.request("GET", check)).body).toEqual({ success: false });
  const again = await signIn(guarded, { email, captcha });
  expect(again.status).toBe(422);
  expect(again.body.errors).toHaveProperty("captcha");
});

test("only one of three concurrent submissions with the same captcha solution succeeds", async () => {
  const { email } = await makePractice(guarded.deps);
  const captcha = await solve(guarded);
  const answers = await Promise.all([1, 2, 3].map(() => signIn(guarded, { email, captcha })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422]);
});

test.each(["", "invalid", Buffer.from("{}").toString("base64")])(
  "%o is rejected as a captcha solution",
  async (captcha) => {
    const { email } = await makePractice(guarded.deps);
    expect((await signIn(guarded, { email, captcha })).status).toBe(422);
  },
);

test("a captcha challenge that we didn't issue and a forged solution are rejected", async () => {
  const { email } = await makePractice(guarded.deps);
  const right = JSON.parse(Buffer.from(await solve(guarded), "base64").toString());
  const { challenge, solution } = right;
  const later = { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 3600 };
  const foreign = await openGuarded("another secret, of somebody who makes captchas");
  const made = JSON.parse(Buffer.from(await solve(foreign), "base64").toString());
  await foreign.close();
  for (const forged of [
    { challenge, solution: { ...solution, derivedKey: "0".repeat(solution.derivedKey.length) } },
    { challenge: { ...challenge, parameters: later }, solution },
    { challenge: { ...made.challenge, signature: challenge.signature }, solution: made.solution },
    made,
  ]) {
    const captcha = Buffer.from(JSON.stringify(forged)).toString("base64");
    expect((await signIn(guarded, { email, captcha })).status).toBe(422);
  }
  const captcha = Buffer.from(JSON.stringify(right)).toString("base64");
  expect((await signIn(guarded, { email, captcha })).status).toBe(200);
});

test("a captcha solution expires after half an hour", async () => {
  const captcha = await solve(guarded);
  const before = guarded.clock.now.toISOString();
  guarded.clock.forward(30 * 60_000);
  const check = await guarded.request(
    "GET",
    `/api/credentials?captcha=${encodeURIComponent(captcha)}`,
  );
  expect(check.body).toEqual({ success: false });
  guarded.clock.at(before);
});

test("too many attempts for one account are rejected with Retry-After, even with the right password", async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
  const { email } = await makePractice(limited.deps);
  for (let tried = 0; tried < 10; tried += 1) {
    expect((await signIn(limited, { email, password: "wrong password" })).status).toBe(401);
  }
  const refused = await signIn(limited, { email });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  await limited.close();
});

test("a stranger's wrong passwords don't lock out known browsers, because their attempts are counted separately", async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
  const { email } = await makePractice(limited.deps);
  const other = await makePractice(limited.deps);
  const headers = { Cookie: `deviceToken=${"k".repeat(43)}` };
  const from = (cookie: { Cookie: string } | undefined, json: object) =>
    limited.request("POST", "/api/credentials", {
      json: { password: madePassword, ...json },
      ...(cookie && { headers: cookie }),
    });
  // The browser's first login was the first attempt of ten.
  expect((await from(headers, { email })).status).toBe(200);
  const wrong = { email, password: "wrong password" };
  for (let tried = 0; tried < 9; tried += 1) {
    expect((await from(undefined, wrong)).status).toBe(401);
  }
  expect((await from(undefined, { email })).status).toBe(429);
  expect((await from(headers, { email })).status).toBe(200);
  // Guessing in a known browser is limited just as strictly.
  for (let tried = 0; tried < 9; tried += 1) expect((await from(headers, wrong)).status).toBe(401);
  expect((await from(headers, { email })).status).toBe(429);
  // A browser is known only to its own accounts.
  const { limits } = limited.deps;
  const counted: string[] = [];
  limited.deps.limits = {
    ...limits,
    async count(rule) {
      counted.push(rule);
    },
  };
  await from(headers, { email: other.email });
  expect(counted).toEqual(["signInPerIp", "signInPerEmail"]);
  await limited.close();
});

test("every attempt needs a fresh captcha solution, so no one can lock others out", async () => {
  const limited = await openGuarded();
  const { email } = await makePractice(limited.deps);
  const used = await solve(limited);
  const wrong = { email, password: "wrong password", captcha: used };
  expect((await signIn(limited, wrong)).status).toBe(401);
  for (let tried = 0; tried < 12; tried += 1) {
    const unsolved = { email, captcha: tried % 2 ? used : "" };
    expect((await signIn(limited, unsolved)).status).toBe(422);
  }
  expect((await signIn(limited, { email, captcha: await solve(limited) })).status).toBe(200);
  const recover = (captcha: string) =>
    limited.request("POST", "/api/credentials/recover", { json: { email, captcha } });
  for (let tried = 0; tried < 6; tried += 1) expect((await recover(used)).status).toBe(422);
  expect((await recover(await solve(limited))).status).toBe(200);
  const { adminCode } = await makeOwner(limited.deps);
  const register = (captcha: string) =>
    limited.request("POST", "/api/clients", {
      json: {
        ...{ firstName: "Priya", lastName: "Raman", email: "priya@example.com" },
        ...{ address: "1 Bayshore Boulevard", address2: "", city: "Tampa", state: "FL" },
        ...{ zip: "33606", phone: "(813) 555-0142", admin_id: adminCode },
        ...{ password: "seventeen calm otters", captcha },
      },
    });
  for (let tried = 0; tried < 6; tried += 1) expect((await register("")).status).toBe(422);
  expect((await register(await solve(limited))).status).toBe(201);
  const makeover = (captcha: string) =>
    limited.request("POST", "/api/contact", {
      json: { name: "Priya", email: "priya@example.com", makeOver: true, test: false, captcha },
    });
  for (let tried = 0; tried < 4; tried += 1) expect((await makeover(used)).status).toBe(422);
  expect((await makeover(await solve(limited))).status).toBe(201);
  await limited.close();
});

test("captcha checks are rate limited", async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: "0.05" });
  const statuses: number[] = [];
  for (let tried = 0; tried < 7; tried += 1) {
    statuses.push((await limited.request("GET", "/api/credentials?captcha=x")).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  await limited.close();
});

/** Opens an app with production rate limits and the real captcha. */
async function openGuarded(secret = "a secret for the captcha of these tests"): Promise<TestApp> {
  const opened = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
  // ALTCHA's own check uses the real clock.
  opened.clock.at(new Date().toISOString());
  opened.deps.captcha = makeAltcha(secret, () => opened.clock.now);
  return opened;
}

function signIn(testApp: TestApp, change: { email: string; password?: string; captcha?: string }) {
  return testApp.request("POST", "/api/credentials", {
    json: { password: madePassword, ...change },
  });
}

/** Solves the challenge as the visitor's browser does. */
async function solve(testApp: TestApp): Promise<string> {
  const { body } = await testApp.request("GET", "/api/captcha");
  const solution = await solveChallenge({ challenge: body.challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: body.challenge, solution })).toString("base64");
}
