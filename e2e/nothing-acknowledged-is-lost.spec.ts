// Kills the process (kill -9) repeatedly during steady writes: everything that was acknowledged is
// stored exactly once, and each email is sent at most once or marked as unknown.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { openTools } from "#server/db/make.ts";
import { openSources, sourceKinds } from "./all-sources.ts";
import { killPauses } from "./kill-moments.ts";
import { findDatabase, until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

const kills = inject("isLong") ? 100 : 2;
/** A busy machine may delay a restart; the test only requires that it happens. */
const recoveryMs = 30_000;
const patienceMs = (kills + 5) * 30_000;
/** Counts the kills of all tests, which share the product and its log of emails. */
let killsInAll = 0;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ CAPTCHA_PROVIDER: "off" }, { isKilled: true });
});
afterAll(() => product.stop());

test.each([
  ["the product", killProduct],
  ["every PostgreSQL process", killPostgres],
] as const)(
  `killing ${"%s"} ${kills} times doesn't lose an acknowledged message or send an email twice`,
  async (_, kill) => {
    const nextPause = killPauses();
    const acknowledged = new Set<string>();
    let isWriting = true;
    onTestFinished(() => {
      isWriting = false;
    });
    const writers = [1, 2, 3].map(async () => {
      while (isWriting) {
        const name = `Writer ${randomUUID()}`;
        if (await sendMessage(name)) acknowledged.add(name);
        else await pause(100);
      }
    });
    // Sends a new message after each kill, because a response to an earlier one may still be in
    // transit.
    const untilOneMore = async (killed: number) => {
      const sendOne = async () => {
        const name = `Writer ${randomUUID()}`;
        const isTaken = await sendMessage(name);
        if (isTaken) acknowledged.add(name);
        return isTaken;
      };
      await until(sendOne, recoveryMs).catch((cause) => {
        throw new Error(`No message is taken after kill ${killed}:\n${product.output()}`, {
          cause,
        });
      });
    };
    for (let killed = 0; killed < kills; killed += 1) {
      await untilOneMore(killed);
      await pause(nextPause());
      await kill();
      killsInAll += 1;
    }
    // The product must have its database running again: if the tools connected earlier, they would
    // start the database and own it.
    await untilOneMore(kills);
    isWriting = false;
    await Promise.all(writers);
    const tools = await openTools(product);
    const queued = "select count(*)::int as n from mails where state = 'queued'";
    await until(async () => (await tools.pool.query(queued)).rows[0].n === 0, patienceMs / 3);

    const { rows } = await tools.pool.query(
      "select full_name, count(*)::int as stored from contact_requests group by full_name",
    );
    const stored = new Map(rows.map((row) => [row.full_name, row.stored]));
    const lost = [...acknowledged].filter((name) => !stored.has(name));
    expect(lost).toEqual([]);
    expect([...stored.values()].every((times) => times === 1)).toBe(true);

    // The log is read before the mailbox, because an email may arrive between the two reads.
    const log = await tools.pool.query("select id, state from mails");
    const received = product.mails.map((mail) => mail.messageId);
    expect(new Set(received).size).toBe(received.length);
    // Each stored message has its emails, and each email that is marked as sent has been received.
    expect(log.rows.length).toBe(stored.size);
    for (const { id, state } of log.rows) {
      if (state === "sent")
        expect(received.some((messageId) => messageId?.includes(id))).toBe(true);
    }
    // The other emails were interrupted during delivery: the log shows them, and they are never
    // resent automatically.
    const others = log.rows.filter(({ state }) => state !== "sent").map(({ state }) => state);
    expect(others.every((state) => ["sending", "unknown"].includes(state))).toBe(true);
    const sentAtOnce = 4;
    expect(others.length).toBeLessThanOrEqual(killsInAll * sentAtOnce);
    await tools.close();
  },
  patienceMs,
);

test(
  "repeated kills during steady leads from every source don't lose or duplicate acknowledged leads",
  async () => {
    const sources = await openSources(product);
    const nextPause = killPauses();
    const acknowledged = new Map(sourceKinds.map((kind) => [kind, new Set<string>()]));
    let isWriting = true;
    onTestFinished(() => {
      isWriting = false;
    });
    const writers = [...acknowledged].map(async ([kind, taken]) => {
      while (isWriting) {
        const name = `${kind}${randomUUID()}`;
        const answer = await sources.send(kind, name).catch(() => null);
        if (answer?.ok) taken.add(name);
        await pause(20);
      }
    });
    for (let killed = 0; killed < kills; killed += 1) {
      const before = new Map([...acknowledged].map(([kind, { size }]) => [kind, size]));
      await until(
        () => [...acknowledged].every(([kind, { size }]) => size > (before.get(kind) ?? 0)),
        recoveryMs,
      );
      await pause(nextPause());
      await killProduct();
    }
    isWriting = false;
    await Promise.all(writers);
    const all = [...acknowledged.values()].flatMap((taken) => [...taken]);
    // A killed process's job is retried only after the process has missed a heartbeat.
    await until(async () => {
      const there = new Set(await sources.readNames());
      return all.every((name) => there.has(name));
    }, patienceMs / 3);
    const names = await sources.readNames();
    expect(new Set(names).size).toBe(names.length);
  },
  patienceMs,
);

async function sendMessage(fullName: string): Promise<boolean> {
  const body = JSON.stringify({
    page: "Personal",
    fullName,
    email: "writer@example.com",
    phone: "1",
    message: "Still there?",
  });
  const answer = await fetch(`${product.origin}/api/contact`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    signal: AbortSignal.timeout(4_000),
  }).catch(() => null);
  return answer?.status === 201;
}

async function killProduct(): Promise<void> {
  await product.kill();
  await product.restart();
}

/**
 * Kills every process of this product's own PostgreSQL: the server, whose id is in the data
 * folder's lock file, and its children.
 */
async function killPostgres(): Promise<void> {
  // Right after the previous kill the lock file may still contain the id of a dead process.
  await until(() => postgresProcesses().length > 1, recoveryMs);
  for (const pid of postgresProcesses()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process exited before it got the signal.
    }
  }
}

function postgresProcesses(): number[] {
  const listed = execFileSync("ps", ["-eo", "pid,ppid"], { encoding: "utf8" }).split("\n");
  const processes = listed
    .map((line) => /^\s*(\d+)\s+(\d+)/.exec(line))
    .flatMap((found) => (found ? [{ pid: Number(found[1]), parent: Number(found[2]) }] : []));
  const first = findDatabase(product.dataDir);
  if (first === null) return [];
  const children = processes.filter(({ parent }) => parent === first).map(({ pid }) => pid);
  return [first, ...children];
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
