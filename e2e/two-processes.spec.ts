// Two processes on one database count wrong guesses together, so guessing on both at once doesn't
// help.
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldMessages } from "#content/messages.ts";
import { maxWrongPins } from "#contract/shared-devices.ts";
import { madePassword, makePractice } from "#server/db/make.ts";
import { type Product, startProduct } from "./product.ts";

/** `factorPerAccount` of `server/http/limits.ts`. */
const codesPerHour = 20;

let first: Product;
let second: Product;
let turn = 0;
beforeAll(async () => {
  const settings = { CAPTCHA_PROVIDER: "off", RATE_LIMIT_FACTOR: "1" };
  first = await startProduct(settings);
  const { host, port, user, database } = await first.withTools(async ({ pool }) => pool.options);
  const query = new URLSearchParams({ host: host ?? "", port: String(port) });
  const DATABASE_URL = `postgres://${user}@localhost/${database}?${query}`;
  second = await startProduct({ ...settings, DATABASE_URL });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

test("only five of forty simultaneous wrong PINs are checked, and then only the password unlocks the device", async () => {
  const manager = await first.withTools((tools) => makePractice(tools));
  const signedIn = await signIn(manager.email);
  const pin = "1379";
  const start = { password: madePassword, idleMinutes: 5, initials: "DW", pin };
  const { token } = await done("POST", "/api/shared-device", start, signedIn.token);
  const { unlocked } = await done("GET", "/api/shared-device", undefined, token);
  const unlock = (typed: string) =>
    ask("POST", "/api/shared-device/unlocks", { accountId: unlocked._id, pin: typed }, token);

  const wrong = await Promise.all(Array.from({ length: 40 }, () => unlock("2468")));
  const problems = wrong.map(({ body }) => body.errors.pin);
  const looked = problems.filter((problem) => problem === fieldMessages.wrong_pin);
  // The response to the fifth wrong PIN already says that only the password unlocks the device.
  expect(looked).toHaveLength(maxWrongPins - 1);
  for (const _ of [first, second]) {
    expect((await unlock(pin)).body.errors.pin).toBe(fieldMessages.too_many_pins);
  }
  const byPassword = { accountId: unlocked._id, password: madePassword };
  await done("POST", "/api/shared-device/passwords", byPassword, token);
  for (const _ of [first, second]) expect((await unlock(pin)).status).toBe(201);
});

test("sixty simultaneous wrong codes can't exceed an account's hourly limit, and a recovery code works only once", async () => {
  const { email } = await first.withTools((tools) => makePractice(tools));
  const own = "/api/clients/me/factors";
  const { token } = await signIn(email);
  const begun = await done("POST", `${own}/totp`, { name: "Phone", password: madePassword }, token);
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
  const { recoveryCodes } = await done(
    "POST",
    `${own}/${begun._id}/confirmations`,
    { code },
    token,
  );
  const challenges = await Promise.all(Array.from({ length: 6 }, () => challengeOf(email)));
  const prove = (challenge: string, typed: string) =>
    ask("POST", "/api/credentials/factors", { challenge, code: typed });

  const once = await Promise.all(
    Array.from({ length: 4 }, () => prove(challenges[0] ?? "", recoveryCodes[0])),
  );
  expect(once.filter(({ status }) => status === 200)).toHaveLength(1);
  const wrong = await Promise.all(
    Array.from({ length: 60 }, (_, index) => prove(challenges[index % 6] ?? "", "000000")),
  );
  const looked = wrong.filter(({ status }) => status === 422).length;
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(codesPerHour);
  for (const _ of [first, second]) {
    const right = await prove(challenges[5] ?? "", recoveryCodes[1]);
    expect([401, 429]).toContain(right.status);
  }
});

type Answer = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each operation returns its own fields
  body: any;
};

/** Sends each request to the next process in turn. */
async function ask(method: string, path: string, json?: object, token?: string): Promise<Answer> {
  turn += 1;
  const { origin } = turn % 2 === 0 ? first : second;
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(json && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function done(...asked: Parameters<typeof ask>): Promise<Answer["body"]> {
  const { status, body } = await ask(...asked);
  if (status >= 300) throw new Error(`${asked[1]}: ${status} ${body.message}`);
  return body;
}

function signIn(email: string): Promise<{ token: string }> {
  return done("POST", "/api/credentials", { email, password: madePassword });
}

async function challengeOf(email: string): Promise<string> {
  const { body } = await ask("POST", "/api/credentials", { email, password: madePassword });
  return body.secondFactor.challenge;
}
