// Stops a worker of the cluster and starts it again while leads come in for practices on every
// worker. `npm run test:cluster -- --stop-worker … --start-worker …`.
import { execSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { makeFormSource, makePractice } from "#server/db/make.ts";
import { signIn } from "./desk-without-browser.ts";
import { type OwnDatabase, openOwnDatabase } from "./own-database.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

const practices = 12;
const { stopWorker, startWorker } = inject("cluster") ?? {};

let database: OwnDatabase;
let product: Product;
beforeAll(async () => {
  database = await openOwnDatabase();
  product = await startProduct({ CAPTCHA_PROVIDER: "off", DATABASE_URL: database.url });
});
afterAll(async () => {
  await product.stop();
  await database.close();
});

type Sent = {
  clientId: string;
  formKey: string;
  token: string;
  worker: string;
  taken: Set<string>;
  refused: number;
  wrong: string[];
};

test.skipIf(!stopWorker || !startWorker)(
  "practices on a stopped worker get 503 with Retry-After, the others continue, and nothing acknowledged is lost",
  async () => {
    const sent = await Promise.all(Array.from({ length: practices }, open));
    const workers = [...new Set(sent.map(({ worker }) => worker))];
    expect(workers.length).toBeGreaterThan(1);
    let isSending = true;
    onTestFinished(() => {
      isSending = false;
    });
    const senders = sent.map(async (one) => {
      while (isSending) {
        await send(one);
        await sleep(100);
      }
    });
    const untilTaken = async (of: Sent[]) => {
      const before = of.map(({ taken }) => taken.size);
      const isMore = () => of.every(({ taken }, index) => taken.size > (before[index] ?? 0) + 2);
      await until(isMore, 120_000);
    };
    await untilTaken(sent);

    execSync(stopWorker ?? "", { stdio: "ignore" });
    const away = await untilAnyIsRefused(sent);
    const others = sent.filter(({ worker }) => worker !== away);
    const awayOnes = sent.filter(({ worker }) => worker === away);
    const before = others.map(({ refused }) => refused);
    await until(() => awayOnes.every(({ refused }) => refused > 2), 120_000);
    await untilTaken(others);
    const lists = await Promise.all(sent.map(async (one) => [one.worker, await readList(one)]));
    for (const [worker, status] of lists) expect(status).toBe(worker === away ? 503 : 200);
    expect(others.map(({ refused }) => refused)).toEqual(before);
    const refusedOnes = awayOnes.reduce((sum, { refused }) => sum + refused, 0);

    execSync(startWorker ?? "", { stdio: "ignore" });
    const begun = performance.now();
    await untilTaken(sent);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    isSending = false;
    await Promise.all(senders);
    expect(sent.flatMap(({ wrong }) => wrong)).toEqual([]);

    const all = sent.flatMap(({ taken }) => [...taken]);
    const { rows } = await database.pool.query("select last_name from leads");
    const stored = rows.map((row) => row.last_name);
    expect(all.filter((name) => stored.filter((one) => one === name).length !== 1)).toEqual([]);
    // The queued work was done: each lead got its automatic email.
    const wanted = new Set(all.map((name) => `${name}@example.com`.toLowerCase()));
    const left = () => product.mails.filter(({ to }) => wanted.has(to?.[0]?.address ?? ""));
    await until(() => left().length >= wanted.size, 300_000);
    expect(left().length).toBe(wanted.size);
    process.stdout.write(
      `${all.length} leads taken, ${refusedOnes} refused with 503 on ${away}, ${others.length} of ${practices} practices went on, all taken again ${seconds} s after the worker was back.\n`,
    );
  },
  600_000,
);

async function open(): Promise<Sent> {
  const made = await database.withTools(async (tools) => {
    const practice = await makePractice(tools);
    const { formKey } = await makeFormSource(tools, practice.clientId);
    return { ...practice, formKey: formKey ?? "" };
  });
  const { rows } = await database.pool.query<{ worker: string }>(
    `select nodename || ':' || nodeport as worker from citus_shards
     where shardid = get_shard_id_for_distribution_column('leads', $1::uuid)`,
    [made.clientId],
  );
  const token = await signIn(product.origin, made.email);
  const template = {
    ...{ kind: "auto", title: "Thanks", subject: "Thanks", isActive: true },
    body: "<p>We will call you.</p>",
  };
  const added = await fetch(`${product.origin}/api/templates`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify(template),
  });
  expect(added.status).toBe(201);
  const worker = rows[0]?.worker ?? "";
  return { ...made, token, worker, taken: new Set(), refused: 0, wrong: [] };
}

async function send(one: Sent) {
  const name = `Lead${randomUUID()}`;
  const answer = await fetch(`${product.origin}/api/intake/form/${one.formKey}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ firstName: "Ada", lastName: name, email: `${name}@example.com` }),
    signal: AbortSignal.timeout(60_000),
  }).catch((error) => String(error));
  if (typeof answer === "string") one.wrong.push(answer);
  else if (answer.ok) one.taken.add(name);
  else if (answer.status === 503 && answer.headers.get("Retry-After") === "5") one.refused += 1;
  else one.wrong.push(`${answer.status} ${await answer.text()}`);
}

async function untilAnyIsRefused(sent: Sent[]): Promise<string> {
  const refused = () => sent.find(({ refused }) => refused > 0);
  await until(() => Boolean(refused()), 120_000);
  return refused()?.worker ?? "";
}

async function readList({ token }: Sent): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${product.origin}/api/leads/new`, { headers })).status;
}
