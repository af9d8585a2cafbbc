// Traces as a collector receives them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeFormSource } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { maxWaiting, noTraces, openTraces } from "./traces.ts";

/** This word marks the personal data in this test. */
const marker = "Zebulon";

let collector: Awaited<ReturnType<typeof openCollector>>;
let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  collector = await openCollector();
  testApp = await openTestApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=a%20key,x-team=desk",
    OTEL_SERVICE_NAME: "the desk",
  });
  practice = await signInClient(testApp);
});
afterAll(async () => {
  await testApp.deps.traces.close();
  await testApp.close();
  await collector.close();
});
beforeEach(async () => {
  await testApp.deps.traces.flush();
  collector.received.length = 0;
});

test("each request makes one trace, with a span for each of its statements", async () => {
  const { token } = practice;
  const answer = await testApp.request("GET", "/api/leads/new?limit=5", { token });
  expect(answer.status).toBe(200);
  const spans = await readSpans();
  const [request, ...others] = spans.filter(({ kind }) => kind === 2);
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    ...{ name: "GET /api/leads/new", status: {} },
    ...{ traceId: expect.stringMatching(/^[\da-f]{32}$/) },
    ...{ spanId: expect.stringMatching(/^[\da-f]{16}$/) },
  });
  expect(request).not.toHaveProperty("parentSpanId");
  expect(factsOf(request)).toEqual({
    "http.request.method": "GET",
    "http.route": "/api/leads/new",
    "http.response.status_code": 200,
  });
  const statements = spans.filter(({ kind }) => kind === 3);
  expect(statements.length).toBeGreaterThan(1);
  expect(spans).toHaveLength(1 + statements.length);
  const [begun, ended] = timesOf(request);
  for (const statement of statements) {
    expect(statement).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
    expect(statement.name).toMatch(/^[A-Z]+$/);
    const [from, to] = timesOf(statement);
    expect([begun <= from, from <= to, to <= ended]).toEqual([true, true, true]);
  }
  expect(factsOf(statements[0])).toMatchObject({ "db.query.text": expect.stringContaining("$1") });
});

test("two simultaneous requests are two traces, each with its own statements", async () => {
  const { token } = practice;
  const paths = ["/api/leads/count", "/api/templates"];
  await Promise.all(paths.map((path) => testApp.request("GET", path, { token })));
  const spans = await readSpans();
  const requests = spans.filter(({ kind }) => kind === 2);
  expect(requests.map(({ name }) => name).toSorted()).toEqual(paths.map((path) => `GET ${path}`));
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(2);
  for (const { traceId, spanId } of requests) {
    const parts = spans.filter((span) => span.traceId === traceId && span.spanId !== spanId);
    expect(new Set(parts.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([spanId]));
  }
});

test("a trace doesn't contain user input or ids", async () => {
  const { token, clientId, email } = practice;
  const { formKey } = await makeFormSource(testApp.deps, clientId);
  const json = { firstName: marker, lastName: marker, email: `${marker}@example.com`, phone: "" };
  await testApp.request("POST", `/api/intake/form/${formKey}`, { json });
  const list = await testApp.request("GET", `/api/leads/new?search=${marker}`, { token });
  const [lead] = list.body.leads;
  await testApp.request("GET", `/api/leads/${lead._id}`, { token });
  await testApp.request("GET", `/api/${marker}/${lead._id}`, { token });
  await testApp.request("POST", "/api/credentials", { json: { email, password: marker } });
  const spans = await readSpans();
  const names = spans.map(({ name }) => name);
  expect(names).toContain("GET /api/leads/:id");
  expect(names).toContain("POST /api/intake/form/:key");
  const sent = JSON.stringify(collector.received).toLowerCase();
  for (const secret of [marker, lead._id, clientId, token, formKey, email]) {
    expect(sent).not.toContain(String(secret).toLowerCase());
  }
});

test("a request's traceparent header is ignored", async () => {
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  await testApp.request("GET", "/api/health/live", { headers: { traceparent } });
  const spans = await readSpans();
  expect(spans.map((span) => [span.name, span.parentSpanId])).toEqual([
    ["GET /api/health/live", undefined],
  ]);
  expect(JSON.stringify(collector.received)).not.toContain("aaaaaaaa");
});

test("a failed span is marked as failed, but its error message isn't exported", async () => {
  const { traces } = testApp.deps;
  const failing = traces.run("consumer", "job send-mail", async () => {
    throw new Error(`no such address: ${marker}`);
  });
  await expect(failing).rejects.toThrow(marker);
  expect(await readSpans()).toMatchObject([
    { name: "job send-mail", kind: 5, status: { code: 2 }, attributes: [] },
  ]);
  expect(JSON.stringify(collector.received)).not.toContain(marker);
});

test("traces are sent with the collector's key and the service's name", async () => {
  await testApp.request("GET", "/api/health/live");
  await testApp.deps.traces.flush();
  const [{ headers, path, body } = {}] = collector.received;
  expect([path, headers?.["x-api-key"], headers?.["x-team"]]).toEqual([
    ...["/v1/traces", "a key", "desk"],
  ]);
  expect(body.resourceSpans[0].resource.attributes).toEqual([
    { key: "service.name", value: { stringValue: "the desk" } },
  ]);
});

test("an unreachable or rejecting collector doesn't fail the traced work and is logged once", async () => {
  const logged: { problem: string }[] = [];
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
  for (const [url, problem] of [
    ["http://127.0.0.1:9/v1/traces", "TypeError"],
    [`${collector.origin}/refused`, "status 503"],
  ] as const) {
    logged.length = 0;
    const traces = openTraces({ config: { traces: { url, headers: {}, service: "x" } }, log });
    for (let round = 0; round < 2; round += 1) {
      for (let made = 0; made < maxWaiting + 10; made += 1) {
        await traces.run("consumer", "job", async () => undefined);
      }
      await traces.flush();
    }
    expect(logged.map((line) => line.problem)).toEqual([problem]);
    await traces.close();
  }
});

test("there are no traces without a collector URL", () => {
  const traces = openTraces({ config: { traces: null }, log: pino({ level: "silent" }) });
  expect(traces).toBe(noTraces);
});

// ── Helpers ─────────────────────────────────────────────────────────────────────────────────────

type ReadSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
};

async function readSpans(): Promise<ReadSpan[]> {
  await testApp.deps.traces.flush();
  return collector.received.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans);
}

function factsOf(span: ReadSpan | undefined) {
  return Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [
      key,
      value.intValue === undefined ? value.stringValue : Number(value.intValue),
    ]),
  );
}

function timesOf(span: ReadSpan | undefined): [bigint, bigint] {
  return [BigInt(span?.startTimeUnixNano ?? 0), BigInt(span?.endTimeUnixNano ?? 0)];
}

async function openCollector() {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  const received: { path: string; headers: any; body: any }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      response.statusCode = path === "/refused" ? 503 : 200;
      if (response.statusCode === 200) {
        received.push({ path, headers, body: JSON.parse(Buffer.concat(pieces).toString()) });
      }
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    received,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
