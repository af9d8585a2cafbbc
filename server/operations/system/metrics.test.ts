// What a monitoring program reads at `/metrics`: who may read it, what it contains, and how many
// database reads it costs.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { Hono } from "hono";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeInquiry, makeMetaSource } from "#server/db/make.ts";
import * as schema from "#server/db/schema.ts";
import { projectRoot } from "#server/root.ts";
import { openEventStream } from "#server/testing/event-stream.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { seedPractice } from "#server/testing/planted-rows.ts";
import { statementsDuring } from "#server/testing/statements.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { serveMetrics } from "./metrics.routes.ts";
import { openMetricsPage } from "./metrics-page.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({
    ...{ BACKUP_DIR: "/tmp/front-desk-no-backups", BACKUP_S3_ENDPOINT: "http://127.0.0.1:1" },
    ...{ BACKUP_S3_BUCKET: "backups", BACKUP_S3_KEY_ID: "key", BACKUP_S3_SECRET: "planted" },
  });
});
afterAll(() => testApp.close());

const token = "a-token-of-at-least-32-characters";
const read = (deps = testApp.deps) => openMetricsPage(deps)();

type Asked = { from?: string; host?: string; headers?: Record<string, string> };

/** Requests the page over a connection from an IP address, as clients do. */
async function ask(settings: { ORIGIN?: string; METRICS_TOKEN?: string }, asked: Asked) {
  const config = {
    ...testApp.deps.config,
    origin: settings.ORIGIN ?? "http://127.0.0.1:3000",
    metricsToken: settings.METRICS_TOKEN,
  };
  const app = new Hono();
  serveMetrics(app, { ...testApp.deps, config });
  const { from = "127.0.0.1", host = "127.0.0.1:3000", headers = {} } = asked;
  const env = { incoming: { socket: { remoteAddress: from, remoteFamily: "IPv4" } } };
  const { status } = await app.request(`http://${host}/metrics`, { headers }, env);
  return status;
}

test.each<[string, number, Parameters<typeof ask>[0], Asked]>([
  ["a program on this machine", 200, {}, {}],
  ["a program on this machine over IPv6", 200, {}, { from: "::1", host: "[::1]:3000" }],
  [
    "a program on this machine over a dual-stack socket",
    200,
    {},
    { from: "::ffff:127.0.0.1", host: "localhost:3000" },
  ],
  ["another machine", 404, {}, { from: "203.0.113.9" }],
  [
    "a proxy on this machine for a visitor",
    404,
    {},
    { headers: { "X-Forwarded-For": "203.0.113.9" } },
  ],
  [
    "a visitor who forges a proxy's header",
    404,
    {},
    { headers: { "X-Forwarded-For": "127.0.0.1" } },
  ],
  ["a proxy with another header", 404, {}, { headers: { Forwarded: "for=203.0.113.9" } }],
  ["a proxy that forwards the host", 404, {}, { host: "desk.example.com" }],
  ["a proxy without headers", 404, { ORIGIN: "https://desk.example.com" }, {}],
  ["a request without the token", 404, { METRICS_TOKEN: token }, {}],
  [
    "a request with a wrong token",
    404,
    { METRICS_TOKEN: token },
    { headers: { Authorization: "Bearer a" } },
  ],
  [
    "a request from anywhere with the token",
    200,
    { METRICS_TOKEN: token, ORIGIN: "https://desk.example.com" },
    { from: "203.0.113.9", headers: { Authorization: `Bearer ${token}` } },
  ],
])("the metrics respond to %s with status %i", async (_, status, settings, asked) => {
  expect(await ask(settings, asked)).toBe(status);
});

test("requests are counted by matched route, and labels never contain the requested path", async () => {
  const { token: session } = await signInClient(testApp);
  for (const route of [`/api/leads/${randomUUID()}`, "/api/leads/marker", "/api/marker?marker=1"]) {
    await testApp.request("GET", route, { token: session });
  }
  await testApp.request("POST", "/api/credentials/marker/marker");
  const text = await read();
  expect(text).toContain('{method="GET",route="/api/leads/:id",status="404"}');
  expect(text).toContain('frontdesk_http_request_duration_seconds_count{method="POST",route="/api');
  expect(text).not.toMatch(/marker/i);
});

test("the metrics don't contain names, contact details or ids", async () => {
  const practice = await signInClient(testApp);
  await seedPractice(testApp, practice, "Bellwether");
  await testApp.runJobs();
  const text = await read();
  expect(text).not.toMatch(/Bellwether|@|8135550|[{,]\w+="\d{4}/i);
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
});

test("a queue's due jobs are counted separately from jobs due later, and the oldest due job's age is measured", async () => {
  await testApp.pool.query("delete from pgboss.job");
  const add = (minutes: number, state = "created") =>
    testApp.pool.query(
      `insert into pgboss.job (name, state, start_after)
       values ('send-mail', $1::pgboss.job_state, now() + make_interval(mins => $2))`,
      [state, minutes],
    );
  for (const minutes of [-10, -5, 60]) await add(minutes);
  await add(-120, "completed");
  await add(-120, "active");
  const text = await read();
  expect(valueIn(text, 'frontdesk_queue_jobs{queue="send-mail",state="due"}')).toBe(2);
  expect(valueIn(text, 'frontdesk_queue_jobs{queue="send-mail",state="scheduled"}')).toBe(1);
  const age = valueIn(text, 'frontdesk_queue_oldest_due_seconds{queue="send-mail"}');
  expect(Math.round(age / 60)).toBe(10);
  expect(valueIn(text, 'frontdesk_queue_jobs{queue="send-alert",state="due"}')).toBe(0);
});

test("emails are counted by result, and the age of the oldest due email is measured", async () => {
  await testApp.pool.query("truncate mails cascade");
  const before = await read();
  const { email } = await signInClient(testApp);
  testApp.mailAnswers.push({ result: "refused", problem: "no such user", isOfAddress: true });
  await testApp.request("POST", "/api/credentials/recover", { json: { email } });
  await testApp.runJobs();
  const sentBefore = valueIn(before, 'frontdesk_mails_total{state="failed"}');
  const text = await read();
  expect(valueIn(text, 'frontdesk_mails_total{state="failed"}')).toBe(sentBefore + 1);
  expect(valueIn(text, 'frontdesk_mails_unfinished{state="queued"}')).toBe(0);
  const waits = { kind: "lead", to: "a@example.com", subject: "", text: "" };
  const createdAt = new Date(testApp.clock.now.getTime() - 90_000);
  const dueAt = new Date(testApp.clock.now.getTime() + 90_000);
  await testApp.deps.db.insert(schema.mails).values([
    { ...waits, createdAt },
    { ...waits, dueAt },
  ]);
  const later = await read();
  expect(valueIn(later, 'frontdesk_mails_unfinished{state="queued"}')).toBe(2);
  expect(valueIn(later, "frontdesk_mail_oldest_due_seconds")).toBe(90);
});

test("a source's problem and a failed lead notification are counted", async () => {
  const { clientId } = await signInClient(testApp);
  const before = await read();
  const { sourceId } = await makeMetaSource(testApp.deps, clientId);
  await testApp.pool.query("update sources set silent_since = now() where id = $1", [sourceId]);
  const ids = { platform: "meta", deliveryId: randomUUID(), pageId: "1", formId: "2" } as const;
  const at = testApp.clock.now;
  const failed = { ...ids, platformLeadId: randomUUID(), announcedAt: at, failedAt: at };
  const dismissed = { ...failed, platformLeadId: randomUUID(), dismissedAt: at };
  await testApp.deps.db.insert(schema.announcedLeads).values([failed, dismissed]);
  const text = await read();
  for (const line of [
    'frontdesk_sources_with_problem{problem="silent"}',
    "frontdesk_failed_imports",
  ]) {
    expect([line, valueIn(text, line)]).toEqual([line, valueIn(before, line) + 1]);
  }
});

test("the time from a lead's submission to an open dashboard is measured once", async () => {
  const { clientId, token: session } = await signInClient(testApp);
  const count = "frontdesk_submit_to_screen_seconds_count";
  const sum = "frontdesk_submit_to_screen_seconds_sum";
  const before = await read();
  const streams = [
    await openEventStream(testApp, "/api/leads/events", session),
    await openEventStream(testApp, "/api/leads/events", session),
  ];
  for (const stream of streams) await stream.next();
  const submittedAt = new Date(testApp.clock.now.getTime() - 7000);
  const added = await makeInquiry(testApp.deps, clientId, { submittedAt });
  for (const stream of streams) await stream.next();
  await expect.poll(async () => valueIn(await read(), count)).toBe(valueIn(before, count) + 1);
  const measured = valueIn(await read(), sum) - valueIn(before, sum);
  expect(Math.round(measured)).toBe(7);
  expect(added.lead._id).toBeTruthy();
  for (const stream of streams) await stream.close();
});

test("the database is read at most once every five seconds, over one connection", async () => {
  const page = openMetricsPage(testApp.deps);
  const asked = async () =>
    (await statementsDuring(() => Promise.all([page(), page(), page()]))).length;
  const first = await asked();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(8);
  expect(await asked()).toBe(0);
  testApp.clock.forward(5000);
  let busiest = 0;
  const count = () => {
    const { totalCount, idleCount } = testApp.pool;
    busiest = Math.max(busiest, totalCount - idleCount);
  };
  testApp.pool.on("acquire", count);
  expect(await asked()).toBe(first);
  testApp.pool.off("acquire", count);
  expect(busiest).toBe(1);
});

test("the page shows the process's own metrics even if the database is down", async () => {
  const pool = new pg.Pool({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 2000 });
  onTestFinished(() => pool.end());
  const db = drizzle({ client: pool, schema, casing: "snake_case" });
  const text = await read({ ...testApp.deps, db });
  expect(valueIn(text, "frontdesk_database_up")).toBe(0);
  expect(valueIn(text, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(text).not.toContain("frontdesk_queue_jobs");
});

test("the backup age metric is infinite without a backup and missing with an external database", async () => {
  expect(valueIn(await read(), "frontdesk_backup_age_seconds")).toBe(Infinity);
  const config = { ...testApp.deps.config, databaseUrl: "postgres://example" };
  expect(await read({ ...testApp.deps, config })).not.toContain("frontdesk_backup_age_seconds");
});

test("the upload age metric is infinite without an uploaded backup and missing without a bucket", async () => {
  expect(valueIn(await read(), "frontdesk_backup_upload_age_seconds")).toBe(Infinity);
  const config = { ...testApp.deps.config, backupBucket: null };
  expect(await read({ ...testApp.deps, config })).not.toContain("backup_upload_age");
});

test("the dashboard and alert rules use only existing metrics and labels, and every metric is used", async () => {
  const queries = [...dashboardQueries(), ...ruleQueries()];
  expect(queries.length).toBeGreaterThan(35);
  await signInAdmin(testApp);
  const { clientId } = await signInClient(testApp);
  // These metrics have a line once something has happened.
  testApp.deps.metrics.alerts.add({ channel: "push", state: "refused" });
  testApp.deps.metrics.texts.add({ result: "failed" });
  testApp.deps.metrics.calls.add({ result: "failed" });
  testApp.deps.metrics.jobs.add({ queue: "send-mail", result: "failed" });
  testApp.deps.metrics.submitToScreen.observe({}, 1);
  testApp.deps.metrics.slowStatements.add();
  await makeInquiry(testApp.deps, clientId);
  const known = labelsByMetric(await read());
  expect(queries.flatMap((query) => problemsOf(query, known))).toEqual([]);
  // Checks the other direction, too: every metric is used.
  const shown = new Set(queries.flatMap((query) => selectorsOf(query).map(({ name }) => name)));
  const unseen = [...known.keys()].filter(
    (name) => !shown.has(name) && !/_(sum|count)$/.test(name),
  );
  expect(unseen).toEqual([]);
});

test.each([
  ["frontdesk_gone", "frontdesk_gone: no such metric"],
  ['sum(frontdesk_up{queue="a"})', "frontdesk_up: no label queue"],
  ["sum by (le, route) (rate(frontdesk_up[5m]))", "frontdesk_up: no label route"],
  ["sum by (state) (frontdesk_up) / frontdesk_up", null],
])("the query check gives the right result for %s", (query, problem) => {
  const known = new Map([["frontdesk_up", new Set(["state", "le"])]]);
  expect(problemsOf(query, known)).toEqual(problem ? [problem] : []);
});

function valueIn(text: string, series: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  const value = line?.slice(series.length + 1);
  return value === "+Inf" ? Infinity : Number(value ?? 0);
}

type Panel = { targets?: { expr: string; legendFormat: string }[] };

function dashboardQueries(): string[] {
  const text = readFileSync(path.join(projectRoot, "deploy/grafana-dashboard.json"), "utf8");
  const { panels } = JSON.parse(text) as { panels: Panel[] };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

function ruleQueries(): string[] {
  const text = readFileSync(path.join(projectRoot, "deploy/prometheus-alerts.yml"), "utf8");
  return [...text.matchAll(/^\s+expr: (.+)$/gm)].map(([, query = ""]) => query);
}

/** Returns each metric in the text with its labels. */
function labelsByMetric(text: string): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const line of text.split("\n")) {
    const [, name, labels = ""] = /^([a-z]\w*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (!name) continue;
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) => label);
    known.set(name, new Set([...(known.get(name) ?? []), ...names]));
  }
  return known;
}

function problemsOf(query: string, known: Map<string, Set<string>>): string[] {
  return selectorsOf(query).flatMap(({ name, labels }) => {
    const has = known.get(name);
    if (!has) return [`${name}: no such metric`];
    return labels.filter((label) => !has.has(label)).map((label) => `${name}: no label ${label}`);
  });
}

/** Returns a query's metrics, each with the labels that the query filters or groups it by. */
function selectorsOf(query: string): { name: string; labels: string[] }[] {
  const groups = [...query.matchAll(/\bby \(([^)]*)\)/g)];
  const names = [...query.matchAll(/\b((?:frontdesk|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
  return names.map(({ 1: name = "", 2: filter = "", index }) => {
    const own = [...filter.matchAll(/(\w+)\s*(?:=~?|!=|!~)/g)].map(([, label = ""]) => label);
    const group = groups.findLast((one) => one.index < index && isOpen(query, one, index));
    const grouped = (group?.[1] ?? "").split(",").map((label) => label.trim());
    return { name, labels: [...own, ...grouped.filter(Boolean)] };
  });
}

/** Whether the parentheses after `by (…)` are still open at the metric. */
function isOpen(query: string, group: RegExpExecArray, index: number): boolean {
  const between = query.slice(group.index + group[0].length, index);
  let depth = 0;
  for (const sign of between) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth > 0;
}

test("the runbook lists exactly the existing alarms", () => {
  const text = readFileSync(path.join(projectRoot, "deploy/prometheus-alerts.yml"), "utf8");
  const alarms = [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const runbook = readFileSync(path.join(projectRoot, "docs/runbook.md"), "utf8");
  const named = [...runbook.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]*)+)`/g)].map(([, name]) => name);
  expect([...new Set(named)].toSorted()).toEqual(alarms.toSorted());
});

test("only the two checked files in deploy mention metrics", () => {
  const folder = path.join(projectRoot, "deploy");
  const naming = readdirSync(folder).filter((file) =>
    readFileSync(path.join(folder, file), "utf8").includes("frontdesk_"),
  );
  expect(naming.toSorted()).toEqual(["grafana-dashboard.json", "prometheus-alerts.yml"]);
});
