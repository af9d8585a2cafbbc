// Measures the time from the acknowledgment of a signed webhook to the push service with a hundred
// open streams; a practice's list while ten thousand of its leads alert; and ten thousand messages
// (or `--alerts`) of many practices. Bare: an idle process encrypts and sends the same message.

import { writeFileSync } from "node:fs";
import { Agent } from "node:https";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import webPush from "web-push";
import { makeMetaSource, makePlatformId, makePractice, openTools } from "#server/db/make.ts";
import { type MadePushService, makePushStandIn } from "#server/testing/push-stand-in.ts";
import { metaSettings, openGraph, signedDelivery } from "./meta.ts";
import { forget, launchProduct, makeDataDir, signIn } from "./product.ts";
import { type Figure, inMs, percentile } from "./report.ts";

const practices = 12;
/**
 * Deliveries for each practice. Six leads in a minute would be a burst, which is delayed on
 * purpose.
 */
const deliveriesEach = 5;
const streams = 100;
const pushBudgetMs = 2000;
const due = 10_000;
const devices = 3;
const listBudgetMs = 250;
/** Up to five leads of one practice aren't a burst, so each gets its own push message. */
const dueEach = 5;
/** Half of the five minutes until the next step would be due. */
const duePushesBudgetMs = 150_000;
const mostMinutes = 10;
const patienceMs = 15_000;

type Tools = Awaited<ReturnType<typeof openTools>>;

export async function alerts({ alerts: duePushes }: { alerts: number }): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const [graph, push] = [await openGraph(), await makePushStandIn()];
  const authority = path.join(dataDir, "push.pem");
  writeFileSync(authority, push.ca);
  const product = await launchProduct(dataDir, {
    ...metaSettings(graph.url),
    ...{ PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: authority },
  });
  const tools = await openTools({ dataDir });
  try {
    const times = await measurePush(tools, product.origin, push);
    const bare = await measureBare(push, times.length);
    const lists = await measureLists(tools, product.origin, push);
    const many = await measureManyPractices(tools, product.origin, push, duePushes);
    return [
      {
        name: `acknowledged → push service, ${streams} streams, p50`,
        measured: inMs(percentile(times, 0.5)),
        budget: "none",
        bare: inMs(percentile(bare, 0.5)),
      },
      {
        name: `acknowledged → push service, ${streams} streams, p99`,
        measured: inMs(percentile(times, 0.99)),
        budget: inMs(pushBudgetMs),
        bare: inMs(percentile(bare, 0.99)),
        isWithin: percentile(times, 0.99) < pushBudgetMs,
      },
      {
        name: `the list, p99, while ${due} leads alert ${devices} devices (${inMs(lists.tookMs)})`,
        measured: inMs(percentile(lists.during, 0.99)),
        budget: inMs(listBudgetMs),
        bare: `${inMs(percentile(lists.before, 0.99))} before`,
        isWithin: percentile(lists.during, 0.99) < listBudgetMs,
      },
      {
        name: `${duePushes} leads of ${many.practices} practices due at once → push service, last one`,
        measured: `${inMs(many.lastMs)}, p50 ${inMs(percentile(many.times, 0.5))}`,
        budget: inMs(duePushesBudgetMs),
        bare: inMs(percentile(bare, 0.5) * duePushes),
        isWithin: many.lastMs < duePushesBudgetMs,
      },
      {
        name: "  the list of another practice meanwhile, p99",
        measured: inMs(percentile(many.lists, 0.99)),
        budget: inMs(listBudgetMs),
        bare: "none",
        isWithin: percentile(many.lists, 0.99) < listBudgetMs,
      },
    ];
  } finally {
    await tools.close();
    await product.stop();
    await graph.close();
    await push.close();
    forget(dataDir);
  }
}

async function measurePush(tools: Tools, origin: string, push: MadePushService) {
  const made = await Promise.all(
    Array.from({ length: practices }, async (_, index) => {
      const practice = await makeAlwaysOpen(tools);
      const source = await makeMetaSource(tools, practice.clientId);
      const token = await signIn(origin, practice.email);
      await subscribe(origin, token, push, `device-${index}`);
      return { source, token };
    }),
  );
  const ended = new AbortController();
  for (let opened = 0; opened < streams; opened += 1) {
    const headers = { Authorization: `Bearer ${made[opened % practices]?.token}` };
    const answer = await fetch(`${origin}/api/leads/events`, { headers, signal: ended.signal });
    // The stream ends when its request is aborted.
    answer.body?.pipeTo(new WritableStream()).catch(() => undefined);
  }
  const times: number[] = [];
  for (let round = 0; round < deliveriesEach; round += 1) {
    for (const { source } of made) {
      await sleep(Math.random() * 300);
      const before = push.received.length;
      const id = makePlatformId();
      const answer = await fetch(`${origin}/api/intake/meta`, {
        ...{ method: "POST", ...signedDelivery(id, source) },
      });
      if (!answer.ok) throw new Error(`A webhook was answered ${answer.status}`);
      const acknowledgedAt = performance.timeOrigin + performance.now();
      const received = await nextPush(push, before);
      times.push(Math.max(0, received.at - acknowledgedAt));
    }
  }
  ended.abort();
  return times;
}

async function nextPush(push: MadePushService, before: number) {
  const end = Date.now() + patienceMs;
  while (push.received.length <= before) {
    if (Date.now() > end) throw new Error("A lead alerted nobody");
    await sleep(2);
  }
  const received = push.received[before];
  if (!received) throw new Error("A lead alerted nobody");
  return received;
}

async function measureBare(push: MadePushService, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, ca: push.ca });
  const keys = webPush.generateVAPIDKeys();
  const { endpoint, keys: own } = push.subscribe("bare");
  const _id = crypto.randomUUID();
  const words = { title: "New lead: Marisol", body: "Asked at 9:41 AM" };
  const payload = JSON.stringify({ _id, ...words, url: "/lms", tag: "lead", isSilent: false });
  const times: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const before = push.received.length;
    const startedAt = performance.timeOrigin + performance.now();
    const vapidDetails = { subject: "mailto:bench@example.com", ...keys };
    await webPush.sendNotification({ endpoint, keys: own }, payload, { agent, vapidDetails });
    times.push((push.received[before]?.at ?? Number.NaN) - startedAt);
  }
  return times;
}

async function measureLists(tools: Tools, origin: string, push: MadePushService) {
  const practice = await makeAlwaysOpen(tools);
  const source = await makeMetaSource(tools, practice.clientId);
  const token = await signIn(origin, practice.email);
  for (let added = 0; added < devices; added += 1) {
    const own = await signIn(origin, practice.email);
    await subscribe(origin, own, push, `large-${added}`);
  }
  await tools.pool.query(manyLeads, [practice.clientId, due]);
  await tools.pool.query("vacuum (analyze) leads, inquiries, alert_schedule");
  const read = async () => {
    const startedAt = performance.now();
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${origin}/api/leads/new?sort=next`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`The list was answered ${answer.status}`);
    return performance.now() - startedAt;
  };
  const before: number[] = [];
  for (let times = 0; times < 100; times += 1) before.push(await read());
  await tools.pool.query("update alert_schedule set due_at = now() where client_id = $1", [
    practice.clientId,
  ]);
  // The delivery's job sends all alerts that are due in the practice.
  await fetch(`${origin}/api/intake/meta`, {
    ...{ method: "POST", ...signedDelivery(makePlatformId(), source) },
  });
  const startedAt = performance.now();
  const during: number[] = [];
  while ((await accepted(tools, practice.clientId)) < due * devices) {
    for (let times = 0; times < 10; times += 1) during.push(await read());
    if (performance.now() - startedAt > 10 * patienceMs) throw new Error("Not all were alerted");
  }
  return { before, during, tookMs: performance.now() - startedAt };
}

/**
 * Many practices open at the same minute. Each has up to five leads from the night, which aren't a
 * burst, so each lead gets its own message. There is one session and one device per practice,
 * written by SQL, because logging in thousands of times would take longer than the measurement.
 */
async function measureManyPractices(
  tools: Tools,
  origin: string,
  push: MadePushService,
  duePushes: number,
) {
  const reader = await makeAlwaysOpen(tools);
  const token = await signIn(origin, reader.email);
  const count = Math.ceil(duePushes / dueEach);
  const { endpoint, keys } = push.subscribe("many");
  await tools.pool.query(manyPractices, [count, endpoint, keys.p256dh, keys.auth]);
  await tools.pool.query(leadsOfPractices, [duePushes, dueEach]);
  await tools.pool.query(
    "vacuum (analyze) clients, leads, inquiries, alert_schedule, push_devices",
  );
  const before = push.received.length;
  const startedAt = performance.timeOrigin + performance.now();
  await tools.pool.query(
    `update alert_schedule set due_at = now() where client_id in (${benchPractices})`,
  );
  // This runs each practice's alert job, which was enqueued with the lead.
  await tools.pool.query(jobsOfPractices);
  const lists: number[] = [];
  while (push.received.length - before < duePushes) {
    const at = performance.now();
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${origin}/api/leads/new?sort=next`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`The list was answered ${answer.status}`);
    lists.push(performance.now() - at);
    if (performance.timeOrigin + at - startedAt > mostMinutes * 60_000) {
      throw new Error(`Only ${push.received.length - before} of ${duePushes} were alerted`);
    }
    await sleep(20);
  }
  const times = push.received.slice(before).map(({ at }) => at - startedAt);
  const topics = new Set(push.received.slice(before).map(({ topic }) => topic));
  if (topics.size !== duePushes) throw new Error(`${topics.size} leads alerted, not ${duePushes}`);
  return { practices: count, times, lastMs: Math.max(...times), lists };
}

/**
 * Writes leads from an hour ago that are waiting for their call, and their alerts' first step,
 * which isn't due yet.
 */
const manyLeads = `
  with made as (
    insert into leads (client_id, first_name, received_at, started_at, touched_at, uncalled_since, is_counted)
    select $1, 'Marisol', at, at, at, at, true
    from (select now() - interval '1 hour' as at from generate_series(1, $2::int)) as given
    returning client_id, id, received_at
  ), asked as (
    insert into inquiries (client_id, lead_id, first_name, submitted_at, received_at, clock_started_at)
    select client_id, id, 'Marisol', received_at, received_at, received_at from made
    returning client_id, id, lead_id
  )
  insert into alert_schedule (client_id, inquiry_id, lead_id, step, due_at)
  select client_id, id, lead_id, 'now', now() + interval '1 day' from asked`;

const benchPractices = "select id from clients where admin_code = 'many'";

const manyPractices = `
  with practices as (
    insert into clients (name, phone, address, city, state, zip, admin_code, approved_at)
    select 'Practice ' || number, '(813) 555-0100', '1 Bayshore Boulevard', 'Tampa', 'FL', '33606',
      'many', now()
    from generate_series(1, $1::int) as number
    returning id
  ), hours as (
    insert into open_hours (client_id, in_force_from, time_zone, week, holidays)
    select id, to_timestamp(0), 'America/New_York', (
      select jsonb_agg(jsonb_build_array(jsonb_build_object('from', '00:00', 'to', '24:00')))
      from generate_series(1, 7)), '[]' from practices
  ), people as (
    insert into accounts (kind, client_id, email, first_name, last_name, password_hash, role,
      email_confirmed_at)
    select 'client', id, id || '@example.com', 'Dana', 'Whitfield', 'none', 'manager', now()
    from practices
    returning id, client_id
  ), opened as (
    insert into sessions (account_id, kind, token_hash, device, address, proven_at, expires_at)
    select id, 'client', encode(sha256(id::text::bytea), 'hex'), 'bench', '127.0.0.1', now(),
      now() + interval '1 day' from people
    returning id, account_id
  )
  insert into push_devices (client_id, account_id, session_id, endpoint, p256dh, auth, device)
  select client_id, account_id, opened.id, $2, $3, $4, 'bench'
  from people join opened on opened.account_id = people.id`;

const leadsOfPractices = `
  with practices as (
    select id, row_number() over (order by id) - 1 as number from (${benchPractices}) as made
  ), made as (
    insert into leads (client_id, first_name, received_at, started_at, touched_at, uncalled_since, is_counted)
    select practices.id, 'Marisol', at, at, at, at, true
    from (select number, now() - interval '10 minutes' as at
      from generate_series(0, $1::int - 1) as number) as given
    join practices on practices.number = given.number / $2::int
    returning client_id, id, received_at
  ), asked as (
    insert into inquiries (client_id, lead_id, first_name, submitted_at, received_at, clock_started_at)
    select client_id, id, 'Marisol', received_at, received_at, received_at from made
    returning client_id, id, lead_id
  )
  insert into alert_schedule (client_id, inquiry_id, lead_id, step, due_at)
  select client_id, id, lead_id, 'now', now() + interval '1 day' from asked`;

const jobsOfPractices = `
  insert into pgboss.job (name, data, expire_seconds, deletion_seconds, keep_until, retry_limit,
    retry_delay, retry_backoff, policy)
  select queue.name, jsonb_build_object('clientId', made.id), expire_seconds, deletion_seconds,
    now() + interval '1 day', retry_limit, retry_delay, retry_backoff, policy
  from pgboss.queue, (${benchPractices}) as made where queue.name = 'alert-practice'`;

async function accepted({ pool }: Tools, clientId: string): Promise<number> {
  const { rows } = await pool.query(
    "select count(*)::int as count from alerts where client_id = $1 and state = 'accepted'",
    [clientId],
  );
  return rows[0].count;
}

async function makeAlwaysOpen(tools: Tools) {
  const practice = await makePractice(tools);
  await tools.pool.query(
    `insert into open_hours (client_id, in_force_from, time_zone, week, holidays)
     select $1, to_timestamp(0), 'America/New_York', jsonb_agg(jsonb_build_array(
       jsonb_build_object('from', '00:00', 'to', '24:00'))), '[]' from generate_series(1, 7)`,
    [practice.clientId],
  );
  return practice;
}

async function subscribe(origin: string, token: string, push: MadePushService, device: string) {
  const answer = await fetch(`${origin}/api/alerts/devices`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify(push.subscribe(device)),
  });
  if (!answer.ok) throw new Error(`A device was answered ${answer.status}`);
}
