// The other captcha providers, against a loopback stand-in for their documented verify call.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BadConfig, readConfig } from "#server/config.ts";
import { makePractice } from "#server/db/make.ts";
import { CaptchaUnavailable, makeWidgetCaptcha } from "#server/outside/captcha.ts";
import { pagePolicy } from "#server/pages/page-policy.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const providers = ["recaptcha", "hcaptcha", "turnstile"] as const;
const secret = "the secret of these tests";

type Asked = { method: string; type: string; fields: Record<string, string> };

/** The provider's requests, and its next answer; each token is confirmed once. */
const asked: Asked[] = [];
let answer: { status: number; body: string; headers: Record<string, string> };
const spent = new Set<string>();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const type = request.headers["content-type"] ?? "";
    asked.push({ method: request.method ?? "", type, fields });
    response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
    response.end(answer.body || verdictOn(fields));
  });
});

/** As all three document it: `success`, and a reason when it is false. */
function verdictOn(fields: Record<string, string>): string {
  const refuse = (code: string) => JSON.stringify({ success: false, "error-codes": [code] });
  if (fields.secret !== secret) return refuse("invalid-input-secret");
  if (!fields.response?.startsWith("good")) return refuse("invalid-input-response");
  if (spent.has(fields.response)) return refuse("timeout-or-duplicate");
  spent.add(fields.response);
  const hostname = "desk.example.com";
  return JSON.stringify({ success: true, challenge_ts: "2026-03-17T12:00:00Z", hostname });
}

let testApp: TestApp;
let verifyUrl: string;
beforeAll(async () => {
  testApp = await openTestApp();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
});
beforeEach(() => {
  asked.length = 0;
  answer = { status: 200, body: "", headers: {} };
});
afterAll(async () => {
  await testApp.close();
  await new Promise((resolve) => server.close(resolve));
});

test.each(providers)(
  "%s is asked by a form post with secret and response, and its answer counts",
  async (provider) => {
    const captcha = make(provider);
    const checked = await captcha.check(`good ${provider}`);
    expect(checked?.expiresAt).toEqual(new Date(testApp.clock.now.getTime() + 120_000));
    expect(checked?.signature).not.toContain("good");
    const [{ method, type, fields }] = asked as [Asked];
    expect(method).toBe("POST");
    expect(type).toMatch(/^application\/x-www-form-urlencoded/);
    expect(fields).toMatchObject({ secret, response: `good ${provider}` });
    expect(await captcha.check("bad")).toBeNull();
    expect(await captcha.check(`good ${provider}`)).toBeNull();
    expect(await captcha.challenge()).toEqual({ provider, siteKey: "site key", challenge: null });
  },
);

test("without a token the provider is not called", async () => {
  expect(await make("turnstile").check("")).toBeNull();
  expect(asked).toEqual([]);
});

test.each([
  ["our own secret is refused", { secret: "wrong" }, {}],
  ["it answers with malformed JSON", {}, { body: "<html>" }],
  ["it answers in another format", {}, { body: "{}" }],
  ["it redirects", {}, { status: 302, headers: { Location: "http://127.0.0.1:9/" } }],
  ["it is unreachable", { verifyUrl: "http://127.0.0.1:9/" }, {}],
])("when %s, the visitor is not blamed", async (_, change, next) => {
  Object.assign(answer, next);
  await expect(make("hcaptcha", change).check("good one")).rejects.toThrow(CaptchaUnavailable);
});

test.each(providers)(
  "with %s a token is confirmed once, accepted once, and remembered for two minutes",
  async (provider) => {
    testApp.deps.captcha = make(provider);
    const { email } = await makePractice(testApp.deps);
    const token = `good token of ${provider}`;
    const check = () =>
      testApp.request("GET", `/api/credentials?captcha=${encodeURIComponent(token)}`);
    expect((await check()).body).toEqual({ success: true });
    expect((await check()).body).toEqual({ success: true });
    expect(asked).toHaveLength(1);
    const wrong = { email, password: "not the password", captcha: token };
    expect((await testApp.request("POST", "/api/credentials", { json: wrong })).status).toBe(401);
    expect((await testApp.request("POST", "/api/credentials", { json: wrong })).status).toBe(422);
    expect(asked).toHaveLength(1);

    const late = `good late token of ${provider}`;
    await testApp.request("GET", `/api/credentials?captcha=${encodeURIComponent(late)}`);
    testApp.clock.forward(120_000);
    const json = { ...wrong, captcha: late };
    expect((await testApp.request("POST", "/api/credentials", { json })).status).toBe(422);
  },
);

test("a provider that is unavailable admits nobody, with an error that says so", async () => {
  testApp.deps.captcha = make("turnstile", { verifyUrl: "http://127.0.0.1:9/" });
  const { email, password } = await makePractice(testApp.deps);
  const json = { email, password, captcha: "good but unheard" };
  const refused = await testApp.request("POST", "/api/credentials", { json });
  expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
});

test("a page allows the widget's hosts only if its provider is configured", () => {
  const policyOf = (captcha: "altcha" | (typeof providers)[number]) =>
    pagePolicy({ scripts: ["'nonce-x'"], isSecure: true, captcha })["Content-Security-Policy"] ??
    "";
  expect(policyOf("altcha")).not.toContain("https://");
  expect(policyOf("altcha")).not.toContain("frame-src");
  for (const [provider, host] of [
    ["recaptcha", "https://www.google.com/recaptcha/"],
    ["hcaptcha", "https://hcaptcha.com"],
    ["turnstile", "https://challenges.cloudflare.com"],
  ] as const) {
    expect(policyOf(provider)).toMatch(new RegExp(`script-src 'self' 'nonce-x' [^;]*${host}`));
    expect(policyOf(provider)).toMatch(new RegExp(`frame-src [^;]*${host}`));
    expect(policyOf(provider)).not.toMatch(/script-src[^;]*unsafe/);
  }
});

test("a provider without its keys stops startup with one line that names the missing setting", () => {
  const read = (more: object) =>
    readConfig({ DATA_DIR: "/tmp/front-desk-no-data", CAPTCHA_PROVIDER: "turnstile", ...more });
  expect(() => read({})).toThrow(
    new BadConfig("The setting CAPTCHA_SITE_KEY is missing, and turnstile needs it."),
  );
  expect(() => read({ CAPTCHA_SITE_KEY: "k" })).toThrow(/CAPTCHA_SECRET/);
  expect(read({ CAPTCHA_SITE_KEY: "k", CAPTCHA_SECRET: "s" }).captcha).toEqual({
    provider: "turnstile",
    siteKey: "k",
    secret: "s",
  });
});

function make(
  provider: (typeof providers)[number],
  change: { secret?: string; verifyUrl?: string } = {},
) {
  return makeWidgetCaptcha({
    provider,
    siteKey: "site key",
    secret,
    now: () => testApp.clock.now,
    verifyUrl,
    ...change,
  });
}
