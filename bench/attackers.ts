// Measures a practice's list while eight attackers send requests, with one kind of attack after the
// other. Rate limits are off, as if the attackers had many IP addresses, so this measures what each
// request costs. Attackers who upload a file also choose its columns, which starts the dry run.
import { Agent, request } from "node:http";
import sharp from "sharp";
import {
  makeFormSource,
  makeInquiry,
  makeOwner,
  makePractice,
  openTools,
} from "#server/db/make.ts";
import { startDemo, untilReady } from "./live-demo.ts";
import { forget, launchProduct, makeDataDir, signIn } from "./product.ts";
import { type Figure, inMs, percentile } from "./report.ts";
import type { BenchOptions } from "./run.ts";

const attackers = 8;
const secondsOfEach = 4;
const budgetMs = 100;
const leadsOfEach = 300;

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string };
/** Sends one or more requests. */
type Send = (sent: Sent) => Promise<string>;
type Attack = { name: string; work: (send: Send) => Promise<unknown> };

export async function attacks({ only }: BenchOptions): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const product = await launchProduct(dataDir, { DEMO: "on" });
  const tools = await openTools({ dataDir });
  try {
    const [desk, theirs] = [await makePractice(tools), await makePractice(tools)];
    const { formKey } = await makeFormSource(tools, theirs.clientId);
    for (let made = 0; made < leadsOfEach; made += 1) {
      await makeInquiry(tools, desk.clientId);
      await makeInquiry(tools, theirs.clientId);
    }
    const { lead } = await makeInquiry(tools, theirs.clientId);
    const list = { method: "GET", path: "/api/leads/new?sort=next" };
    const listed = { ...list, headers: bearer(await signIn(product.origin, desk.email)) };
    const own = bearer(await signIn(product.origin, theirs.email));
    await fillNotes(product.origin, own, lead._id);
    await untilReady(product.origin, dataDir);
    const owner = await makeOwner(tools);
    const files = listFiles({
      own,
      owners: bearer(await signIn(product.origin, owner.email)),
      demos: { Cookie: (await startDemo(product.origin)) ?? "" },
      clientId: theirs.clientId,
    });

    const requests = await listRequests(own, formKey, lead._id);
    const all = [
      ...requests.map(({ name, sent }): Attack => ({ name, work: (send) => send(sent) })),
      ...files,
    ];
    const figures: Figure[] = [];
    const alone = await timeList(product.origin, listed);
    for (const { name, work } of all.filter((attack) => attack.name.includes(only))) {
      // Throws if the file isn't accepted, because the attack would have no effect.
      if (files.some((file) => file.name === name)) await once(product.origin, work);
      const beaten = await beside(product.origin, work, () => timeList(product.origin, listed));
      figures.push({
        name: `list beside ${name}`,
        measured: `${inMs(percentile(beaten, 0.5))}, p99 ${inMs(percentile(beaten, 0.99))}`,
        budget: `p99 ${inMs(budgetMs)}`,
        bare: `alone ${inMs(percentile(alone, 0.5))}, p99 ${inMs(percentile(alone, 0.99))}`,
        isWithin: percentile(beaten, 0.99) < budgetMs,
      });
    }
    return figures;
  } finally {
    await tools.close();
    await product.stop();
    forget(dataDir);
  }
}

async function listRequests(
  own: Record<string, string>,
  formKey: string | null,
  leadId: string,
): Promise<{ name: string; sent: Sent }[]> {
  const encoded = { "Content-Type": "application/x-www-form-urlencoded" };
  const json = { "Content-Type": "application/json" };
  const message = { fullName: "A", email: "a@example.com", phone: "1", message: "m" };
  const inMessage = (entries: number) => {
    const first = Object.fromEntries(
      Array.from({ length: entries }, (_, index) => [`k${index}`, 1]),
    );
    return JSON.stringify({ ...message, page: "Personal", attribution: { first } });
  };
  const post = (path: string, headers: Record<string, string>, body: string): Sent => ({
    method: "POST",
    path,
    headers,
    body,
  });
  const preview = (body: string) =>
    post(
      "/api/templates/previews",
      { ...json, ...own },
      JSON.stringify({ kind: "email", subject: "s", body }),
    );
  const paper = { width: 8000, height: 5000, channels: 3 as const, background: "#ddd" };
  const picture = (await sharp({ create: paper }).png().toBuffer()).toString("base64");
  const get = (path: string, headers = {}): Sent => ({ method: "GET", path, headers });
  return [
    { name: "long addresses", sent: get(`/${"a/".repeat(7500)}`) },
    { name: "unknown addresses", sent: get("/nothing/here") },
    { name: "long queries", sent: get(`/lms?${"a&".repeat(7500)}`) },
    { name: "wide messages", sent: post("/api/contact", json, inMessage(9000)) },
    { name: "wide messages of 1 MB", sent: post("/api/contact", json, inMessage(80_000)) },
    {
      name: "forms of one repeated name",
      sent: post(`/api/intake/form/${formKey}`, encoded, "a&".repeat(450_000)),
    },
    { name: "the API's document", sent: get("/api/openapi.json") },
    { name: "previews of escapes", sent: preview("&#x".repeat(13_000)) },
    { name: "previews of paragraphs", sent: preview(`<p>${"x".repeat(18)}</p>`.repeat(1500)) },
    { name: "exports", sent: get("/api/leads/export.csv", own) },
    { name: "a lead full of notes", sent: get(`/api/leads/${leadId}`, own) },
    {
      name: "pictures of 40 megapixels",
      sent: post("/api/pictures", { ...json, ...own }, JSON.stringify({ content: picture })),
    },
  ];
}

type Headers = Record<string, string>;

/**
 * Returns the files that an attacker or an accident could produce: a file of 200 KB, and a file of
 * the size that a demo may upload.
 */
function listFiles(by: {
  own: Headers;
  owners: Headers;
  demos: Headers;
  clientId: string;
}): Attack[] {
  const short = "a\n".repeat(100_000);
  const blank = " \n".repeat(100_000);
  const upload = (door: string, headers: Headers, body: string) => async (send: Send) => {
    const path = `${door}/leads/import`;
    const answer = await send({ method: "POST", path: `${path}?name=a.csv`, headers, body });
    const id = JSON.parse(answer).import?._id;
    if (!id) throw new Error(`The file was not taken: ${answer.slice(0, 200)}`);
    await send({
      method: "PUT",
      path: `${path}s/${id}/columns`,
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ fields: ["fullName", "phone"] }),
    });
  };
  const report = `/api/admin/campaign-reports?client=${by.clientId}`;
  const days = Array.from({ length: 20_000 }, (_, index) => `2026-03-14,Spring,1,${index},1,1\n`);
  const header = "Day,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)\n";
  const reports = (body: string) => (send: Send) =>
    send({ method: "POST", path: report, headers: by.owners, body });
  return [
    { name: "short CSV rows", work: upload("/api", by.own, `name,phone\n${short}`) },
    { name: "blank CSV rows", work: upload("/api", by.own, `name,phone\n${blank}`) },
    { name: "a report of short rows", work: reports(header + short) },
    { name: "a report of 20,000 rows", work: reports(header + days.join("")) },
    {
      name: "a demo visitor's upload",
      work: upload("/demo/api", by.demos, `name,phone\n${short}`),
    },
  ];
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function fillNotes(origin: string, own: Record<string, string>, leadId: string) {
  for (;;) {
    const { ok } = await fetch(`${origin}/api/leads/${leadId}/notes`, {
      method: "POST",
      headers: { ...own, "Content-Type": "application/json" },
      body: JSON.stringify({
        submissionId: crypto.randomUUID(),
        title: "t",
        text: "n".repeat(5000),
      }),
    });
    if (!ok) return;
  }
}

async function once(origin: string, attack: Attack["work"]) {
  const agent = new Agent();
  await attack(async (sent) => (await ask(origin, sent, agent)).body);
  agent.destroy();
}

/**
 * Runs the work while attackers send requests. Each attacker repeats its request as soon as it gets
 * a response.
 */
async function beside<Done>(
  origin: string,
  attack: Attack["work"],
  work: () => Promise<Done>,
): Promise<Done> {
  const agent = new Agent({ keepAlive: true, maxSockets: attackers });
  let isOver = false;
  const send: Send = async (sent) => (await ask(origin, sent, agent)).body;
  const again = async () => {
    // If a request is rejected before its body is read, it may lose its connection.
    while (!isOver) await attack(send).catch(() => undefined);
  };
  const under = Array.from({ length: attackers }, again);
  const done = await work();
  isOver = true;
  agent.destroy();
  await Promise.all(under);
  return done;
}

/** Sends requests one after the other for some seconds and returns their times in milliseconds. */
async function timeList(origin: string, sent: Sent): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const end = performance.now() + secondsOfEach * 1000;
  while (performance.now() < end || times.length < 2) {
    const begun = performance.now();
    const { status } = await ask(origin, sent, agent);
    if (status !== 200) throw new Error(`The list answered ${status}`);
    times.push(performance.now() - begun);
  }
  agent.destroy();
  return times;
}

type Answer = { status: number; body: string };

function ask(origin: string, { method, path, headers, body }: Sent, agent: Agent): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    // This sends the path as written, but `fetch` would normalize it.
    const asked = request({ hostname, port, path, method, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      );
      answer.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
