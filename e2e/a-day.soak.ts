// A simulated day of many practices in an hour or less, on two processes, with a mail server and a
// database that stop, a disk that fills up and a clock that jumps. `npm run soak` runs it on its
// own small file system.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectedBucketOf, isOne, waitsIn } from "#server/testing/expected-figures.ts";
import { loopbackCertificate } from "#server/testing/loopback-certificate.ts";
import { type MadePushService, makePushStandIn } from "#server/testing/push-stand-in.ts";
import { randomFrom, simulateDay } from "#server/testing/simulated-day.ts";
import { fillDisk } from "./full-disk.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";
import { openSoakPractice, type SoakPractice } from "./soak-practices.ts";

declare module "vitest" {
  export interface ProvidedContext {
    soak: { minutes: number; practices: number; seed: number } | null;
  }
}

const { minutes, practices: count, seed } = inject("soak") ?? { minutes: 1, practices: 1, seed: 1 };
const dayMs = minutes * 60_000;
const drainMs = 20 * 60_000;
const openAtOnce = 4;
/**
 * The share of leads that the front desk calls, and the longest delay before a call, in simulated
 * minutes.
 */
const called = { share: 0.9, withinMinutes: 20 };
const outcomes = ["booked", "spoke", "voicemail", "no_answer", "not_interested"];
/**
 * The clock jumps ahead by this much. A job that became due during the jump runs only once the real
 * clock has caught up.
 */
const jumpMs = dayMs / 4;
/** The most that memory may grow between the first and the last fifth of the day, as a factor. */
const growthAllowed = 1.3;
const handlesAllowed = 40;

let host: Product;
let product: Product;
let push: MadePushService;
let shiftFile: string;
const practices: SoakPractice[] = [];
const day = simulateDay(count, seed);

beforeAll(async () => {
  push = await makePushStandIn();
  const authority = path.join(inject("runFolder"), "soak-authority.pem");
  shiftFile = path.join(inject("runFolder"), "shift");
  writeFileSync(authority, loopbackCertificate.cert);
  writeFileSync(shiftFile, "0");
  const clock = `--import=${path.resolve("scripts/shifted-clock.mjs")}`;
  const settings = {
    ...{ CAPTCHA_PROVIDER: "off", PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: authority },
    ...{ CLOCK_SHIFT_FILE: shiftFile, NODE_OPTIONS: clock },
  };
  host = await startProduct(settings, { isKilled: true });
  const options = await host.withTools(async ({ pool }) => pool.options);
  const query = new URLSearchParams({ host: options.host ?? "", port: String(options.port) });
  const DATABASE_URL = `postgres://${options.user}@localhost/${options.database}?${query}`;
  product = await startProduct({ ...settings, DATABASE_URL, SMTP_URL: host.smtp.url });
  for (let opened = 0; opened < count; opened += openAtOnce) {
    const some = day.slice(opened, opened + openAtOnce);
    const open = some.map((one) => openSoakPractice(host, product, push, one));
    practices.push(...(await Promise.all(open)));
  }
}, 600_000);
afterAll(async () => {
  await product.stop();
  await host.stop();
  await push.close();
});

test(
  "after a day of failures, every acknowledged lead and call is stored once, emails and alerts are sent or marked unknown, and memory stays flat",
  async () => {
    const before = await measure();
    const [leads, watched] = [live(), watchMemory()];
    await trouble();
    await leads;
    const usage = watched.stop();
    await drain();
    for (const { desk } of practices) await desk.close();
    await sleep(20_000);
    const after = await measure();

    await checkLeads();
    await checkCalls();
    const mails = await checkMails();
    const alerts = await checkAlerts();
    await checkFigures();
    const refused = practices.reduce(
      (sum, { forms, calls }) => sum + forms.refused + calls.refused,
      0,
    );
    const leadCount = sum((one) => one.forms.taken.size);
    const perLead = (after.databaseBytes - before.databaseBytes) / leadCount;
    const lines = [
      `${count} practices, a day in ${minutes} minutes: ${leadCount} leads and ${sum((one) => one.calls.taken.size)} calls, each acknowledged and there once; ${refused} requests were refused meanwhile, and tried again.`,
      `Automatic emails: ${mails}. Alerts: ${alerts}.`,
      `Memory at its highest: ${mb(usage.early)} in the first fifth of the day, ${mb(usage.late)} in the last; ${mb(after.bytes)} at the end, ${mb(before.bytes)} before. Handles: ${after.handles}, ${before.handles} before.`,
      `Processor time: ${(((after.cpuSeconds - before.cpuSeconds) / leadCount) * 1000).toFixed(0)} ms of the process for each lead with all that followed; disk: ${(perLead / 1000).toFixed(1)} KB.`,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    expect(usage.late).toBeLessThan(usage.early * growthAllowed);
    expect(after.handles).toBeLessThan(before.handles + handlesAllowed);
  },
  dayMs + drainMs + 600_000,
);

function sum(of: (practice: SoakPractice) => number): number {
  return practices.reduce((total, one) => total + of(one), 0);
}

/** Sends every lead at its time in the simulated day, and makes the front desk's calls. */
async function live(): Promise<void> {
  const random = randomFrom(seed);
  const arrivals = day
    .flatMap(({ leads }, index) => leads.map((at) => ({ at, index })))
    .toSorted((one, other) => one.at - other.at);
  const begun = performance.now();
  const work: Promise<void>[] = [];
  for (const [number, { at, index }] of arrivals.entries()) {
    const practice = practices[index] as SoakPractice;
    const name = `L${number}`;
    const isCalled = random() < called.share;
    const delayMs = (random() * called.withinMinutes * dayMs) / 1440;
    const outcome = outcomes[Math.floor(random() * outcomes.length)] ?? "spoke";
    await sleep(Math.max(0, begun + (at / 86_400) * dayMs - performance.now()));
    const followUp = async () => {
      await practice.ask(name);
      if (!isCalled) return;
      await sleep(delayMs);
      await practice.call(name, outcome);
    };
    work.push(followUp());
  }
  await Promise.all(work);
}

/** Causes the failures one after another, each at a fixed point of the day. */
async function trouble(): Promise<void> {
  const begun = performance.now();
  const untilShare = (share: number) =>
    sleep(Math.max(0, begun + share * dayMs - performance.now()));
  await untilShare(0.3);
  host.smtp.hooks.isBusy = true;
  await untilShare(0.36);
  host.smtp.hooks.isBusy = false;

  await untilShare(0.5);
  await host.terminate();
  await untilShare(0.53);
  await host.restart();

  await untilShare(0.65);
  const ballast = fillDisk();
  await untilShare(0.68);
  await ballast.remove();

  await untilShare(0.8);
  writeFileSync(shiftFile, String(jumpMs));
  await untilShare(0.84);
  writeFileSync(shiftFile, "0");
  await untilShare(1);
}

const rowsOf = (statement: string) =>
  host.withTools(async ({ pool }) => (await pool.query(statement)).rows);

/** Waits until every email and alert that is due has been sent or given up. */
async function drain(): Promise<void> {
  const isDone = async () => {
    const [left] = await rowsOf(`select
      (select count(*) from mails where state in ('queued', 'sending'))
      + (select count(*) from alerts where state in ('queued', 'sending'))
      + (select count(*) from alert_schedule where done_at is null and due_at < now()) as left`);
    return Number(left.left) === 0;
  };
  await until(isDone, drainMs);
}

async function checkLeads(): Promise<void> {
  expect(practices.flatMap(({ forms }) => forms.wrong)).toEqual([]);
  const rows = await rowsOf("select client_id, last_name from leads");
  const names = Map.groupBy(rows, (row) => row.client_id);
  for (const { clientId, forms } of practices) {
    const stored = (names.get(clientId) ?? []).map((row) => row.last_name);
    expect(stored.toSorted()).toEqual([...forms.taken].toSorted());
  }
}

async function checkCalls(): Promise<void> {
  expect(practices.flatMap(({ calls }) => calls.wrong)).toEqual([]);
  const rows = await rowsOf("select id from calls where outcome is not null and voided_at is null");
  const taken = practices.flatMap(({ calls }) => [...calls.taken]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(taken.toSorted());
}

/**
 * Checks that every lead has one email, that each email marked as sent was received once, and that
 * every other email is marked as unknown.
 */
async function checkMails(): Promise<string> {
  const rows = await rowsOf(`select id, state from mails where kind = 'auto'`);
  expect(rows.length).toBe(sum(({ forms }) => forms.taken.size));
  const received = host.smtp.mails.map(({ messageId }) => messageId ?? "");
  expect(new Set(received).size).toBe(received.length);
  const sent = rows.filter(({ state }) => state === "sent");
  for (const { id } of sent) expect(received.some((one) => one.includes(id))).toBe(true);
  const others = rows.filter(({ state }) => state !== "sent");
  expect(others.filter(({ state }) => state !== "unknown")).toEqual([]);
  return `${sent.length} sent and received once, ${others.length} marked as unknown`;
}

/**
 * Checks that every inquiry's alert step is done, and that every push that was accepted was
 * received.
 */
async function checkAlerts(): Promise<string> {
  const forgotten = await rowsOf(`
    select inquiries.id from inquiries
    where not exists (select from alert_schedule as due where due.client_id = inquiries.client_id
        and due.inquiry_id = inquiries.id and due.step = 'now' and due.done_at is not null)`);
  expect(forgotten).toEqual([]);
  // A push for several alerts carries the id of only one of them.
  const rows = await rowsOf(`select state, array_agg(id) as ids from alerts
    where channel = 'push' group by client_id, message_id, state`);
  const received = new Set(push.received.map(({ payload }) => payload._id));
  const accepted = rows.filter(({ state }) => state === "accepted");
  const isReceived = (ids: string[]) => ids.some((id) => received.has(id));
  expect(accepted.filter(({ ids }) => !isReceived(ids))).toEqual([]);
  const others = rows.filter(({ state }) => state !== "accepted");
  expect(others.filter(({ state }) => state !== "unknown")).toEqual([]);
  return `${accepted.length} messages accepted and received, ${others.length} marked as unknown`;
}

async function checkFigures(): Promise<void> {
  for (const practice of practices) {
    const rows = await rowsOf(`select id from leads where client_id = '${practice.clientId}'`);
    const details = await Promise.all(rows.map(({ id }) => practice.read(id)));
    const view = {
      ...{ reading: "wall" as const, now: Date.now() },
      hours: { timeZone: "America/New_York", from: "00:00", to: "24:00" },
    };
    const waits = details.flatMap(waitsIn);
    const told = await practice.read("figures");
    const expected = {
      lt10: waits.filter(isOne("lt10", view)).length,
      lt60: waits.filter(isOne("lt60", view)).length,
      other: waits.filter(isOne("other", view)).length,
      onTheClock: waits.filter((wait) => expectedBucketOf(wait, view) === "running").length,
    };
    const { lt10, lt60, other } = told.total;
    expect({ lt10, lt60, other, onTheClock: told.onTheClock }).toEqual(expected);
  }
}

function watchMemory() {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(residentBytes()), 1000);
  return {
    stop() {
      clearInterval(timer);
      const fifth = Math.ceil(samples.length / 5);
      return {
        early: Math.max(...samples.slice(0, fifth)),
        late: Math.max(...samples.slice(-fifth)),
      };
    },
  };
}

async function measure() {
  const [{ bytes }] = await rowsOf("select pg_database_size(current_database())::float8 as bytes");
  const [, , , , , , , , , , , user = "0", system = "0"] =
    readFileSync(`/proc/${product.pid()}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return {
    databaseBytes: bytes as number,
    bytes: residentBytes(),
    handles: readdirSync(`/proc/${product.pid()}/fd`).length,
    // The system reports CPU time in hundredths of a second.
    cpuSeconds: (Number(user) + Number(system)) / 100,
  };
}

function residentBytes(): number {
  const status = readFileSync(`/proc/${product.pid()}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
