// A reachable person becomes a lead, whatever is posted to a source or returned by Graph. Anything
// else isn't stored and doesn't cause an internal error. For web forms, see form-bodies.test.ts.
import { createHmac } from "node:crypto";
import { ne } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeFormSource,
  makeKeyedSource,
  makeMetaSource,
  makePlatformId,
} from "#server/db/make.ts";
import { announcedLeads, deliveries, leads, sourceDeliveries } from "#server/db/schema.ts";
import { GraphLead } from "#server/outside/graph.ts";
import { hostileTexts } from "#server/testing/hostile-texts.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { googleKeyOf } from "./keyed-sources.ts";

let testApp: TestApp;
let clientId: string;
let meta: { page: string; form: string };
let google: string;
let paths: Record<"google" | "webhook" | "form", string>;
beforeAll(async () => {
  testApp = await openTestApp();
  clientId = (await signInClient(testApp)).clientId;
  const keyOf = async (kind: "google" | "webhook") =>
    (await makeKeyedSource(testApp.deps, clientId, kind)).formKey ?? "";
  google = await keyOf("google");
  meta = await makeMetaSource(testApp.deps, clientId);
  const { formKey: form } = await makeFormSource(testApp.deps, clientId);
  paths = {
    google: `/api/intake/google/${google}`,
    webhook: `/api/intake/webhook/${await keyOf("webhook")}`,
    form: `/api/intake/form/${form}`,
  };
});
afterAll(() => testApp.close());

const runs = { numRuns: 25 };
const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary" }));
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
/** Generates fields that don't identify the source or the person. */
const others = (names: string[]) =>
  fc.dictionary(fc.oneof(fc.constantFrom(...names), text), value, { maxKeys: 8 });
let sent = 0;

test("a Google lead with hostile columns, ids and times still becomes a lead with its phone number", async () => {
  const columns = fc.array(
    fc.record({
      column_id: fc.oneof(fc.constantFrom("FIRST_NAME", "EMAIL", "CITY", "custom_1"), text),
      column_name: value,
      string_value: value,
    }),
    { maxLength: 6 },
  );
  const fields = others(["lead_submit_time", "campaign_id", "form_id", "api_version", "gcl_id"]);
  await fc.assert(
    fc.asyncProperty(columns, fields, async (some, { is_test: _, ...rest }) => {
      const { id, number, phone } = nextPerson();
      const numbered = { column_id: "PHONE_NUMBER", string_value: number };
      const json = {
        ...{ ...rest, lead_id: id, google_key: googleKey() },
        user_column_data: [numbered, ...some],
      };
      const answer = await send("google", JSON.stringify(json));
      expect([answer.status, json]).toEqual([200, json]);
      expect(await countOf(phone)).toBe(1);
    }),
    runs,
  );
});

test("a webhook body with hostile fields still becomes a lead with its phone number", async () => {
  const fields = others(["name", "email", "created_at", "utm_source", "message"]);
  await fc.assert(
    fc.asyncProperty(fields, async (rest) => {
      const { number, phone } = nextPerson();
      const json = { ...rest, phone: number };
      const answer = await send("webhook", JSON.stringify(json));
      expect([answer.status, json]).toEqual([201, json]);
      expect(await countOf(phone)).toBe(1);
    }),
    runs,
  );
});

test("a Meta lead with hostile answers, names and times still becomes a lead with its phone number", async () => {
  const answers = fc.array(fc.tuple(text, fc.array(text, { maxLength: 3 })), { maxLength: 6 });
  const names = fc.tuple(text, text);
  await fc.assert(
    fc.asyncProperty(answers, names, text, async (some, [campaign, ad], time) => {
      const { id, number, phone } = nextPerson();
      const asked = some.filter(([name]) => !/phone/i.test(name));
      const answer = {
        ...{ id, created_time: time, campaign_id: "1", campaign_name: campaign, ad_name: ad },
        field_data: [["phone_number", [number]] as const, ...asked].map(([name, values]) => ({
          ...{ name, values: [...values] },
        })),
      };
      // The real client parses Graph's response too, so the stand-in has the result of parsing.
      testApp.graph.set(id, GraphLead.parse(answer));
      expect((await sendMeta(announcement(id))).status).toBe(200);
      await testApp.runJobs();
      expect([await countOf(phone), some]).toEqual([1, some]);
      const agoDays = (testApp.clock.now.getTime() - (await submitTimeOf(phone))) / dayMs;
      expect([agoDays >= 0 && agoDays < 91, time]).toEqual([true, time]);
    }),
    {
      ...runs,
      examples: oddTimes.map((time) => [[], ["", ""], time] as [[], [string, string], string]),
    },
  );
});

const dayMs = 24 * 60 * 60_000;

/**
 * Times that are hard to store: PostgreSQL has no year 0, and writes the year 10000 differently.
 */
const oddTimes = [
  ...["0000-01-01T00:00:00Z", "+010000-01-01T00:00:00Z", "1969-12-31T23:59:59+0000"],
  ...["1900-01-01T00:00:00+0000", "9998-12-31T23:59:59+0000", "1773748791", ""],
];

const person = { name: "Ada Byron", email: "ada@example.com", note: "é “quoted” 𝒳" };
const bodies = {
  meta: () => announcement(makePlatformId()),
  google: () => JSON.stringify({ lead_id: "1", google_key: googleKey(), user_column_data: [] }),
  webhook: () => JSON.stringify(person),
  form: () => JSON.stringify(person),
};

test.each(["meta", "google", "webhook", "form"] as const)(
  "the %s endpoint returns a 4xx for a truncated, mis-encoded, zip or HTML body, and doesn't store a lead or webhook",
  async (kind) => {
    const whole = Buffer.from(bodies[kind]());
    const before = await countStored();
    for (const body of [
      whole.subarray(0, -1),
      whole.subarray(0, whole.length / 2),
      Buffer.from(whole.toString(), "utf16le"),
      Buffer.from(`\ufeff${whole}`, "utf16le"),
      Buffer.from([0x50, 0x4b, 3, 4, ...whole]),
      Buffer.from("<!doctype html><html></html>"),
      Buffer.concat([whole, Buffer.from([0])]),
      Buffer.from(`{"a":"${"x".repeat(1_000_001)}"}`),
    ]) {
      // A body for Meta is signed; otherwise it wouldn't be parsed.
      const { status } = await (kind === "meta" ? sendMeta(body) : send(kind, body));
      expect([body.subarray(0, 20).toString(), status >= 400 && status < 500]).toEqual([
        ...[body.subarray(0, 20).toString(), true],
      ]);
    }
    expect(await countStored()).toEqual(before);
  },
);

async function countStored() {
  const { db } = testApp.deps;
  const [people, webhooks] = [await db.$count(leads), await db.$count(deliveries)];
  // Rejected bodies are stored for the owner to review.
  const accepted = await db.$count(sourceDeliveries, ne(sourceDeliveries.result, "refused"));
  return { people, webhooks, accepted, announced: await db.$count(announcedLeads) };
}

test("a Meta notification of exactly one megabyte is stored, and one byte more is rejected", async () => {
  const { db } = testApp.deps;
  const before = await db.$count(deliveries);
  const ofLength = (length: number) => announcement(makePlatformId()).padEnd(length);
  expect((await sendMeta(ofLength(1_000_000))).status).toBe(200);
  expect((await sendMeta(ofLength(1_000_001))).status).toBe(413);
  expect(await db.$count(deliveries)).toBe(before + 1);
});

test("random bytes don't cause an internal error at any source's endpoint", async () => {
  const piece = fc.oneof(
    fc
      .constantFrom(...'{}[]":,\0e9'.split(""), '"email"', '"lead_id"')
      .map((one) => Buffer.from(one)),
    fc.uint8Array({ maxLength: 5 }).map((some) => Buffer.from(some)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const body = Buffer.concat(pieces);
      for (const kind of ["google", "webhook", "form"] as const) {
        expect((await send(kind, body)).status).toBeLessThan(500);
      }
      expect((await sendMeta(body)).status).toBeLessThan(500);
    }),
    { numRuns: 15 },
  );
});

test("a signed notification of any shape is stored as one delivery or rejected", async () => {
  const shape = others(["leadgen_id", "page_id", "form_id", "created_time", "ad_id"]);
  await fc.assert(
    fc.asyncProperty(fc.array(shape, { maxLength: 3 }), async (values) => {
      const before = await testApp.deps.db.$count(deliveries);
      const changes = values.map((one) => ({ field: "leadgen", value: one }));
      const body = JSON.stringify({ object: "page", entry: [{ id: meta.page, changes }] });
      const { status } = await sendMeta(body);
      expect(status).toBeLessThan(500);
      const stored = (await testApp.deps.db.$count(deliveries)) - before;
      expect([status, stored]).toEqual([status, status === 200 ? 1 : 0]);
    }),
    runs,
  );
});

function nextPerson() {
  sent += 1;
  const number = String(8_135_570_000 + sent);
  return { id: makePlatformId(), number, phone: `+1${number}` };
}

async function submitTimeOf(phone: string): Promise<number> {
  const sql = "select submitted_at from inquiries where client_id = $1 and phone = $2";
  const { rows } = await testApp.pool.query<{ submitted_at: Date }>(sql, [clientId, phone]);
  return rows[0]?.submitted_at.getTime() ?? Number.NaN;
}

async function countOf(phone: string): Promise<number> {
  const sql = "select 1 from leads where client_id = $1 and phone = $2";
  return (await testApp.pool.query(sql, [clientId, phone])).rowCount ?? 0;
}

function googleKey(): string {
  return googleKeyOf(testApp.deps.config.secret, { formKey: google });
}

function announcement(id: string): string {
  const value = { leadgen_id: id, page_id: meta.page, form_id: meta.form, created_time: 1 };
  const entry = [{ id: meta.page, time: 1, changes: [{ field: "leadgen", value }] }];
  return JSON.stringify({ object: "page", entry });
}

function send(kind: keyof typeof paths, body: string | Buffer) {
  return post(paths[kind], body, {});
}

function sendMeta(body: string | Buffer) {
  const signature = createHmac("sha256", "meta app secret").update(body).digest("hex");
  return post("/api/intake/meta", body, { "X-Hub-Signature-256": `sha256=${signature}` });
}

function post(path: string, body: string | Buffer, headers: Record<string, string>) {
  return testApp.api.request(`http://localhost${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
}
