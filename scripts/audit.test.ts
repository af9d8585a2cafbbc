// Tests `npm run audit` with the test's own registry.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "#server/root.ts";

const advisory = {
  ...{ id: 1, url: "https://example.com/advisory", title: "A made-up weakness" },
  ...{
    severity: "high",
    vulnerable_versions: "*",
    cwe: [],
    cvss: { score: 9, vectorString: null },
  },
};

/** This advisory doesn't apply, because the product uses a newer version of the package. */
const old = { ...advisory, vulnerable_versions: "<0.2.4" };

type Answer = (asked: Record<string, string[]>) => object | null;

async function run(answer: Answer) {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    const isZipped = request.headers["content-encoding"] === "gzip";
    const isAsked = request.url?.endsWith("/advisories/bulk");
    const given = isAsked ? answer(JSON.parse(String(isZipped ? gunzipSync(bytes) : bytes))) : null;
    response.writeHead(given ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(given ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const child = spawn(process.execPath, [path.join(projectRoot, "scripts/audit.ts")], {
    env: { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: "0" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => {
      output += piece;
    });
  }
  const [status] = await once(child, "close");
  return { status, output };
}

const knowsProbe: Answer = (asked) => (asked.minimist ? { minimist: [old] } : {});

test("the audit passes if the registry reports only the well-known vulnerability", async () => {
  const { status, output } = await run(knowsProbe);
  expect([status, output]).toEqual([0, expect.stringContaining("No known vulnerabilities")]);
});

test("a vulnerability in the product is listed and makes the audit fail", async () => {
  const { status, output } = await run((asked) =>
    asked.hono ? { hono: [advisory] } : knowsProbe(asked),
  );
  expect([status, output]).toEqual([1, expect.stringContaining("A made-up weakness")]);
});

test.each<[string, Answer]>([
  ["rejects the request", () => null],
  ["returns nothing", () => ({})],
])("the audit fails if the registry %s", async (_, answer) => {
  const { status, output } = await run(answer);
  expect([status, output]).toEqual([2, expect.stringContaining("didn't answer")]);
});
