// The makeover's email is never sent twice or lost silently, even if the process is killed (kill
// -9) at any step.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

/**
 * A killed process's job is noticed after ten seconds, and then retried with exponential backoff.
 */
const patienceMs = 180_000;

let product: Product;
/** Each request for a makeover has its own email address, because the tests share the product. */
let visitors = 0;
let email = "";
beforeAll(async () => {
  product = await startProduct({ CAPTCHA_PROVIDER: "off" }, { isKilled: true });
});
beforeEach(() => {
  email = nextAddress();
});
afterAll(() => product.stop());

test("a kill right after the acknowledgment doesn't lose the email silently or send it twice", async () => {
  await ask();
  await product.kill();
  await product.restart();
  await until(async () => (await state()) !== "queued", patienceMs);
  await nothingElseComes();
  // If the process was killed during the delivery, the result is unknown, and the email isn't sent
  // again.
  expect(["sent", "sending", "unknown"]).toContain(await state());
  expect(received().length).toBeLessThanOrEqual(1);
  if ((await state()) === "sent") expect(received()).toHaveLength(1);
});

test("an email that is queued while the mail server is unavailable survives a kill and is sent once", async () => {
  product.smtp.hooks.isBusy = true;
  await ask();
  // The first delivery has failed, and the email is queued again.
  await until(async () => {
    const { state, attempts } = await mail();
    return state === "queued" && attempts > 0;
  }, patienceMs);
  await product.kill();
  product.smtp.hooks.isBusy = false;
  await product.restart();
  await until(async () => (await state()) === "sent", patienceMs);
  await nothingElseComes();
  expect(received()).toHaveLength(1);
});

// `mail-killed-at-every-step.spec.ts` covers the earlier steps.
test("an email is marked unknown and never sent twice after a kill between the mail server's receipt and its confirmation", async () => {
  // Only for the email to the visitor, because the owner's notice is sent separately.
  product.smtp.hooks.onMessage = async (to) => {
    if (to !== email) return false;
    await product.kill();
    return true;
  };
  await ask();
  await until(() => product.isDead(), patienceMs);
  product.smtp.hooks.onMessage = null;
  await product.restart();
  expect(await state()).toBe("sending");
  // Makes the interrupted email look as if its delivery had started two minutes ago.
  await product.withTools((tools) =>
    tools.pool.query("update mails set sending_at = sending_at - interval '2 minutes'"),
  );
  await product.kill();
  await product.restart();
  await until(async () => (await state()) === "unknown", patienceMs);
  await nothingElseComes();
  expect(await state()).toBe("unknown");
  expect(received().length).toBe(1);
});

function nextAddress(): string {
  visitors += 1;
  return `visitor-${visitors}@example.com`;
}

async function ask(from = email) {
  const answer = await fetch(`${product.origin}/api/contact`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Dr. Lena Okoro", email: from, makeOver: true, test: false }),
  });
  expect(answer.status).toBe(201);
}

function received() {
  return product.mails.filter((mail) => mail.to?.[0]?.address === email);
}

async function state(): Promise<string> {
  return (await mail()).state;
}

/** Returns the email's row; there is always exactly one. */
async function mail() {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query(
      `select state, attempts from mails where "to" = $1 and kind = 'makeover-presentation'`,
      [email],
    ),
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

/** Requests another email and waits for it: a duplicate of the first would have arrived earlier. */
async function nothingElseComes() {
  const other = nextAddress();
  await ask(other);
  await until(() => product.mails.some((mail) => mail.to?.[0]?.address === other), patienceMs);
}
