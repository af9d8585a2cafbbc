// Tests that pages with the agency's response time are served from memory, like all other pages.
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import type { ServerBuild } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeholders } from "#contract/placeholders.ts";
import { publishResponseTime } from "#server/agency/contact-requests/published-response-time.ts";
import { statementsDuring } from "#server/testing/statements.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { preparePage, toPreparedPage } from "./at-build/prepare-pages.ts";
import { servePages } from "./pages.ts";
import { preparedList } from "./prepared-pages.ts";

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  testApp = await openTestApp();
  folder = mkdtempSync(path.join(tmpdir(), "front-desk-response-time-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await testApp.close();
});

test("a page with the response time is served without SQL, and returns to its original bytes when publishing stops", async () => {
  const { deps } = testApp;
  const config = { ...deps.config, dataDir: folder };
  const responseTime = publishResponseTime(deps);
  const app = new Hono();
  await servePages(app, {
    ...{
      config,
      log: deps.log,
      metrics: deps.metrics,
      traces: deps.traces,
      responseTime,
      isDev: false,
    },
    prepared: prepare(),
    fetchApi: () => new Response(null, { status: 404 }),
    loadBuild: async () => ({ routes: {} }) as unknown as ServerBuild,
  });
  const get = async (headers: Record<string, string> = {}) => {
    const answer = await app.request("http://localhost/marketing", { headers });
    return {
      etag: answer.headers.get("ETag") ?? "",
      status: answer.status,
      text: await answer.text(),
    };
  };
  const before = await get();
  expect(before.text).toBe('<!DOCTYPE html><html lang="en"><head></head><body></body></html>');

  await tenCalls();
  deps.config = { ...deps.config, publishResponseTime: true };
  await responseTime.refresh();
  let said = before;
  const statements = await statementsDuring(async () => {
    said = await get();
    expect((await get({ "If-None-Match": said.etag })).status).toBe(304);
    await get({ Cookie: "theme=dark" });
  });
  expect(statements).toEqual([]);
  expect(said.text).toContain(
    "<p>Our median response time for our last 10 inquiries is under 4 minutes.</p>",
  );
  expect((await get({ "If-None-Match": before.etag })).status).toBe(200);

  deps.config = { ...deps.config, publishResponseTime: false };
  expect(await get()).toEqual(before);
  responseTime.close();
});

/** Writes the files that a build would write. */
function prepare(): string {
  const text = `<html lang="en"><p data-response-time="">${placeholders.responseTime}</p></html>`;
  const prepared = preparePage(`<!DOCTYPE html>${text}`, () => "");
  const page = toPreparedPage("marketing/index.html", prepared);
  const target = path.join(folder, page.file);
  mkdirSync(path.dirname(target));
  writeFileSync(target, prepared.html);
  const list = { hash: "one", pages: [page], notFound: page };
  writeFileSync(path.join(folder, preparedList), JSON.stringify(list));
  return folder;
}

async function tenCalls() {
  const asked = testApp.clock.now;
  const called = new Date(asked.getTime() + 3 * 60_000);
  for (let made = 0; made < 10; made += 1) {
    const id = randomUUID();
    await testApp.pool.query(
      `insert into contact_requests (id, kind, full_name, email, test, received_at, finished_at, is_timed,
         first_called_at, touched_at, changed_at)
       values ($1, 'marketing', 'Ada Byron', 'ada@example.com', false, $2, $2, true, $3, $3, $3)`,
      [id, asked, called],
    );
    await testApp.pool.query(
      `insert into contact_request_calls (id, contact_request_id, account_id, called_at, recorded_at, outcome)
       values ($1, $2, $1, $3, $3, 'spoke')`,
      [randomUUID(), id, called],
    );
  }
  testApp.clock.at(called.toISOString());
}
