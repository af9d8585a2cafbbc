// Captcha providers other than ALTCHA, against a local stub of their documented verify endpoint.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BadConfig, readConfig } from "#server/config.ts";
import { makePractice } from "#server/db/make.ts";
import { CaptchaUnavailable, makeWidgetCaptcha } from "#server/outside/captcha.ts";
import { pagePolicy } from "#server/pages/page-policy.ts";
import { captchaSecret, makeCaptchaStandIn } from "#server/testing/captcha-stand-in.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const providers = ["recaptcha", "hcaptcha", "turnstile"] as const;

let captchas: Awaited<ReturnType<typeof makeCaptchaStandIn>>;
let testApp: TestApp;
beforeAll(async () => {
  captchas = await makeCaptchaStandIn();
  testApp = await openTestApp();
});
beforeEach(() => captchas.forget());
afterAll(async () => {
  await testApp.close();
  await captchas.close();
});

test.each(providers)(
  "%s verifies a token with a form POST of secret and response, and rejects a bad or used token",
  async (provider) => {
    const captcha = make(provider);
    const checked = await captcha.check(`good ${provider}`);
    expect(checked?.expiresAt).toEqual(new Date(testApp.clock.now.getTime() + 120_000));
    expect(checked?.signature).not.toContain("good");
    const [question] = captchas.asked;
    expect(question?.method).toBe("POST");
    expect(question?.type).toMatch(/^application\/x-www-form-urlencoded/);
    expect(question?.fields).toMatchObject({ secret: captchaSecret, response: `good ${provider}` });
    expect(await captcha.check("bad")).toBeNull();
    expect(await captcha.check(`good ${provider}`)).toBeNull();
    expect(await captcha.challenge()).toEqual({ provider, siteKey: "site key", challenge: null });
  },
);

test("an empty token is rejected without calling the provider", async () => {
  expect(await make("turnstile").check("")).toBeNull();
  expect(captchas.asked).toEqual([]);
});

test.each([
  ["our own secret is rejected", { secret: "wrong" }, {}],
  ["the provider returns malformed JSON", {}, { body: "<html>" }],
  ["the provider returns an unexpected format", {}, { body: "{}" }],
  ["the provider is unreachable", { verifyUrl: "http://127.0.0.1:9/" }, {}],
])("the captcha is reported as unavailable when %s", async (_, change, next) => {
  Object.assign(captchas.answer, next);
  await expect(make("hcaptcha", change).check("good one")).rejects.toThrow(CaptchaUnavailable);
});

test.each([302, 307])(
  "a redirect with status %i isn't followed and doesn't confirm the token",
  async (status) => {
    const elsewhere = await makeCaptchaStandIn();
    Object.assign(captchas.answer, { status, headers: { Location: elsewhere.verifyUrl } });
    await expect(make("hcaptcha").check("good one")).rejects.toThrow(CaptchaUnavailable);
    await elsewhere.close();
    expect(elsewhere.asked).toEqual([]);
  },
);

test.each(providers)(
  "a %s token is verified once, accepted once and remembered for two minutes",
  async (provider) => {
    testApp.deps.captcha = make(provider);
    const { email } = await makePractice(testApp.deps);
    const token = `good token of ${provider}`;
    const check = () =>
      testApp.request("GET", `/api/credentials?captcha=${encodeURIComponent(token)}`);
    expect((await check()).body).toEqual({ success: true });
    expect((await check()).body).toEqual({ success: true });
    expect(captchas.asked).toHaveLength(1);
    const wrong = { email, password: "not the password", captcha: token };
    expect((await testApp.request("POST", "/api/credentials", { json: wrong })).status).toBe(401);
    expect((await testApp.request("POST", "/api/credentials", { json: wrong })).status).toBe(422);
    expect(captchas.asked).toHaveLength(1);

    const late = `good late token of ${provider}`;
    await testApp.request("GET", `/api/credentials?captcha=${encodeURIComponent(late)}`);
    testApp.clock.forward(120_000);
    const json = { ...wrong, captcha: late };
    expect((await testApp.request("POST", "/api/credentials", { json })).status).toBe(422);
  },
);

test("a login returns 503 while the captcha provider is unavailable", async () => {
  testApp.deps.captcha = make("turnstile", { verifyUrl: "http://127.0.0.1:9/" });
  const { email, password } = await makePractice(testApp.deps);
  const json = { email, password, captcha: "good but unheard" };
  const refused = await testApp.request("POST", "/api/credentials", { json });
  expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
});

test("the content security policy allows a captcha provider's hosts only if that provider is configured", () => {
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

test("startup fails with a one-line error naming the missing setting if a captcha provider has no keys", () => {
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
    secret: captchaSecret,
    now: () => testApp.clock.now,
    verifyUrl: captchas.verifyUrl,
    ...change,
  });
}
