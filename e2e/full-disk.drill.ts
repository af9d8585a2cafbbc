// The disk fills up while leads from every source come in, and later has space again. `npm run
// test:full-disk` runs this on its own small file system.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openSources, sourceKinds } from "./all-sources.ts";
import { fillDisk } from "./full-disk.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
beforeAll(async () => {
  // The database flushes to disk, as in production.
  product = await startProduct({ CAPTCHA_PROVIDER: "off" }, { isKilled: true });
});
afterAll(() => product.stop());

test("every source returns 503 with Retry-After while the disk has no space for rows, and nothing acknowledged is lost", async () => {
  await fillAndMakeRoom(async () => undefined);
}, 300_000);

test("PostgreSQL restarts after the disk had no space for its write-ahead log, sources return 503, and nothing acknowledged is lost", async () => {
  await fillAndMakeRoom(async () => {
    const words = "select pg_logical_emit_message(true, 'full', repeat('x', 1000000))";
    const writeUntilItStops = product.withTools(async ({ pool }) => {
      for (;;) await pool.query(words);
    });
    await expect(writeUntilItStops).rejects.toThrow();
  });
}, 300_000);

/**
 * Sends leads from every source while the disk fills up and is freed again. `afterFull` runs once
 * the disk is full, and may make it worse.
 */
async function fillAndMakeRoom(afterFull: () => Promise<void>) {
  const sources = await openSources(product);
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
  const senders = sent.map(async (one) => {
    while (isSending) {
      const name = `${one.kind}${randomUUID()}`;
      const answer = await sources.send(one.kind, name).catch((error) => String(error));
      if (typeof answer === "string") one.wrong.push(answer);
      else if (answer.ok) one.taken.add(name);
      else if (answer.status === 503 && answer.headers.get("Retry-After") === "5") one.refused += 1;
      else one.wrong.push(`${answer.status} ${await answer.text()}`);
      await sleep(10);
    }
  });
  const untilMore = async (count: (one: (typeof sent)[number]) => number, more: number) => {
    const before = sent.map(count);
    const isMore = () => sent.every((one, index) => count(one) > (before[index] ?? 0) + more);
    await until(isMore, 120_000);
  };
  await untilMore(({ taken }) => taken.size, 2);

  const ballast = fillDisk();
  await afterFull();
  await untilMore(({ refused }) => refused, 50);
  expect((await fetch(`${product.origin}/api/health/live`)).status).toBe(200);
  expect((await fetch(`${product.origin}/marketing`)).status).toBe(200);
  await ballast.remove();
  const begun = performance.now();
  await untilMore(({ taken }) => taken.size, 2);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  isSending = false;
  await Promise.all(senders);
  for (const { kind, taken, refused } of sent) {
    process.stdout.write(`${kind}: ${taken.size} taken, ${refused} refused\n`);
  }
  process.stdout.write(`Every source was taken again ${seconds} s after there was room.\n`);
  expect(sent.flatMap(({ kind, wrong }) => wrong.map((answer) => [kind, answer]))).toEqual([]);
  expect(product.isDead()).toBe(false);

  const all = sent.flatMap(({ taken }) => [...taken]);
  await until(async () => {
    const there = new Set(await sources.readNames());
    return all.every((name) => there.has(name));
  }, 120_000);
  const names = await sources.readNames();
  expect(new Set(names).size).toBe(names.length);
}
