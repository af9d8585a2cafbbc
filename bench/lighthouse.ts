// Measures how long a visitor with a slow phone waits. Runs Lighthouse (mobile, simulated) on each
// public page, alternating with a bare static page of the same words, fonts and pictures.
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { availableParallelism, loadavg } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { createAdaptorServer } from "@hono/node-server";
import { launch } from "chrome-launcher";
import { Hono } from "hono";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { barePage } from "./bare-page.ts";
import { forget, launchProduct, makeDataDir } from "./product.ts";
import { type Figure, inKb, inWholeMs, median } from "./report.ts";
import type { BenchOptions } from "./run.ts";

/** How many times slower a phone's processor is assumed to be when the heading's paint is timed. */
const slowdown = 4;

export async function lighthousePages({ pages: wanted, runs }: BenchOptions): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const product = await launchProduct(dataDir);
  const figures: Figure[] = [];
  for (const page of await prerenderedPages(product.origin)) {
    if (wanted.length > 0 && !wanted.includes(page)) continue;
    const html = await (await fetch(product.origin + page)).text();
    const bare = await serveBare(barePage(html));
    figures.push(
      ...(await measure(page, html, { ours: product.origin + page, bare: bare.url }, runs)),
    );
    bare.close();
  }
  await product.stop();
  forget(dataDir);
  // Times in milliseconds mean little if the machine does other work.
  const wanting = loadavg()[0] ?? 0;
  figures.push({
    name: "work that wanted a core meanwhile",
    measured: wanting.toFixed(1),
    budget: "1",
    bare: `${availableParallelism()} cores`,
  });
  return figures;
}

/** Returns the pages in the sitemap, which are exactly the prerendered pages. */
async function prerenderedPages(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
  if (pages.length === 0) throw new Error("the sitemap lists no page");
  return pages.map((url) => new URL(url).pathname);
}

async function measure(
  page: string,
  html: string,
  { ours, bare }: Record<"ours" | "bare", string>,
  runs: number,
): Promise<Figure[]> {
  const audits: Record<"ours" | "bare", Audit[]> = { ours: [], bare: [] };
  const headings: Record<"ours" | "bare", number[]> = { ours: [], bare: [] };
  for (let run = 0; run < runs; run += 1) {
    audits.ours.push(await audit(ours));
    audits.bare.push(await audit(bare));
    headings.ours.push(await headingPaint(ours));
    headings.bare.push(await headingPaint(bare));
  }
  const both = (key: keyof Audit): [number, number] => [
    median(audits.ours.map((one) => one[key])),
    median(audits.bare.map((one) => one[key])),
  ];
  const figure = (
    name: string,
    [mine, theirs]: [number, number],
    budget: string,
    show: (value: number) => string,
  ): Figure => ({ name: `${page} ${name}`, measured: show(mine), budget, bare: show(theirs) });
  return [
    ...(["performance", "accessibility", "bestPractices", "seo"] as const).map((category) =>
      figure(category, both(category), "100", String),
    ),
    figure("first contentful paint", both("firstPaintMs"), "1.1 × bare", inWholeMs),
    figure("largest contentful paint", both("largestPaintMs"), "1.1 × bare", inWholeMs),
    figure("layout shift", both("layoutShift"), "0", (value) => value.toFixed(4)),
    figure("blocking time", both("blockingMs"), "0 ms", inWholeMs),
    figure("bytes in all", both("bytes"), "150 KB", inKb),
    {
      name: `${page} JavaScript before a touch`,
      measured: inKb(scriptBytes(html) + median(audits.ours.map((one) => one.scriptBytes))),
      budget: "6 KB",
      bare: "0.0 KB",
    },
    figure(
      `heading painted, ${slowdown}× slower`,
      [median(headings.ours), median(headings.bare)],
      "700 ms",
      inWholeMs,
    ),
    // A fast desktop, slowed down four times, is like a phone. A slow machine, slowed down four
    // times, is slower than any phone on sale (github.com/GoogleChrome/lighthouse,
    // docs/throttling.md, "Calibrating the CPU slowdown").
    figure("this machine's index", both("benchmarkIndex"), "1500 to 2000", (index) =>
      String(Math.round(index)),
    ),
  ];
}

type Audit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  firstPaintMs: number;
  largestPaintMs: number;
  layoutShift: number;
  blockingMs: number;
  bytes: number;
  /** The size of the scripts that were loaded over the network. */
  scriptBytes: number;
  /** Lighthouse's rating of the machine's speed. */
  benchmarkIndex: number;
};

/**
 * Audits a page, and repeats the run if Lighthouse misses the paint or the page never loads. Both
 * happen on a busy machine and say nothing about the page.
 */
async function audit(url: string): Promise<Audit> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await auditOnce(url);
    if (typeof result !== "string") return result;
    if (attempt === longestTries) throw new Error(`Lighthouse could not measure ${url}: ${result}`);
  }
}

const longestTries = 4;

/** Audits a page once, in a new browser without a cache. Returns the problem, if there is one. */
async function auditOnce(url: string): Promise<Audit | string> {
  const chrome = await launch({ chromePath: process.env.BROWSER_PATH, chromeFlags });
  try {
    const result = await lighthouse(url, { port: chrome.port, logLevel: "error" });
    if (!result) throw new Error(`Lighthouse gave no answer for ${url}`);
    const { audits, categories, environment, runtimeError } = result.lhr;
    if (runtimeError) return runtimeError.message;
    const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
    const measured = {
      performance: score("performance"),
      accessibility: score("accessibility"),
      bestPractices: score("best-practices"),
      seo: score("seo"),
      firstPaintMs: value("first-contentful-paint"),
      largestPaintMs: value("largest-contentful-paint"),
      layoutShift: value("cumulative-layout-shift"),
      blockingMs: value("total-blocking-time"),
      bytes: value("total-byte-weight"),
      scriptBytes: bytesOfScripts(audits["network-requests"]?.details),
      benchmarkIndex: environment.benchmarkIndex,
    };
    const missing = Object.entries(measured).find(([, one]) => Number.isNaN(one));
    return missing ? `no ${missing[0]}` : measured;
  } finally {
    chrome.kill();
  }
}

const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"];

function bytesOfScripts(details: unknown): number {
  const { items = [] } = (details ?? {}) as {
    items?: { resourceType?: string; transferSize?: number }[];
  };
  return items
    .filter(({ resourceType }) => resourceType === "Script")
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

/**
 * Returns the compressed size of the page's inline scripts that run. Deferred scripts and data
 * don't count.
 */
function scriptBytes(html: string): number {
  const inline = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(
      ([, attributes = ""]) =>
        !/type="(held|held-module|apart|application\/ld\+json)"/.test(attributes),
    )
    .map(([, , code = ""]) => code);
  return brotliCompressSync(inline.join("\n")).length;
}

/** Returns the milliseconds until the page's heading is drawn, with the processor slowed down. */
async function headingPaint(url: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: process.env.BROWSER_PATH,
    args: chromeFlags,
  });
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url, { waitUntil: "load" });
  const painted = await page.evaluate(firstPaintOfHeading);
  await browser.close();
  return painted;
}

/**
 * Returns the time of the first paint if the heading is visible. The heading is in the first HTML,
 * so it's drawn with the first paint.
 */
async function firstPaintOfHeading(): Promise<number> {
  const heading = document.querySelector("h1");
  const { top = -1, bottom = -1 } = heading?.getBoundingClientRect() ?? {};
  const isSeen = heading?.checkVisibility({ opacityProperty: true }) && top >= 0 && bottom > top;
  if (!isSeen || top > innerHeight) throw new Error("The heading cannot be seen");
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  if (paint) return paint.startTime;
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [late] = list.getEntriesByName("first-contentful-paint");
      if (late) resolve(late.startTime);
    }).observe({ type: "paint", buffered: true });
  });
}

/** Serves one compressed page from memory, and the files that the page names. */
async function serveBare(html: string) {
  const body = brotliCompressSync(html);
  const app = new Hono()
    .get("/", (c) =>
      c.body(new Uint8Array(body), 200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Encoding": "br",
      }),
    )
    .get("/assets/:file", (c) => {
      const file = readFileSync(path.join("build/client", c.req.path));
      return c.body(new Uint8Array(file), 200, { "Cache-Control": "public, max-age=31536000" });
    })
    .on("GET", ["/favicon.svg", "/pictures/:file"], (c) => {
      const file = readFileSync(path.join("build/client", `${c.req.path}.br`));
      return c.body(new Uint8Array(file), 200, {
        "Content-Type": "image/svg+xml",
        "Content-Encoding": "br",
      });
    });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
