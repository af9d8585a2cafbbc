// Measures bursts of webhooks for one practice and for many, and of web forms, until every lead is
// in its practice's queue once, in the order Meta sent them. Product, database, Graph stub and
// sender share the machine. Bare: a pg client inserts each lead's rows in its own transaction.
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { makeFormSource, makeMetaSource, makePractice, openTools } from "#server/db/make.ts";
import { makePhone } from "#server/db/make-phone.ts";
import { metaSettings, openGraph, signedDelivery } from "./meta.ts";
import { forget, launchProduct, makeDataDir, signIn } from "./product.ts";
import { type Figure, inMs, percentile } from "./report.ts";

const connections = 16;
const streams = 20;
const ofOne = { count: 1000, budgetMs: 10_000 };
const ofMany = { count: 10_000, practices: 50, budgetMs: 100_000 };
const listBudgetMs = 100;
const formSeconds = 8;
const formsPerSecond = 100;
const patienceMs = 15 * 60_000;

type Tools = Awaited<ReturnType<typeof openTools>>;
type Source = { page: string; form: string };

export async function burst(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const graph = await openGraph();
  const product = await launchProduct(dataDir, metaSettings(graph.url));
  const tools = await openTools({ dataDir });
  // Forms come before the webhooks, because the webhooks' alerts continue for minutes.
  const forms = await measureForms(tools, product.origin);
  const one = await measureOne(tools, product.origin);
  const many = await measureMany(tools, product.origin);
  // The product's alerts would slow down the bare client.
  await product.stop();
  await graph.close();
  await tools.close();
  const beside = await openTools({ dataDir });
  const bare = await measureBare(beside);
  await beside.close();
  forget(dataDir);
  const bareTime = (count: number) => inSeconds((count / bare) * 1000);
  return [
    {
      name: `${ofOne.count} webhooks of one practice: last acknowledged → all in its queue`,
      measured: inSeconds(one.tookMs),
      budget: inSeconds(ofOne.budgetMs),
      bare: bareTime(ofOne.count),
      isWithin: one.tookMs < ofOne.budgetMs,
    },
    {
      name: "acknowledged meanwhile",
      measured: `${Math.round(one.acknowledgedPerSecond)} a second`,
      budget: "none",
      bare: "none",
    },
    {
      name: `its list meanwhile, ${streams} streams, p99 of ${one.lists.length}`,
      measured: inMs(percentile(one.lists, 0.99)),
      budget: inMs(listBudgetMs),
      bare: `${inMs(percentile(one.listsBefore, 0.99))} before`,
      isWithin: percentile(one.lists, 0.99) < listBudgetMs,
    },
    {
      name: `${ofMany.count} webhooks of ${ofMany.practices} practices: last acknowledged → all in the queues`,
      measured: inSeconds(many.tookMs),
      budget: inSeconds(ofMany.budgetMs),
      bare: bareTime(ofMany.count),
      isWithin: many.tookMs < ofMany.budgetMs,
    },
    {
      name: `web forms stored as leads, ${connections} connections`,
      measured: `${Math.round(forms)} a second`,
      budget: `${formsPerSecond} a second`,
      bare: `${Math.round(bare)} a second`,
      isWithin: forms >= formsPerSecond,
    },
  ];
}

async function measureOne(tools: Tools, origin: string) {
  const practice = await makePractice(tools);
  const source = await makeMetaSource(tools, practice.clientId);
  const token = await signIn(origin, practice.email);
  const headers = { Authorization: `Bearer ${token}` };
  const opened = await Promise.all(Array.from({ length: streams }, () => listen(origin, headers)));
  const listsBefore: number[] = [];
  for (let read = 0; read < 100; read += 1) listsBefore.push(await timeList(origin, headers));

  const lists: number[] = [];
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      lists.push(await timeList(origin, headers));
      await sleep(10);
    }
  })();
  const { tookMs, acknowledgedPerSecond } = await deliver(tools, origin, [source], ofOne.count, 1);
  isDone = true;
  await reading;
  await checkOrder(tools, practice.clientId);
  await sleep(2000);
  for (const stream of opened) {
    if (stream.heard.size !== ofOne.count) throw new Error("A stream missed a lead");
    stream.close();
  }
  return { tookMs, acknowledgedPerSecond, lists, listsBefore };
}

async function measureMany(tools: Tools, origin: string) {
  const sources: Source[] = [];
  const practices: string[] = [];
  for (let made = 0; made < ofMany.practices; made += 1) {
    const { clientId } = await makePractice(tools);
    practices.push(clientId);
    sources.push(await makeMetaSource(tools, clientId));
  }
  const measured = await deliver(tools, origin, sources, ofMany.count, 2);
  for (const clientId of practices) await checkOrder(tools, clientId);
  return measured;
}

/** Sends the webhooks, with the sources taking turns, and waits until each webhook is a lead. */
async function deliver(
  tools: Tools,
  origin: string,
  sources: Source[],
  count: number,
  firstDigit: number,
) {
  const before = await countLeads(tools);
  const startedAt = performance.now();
  let sent = 0;
  const result = await autocannon({
    url: `${origin}/api/intake/meta`,
    connections,
    amount: count,
    method: "POST",
    requests: [
      {
        setupRequest(request) {
          const source = sources[sent % sources.length] as Source;
          sent += 1;
          const id = `${firstDigit}${String(sent).padStart(14, "0")}`;
          return { ...request, ...signedDelivery(id, source) };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error("A webhook was refused");
  const acknowledgedAt = performance.now();
  await untilStored(tools, before + count);
  return {
    tookMs: performance.now() - acknowledgedAt,
    acknowledgedPerSecond: count / ((acknowledgedAt - startedAt) / 1000),
  };
}

async function untilStored(tools: Tools, count: number) {
  const end = performance.now() + patienceMs;
  for (;;) {
    const stored = await countLeads(tools);
    if (stored > count) throw new Error("A lead was stored twice");
    if (stored === count) return;
    if (performance.now() > end) throw new Error(`${count - stored} leads were not stored`);
    await sleep(50);
  }
}

async function countLeads({ pool }: Tools): Promise<number> {
  const { rows } = await pool.query("select count(*)::int as count from leads");
  return Number(rows[0].count);
}

/**
 * Checks that each lead notification became one lead, and that the leads were stored in the order
 * in which Meta sent them.
 */
async function checkOrder({ pool }: Tools, clientId: string) {
  const { rows } = await pool.query(
    `select count(*)::int as announced, count(distinct inquiries.lead_id)::int as leads,
       array_agg(announced_leads.created_at order by inquiries.id)
         = array_agg(announced_leads.created_at order by announced_leads.created_at) as in_order
     from announced_leads
     join inquiries on inquiries.client_id = $1 and inquiries.id = announced_leads.inquiry_id
     where announced_leads.client_id = $1`,
    [clientId],
  );
  const [{ announced, leads, in_order: isInOrder }] = rows;
  if (announced !== leads) throw new Error("An announced lead is missing, or two are one");
  if (!isInOrder) throw new Error("Leads were stored in another order");
}

async function measureForms(tools: Tools, origin: string): Promise<number> {
  const practice = await makePractice(tools);
  const { formKey } = await makeFormSource(tools, practice.clientId);
  const before = await countLeads(tools);
  let sent = 0;
  const result = await autocannon({
    url: `${origin}/api/intake/form/${formKey}`,
    connections,
    duration: formSeconds,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    requests: [
      {
        setupRequest(request) {
          sent += 1;
          const email = `form-${sent}@example.com`;
          const body = JSON.stringify({ firstName: "Marisol", email, phone: makePhone() });
          return { ...request, body };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error("A form was refused");
  // Messages that are in transit at the end are stored, but the sender doesn't count them.
  const stored = (await countLeads(tools)) - before;
  if (stored < result["2xx"]) throw new Error("An acknowledged form is not on the desk");
  return result["2xx"] / formSeconds;
}

/** Acts as an additional dashboard and records the leads that it receives. */
async function listen(origin: string, headers: Record<string, string>) {
  const ended = new AbortController();
  const answer = await fetch(`${origin}/api/leads/events`, { headers, signal: ended.signal });
  const heard = new Set<string>();
  const read = async () => {
    const text = new TextDecoder();
    let left = "";
    for await (const chunk of answer.body ?? []) {
      left += text.decode(chunk, { stream: true });
      for (const [, id] of left.matchAll(/"leadId":"([^"]+)"/g)) if (id) heard.add(id);
      // An id may continue in the next chunk.
      left = left.slice(-60);
    }
  };
  // Reading ends when the stream is closed.
  read().catch(() => undefined);
  return { heard, close: () => ended.abort() };
}

async function timeList(origin: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${origin}/api/leads/new?sort=next`, { headers });
  await answer.text();
  if (!answer.ok) throw new Error(`The list was answered ${answer.status}`);
  return performance.now() - startedAt;
}

/** Returns the number of leads per second. */
async function measureBare(tools: Tools): Promise<number> {
  const { clientId } = await makePractice(tools);
  const client = await tools.pool.connect();
  const startedAt = performance.now();
  for (let stored = 0; stored < ofOne.count; stored += 1) {
    const at = new Date();
    await client.query("begin");
    const { rows: made } = await client.query({
      name: "lead",
      text: bareLead,
      values: [clientId, `bare-${stored}@example.com`, makePhone(), at],
    });
    const leadId = made[0].id;
    const { rows: asked } = await client.query({
      name: "inquiry",
      text: bareInquiry,
      values: [clientId, leadId, at],
    });
    await client.query({
      name: "timeline",
      text: bareTimeline,
      values: [clientId, leadId, at, { inquiryId: asked[0].id }],
    });
    await client.query("commit");
  }
  const took = performance.now() - startedAt;
  client.release();
  return ofOne.count / (took / 1000);
}

const bareLead = `
  insert into leads (client_id, first_name, email, phone, is_phone_valid, received_at, started_at,
    touched_at, uncalled_since, is_counted, search)
  values ($1, 'Marisol', $2, $3, true, $4, $4, $4, $4, true, search_text('Marisol', '', $2, $3, ''))
  returning id`;
const bareInquiry = `
  insert into inquiries (client_id, lead_id, first_name, submitted_at, received_at, clock_started_at)
  values ($1, $2, 'Marisol', $3, $3, $3) returning id`;
const bareTimeline = `
  insert into timeline (client_id, lead_id, at, kind, data)
  values ($1, $2, $3, 'submitted', $4), ($1, $2, $3, 'received', $4)`;

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
