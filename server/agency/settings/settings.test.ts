// Settings saved on screen: precedence, secrets, when changes take effect, and the results of the
// test buttons.
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { desc } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { settingsMessages as messages } from "#content/console/settings.ts";
import { fieldMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { proofMinutes } from "#contract/roles.ts";
import { auditEntries, settings } from "#server/db/schema.ts";
import type { LiveSettings } from "#server/deps.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { openFromSettings } from "#server/open-deps.ts";
import { makeWidgetCaptcha } from "#server/outside/captcha.ts";
import { DnsUnavailable } from "#server/outside/dns.ts";
import { captchaSecret, makeCaptchaStandIn } from "#server/testing/captcha-stand-in.ts";
import {
  googleAdsError,
  googleCredentials,
  makeGoogleAdsStandIn,
} from "#server/testing/google-ads-stand-in.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { type MadeSmtp, makeSmtp } from "#server/testing/smtp-stand-in.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { makeTextStandIn, textAccount } from "#server/testing/text-stand-in.ts";
import { readTokenExpiry } from "./token-expiry.ts";

/** No environment variable is set unless a test sets one. */
const bare = {
  ...{ CAPTCHA_PROVIDER: "", META_APP_SECRET: "", META_VERIFY_TOKEN: "", META_PAGE_TOKEN: "" },
  ...{ SMS_ACCOUNT_SID: "", SMS_AUTH_TOKEN: "", SMS_FROM: "" },
};
const open: LiveSettings["open"] = (config) => {
  const now = () => new Date();
  const opened = openFromSettings(config, now);
  if (!("siteKey" in config.captcha)) return opened;
  return { ...opened, captcha: makeWidgetCaptcha({ ...config.captcha, now, verifyUrl }) };
};

/** The captcha provider's URL. Nothing responds there unless a test starts a provider. */
let verifyUrl = "http://127.0.0.1:9/";
let smtp: MadeSmtp;
let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  smtp = await makeSmtp();
});
afterAll(() => smtp.close());
beforeEach(async () => {
  testApp = await openTestApp(bare, { open });
  owner = await signInAdmin(testApp);
  smtp.trouble = {};
  smtp.taken = [];
});
afterEach(() => testApp.close());

function call(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/admin/settings${path}`, { token: owner.token, json });
}

function mailOf(change: object = {}) {
  const { hostname, port } = new URL(smtp.url);
  const login = { user: "desk", password: "secret" };
  return {
    part: "mail",
    server: { host: hostname, port: Number(port), encryption: "starttls", ...login, ...change },
  };
}

test("a mail server set on screen takes effect immediately and sends the pending emails", async () => {
  await testApp.deps.settings.reread();
  expect(testApp.deps.mailServer).toBe(null);
  await testApp.deps.db.transaction((tx) =>
    queueMail(testApp.deps, tx, {
      ...{ kind: "alert-test", to: "jo@example.com", fields: {} },
      words: { subject: "Waiting", text: "Words" },
    }),
  );
  await testApp.runJobs();
  expect(smtp.taken).toEqual([]);
  const answer = await call("PATCH", "", { ...mailOf(), from: "Desk@Example.com" });
  expect(answer.status).toBe(200);
  expect(answer.body.message).toBe(messages.saved);
  expect(answer.body.settings.mail).toMatchObject({
    origin: "screen",
    server: { host: "127.0.0.1", user: "desk", encryption: "starttls", hasPassword: true },
    from: "desk@example.com",
  });
  await testApp.runJobs();
  expect(smtp.taken).toHaveLength(1);
  expect(smtp.taken[0]).toContain("<desk@example.com>");
});

test("every process is notified of a change", async () => {
  const heard = new Promise<void>((resolve) => {
    testApp.deps.deskEvents.onSettings(() => resolve());
  });
  await call("PATCH", "", { part: "site", publishResponseTime: true });
  await heard;
  expect(testApp.deps.config.publishResponseTime).toBe(true);
});

test("responses and rows never contain a secret in plain text", async () => {
  await call("PATCH", "", mailOf({ password: "mail-password-1" }));
  await call("PATCH", "", {
    ...{ part: "meta", appSecret: "app-secret-1", verifyToken: "verify-1", pageToken: "page-1" },
  });
  await call("PATCH", "", {
    part: "texts",
    account: { accountSid: `AC${"1".repeat(32)}`, authToken: "auth-1", from: "+18135550100" },
  });
  await call("PATCH", "", { part: "captcha", provider: "hcaptcha", siteKey: "k", secret: "cap-1" });
  await call("PATCH", "", {
    ...{ part: "googleAds", clientId: "client", clientSecret: "client-secret-1" },
    ...{ refreshToken: "refresh-1", developerToken: "developer-1", managerId: "123-456-7890" },
  });
  const shown = JSON.stringify((await call("GET", "")).body);
  const rows = JSON.stringify(await testApp.deps.db.select().from(settings));
  const entries = JSON.stringify(await testApp.deps.db.select().from(auditEntries));
  const given = ["mail-password-1", "app-secret-1", "verify-1", "page-1", "auth-1", "cap-1"];
  for (const one of [...given, "client-secret-1", "refresh-1", "developer-1"]) {
    expect([shown, rows, entries].filter((text) => text.includes(one))).toEqual([]);
  }
  expect(testApp.deps.config.meta).toMatchObject({
    ...{ appSecret: "app-secret-1", verifyToken: "verify-1", pageToken: "page-1" },
  });
  expect(testApp.deps.config.googleAds).toMatchObject({
    ...{ clientId: "client", clientSecret: "client-secret-1", refreshToken: "refresh-1" },
    ...{ developerToken: "developer-1", managerId: "1234567890" },
  });
  expect(testApp.deps.config.sms?.authToken).toBe("auth-1");
  expect(testApp.deps.config.captcha).toEqual({
    ...{ provider: "hcaptcha", siteKey: "k", secret: "cap-1" },
  });
});

test("a password left empty stays the same, but only for the same server and user", async () => {
  await call("PATCH", "", mailOf());
  const kept = await call("PATCH", "", mailOf({ password: "" }));
  expect(kept.body.settings.mail.server.hasPassword).toBe(true);
  for (const elsewhere of [
    { host: "localhost" },
    { port: 2525 },
    { user: "other" },
    { encryption: "tls" },
  ]) {
    for (const [method, path] of [
      ["PATCH", ""],
      ["POST", "/tests"],
    ] as const) {
      const refused = await call(method, path, mailOf({ ...elsewhere, password: "" }));
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toEqual({ "server.password": fieldMessages.secret_again });
    }
  }
  const texts = (accountSid: string, authToken?: string) => ({
    part: "texts",
    account: { accountSid, authToken, from: "+18135550100" },
  });
  await call("PATCH", "", texts(`AC${"1".repeat(32)}`, "auth"));
  expect((await call("PATCH", "", texts(`AC${"1".repeat(32)}`))).status).toBe(200);
  expect((await call("PATCH", "", texts(`AC${"2".repeat(32)}`))).status).toBe(422);
});

test("an environment variable overrides the setting, and the screen says so", async () => {
  const machine = await openTestApp(
    { ...bare, SMTP_URL: "smtp://u:p@mail.example.com:2525", META_APP_SECRET: "machine" },
    { open },
  );
  try {
    const { token } = await signInAdmin(machine);
    const save = (json: unknown) =>
      machine.request("PATCH", "/api/admin/settings", { token, json });
    const mail = await save({ ...mailOf(), from: "desk@example.com" });
    expect(mail.body.settings.mail).toMatchObject({
      origin: "machine",
      server: { host: "mail.example.com", port: 2525, user: "u", hasPassword: true },
      ...{ from: "desk@example.com", fromOrigin: "screen" },
    });
    expect(machine.deps.config.smtpUrl).toBe("smtp://u:p@mail.example.com:2525");
    const meta = await save({ part: "meta", appSecret: "screen", verifyToken: "screen" });
    expect(meta.body.settings.meta).toMatchObject({
      appSecret: { origin: "machine", isSet: true },
      verifyToken: { origin: "screen", isSet: true },
      pageToken: { origin: "default", isSet: false },
    });
    expect(machine.deps.config.meta.appSecret).toBe("machine");
    expect(JSON.stringify([mail.body, meta.body])).not.toContain(":p@");
  } finally {
    await machine.close();
  }
});

test("captcha and text settings from the environment can't be changed on screen", async () => {
  const machine = await openTestApp({}, { open });
  try {
    const { token } = await signInAdmin(machine);
    const account = { accountSid: `AC${"1".repeat(32)}`, authToken: "a", from: "+18135550100" };
    for (const json of [
      { part: "captcha", provider: "altcha" },
      { part: "texts", account },
    ]) {
      const answer = await machine.request("PATCH", "/api/admin/settings", { token, json });
      expect([answer.status, answer.body.message]).toEqual([409, messages.onMachine]);
      const path = `/api/admin/settings/${json.part}`;
      expect((await machine.request("DELETE", path, { token })).status).toBe(409);
    }
  } finally {
    await machine.close();
  }
});

test("the second of two owners who change the same settings gets an error", async () => {
  const first = await call("GET", "");
  const { version } = first.body.site;
  const json = { part: "site", publishResponseTime: true, version };
  expect((await call("PATCH", "", json)).status).toBe(200);
  expect((await call("PATCH", "", json)).body.code).toBe("stale");
  const { version: next } = (await call("GET", "")).body.site;
  expect((await call("PATCH", "", { ...json, version: next })).status).toBe(200);
  // The test clock doesn't advance, but every version is different.
  expect((await call("PATCH", "", { ...json, version: next })).body.code).toBe("stale");
});

test("removed settings return to the defaults", async () => {
  await call("PATCH", "", mailOf());
  expect(testApp.deps.mailServer).not.toBe(null);
  const answer = await call("DELETE", "/mail");
  expect(answer.body.settings.mail).toMatchObject({ origin: "default", server: null });
  expect(testApp.deps.mailServer).toBe(null);
  expect((await call("DELETE", "/mail")).status).toBe(200);
});

test("changing and testing settings requires step-up authentication and is audited; reading them doesn't", async () => {
  await call("PATCH", "", mailOf());
  await call("POST", "/tests", mailOf());
  await call("DELETE", "/mail");
  const entries = await testApp.deps.db
    .select({ action: auditEntries.action, detail: auditEntries.detail })
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(3);
  const server = `${new URL(smtp.url).host}, STARTTLS`;
  const changed = (from: string | null, to: string | null) =>
    JSON.stringify([
      { field: "mailServer", from, to },
      // Only that they changed.
      { field: "mailUser", from: null, to: null },
      { field: "mailPassword", from: null, to: null },
    ]);
  const part = "mail";
  expect(entries).toEqual([
    { action: "settings_removed", detail: { part, changes: changed(server, null) } },
    { action: "settings_tested", detail: { part } },
    { action: "settings_changed", detail: { part, changes: changed(null, server) } },
  ]);
  testApp.clock.forward(proofMinutes * 60_000 + 1);
  expect((await call("GET", "")).status).toBe(200);
  for (const [method, path, json] of [
    ["PATCH", "", mailOf()],
    ["POST", "/tests", mailOf()],
    ["DELETE", "/mail", undefined],
  ] as const) {
    expect((await call(method, path, json)).body.code).toBe("proof_required");
  }
});

test("a test text uses the form's or the environment's settings and reports what went wrong", async () => {
  const stand = await makeTextStandIn();
  const { sid: accountSid, token: authToken, from } = textAccount;
  const others = { SMS_API_URL: stand.url };
  const onScreen = await openTestApp({ ...bare, ...others }, { open });
  const onMachine = await openTestApp(
    { ...others, SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_FROM: from },
    { open },
  );
  try {
    const tried = async (app: TestApp, account: object | null, testTo?: string) => {
      const { token } = await signInAdmin(app);
      const json = { part: "texts", account, testTo };
      return app.request("POST", "/api/admin/settings/tests", { token, json });
    };
    const { texts } = messages;
    const to = "+18135550177";
    const account = { accountSid, authToken, from };
    expect((await tried(onScreen, account)).body.errors).toEqual({
      testTo: fieldMessages.required,
    });
    expect((await tried(onScreen, account, "8135550177")).body.errors).toEqual({
      testTo: fieldMessages.not_e164,
    });
    for (const elsewhere of ["+18765550142", "+442079460142"]) {
      const refused = await tried(onScreen, account, elsewhere);
      expect([refused.status, refused.body.message]).toEqual([409, texts.notUs]);
    }
    expect((await tried(onScreen, null, to)).body.message).toBe(texts.none);
    expect(stand.received).toEqual([]);
    for (const [app, given] of [
      [onScreen, account],
      [onMachine, null],
    ] as const) {
      const answer = await tried(app, given, to);
      expect([answer.status, answer.body.message]).toEqual([201, texts.sent(to)]);
      expect(stand.received.splice(0)).toEqual([
        { to, from, body: texts.test, statusCallback: "", validSeconds: "" },
      ]);
      expect(app.deps.texts === null).toBe(app === onScreen);
      const entries = await app.deps.db.select({ detail: auditEntries.detail }).from(auditEntries);
      expect(entries).toContainEqual({ detail: { part: "texts" } });
      expect(JSON.stringify(entries)).not.toContain(to);
    }
    for (const [behavior, sentence] of [
      [{ status: 400, code: 21610 }, texts.opted_out],
      [{ status: 400, code: 21614 }, texts.refused],
      [{ status: 429 }, texts.later],
      ["cut", texts.unknown],
    ] as const) {
      stand.behavior = [behavior];
      expect((await tried(onScreen, account, to)).body.message).toBe(sentence);
    }
    const wrong = await tried(onScreen, { ...account, authToken: "another" }, to);
    expect([wrong.status, wrong.body.message]).toEqual([409, texts.failed]);
    expect((await onScreen.deps.db.select().from(settings)).length).toBe(0);
  } finally {
    await stand.close();
    await onScreen.close();
    await onMachine.close();
  }
});

test("stored secrets that were encrypted with another SECRET are treated as missing, and the settings say so", async () => {
  await call("PATCH", "", mailOf());
  const other = { ...testApp.deps.config, secret: "another secret for tests, long enough" };
  testApp.deps.settings.machine.secret = other.secret;
  testApp.deps.config.secret = other.secret;
  await testApp.deps.settings.reread();
  expect(testApp.deps.mailServer).toBe(null);
  const { mail } = (await call("GET", "")).body;
  expect(mail).toMatchObject({ isUnreadable: true, server: { hasPassword: false } });
  expect((await call("PATCH", "", mailOf({ password: "" }))).status).toBe(422);
  const saved = await call("PATCH", "", mailOf());
  expect(saved.body.settings.mail.isUnreadable).toBe(false);
});

test("an invalid mail server is rejected with an error for each field", async () => {
  for (const [change, field, code] of [
    [{ host: "smtp.example.com/path" }, "server.host", "not_a_host"],
    [{ host: "user@example.com" }, "server.host", "not_a_host"],
    [{ host: "" }, "server.host", "required"],
    [{ port: 0 }, "server.port", "not_a_port"],
    [{ port: 65_536 }, "server.port", "not_a_port"],
    [{ port: "many" }, "server.port", "not_a_port"],
    [{ password: "line\nbreak" }, "server.password", "bad_characters"],
    [{ encryption: "none" }, "server.encryption", "required"],
  ] as const) {
    const answer = await call("PATCH", "", mailOf(change));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [field]: fieldMessages[code] });
  }
});

test("a password with special characters reaches the server as it was typed", async () => {
  await call("PATCH", "", mailOf({ user: "a@b:c/d", password: "p:@/%?# é" }));
  const url = new URL(testApp.deps.config.smtpUrl ?? "");
  expect(decodeURIComponent(url.username)).toBe("a@b:c/d");
  expect(decodeURIComponent(url.password)).toBe("p:@/%?# é");
});

test("a test email is sent to the owner who requests it, before the settings are saved", async () => {
  const answer = await call("POST", "/tests", mailOf());
  expect(answer.body.message).toBe(messages.mail.sent(owner.email));
  expect(smtp.taken[0]).toContain(`To: ${owner.email}`);
  expect(await testApp.deps.db.$count(settings)).toBe(0);
});

test.each([
  ["a wrong password", { login: "535 5.7.8 Bad" }, messages.mail.login],
  ["a server that hangs up", { greeting: "cut" }, messages.mail.connection],
  [
    "a sender that the server rejects",
    { sender: "550 5.7.1 Not yours" },
    messages.mail.refused("Mail command failed: 550 5.7.1 Not yours"),
  ],
] as const)("the error for %s says what is wrong", async (_, trouble, sentence) => {
  smtp.trouble = trouble;
  const answer = await call("POST", "/tests", mailOf());
  expect([answer.status, answer.body.message]).toEqual([409, sentence]);
});

test("an unreachable server and a server without TLS get different errors", async () => {
  const unreachable = await call("POST", "/tests", mailOf({ port: 1 }));
  expect(unreachable.body.message).toBe(messages.mail.connection);
  const plain = await call("POST", "/tests", mailOf({ encryption: "tls" }));
  expect(plain.body.message).toBe(messages.mail.encryption);
});

test("a test without a mail server is rejected", async () => {
  const answer = await call("POST", "/tests", { part: "mail", server: null });
  expect(answer.body.message).toBe(messages.mail.none);
});

test("the Meta test reports a rejected token, another app's secret, and the token's permissions", async () => {
  const graph = await makeGraph();
  const meta = await openTestApp({ ...bare, META_GRAPH_URL: graph.url }, { open });
  try {
    const { token } = await signInAdmin(meta);
    const sentence = async (json: object) =>
      (
        await meta.request("POST", "/api/admin/settings/tests", {
          token,
          json: { part: "meta", ...json },
        })
      ).body.message;
    expect(await sentence({})).toBe(messages.meta.noToken);
    expect(await sentence({ pageToken: "old" })).toBe(messages.meta.tokenRefused);
    expect(await sentence({ pageToken: "good" })).toBe(
      `${messages.meta.works(["Harbor Dental"], 0)} ${messages.meta.noSecret}`,
    );
    expect(await sentence({ pageToken: "good", appSecret: "another" })).toBe(
      messages.meta.wrongSecret,
    );
    expect(await sentence({ pageToken: "good", appSecret: "right" })).toBe(
      messages.meta.works(["Harbor Dental"], 0),
    );
    expect(await sentence({ pageToken: "good", apiVersion: "v1.0" })).toBe(messages.meta.refused);
  } finally {
    await meta.close();
    await graph.close();
  }
});

test("the Meta test stores when the token expires, and owners are warned two weeks before", async () => {
  const graph = await makeGraph();
  const env = { ...bare, META_GRAPH_URL: graph.url, META_PAGE_TOKEN: "good" };
  const meta = await openTestApp(env, { open });
  try {
    const { token } = await signInAdmin(meta);
    const expiry = async () =>
      (await meta.request("GET", "/api/admin/settings", { token })).body.meta.tokenExpiry;
    const inDays = (days: number) => Math.floor(meta.clock.now.getTime() / 1000) + days * 86_400;
    const expiresIn = async (days: number, dataDays: number) => {
      graph.state.expiresAt = days && inDays(days);
      graph.state.dataAccessExpiresAt = dataDays && inDays(dataDays);
      const json = { part: "meta" };
      await meta.request("POST", "/api/admin/settings/tests", { token, json });
      const found = await expiry();
      const { body } = await meta.request("GET", "/api/admin/system", { token });
      expect(body.tokenExpiry).toEqual(found);
      return found;
    };
    const at = (days: number) => new Date(inDays(days) * 1000).toISOString();
    expect(await expiry()).toBe(null);
    expect(await expiresIn(0, 0)).toEqual({ at: null, isSoon: false });
    expect(await expiresIn(0, 90)).toEqual({ at: at(90), isSoon: false });
    expect(await expiresIn(15, 90)).toEqual({ at: at(15), isSoon: false });
    expect(await expiresIn(13, 0)).toEqual({ at: at(13), isSoon: true });
    // Another token's expiry is unknown.
    const config = { ...meta.deps.config, meta: { ...meta.deps.config.meta, pageToken: "new" } };
    expect(await readTokenExpiry({ ...meta.deps, config })).toBe(null);
  } finally {
    await meta.close();
    await graph.close();
  }
});

test("omitted or empty Google Ads settings keep their values, and the environment overrides each of them", async () => {
  const machine = await openTestApp(
    { ...bare, GOOGLE_ADS_CLIENT_ID: "machine", GOOGLE_ADS_LOGIN_CUSTOMER_ID: "111-222-3334" },
    { open },
  );
  try {
    const { token } = await signInAdmin(machine);
    const save = async (json: object) => {
      const body = { part: "googleAds", ...json };
      const answer = await machine.request("PATCH", "/api/admin/settings", { token, json: body });
      return answer.body;
    };
    const wrong = await save({ managerId: "123-4567-890" });
    expect(wrong.errors).toEqual({ managerId: fieldMessages.not_a_customer_id });
    const ids = { clientId: "screen", managerId: "123-456-7890" };
    await save({ ...ids, clientSecret: "screen", refreshToken: "first" });
    const saved = await save({ clientSecret: "", refreshToken: "second" });
    expect(saved.settings.googleAds).toMatchObject({
      ...{ clientId: "machine", clientIdOrigin: "machine" },
      ...{ managerId: "1112223334", managerIdOrigin: "machine" },
      clientSecret: { origin: "screen", isSet: true },
      refreshToken: { origin: "screen", isSet: true },
      developerToken: { origin: "default", isSet: false },
    });
    expect(machine.deps.config.googleAds).toMatchObject({
      ...{ clientId: "machine", managerId: "1112223334" },
      ...{ clientSecret: "screen", refreshToken: "second", developerToken: undefined },
    });
  } finally {
    await machine.close();
  }
});

test("the Google Ads test names the accounts that it can open, or says what to fix", async () => {
  const google = await makeGoogleAdsStandIn();
  const app = await openTestApp({ ...bare, ...google.environment }, { open });
  try {
    const { token } = await signInAdmin(app);
    const path = "/api/admin/settings/tests";
    const sentence = async (change: object) => {
      const json = { part: "googleAds", ...change };
      return (await app.request("POST", path, { token, json })).body.message;
    };
    const words = messages.googleAds;
    const tried = (change: object = {}) => sentence({ ...googleCredentials, ...change });
    expect(await sentence({ clientId: "client" })).toBe(words.incomplete);
    expect(google.state.asked).toEqual([]);
    expect(await tried()).toBe(words.noAccounts);
    google.state.customers = {
      ...{ "1000000001": {}, "1000000002": {}, "1000000003": {}, "1000000004": {} },
      ...{ "1000000005": { name: "Bayshore Ads" }, "1000000006": { managerId: "1000000005" } },
    };
    expect(await tried()).toBe(words.works(["100-000-0001", "100-000-0002", "100-000-0003"], 2));
    const manager = (managerId: string) => tried({ managerId });
    expect(await manager("100-000-0005")).toBe(words.worksAsManager("Bayshore Ads"));
    expect(await manager("100-000-0001")).toBe(words.worksAsManager("100-000-0001"));
    expect(await manager("999-999-9999")).toBe(words.problems.customer);
    expect(await tried({ refreshToken: "revoked" })).toBe(words.problems.refreshToken);
    expect(await tried({ clientSecret: "another" })).toBe(words.problems.client);
    for (const [code, about] of [
      ["DEVELOPER_TOKEN_INVALID", "developerToken"],
      ["CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION", "project"],
      ["NOT_ADS_USER", "noAccount"],
      ["UNKNOWN", "other"],
    ] as const) {
      const body = googleAdsError(403, "PERMISSION_DENIED", { authorizationError: code });
      google.state.answers = [{ to: "api", status: 403, body }];
      expect(await tried({ developerToken: "developer" })).toBe(words.problems[about]);
    }
    google.state.answers = [{ to: "api", status: 429, body: {} }];
    expect(await tried()).toBe(words.problems.busy);
    await google.close();
    expect(await tried()).toBe(words.problems.unreachable);
    expect(await app.deps.db.$count(settings)).toBe(0);
    const entries = await app.deps.db.select({ detail: auditEntries.detail }).from(auditEntries);
    expect(entries).toContainEqual({ detail: { part: "googleAds" } });
  } finally {
    await app.close();
    await google.close();
  }
});

test("the push services are tested without a real device, and those that don't respond are named", async () => {
  const test = () => call("POST", "/tests", { part: "push" });
  testApp.pushAnswers.push({ result: "gone" });
  expect((await test()).body.message).toBe(messages.push.works(["push.example.com"]));
  expect(testApp.pushes.at(-1)).toMatchObject({
    ...{ endpoint: "https://push.example.com/none", ttlSeconds: 0 },
    payload: { title: "", isSilent: true },
  });
  testApp.pushAnswers.push({ result: "later", problem: "unreachable" });
  const refused = await test();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    messages.push.unreachable(["push.example.com"]),
  ]);
});

test.each(["recaptcha", "hcaptcha", "turnstile"] as const)(
  "%s is tested with the typed keys, saved or not: it accepts them, rejects them or is unreachable",
  async (provider) => {
    const captchas = await makeCaptchaStandIn();
    const keys = { part: "captcha", provider, siteKey: "site-key" };
    const sentence = async (secret?: string) => {
      const answer = await call("POST", "/tests", { ...keys, ...(secret && { secret }) });
      return [answer.status, answer.body.message];
    };
    try {
      verifyUrl = captchas.verifyUrl;
      expect(await sentence(captchaSecret)).toEqual([201, messages.captcha.works]);
      expect(await sentence("another")).toEqual([409, messages.captcha.wrongKey]);
      await call("PATCH", "", { ...keys, secret: captchaSecret });
      expect(await sentence()).toEqual([201, messages.captcha.works]);
      expect(captchas.asked.map(({ fields }) => fields.secret)).toEqual([
        ...[captchaSecret, "another", captchaSecret],
      ]);
    } finally {
      await captchas.close();
    }
    expect(await sentence()).toEqual([409, messages.captcha.unreachable]);
  },
);

test("the sender's domain is looked up, and a policy from the parent domain is accepted", async () => {
  const { dnsRecords } = testApp;
  const domain = site.email.split("@")[1] ?? "";
  dnsRecords.set(domain, ["other", "v=spf1 include:mail.example.com ~all"]);
  dnsRecords.set(`s1._domainkey.${domain}`, ["v=DKIM1; p=MIIB"]);
  const { status, body } = await call("POST", "/sender-checks", {});
  expect(status).toBe(201);
  expect(body).toEqual({
    domain,
    spf: { name: domain, state: "right", text: "v=spf1 include:mail.example.com ~all" },
    dkim: { name: `s1._domainkey.${domain}`, state: "right", text: "v=DKIM1; p=MIIB" },
    dmarc: { name: `_dmarc.${domain}`, state: "missing", text: null },
  });
  const own = await call("POST", "/sender-checks", { selector: "mine" });
  expect(own.body.dkim).toEqual({
    ...{ name: `mine._domainkey.${domain}`, state: "missing", text: null },
  });
  await call("PATCH", "", { part: "mail", version: null, from: `news@post.${domain}` });
  dnsRecords.set(`_dmarc.${domain}`, ["v=DMARC1; p=none"]);
  const below = await call("POST", "/sender-checks", {});
  expect(below.body).toMatchObject({
    domain: `post.${domain}`,
    spf: { state: "missing" },
    dmarc: { name: `_dmarc.${domain}`, state: "right" },
  });
});

test("an error says so if this machine can't look up DNS records", async () => {
  testApp.deps.dns = { texts: () => Promise.reject(new DnsUnavailable("example.com")) };
  const answer = await call("POST", "/sender-checks", {});
  expect([answer.status, answer.body.message]).toEqual([409, messages.mail.noDns]);
});

test("testing our own captcha succeeds without keys", async () => {
  const answer = await call("POST", "/tests", { part: "captcha", provider: "altcha" });
  expect(answer.body.message).toBe(messages.captcha.own);
});

/** Graph with one good token, and an app whose secret is "right". cspell:ignore appsecret */
async function makeGraph() {
  const state = { expiresAt: 0, dataAccessExpiresAt: 0 };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://graph");
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const proof = url.searchParams.get("appsecret_proof");
    const right = createHmac("sha256", "right").update(token).digest("hex");
    const answer = (status: number, json: object) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
    const refuse = (code: number) => answer(400, { error: { code, message: "No" } });
    if (!url.pathname.startsWith("/v24.0/")) return refuse(2635);
    if (token !== "good") return refuse(190);
    if (proof !== null && proof !== right) return refuse(100);
    if (url.pathname.endsWith("/me/accounts")) return refuse(100);
    if (url.pathname.endsWith("/debug_token")) {
      if (url.searchParams.get("input_token") !== token) return refuse(100);
      const ends = {
        ...{ expires_at: state.expiresAt, data_access_expires_at: state.dataAccessExpiresAt },
      };
      const about = { app_id: "138483919580948", type: "PAGE", application: "Leads" };
      return answer(200, {
        data: { ...about, ...ends, is_valid: true, scopes: ["leads_retrieval"] },
      });
    }
    return answer(200, { id: "1", name: "Harbor Dental", category: "Dentist" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
