// Stops and starts PostgreSQL in the middle of a burst from every source.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openSources, sourceKinds } from "./all-sources.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

/** The process that owns the PostgreSQL server, which the tests stop and start. */
let host: Product;
let product: Product;
beforeAll(async () => {
  host = await startProduct({ CAPTCHA_PROVIDER: "off" }, { isKilled: true });
  const options = await host.withTools(async ({ pool }) => pool.options);
  const query = new URLSearchParams({ host: options.host ?? "", port: String(options.port) });
  const DATABASE_URL = `postgres://${options.user}@localhost/${options.database}?${query}`;
  product = await startProduct({ CAPTCHA_PROVIDER: "off", DATABASE_URL });
});
afterAll(async () => {
  await product.stop();
  await host.stop();
});

test("every source returns 503 with Retry-After while PostgreSQL is stopped, and nothing acknowledged is lost", async () => {
  const sources = await openSources(product, host, { processes: [product, host] });
  const sent = sourceKinds.map((kind) => ({
    kind,
    taken: new Set<string>(),
    refused: 0,
    wrong: [] as string[],
  }));
  let isSending = true;
  onTestFinished(() => {
    isSending = false;
  });
  const senders = sent
    .flatMap((one) => [one, one])
    .map(async (one) => {
      while (isSending) {
        const name = `${one.kind}${randomUUID()}`;
        const answer = await sources.send(one.kind, name).catch((error) => String(error));
        if (typeof answer === "string") one.wrong.push(answer);
        else if (answer.ok) one.taken.add(name);
        else if (answer.status === 503 && answer.headers.get("Retry-After") === "5")
          one.refused += 1;
        else one.wrong.push(`${answer.status} ${await answer.text()}`);
        await sleep(10);
      }
    });
  const untilTaken = async () => {
    const before = sent.map(({ taken }) => taken.size);
    await until(() => sent.every(({ taken }, index) => taken.size > (before[index] ?? 0) + 2));
  };
  await untilTaken();
  await host.terminate();
  await until(() => sent.every(({ refused }) => refused > 2));
  await host.restart();
  await untilTaken();
  isSending = false;
  await Promise.all(senders);
  expect(sent.flatMap(({ kind, wrong }) => wrong.map((answer) => [kind, answer]))).toEqual([]);

  const all = sent.flatMap(({ taken }) => [...taken]);
  await until(async () => {
    const there = new Set(await sources.readNames());
    return all.every((name) => there.has(name));
  }, 120_000);
  const names = await sources.readNames();
  expect(new Set(names).size).toBe(names.length);
}, 240_000);
