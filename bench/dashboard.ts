// Measures how long a front desk waits for the first row of its queue, in a real Chromium, logged
// in, with a warm server and an empty cache. The visits alternate with visits to a bare React list
// of the same leads.
import type { AddressInfo } from "node:net";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { type Browser, chromium } from "playwright-core";
import { build } from "vite";
import { makeCall, makeCampaign, makeInquiry, makePractice, openTools } from "#server/db/make.ts";
import { forget, launchProduct, makeDataDir, signIn } from "./product.ts";
import { type Figure, inKb, inWholeMs, median, percentile } from "./report.ts";

const runs = 9;
const warmUps = 2;
const leadsInQueue = 120;
/** How many times slower a phone's processor is assumed to be. */
const slowdown = 4;
const budgets = { 1: 250, [slowdown]: 700 };
/** The bare list's time on the machine where the budgets were set. */
const bareOnReferenceMachine = { 1: 160, [slowdown]: 400 };
const scriptBudgetBytes = 160_000;
/** The budget for the compressed size. A browser compares the whole file at each update check. */
const workerBudgetBytes = 15_000;

type Target = { url: string; token: string | null };
type Visit = { rowMs: number; scriptBytes: number; allScriptBytes: number };

export async function dashboard(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const product = await launchProduct(dataDir);
  const token = await fillDesk(dataDir, product.origin);
  const bare = await openBare(product.origin, token);
  const browser = await chromium.launch({
    executablePath: process.env.BROWSER_PATH,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const ours = { url: `${product.origin}/lms/dashboard`, token };
    const theirs = { url: `${bare.origin}/`, token: null };
    const figures: Figure[] = [await measureWorker(product.origin)];
    for (const rate of [1, slowdown] as const) {
      figures.push(...(await compare(browser, rate, ours, theirs)));
    }
    return figures;
  } finally {
    await browser.close();
    bare.close();
    await product.stop();
    forget(dataDir);
  }
}

async function measureWorker(origin: string): Promise<Figure> {
  const answer = await fetch(`${origin}/lms/service-worker.js`);
  if (!answer.ok) throw new Error(`The service worker was answered ${answer.status}`);
  const script = Buffer.from(await answer.arrayBuffer());
  const compressed = brotliCompressSync(script).byteLength;
  return {
    name: "service worker, compressed",
    measured: `${inKb(compressed)}, ${inKb(script.byteLength)} raw`,
    budget: inKb(workerBudgetBytes),
    bare: "none",
    isWithin: compressed <= workerBudgetBytes,
  };
}

async function compare(browser: Browser, rate: 1 | typeof slowdown, ours: Target, theirs: Target) {
  const visits = { ours: [] as Visit[], theirs: [] as Visit[] };
  for (let run = -warmUps; run < runs; run += 1) {
    const [mine, bares] = [await visit(browser, ours, rate), await visit(browser, theirs, rate)];
    if (run < 0) continue;
    visits.ours.push(mine);
    visits.theirs.push(bares);
  }
  const of = (side: keyof typeof visits, key: keyof Visit) => visits[side].map((one) => one[key]);
  const times = of("ours", "rowMs");
  const share = median(times) / median(of("theirs", "rowMs"));
  const figures: Figure[] = [
    {
      name: `first lead row visible${rate > 1 ? `, ${rate}× slower` : ""}`,
      measured: `${inWholeMs(median(times))}, slowest ${inWholeMs(percentile(times, 1))}`,
      budget: inWholeMs(budgets[rate]),
      bare: inWholeMs(median(of("theirs", "rowMs"))),
      isWithin: median(times) < budgets[rate],
    },
    // Scales the budget from the reference machine to this machine.
    {
      name: "  as a multiple of the bare list",
      measured: share.toFixed(2),
      budget: (budgets[rate] / bareOnReferenceMachine[rate]).toFixed(2),
      bare: `${bareOnReferenceMachine[rate]} ms there`,
      isWithin: share < budgets[rate] / bareOnReferenceMachine[rate],
    },
  ];
  if (rate > 1) return figures;
  const before = Math.max(...of("ours", "scriptBytes"));
  return [
    ...figures,
    {
      name: "JavaScript before it, compressed",
      measured: inKb(before),
      budget: inKb(scriptBudgetBytes),
      bare: inKb(median(of("theirs", "scriptBytes"))),
      isWithin: before <= scriptBudgetBytes,
    },
    {
      name: "JavaScript until it answers to a finger",
      measured: inKb(Math.max(...of("ours", "allScriptBytes"))),
      budget: "none",
      bare: inKb(median(of("theirs", "allScriptBytes"))),
    },
  ];
}

/** Visits the page for the first time, with an empty cache and a new connection. */
async function visit(browser: Browser, { url, token }: Target, rate: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { origin } = new URL(url);
  if (token) await context.addCookies([{ name: "clientToken", value: token, url: origin }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await page.addInitScript(recordFirstRow);
  await page.goto(url, { waitUntil: "load" });
  const rowAt = await page.waitForFunction(() => (globalThis as Noted).firstRowAt);
  const rowMs = (await rowAt.jsonValue()) as number;
  const scripts = await page.evaluate(loadedScripts);
  await context.close();
  const before = scripts.filter(({ atMs }) => atMs <= rowMs);
  return { rowMs, scriptBytes: bytesOf(before), allScriptBytes: bytesOf(scripts) };
}

/** Milliseconds since the visit started. */
type Noted = typeof globalThis & { firstRowAt?: number };

/**
 * Runs in the page. Checks every frame, and records the time of the frame after the row appears.
 */
function recordFirstRow() {
  const isSeen = () => {
    const row = document.querySelector("[data-lead]");
    const { top = -1, height = 0 } = row?.getBoundingClientRect() ?? {};
    return height > 0 && top >= 0 && top < innerHeight && row?.checkVisibility();
  };
  const ask = () => {
    if (!isSeen()) return requestAnimationFrame(ask);
    return requestAnimationFrame((at) => {
      (globalThis as Noted).firstRowAt = at;
    });
  };
  requestAnimationFrame(ask);
}

type Script = { bytes: number; atMs: number };

/** Runs in the page. Returns each script's compressed size, and when the last one arrived. */
function loadedScripts(): Script[] {
  return performance
    .getEntriesByType("resource")
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
    .map(({ encodedBodySize, responseEnd }) => ({ bytes: encodedBodySize, atMs: responseEnd }));
}

const bytesOf = (scripts: Script[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Logs in to a practice whose queue has a lead in each part. */
async function fillDesk(dataDir: string, origin: string): Promise<string> {
  const tools = await openTools({ dataDir });
  const practice = await makePractice(tools);
  const { campaignId } = await makeCampaign(tools, {
    clientId: practice.clientId,
    name: "Clear aligners",
    platform: "meta",
  });
  for (let made = 0; made < leadsInQueue; made += 1) {
    const submittedAt = new Date(Date.now() - made * 4 * 60_000);
    const { lead } = await makeInquiry(tools, practice.clientId, { submittedAt, campaignId });
    const calledAt = new Date(submittedAt.getTime() + 3 * 60_000);
    if (made % 3 === 0) continue;
    await makeCall(tools, practice, lead._id, { calledAt, outcome: "voicemail" });
  }
  await tools.close();
  return signIn(origin, practice.email);
}

/** Serves a bare page, its script and the same leads from memory, compressed. */
async function openBare(productOrigin: string, token: string) {
  const answer = await fetch(`${productOrigin}/api/leads/new?sort=next`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const files: Record<string, { type: string; body: Uint8Array<ArrayBuffer> }> = {
    "/": file("text/html; charset=utf-8", bareDocument),
    "/bare.js": file("text/javascript", await bundleBare()),
    "/leads": file("application/json", await answer.text()),
  };
  const app = new Hono().get("*", (c) => {
    const found = files[c.req.path];
    if (!found) return c.body(null, 404);
    return c.body(found.body, 200, { "Content-Type": found.type, "Content-Encoding": "br" });
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function file(type: string, text: string) {
  return { type, body: new Uint8Array(brotliCompressSync(text)) };
}

const bareDocument = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Leads</title>
<div id="root"></div><script type="module" src="/bare.js"></script></html>`;

async function bundleBare(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      rolldownOptions: { input: path.join(import.meta.dirname, "dashboard-bare.tsx") },
    },
  });
  const [output] = [built].flat();
  const script = output && "output" in output ? output.output[0].code : undefined;
  if (!script) throw new Error("The bare list was not built");
  return script;
}
