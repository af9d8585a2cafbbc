// Tests what is logged if a page fails or if its visitor has left.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Config, readConfig } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import { makeMetrics } from "#server/observe/metrics.ts";
import { openTraces } from "#server/observe/traces.ts";
import { preparePage, toPreparedPage } from "./at-build/prepare-pages.ts";
import { servePages } from "./pages.ts";
import { preparedList } from "./prepared-pages.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "front-desk-failed-pages-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a failed page is logged with its route and the error's name and code, but without the error's message", async () => {
  const { app, lines } = await serve(() => {
    throw Object.assign(new TypeError("ada@example.com is odd"), { code: "E_ODD" });
  });
  expect((await app.request("http://localhost/lms/leads/4471")).status).toBe(500);
  const cause = expect.stringMatching(/^TypeError E_ODD\n/);
  expect(lines).toEqual([[{ status: 500, path: "/lms/leads/:id", cause }, "a page failed"]]);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|4471/);
});

test("a page isn't logged or counted as failed if the browser disconnects during rendering", async () => {
  const leaving = new AbortController();
  const { app, lines, metrics } = await serve(() => {
    leaving.abort();
    throw new Error("Nobody waits for this");
  });
  const { signal } = leaving;
  const answer = await app.request(new Request("http://localhost/lms/leads/4471", { signal }));
  expect([answer.status, lines]).toEqual([499, []]);
  expect(JSON.stringify(metrics)).not.toContain('"5xx"');
});

/** Serves a page with the given loader. `lines` contains the errors in the log. */
async function serve(loader: () => unknown) {
  const config: Config = {
    ...readConfig({ DATA_DIR: folder, SECRET: "a secret for tests that is long enough" }),
  };
  const lines: unknown[][] = [];
  const log = { error: (...line: unknown[]) => lines.push(line) } as unknown as Logger;
  const metrics = makeMetrics();
  const app = new Hono();
  await servePages(app, {
    ...{ config, log, metrics, traces: openTraces({ config, log }), isDev: false },
    responseTime: { sentence: () => null, onSentence: () => undefined },
    prepared: prepare(),
    fetchApi: () => new Response(null, { status: 404 }),
    loadBuild: async () =>
      ({
        ssr: true,
        prerender: [],
        routeDiscovery: { mode: "initial" },
        routes: { lead: { id: "lead", path: "lms/leads/:id", module: { loader } } },
        entry: { module: { makePageContext: () => new RouterContextProvider() } },
      }) as unknown as ServerBuild,
  });
  return { app, lines, metrics };
}

function prepare(): string {
  const prepared = preparePage("<!DOCTYPE html><html></html>", () => "");
  const page = toPreparedPage("marketing/index.html", prepared);
  const target = path.join(folder, page.file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, prepared.html);
  const list = { hash: "one", pages: [page], notFound: page };
  writeFileSync(path.join(folder, preparedList), JSON.stringify(list));
  return folder;
}
