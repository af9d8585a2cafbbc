// Three processes on one database get requests in turn from a proxy, and one of them is killed
// (kill -9) during steady leads from every source.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openSources, sourceKinds } from "./all-sources.ts";
import { openDeskWithoutBrowser, signIn } from "./desk-without-browser.ts";
import { type OwnDatabase, openOwnDatabase } from "./own-database.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";
import { startProxy } from "./proxy.ts";

let database: OwnDatabase;
let processes: Product[];
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  database = await openOwnDatabase();
  const settings = { CAPTCHA_PROVIDER: "off", DATABASE_URL: database.url };
  processes = await Promise.all([1, 2, 3].map(() => startProduct(settings)));
  proxy = await startProxy(processes.map(({ origin }) => origin));
});
afterAll(async () => {
  await proxy.close();
  await Promise.all(processes.map((one) => one.stop()));
  await database.close();
});

test("killing one of three processes doesn't lose or duplicate leads, and every dashboard stays current", async () => {
  const [first, killed] = processes as [Product, Product];
  const sources = await openSources(first, database, { origin: proxy.origin, processes });
  const token = await signIn(proxy.origin, sources.email);
  const desks = await openDesks(token, processes.length);
  const origins = processes.map(({ origin }) => origin);
  expect(desks.flatMap((desk) => desk.processes()).toSorted()).toEqual(origins.toSorted());

  const sent = sourceKinds.map((kind) => ({ kind, taken: new Set<string>() }));
  const refused: { at: number; why: string }[] = [];
  let isSending = true;
  onTestFinished(() => {
    isSending = false;
  });
  const senders = sent.map(async ({ kind, taken }) => {
    while (isSending) {
      const name = `${kind}${randomUUID()}`;
      const at = performance.now();
      const answer = await sources.send(kind, name).catch((error) => String(error));
      if (typeof answer === "string") refused.push({ at, why: answer });
      else if (answer.ok) taken.add(name);
      else refused.push({ at, why: `${answer.status} ${await answer.text()}` });
      await sleep(20);
    }
  });
  const untilTaken = async () => {
    const before = sent.map(({ taken }) => taken.size);
    await until(() => sent.every(({ taken }, index) => taken.size > (before[index] ?? 0) + 3));
  };
  const all = () => sent.flatMap(({ taken }) => [...taken]);

  await untilTaken();
  await killed.kill();
  // Until the proxy notices the kill, every third request goes to the killed process.
  await until(() => proxy.readyCount() === 2);
  const noticedAt = performance.now();
  const before = new Set(all());
  await untilTaken();
  const after = all().filter((name) => !before.has(name));
  isSending = false;
  await Promise.all(senders);

  // The other two processes answered every request.
  expect(refused.filter(({ at }) => at > noticedAt)).toEqual([]);
  expect(refused.filter(({ why }) => !why.startsWith("502"))).toEqual([]);
  expect(proxy.broken()).toEqual([killed.origin]);

  // A killed process's job is retried only after the process has missed a heartbeat.
  await until(async () => {
    const there = new Set(await sources.readNames());
    return all().every((name) => there.has(name));
  }, 90_000);
  const names = await readInquirers(sources.clientId);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());

  for (const desk of desks) {
    await until(() => {
      const known = new Set(desk.leads().map(({ lastName }) => lastName));
      return all().every((name) => known.has(name));
    });
    // The new leads come on the stream too, even to the dashboard that had to reconnect.
    const streamed = new Set(desk.streamed().map(({ lastName }) => lastName));
    expect(after.filter((name) => streamed.has(name)).length).toBeGreaterThan(after.length / 2);
  }
  const reopened = desks.filter((desk) => desk.processes()[0] === killed.origin);
  expect(reopened).toHaveLength(1);
  for (const desk of desks) {
    expect(desk.processes()).toHaveLength(reopened.includes(desk) ? 2 : 1);
    expect(desk.processes().at(-1)).not.toBe(killed.origin);
  }
});

/** Opens dashboards one after the other, so that each gets its stream from a different process. */
async function openDesks(token: string, count: number) {
  const desks: ReturnType<typeof openDeskWithoutBrowser>[] = [];
  onTestFinished(async () => {
    await Promise.all(desks.map((desk) => desk.close()));
  });
  while (desks.length < count) {
    const desk = openDeskWithoutBrowser(proxy.origin, token);
    desks.push(desk);
    await until(() => desk.isListRead());
  }
  return desks;
}

/** Returns the last name of the lead of every inquiry, and of every lead without an inquiry. */
async function readInquirers(clientId: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select leads.last_name from leads
     left join inquiries on inquiries.client_id = leads.client_id and inquiries.lead_id = leads.id
     where leads.client_id = $1`,
    [clientId],
  );
  return rows.map((row) => row.last_name);
}
