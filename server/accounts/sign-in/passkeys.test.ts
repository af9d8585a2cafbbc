// Passkeys: adding one, logging in with it, and every response that must be rejected.
import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { factorMessages } from "#content/messages.ts";
import { challengeTries, maxFactors } from "#contract/factors.ts";
import type { PasskeyRequestOptions } from "#contract/passkeys.ts";
import { madePassword } from "#server/db/make.ts";
import {
  accounts,
  auditEntries,
  clients,
  factors,
  mails,
  passkeyChallenges,
  signInChallenges,
} from "#server/db/schema.ts";
import { deleteExpiredRecords } from "#server/records/retention/retention.ts";
import {
  type Lies,
  makePasskey,
  type Passkey,
  passkeyOrigin,
} from "#server/testing/authenticator.ts";
import { signInAdmin, signInClient, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ ORIGIN: passkeyOrigin });
});
afterAll(() => testApp.close());

const minute = 60_000;
const kinds = [
  ["a practice", "client", "/api/clients/me", signInClient],
  ["the owner", "admin", "/api/admins/myself", signInAdmin],
] as const;

test.each(kinds)(
  "%s can add a passkey and log in with it without a password",
  async (_, kind, own, signIn) => {
    const person = await signIn(testApp);
    const { passkey, codes, options } = await addTo(own, person.token);
    expect(codes).toHaveLength(10);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: person.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [],
    });
    testApp.clock.forward(minute);
    const opened = await signInWith(passkey);
    expect([opened.status, opened.body.kind]).toEqual([200, kind]);
    expect(opened.headers.get("Set-Cookie")).toContain(`${kind}Token=${opened.body.token}`);
    const { body } = await ask("GET", `${own}/factors`, opened.body.token);
    expect(body.factors).toMatchObject([{ kind: "passkey", name: "Laptop" }]);
    expect(body.factors[0].lastUsedAt).toBe(testApp.clock.now.toISOString());
    expect(await actionsOf(person.accountId)).toEqual(
      expect.arrayContaining(["passkey_added", "signed_in_with_passkey"]),
    );
  },
);

test.each(kinds)(
  "%s with a passkey logs in with the password first and the passkey second",
  async (_, kind, own, signIn) => {
    const person = await signIn(testApp);
    const { passkey, codes } = await addTo(own, person.token);
    const asked = await enterPassword(person.email);
    expect([asked.status, asked.body.code]).toEqual([403, "second_factor_required"]);
    const { challenge, kinds: offered, passkey: options } = asked.body.secondFactor;
    expect(offered).toEqual(["passkey"]);
    expect(options).toMatchObject({
      ...{ challenge, rpId: "localhost", userVerification: "required" },
      allowCredentials: [{ id: passkey.id, transports: ["internal"] }],
    });
    const opened = await proveWith(passkey, options);
    expect([opened.status, opened.body.kind]).toEqual([200, kind]);
    const { secondFactor } = (await enterPassword(person.email)).body;
    const json = { challenge: secondFactor.challenge, code: codes[0] };
    expect((await testApp.request("POST", "/api/credentials/factors", { json })).status).toBe(200);
  },
);

test("an assertion without a user handle works after the password, but not for a login without a password", async () => {
  const { passkey, email } = await personWithPasskey();
  const lies = { userHandle: undefined };
  expect((await proveWith(passkey, await stepOf(email), lies)).status).toBe(200);
  expect((await signInWith(passkey, lies)).status).toBe(401);
});

const wrong: [string, Lies][] = [
  ["another challenge", { challenge: "bm90IHRoaXMgb25l" }],
  ["another origin", { origin: "https://localhost.example.com" }],
  ["another port on this machine", { origin: "http://localhost:3001" }],
  ["another site's RP id", { rpId: "example.com" }],
  ["a new passkey's response", { type: "webauthn.create" }],
  ["no user verification", { isUnverified: true }],
  ["another key's signature", { isForged: true }],
  ["another account's user handle", { userHandle: "c29tZWJvZHkgZWxzZQ" }],
];

test.each(wrong)("an assertion with %s doesn't log in", async (_, lies) => {
  const { passkey, accountId } = await personWithPasskey();
  const refused = await signInWith(passkey, lies);
  expect([refused.status, refused.body.message]).toEqual([401, factorMessages.wrongPasskey]);
  expect(refused.headers.get("Set-Cookie")).toBeNull();
  expect(await actionsOf(accountId)).toContain("wrong_passkey");
  expect((await signInWith(passkey)).status).toBe(200);
});

test.each(wrong)("an assertion with %s doesn't pass the second step", async (_, lies) => {
  const { passkey, email, accountId } = await personWithPasskey();
  const options = await stepOf(email);
  const refused = await proveWith(passkey, options, lies);
  expect([refused.status, refused.body.message]).toEqual([409, factorMessages.wrongSecondPasskey]);
  expect(await actionsOf(accountId)).toContain("wrong_passkey");
  expect((await proveWith(passkey, options)).status).toBe(200);
});

test.each(wrong.filter(([, lies]) => !("isForged" in lies || "userHandle" in lies)))(
  "an attestation with %s doesn't add a passkey and uses up its challenge",
  async (_, lies) => {
    const { token } = await signInClient(testApp);
    const options = await begin(own, token);
    const passkey = makePasskey(options);
    const lie = lies.type ? { type: "webauthn.get" } : lies;
    const refused = await add(own, token, options.challenge, passkey.attest(lie));
    expect([refused.status, refused.body.message]).toEqual([409, factorMessages.passkeyNotAdded]);
    expect((await add(own, token, options.challenge, passkey.attest())).status).toBe(409);
    expect((await ask("GET", `${own}/factors`, token)).body.factors).toEqual([]);
  },
);

test("an unknown passkey gets the same response as a passkey that fails", async () => {
  const { passkey } = await personWithPasskey();
  const stranger = makePasskey(await begin(own, (await signInClient(testApp)).token));
  const [unknown, forged] = [
    await signInWith(stranger),
    await signInWith(passkey, { isForged: true }),
  ];
  expect([unknown.status, unknown.body]).toEqual([forged.status, forged.body]);
});

test("a replayed assertion is rejected", async () => {
  const { passkey, email } = await personWithPasskey();
  const options = await beginSignIn();
  const json = { challenge: options.challenge, assertion: passkey.assert(options) };
  const send = (path: string, body: object) => testApp.request("POST", path, { json: body });
  expect((await send("/api/credentials/passkeys", json)).status).toBe(200);
  expect((await send("/api/credentials/passkeys", json)).status).toBe(401);
  const step = await stepOf(email);
  const second = { challenge: step.challenge, assertion: passkey.assert(step) };
  expect((await send("/api/credentials/factors/passkeys", second)).status).toBe(200);
  expect((await send("/api/credentials/factors/passkeys", second)).status).toBe(401);
  // The old assertion doesn't work for a new challenge, either.
  const later = await stepOf(email);
  const replayed = { challenge: later.challenge, assertion: second.assertion };
  expect((await send("/api/credentials/factors/passkeys", replayed)).status).toBe(409);
});

test("only one of eight simultaneous requests with the same assertion opens a session", async () => {
  // A synced passkey doesn't have a counter that could tell the assertions apart.
  const { passkey, email } = await personWithPasskey(0);
  const options = await beginSignIn();
  const atOnce = await Promise.all(
    Array.from({ length: 8 }, () => signInWith(passkey, {}, options)),
  );
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
  const step = await stepOf(email);
  const tries = Array.from({ length: challengeTries }, () => proveWith(passkey, step));
  const steps = (await Promise.all(tries)).map(({ status }) => status);
  expect(steps.toSorted()).toEqual([200, ...Array(challengeTries - 1).fill(401)]);
});

test("a challenge works only for its own purpose", async () => {
  const { passkey, email, token } = await personWithPasskey();
  const step = await stepOf(email);
  expect((await signInWith(passkey, {}, step)).status).toBe(401);
  const options = await beginSignIn();
  expect((await proveWith(passkey, options)).status).toBe(401);
  expect((await add(own, token, options.challenge, passkey.attest())).status).toBe(409);
  const { challenge } = await begin(own, token, passkey);
  expect((await signInWith(passkey, {}, { ...options, challenge })).status).toBe(401);
  expect((await proveWith(passkey, { ...options, challenge })).status).toBe(401);
});

test("a challenge for adding a passkey works only for its own account", async () => {
  const { token } = await signInClient(testApp);
  const stranger = await signInClient(testApp);
  const options = await begin(own, token);
  const attestation = makePasskey(options).attest();
  expect((await add(own, stranger.token, options.challenge, attestation)).status).toBe(409);
  expect((await add(own, token, options.challenge, attestation)).status).toBe(201);
});

test("the challenge of a second login step works only for its own account", async () => {
  const { passkey } = await personWithPasskey();
  const other = await personWithPasskey();
  expect((await proveWith(passkey, await stepOf(other.email))).status).toBe(409);
});

test("challenges expire after five minutes and are deleted", async () => {
  const { passkey, email, token } = await personWithPasskey();
  const [options, step, adding] = [
    await beginSignIn(),
    await stepOf(email),
    await begin(own, token, passkey),
  ];
  testApp.clock.forward(5 * minute);
  expect((await signInWith(passkey, {}, options)).status).toBe(401);
  expect((await proveWith(passkey, step)).status).toBe(401);
  const attestation = makePasskey(adding).attest();
  expect((await add(own, token, adding.challenge, attestation)).status).toBe(409);
  const inTime = await beginSignIn();
  testApp.clock.forward(5 * minute - 1);
  expect((await signInWith(passkey, {}, inTime)).status).toBe(200);
  await beginSignIn();
  testApp.clock.forward(5 * minute + 1);
  await deleteExpiredRecords(testApp.deps);
  expect(await testApp.deps.db.select().from(passkeyChallenges)).toEqual([]);
});

test("a second step is canceled after five wrong passkeys", async () => {
  const { passkey, email } = await personWithPasskey();
  const step = await stepOf(email);
  for (let tried = 0; tried < challengeTries; tried += 1) {
    expect((await proveWith(passkey, step, { isForged: true })).status).toBe(409);
  }
  expect((await proveWith(passkey, step)).status).toBe(401);
});

test.each([
  ["the same counter", 7, 7, false],
  ["a lower counter", 7, 6, false],
  ["no counter anymore", 7, 0, false],
  ["a higher counter", 7, 8, true],
  ["no counter, as before", 0, 0, true],
  ["its first counter", 0, 1, true],
])("checks for a copied passkey with %s (from %i to %i)", async (_, before, after, isIn) => {
  const { passkey, accountId, email } = await personWithPasskey(before);
  const answers = [
    await signInWith(passkey, { counter: after }),
    await proveWith(passkey, await stepOf(email), { counter: isIn ? after && after + 1 : after }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(isIn ? [200, 200] : [401, 409]);
  const copied = (await actionsOf(accountId)).filter((action) => action === "passkey_copied");
  const told = (await subjectsTo(email)).filter((subject) => subject.includes("copied"));
  expect([copied.length, told.length]).toEqual(isIn ? [0, 0] : [2, 2]);
});

test("a low counter with an invalid signature isn't reported as a copied passkey", async () => {
  const { passkey, accountId, email } = await personWithPasskey(7);
  expect((await signInWith(passkey, { counter: 1, isForged: true })).status).toBe(401);
  expect(await actionsOf(accountId)).not.toContain("passkey_copied");
  expect(await subjectsTo(email)).toEqual(["A passkey was added to your account"]);
});

test("a suspended practice's passkey is rejected like its password, and each attempt is audited", async () => {
  const { passkey, email, clientId, accountId } = await personWithPasskey();
  const step = await stepOf(email);
  const isOwn = eq(clients.id, clientId);
  await testApp.deps.db.update(clients).set({ suspendedAt: new Date() }).where(isOwn);
  for (const refused of [
    await signInWith(passkey),
    await proveWith(passkey, step),
    await enterPassword(email),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([403, "account_suspended"]);
    expect(refused.headers.get("Set-Cookie")).toBeNull();
  }
  const audited = (await actionsOf(accountId)).filter((action) => action === "account_suspended");
  expect(audited).toHaveLength(3);
  const pending = { suspendedAt: null, approvedAt: null };
  await testApp.deps.db.update(clients).set(pending).where(isOwn);
  const [byPasskey, byPassword] = [await signInWith(passkey), await enterPassword(email)];
  expect(byPasskey.body).toEqual(byPassword.body);
  expect(byPasskey.body.code).toBe("account_pending");
});

test("a deactivated person's passkey is rejected", async () => {
  const manager = await signInClient(testApp);
  const person = await signInMember(testApp, manager.clientId);
  const { passkey } = await addTo(own, person.token);
  const json = { isDeactivated: true };
  await ask("PATCH", `/api/clients/me/people/${person.accountId}`, manager.token, json);
  const refused = await signInWith(passkey);
  expect([refused.status, refused.body.code]).toEqual([403, "account_deactivated"]);
});

test("a removed passkey no longer logs in, and removing the last one turns two-step login off", async () => {
  const { passkey, email, token, factorId, accountId } = await personWithPasskey();
  const [step, adding] = [await stepOf(email), await begin(own, token, passkey)];
  const gone = await changeWith(`${own}/factors/${factorId}/removals`, token, passkey);
  expect(gone.status).toBe(201);
  expect((await signInWith(passkey)).status).toBe(401);
  expect((await proveWith(passkey, step)).status).toBe(401);
  const attestation = makePasskey(adding).attest();
  expect((await add(own, token, adding.challenge, attestation)).status).toBe(409);
  expect((await enterPassword(email)).status).toBe(200);
  expect(await actionsOf(accountId)).toContain("passkey_removed");
  expect(await subjectsTo(email)).toEqual([
    "A passkey was added to your account",
    "Two-step login is off",
  ]);
});

test("a new password cancels logins and passkey setups that were started with the old one", async () => {
  const { passkey, email, token } = await personWithPasskey();
  const [step, adding] = [await stepOf(email), await begin(own, token, passkey)];
  const json = { current: madePassword, password: "calm brown otter two" };
  const changed = await ask("PUT", `${own}/password`, token, json);
  expect((await proveWith(passkey, step)).status).toBe(401);
  const attestation = makePasskey(adding).attest();
  const late = await add(own, changed.body.token, adding.challenge, attestation);
  expect(late.status).toBe(409);
});

test("a second passkey gets the same user handle, and its options exclude the device with the first passkey", async () => {
  const { passkey, token, options, email, factorId } = await personWithPasskey();
  const second = await addTo(own, token, 1, passkey);
  expect(second.codes).toBeNull();
  expect(second.options.user.id).toBe(options.user.id);
  expect(second.options.excludeCredentials).toMatchObject([{ id: passkey.id }]);
  const { clientId, accountId } = await signInClient(testApp);
  expect(options.user.id).toMatch(/^[\w-]{43}$/);
  expect([clientId, accountId]).not.toContain(options.user.id);
  await changeWith(`${own}/factors/${factorId}/removals`, token, passkey);
  expect((await subjectsTo(email)).at(-1)).toBe("A passkey was removed from your account");
  expect((await signInWith(second.passkey)).status).toBe(200);
});

test("a passkey can't be added to a second account", async () => {
  const { token } = await signInClient(testApp);
  const options = await begin(own, token);
  const passkey = makePasskey(options);
  expect((await add(own, token, options.challenge, passkey.attest())).status).toBe(201);
  const stranger = (await signInClient(testApp)).token;
  const theirs = await begin(own, stranger);
  const again = await add(own, stranger, theirs.challenge, passkey.attest(theirs));
  expect([again.status, again.body.message]).toEqual([409, factorMessages.samePasskey]);
});

test("an account has at most ten factors", async () => {
  const { token, accountId, passkey } = await personWithPasskey();
  const waiting = await begin(own, token, passkey);
  const many = Array.from({ length: maxFactors - 1 }, (_, index) => ({
    ...{ accountId, kind: "totp" as const, name: `App ${index}`, secret: "sealed" },
    confirmedAt: new Date(),
  }));
  await testApp.deps.db.insert(factors).values(many);
  const refused = [
    await changeWith(`${own}/factors/passkeys/challenges`, token, passkey),
    await add(own, token, waiting.challenge, makePasskey(waiting).attest()),
  ];
  expect(refused.map(({ body }) => body.message)).toEqual(Array(2).fill(factorMessages.tooMany));
});

test("adding a passkey asks for the password again", async () => {
  const { token } = await signInClient(testApp);
  const path = `${own}/factors/passkeys/challenges`;
  const wrongPassword = await ask("POST", path, token, { password: "not mine" });
  expect([wrongPassword.status, wrongPassword.body.errors]).toEqual([
    422,
    { password: expect.any(String) },
  ]);
  expect((await ask("POST", path, token, {})).status).toBe(422);
});

test("attestation certificates are ignored, and adding the passkey doesn't fetch anything", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  const { token } = await signInClient(testApp);
  const options = await begin(own, token);
  const x5c = [new Uint8Array([1, 2, 3])];
  const attStmt = new Map<string, Uint8Array | Uint8Array[] | number>([
    ["alg", -7],
    ["sig", new Uint8Array([1])],
    ["x5c", x5c],
  ]);
  const attestation = makePasskey(options).attest({ statement: { fmt: "packed", attStmt } });
  expect((await add(own, token, options.challenge, attestation)).status).toBe(201);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

test("challenges are stored only as hashes, and the factor list doesn't contain a passkey's id or user handle", async () => {
  const { email, token, passkey } = await personWithPasskey();
  const [options, step] = [await beginSignIn(), await stepOf(email)];
  const stored = [
    ...(await testApp.deps.db.select().from(passkeyChallenges)),
    ...(await testApp.deps.db.select().from(signInChallenges)),
  ];
  const hashes = stored.map(({ tokenHash }) => tokenHash);
  for (const { challenge } of [options, step]) {
    expect(JSON.stringify(stored)).not.toContain(challenge);
    expect(hashes).toContain(hash("sha256", challenge));
  }
  const [account] = await testApp.deps.db.select().from(accounts).where(eq(accounts.email, email));
  const listed = JSON.stringify((await ask("GET", `${own}/factors`, token)).body);
  expect(account?.passkeyHandle).toMatch(/^[\w-]{43}$/);
  expect(listed).not.toContain(account?.passkeyHandle);
  expect(listed).not.toContain(passkey.id);
});

test("passkey logins are rate limited per IP address when started, and per account when completed", async () => {
  const limited = await openTestApp({ ORIGIN: passkeyOrigin, RATE_LIMIT_FACTOR: "0.1" });
  const path = "/api/credentials/passkeys/challenges";
  const statuses = [];
  for (let tried = 0; tried < 7; tried += 1) {
    statuses.push((await limited.request("POST", path)).status);
  }
  expect(statuses).toEqual([...Array(6).fill(201), 429]);
  await limited.close();
  const { passkey } = await personWithPasskey();
  const counted: string[] = [];
  const { limits } = testApp.deps;
  testApp.deps.limits = {
    ...limits,
    async count(rule, who) {
      counted.push(rule);
      await limits.count(rule, who);
    },
  };
  try {
    await signInWith(passkey);
  } finally {
    testApp.deps.limits = limits;
  }
  expect(counted).toEqual(["passkeyPerIp", "signInPerIp", "passkeyPerAccount"]);
});

test("passkeys can't be used without a domain name, and the error says why", async () => {
  const plain = await openTestApp();
  const { token } = await signInClient(plain);
  const where = await plain.request("GET", "/api/credentials/passkeys");
  expect(where.body).toEqual({ origin: null });
  for (const [path, options] of [
    ["/api/credentials/passkeys/challenges", {}],
    [`${own}/factors/passkeys/challenges`, { token, json: proof }],
  ] as const) {
    // A domain name in the Host header doesn't count.
    const headers = { Host: "localhost" };
    const refused = await plain.request("POST", path, { ...options, headers });
    expect([refused.status, refused.body.message]).toEqual([409, factorMessages.noPasskeysHere]);
  }
  await plain.close();
  const here = await testApp.request("GET", "/api/credentials/passkeys");
  expect(here.body).toEqual({ origin: passkeyOrigin });
});

test.each([
  [{}],
  [{ challenge: "x" }],
  [{ challenge: 5, assertion: {} }],
  [{ challenge: "x", assertion: { id: "a", rawId: "a", type: "public-key", response: {} } }],
  [{ challenge: "x", assertion: { ...anAssertion(), type: "password" } }],
  [{ challenge: "x", assertion: { ...anAssertion(), id: "not base64url!" } }],
  [{ challenge: "x", assertion: { ...anAssertion(), id: "a".repeat(1365) } }],
])("invalid input is rejected: %j", async (json) => {
  for (const path of ["/api/credentials/passkeys", "/api/credentials/factors/passkeys"]) {
    expect((await testApp.request("POST", path, { json })).status).toBe(422);
  }
});

test.each([
  ["clientDataJSON", "bm90IEpTT04"],
  ["clientDataJSON", "bnVsbA"],
  ["authenticatorData", "AAAA"],
  ["signature", "AAAA"],
])("an assertion whose %s is %s doesn't log in", async (field, text) => {
  const { passkey } = await personWithPasskey();
  const options = await beginSignIn();
  const assertion = passkey.assert(options);
  const broken = { ...assertion, response: { ...assertion.response, [field]: text } };
  const json = { challenge: options.challenge, assertion: broken };
  const refused = await testApp.request("POST", "/api/credentials/passkeys", { json });
  expect([refused.status, refused.body.message]).toEqual([401, factorMessages.wrongPasskey]);
});

const own = "/api/clients/me";
const proof = { password: madePassword };

function anAssertion() {
  const response = { clientDataJSON: "a", authenticatorData: "a", signature: "a" };
  return { id: "a", rawId: "a", type: "public-key", clientExtensionResults: {}, response };
}

function ask(method: string, path: string, token: string, json?: unknown) {
  return testApp.request(method, path, { token, json });
}

function enterPassword(email: string) {
  return testApp.request("POST", "/api/credentials", { json: { email, password: madePassword } });
}

/** Returns the passkey options that the second step of a login sends to the browser. */
async function stepOf(email: string): Promise<PasskeyRequestOptions> {
  return (await enterPassword(email)).body.secondFactor.passkey;
}

async function beginSignIn(): Promise<PasskeyRequestOptions> {
  const begun = await testApp.request("POST", "/api/credentials/passkeys/challenges");
  expect(begun.status).toBe(201);
  expect(begun.body.allowCredentials).toEqual([]);
  return begun.body;
}

async function signInWith(passkey: Passkey, lies: Lies = {}, begun?: PasskeyRequestOptions) {
  const options = begun ?? (await beginSignIn());
  const json = { challenge: options.challenge, assertion: passkey.assert(options, lies) };
  return testApp.request("POST", "/api/credentials/passkeys", { json });
}

function proveWith(passkey: Passkey, options: PasskeyRequestOptions, lies: Lies = {}) {
  const json = { challenge: options.challenge, assertion: passkey.assert(options, lies) };
  return testApp.request("POST", "/api/credentials/factors/passkeys", { json });
}

/** Uses the account's own passkey as the second step, if it has a passkey. */
async function begin(base: string, token: string, own?: Passkey) {
  const begun = await changeWith(`${base}/factors/passkeys/challenges`, token, own);
  expect(begun.status).toBe(201);
  return begun.body;
}

async function changeWith(path: string, token: string, own?: Passkey) {
  const asked = await ask("POST", path, token, proof);
  if (!own) return asked;
  const { challenge, passkey: options } = asked.body.secondFactor;
  const secondStep = { challenge, assertion: own.assert(options) };
  return ask("POST", path, token, { ...proof, secondStep });
}

function add(base: string, token: string, challenge: string, attestation: unknown) {
  const json = { challenge, name: "Laptop", attestation };
  return ask("POST", `${base}/factors/passkeys`, token, json);
}

async function addTo(base: string, token: string, counter = 1, first?: Passkey) {
  const options = await begin(base, token, first);
  const passkey = makePasskey(options, counter);
  const added = await add(base, token, options.challenge, passkey.attest());
  expect(added.status).toBe(201);
  const { factor, recoveryCodes } = added.body;
  return { passkey, options, factorId: factor._id, codes: recoveryCodes as string[] };
}

async function personWithPasskey(counter = 1) {
  const person = await signInClient(testApp);
  return { ...person, ...(await addTo(own, person.token, counter)) };
}

async function actionsOf(accountId: string) {
  const entries = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId));
  return entries.map(({ action }) => action);
}

async function subjectsTo(email: string) {
  const sent = await testApp.deps.db
    .select()
    .from(mails)
    .where(eq(mails.to, email))
    .orderBy(mails.id);
  return sent.map(({ subject }) => subject);
}
