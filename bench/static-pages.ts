// A prepared page against a bare Hono server that answers the same bytes.
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import autocannon from "autocannon";
import { Hono } from "hono";
import { forget, launchProduct, makeDataDir } from "./product.ts";
import type { Figure } from "./report.ts";

const headers = { "Accept-Encoding": "br" };

export async function staticPages(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const product = await launchProduct(dataDir);
  const url = `${product.origin}/contact`;
  const bytes = await rawBytes(url);
  const bare = createAdaptorServer({
    fetch: new Hono().get("/contact", (c) =>
      c.body(bytes, 200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" }),
    ).fetch,
  });
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
  const { port } = bare.address() as AddressInfo;
  const ours = await requestsPerSecond(url);
  const theirs = await requestsPerSecond(`http://127.0.0.1:${port}/contact`);
  bare.close();
  await product.stop();
  forget(dataDir);
  return [
    {
      name: "prepared page, 8 connections",
      measured: `${Math.round(ours)} requests/s`,
      budget: "half of bare",
      bare: `${Math.round(theirs)} requests/s`,
    },
  ];
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 8, duration: 5, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} did not answer well`);
  return result.requests.average;
}

/** As they go over the wire: `fetch` would unpack them. */
async function rawBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    }).on("error", reject);
  });
}
