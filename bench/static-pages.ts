// A prepared page compared with a bare Hono server that answers the same bytes.
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { compareLoad } from "./load.ts";
import { forget, launchProduct, makeDataDir } from "./product.ts";
import type { Figure } from "./report.ts";

const headers = { "Accept-Encoding": "br" };
const connections = 8;

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
  const { ours, theirs } = await compareLoad(
    {
      ours: { url, headers },
      theirs: { url: `http://127.0.0.1:${port}/contact`, headers },
    },
    connections,
  );
  bare.close();
  await product.stop();
  forget(dataDir);
  return [
    {
      name: `prepared page, ${connections} connections`,
      measured: `${Math.round(ours)} requests/s`,
      budget: "half of bare",
      bare: `${Math.round(theirs)} requests/s`,
      isWithin: ours >= theirs / 2,
    },
  ];
}

/** As sent over the wire: `fetch` would decompress them. */
function rawBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    }).on("error", reject);
  });
}
