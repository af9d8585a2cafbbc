// Compares prerendered pages with a bare Hono server that returns the same bytes. One page has no
// filled-in parts, and the other shows the agency's own response time.
import { randomUUID } from "node:crypto";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import {
  makeContactRequest,
  makeContactRequestCall,
  makeOwner,
  openTools,
} from "#server/db/make.ts";
import { compareLoad } from "./load.ts";
import { forget, launchProduct, makeDataDir, signIn } from "./product.ts";
import type { Figure } from "./report.ts";

const headers = { "Accept-Encoding": "br" };
const connections = 8;
const minuteMs = 60_000;
/** This is enough for a median, which is published if there are at least ten. */
const called = 12;

export async function staticPages(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const { email } = await plantCalls(dataDir);
  const product = await launchProduct(dataDir);
  const plain = await measure("prepared page", `${product.origin}/contact`);
  await publishResponseTime(product.origin, email);
  const filled = await measure(
    "prepared page with our own response time",
    `${product.origin}/marketing`,
  );
  await product.stop();
  forget(dataDir);
  return [plain, filled];
}

async function measure(name: string, url: string): Promise<Figure> {
  const bytes = await rawBytes(url);
  const { pathname } = new URL(url);
  const bare = createAdaptorServer({
    fetch: new Hono().get(pathname, (c) =>
      c.body(bytes, 200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" }),
    ).fetch,
  });
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
  const { port } = bare.address() as AddressInfo;
  const { ours, theirs } = await compareLoad(
    {
      ours: { url, headers },
      theirs: { url: `http://127.0.0.1:${port}${pathname}`, headers },
    },
    connections,
  );
  bare.close();
  return {
    name: `${name}, ${connections} connections`,
    measured: `${Math.round(ours)} requests/s`,
    budget: "half of bare",
    bare: `${Math.round(theirs)} requests/s`,
    isWithin: ours >= theirs / 2,
  };
}

/** Creates contact requests that the owner called after a few minutes. */
async function plantCalls(dataDir: string) {
  const tools = await openTools({ dataDir });
  const owner = await makeOwner(tools);
  for (let hour = 1; hour <= called; hour += 1) {
    const at = new Date(Date.now() - hour * 60 * minuteMs);
    const { contactRequestId } = await makeContactRequest(tools, {
      ...{ kind: "marketing", fullName: "Ada Byron", email: `${randomUUID()}@example.com` },
      ...{ phone: "(813) 555-0100", receivedAt: at, finishedAt: at },
    });
    const calledAt = new Date(at.getTime() + 3 * minuteMs);
    await makeContactRequestCall(tools, owner, contactRequestId, calledAt);
  }
  await tools.close();
  return owner;
}

/** Publishes the response time. Returns when the page shows it. */
async function publishResponseTime(origin: string, email: string) {
  const token = await signIn(origin, email);
  const answer = await fetch(`${origin}/api/admin/settings`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ part: "site", publishResponseTime: true }),
  });
  if (!answer.ok) throw new Error(`The setting was answered with ${answer.status}`);
  for (let tries = 0; tries < 100; tries += 1) {
    const html = await (await fetch(`${origin}/marketing`)).text();
    if (html.includes(`our last ${called} inquiries is`)) return;
    await sleep(100);
  }
  throw new Error("The page never said its response time");
}

/** Returns the bytes as they are sent over the network, because `fetch` would decompress them. */
function rawBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    }).on("error", reject);
  });
}
