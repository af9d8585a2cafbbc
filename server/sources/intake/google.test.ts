import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerLimits } from "#contract/inquiries.ts";
import type { WebhookMapping } from "#contract/sources.ts";
import { makeKeyedSource } from "#server/db/make.ts";
import { sources } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { googleKeyOf } from "./keyed-sources.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let key: string;
let sourceId: string;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  const source = await makeKeyedSource(testApp.deps, practice.clientId, "google");
  sourceId = source.sourceId;
  key = source.formKey ?? "";
});
afterAll(() => testApp.close());

test("a Google lead is stored with its person, campaign and answers", async () => {
  const answer = await post(leadWith({ lead_submit_time: "2026-03-17T11:58:00Z" }));
  expect([answer.status, answer.body]).toEqual([200, {}]);
  const { leads } = await newLeads();
  expect(leads).toEqual([
    expect.objectContaining({
      ...{ firstName: "Ada", lastName: "Byron King", phone: "+18135550188" },
      ...{ email: "ada@example.com", campaign: "Google Ads (name not known yet)" },
      ...{ timeReceived: "2026-03-17T11:58:00.000Z", isTest: false },
    }),
  ]);
  expect(await answersOf(leads[0]._id)).toEqual([
    { name: "Full Name", values: ["Ada Byron King"] },
    { name: "User Phone", values: ["(813) 555-0188"] },
    { name: "User Email", values: ["Ada@Example.com"] },
    { name: "POSTAL_CODE", values: ["33606"] },
    { name: "Which treatment?", values: ["Aligners", "Whitening"] },
  ]);
});

test("a Google lead that is sent repeatedly or simultaneously is one inquiry, and another lead id is another inquiry", async () => {
  await Promise.all(Array.from({ length: 10 }, () => post(leadWith({}))));
  testApp.clock.forward(24 * 60 * 60_000);
  await post(leadWith({ gcl_id: "another click" }));
  expect(await inquiries()).toHaveLength(1);
  await post(leadWith({ lead_id: "another" }));
  expect(await inquiries()).toHaveLength(2);
});

test("campaigns whose Google ids differ only in the last digit are different campaigns", async () => {
  const ids = ["9223372036854775806", "9223372036854775807", "9223372036854775806"];
  for (const [index, id] of ids.entries()) {
    await post(leadWith({ lead_id: index }).replace("9223372036854775807", id));
  }
  const named = new Set((await inquiries()).map(({ campaignId }) => campaignId));
  expect([named.size, named.has(null)]).toEqual([2, false]);
});

const receipt = "2026-03-17T12:00:00.000Z";
test.each([
  ["a day ago", "2026-03-16T12:00:00Z", "2026-03-16T12:00:00.000Z"],
  ["more than a day ago", "2026-03-16T11:59:59.999Z", receipt],
  ["in 1900", "1900-01-01T00:00:00Z", receipt],
  ["in the future", "2026-03-17T12:00:01Z", receipt],
  ["without a zone", "2026-03-17T11:58:00", receipt],
  ["in words", "yesterday", receipt],
  ["in Unix seconds", "1773748680", "2026-03-17T11:58:00.000Z"],
  ["in Unix milliseconds", "1773748680000", "2026-03-17T11:58:00.000Z"],
  ["of another type", { seconds: 1_773_748_680 }, receipt],
])(
  "the clock starts at the lead's own time if it is plausible, otherwise at receipt: %s",
  async (_, said, counts) => {
    expect((await post(leadWith({ lead_submit_time: said }))).status).toBe(200);
    const time = new Date(counts);
    expect(await inquiries()).toMatchObject([{ submittedAt: time, clockStartedAt: time }]);
  },
);

test("a test lead is marked as a test, and doesn't have a clock, alert anyone or create a campaign", async () => {
  expect((await post(leadWith({ is_test: true }))).status).toBe(200);
  const [inquiry] = await inquiries();
  expect(inquiry).toMatchObject({ isTest: true, clockStartedAt: null, campaignId: null });
  const { rows } = await testApp.pool.query("select from alert_schedule where client_id = $1", [
    practice.clientId,
  ]);
  expect(rows).toEqual([]);
  // A real inquiry from the same person isn't affected by the test.
  await post(leadWith({ lead_id: "for real" }));
  expect((await newLeads()).total).toBe(2);
});

test("the key is accepted in both spellings that Google's documentation uses, and isn't stored", async () => {
  const otherSpelling = (change: Record<string, unknown>) =>
    leadWith(change).replace("google_key", "Google_key");
  expect((await post(otherSpelling({}))).status).toBe(200);
  expect((await post(otherSpelling({ google_key: "a wrong key" }))).status).toBe(401);
  const { rows } = await testApp.pool.query(
    "select body from source_deliveries where client_id = $1",
    [practice.clientId],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { body } of rows) expect(body).toContain('"Google_key":"[key]"');
});

test.each([
  ["a wrong key", leadOf({ google_key: "wrong" }), 401, "unauthorized"],
  ["no key", leadOf({ google_key: undefined }), 401, "unauthorized"],
  ["a key of another type", leadOf({ google_key: ["a"] }), 401, "unauthorized"],
  ["no id", leadOf({ lead_id: undefined }), 422, "invalid"],
  ["an id with a NUL character", leadOf({ lead_id: "a\0b" }), 422, "invalid"],
  ["an empty id", leadOf({ lead_id: " " }), 422, "invalid"],
  ["an id that is too long", leadOf({ lead_id: "1".repeat(301) }), 422, "invalid"],
  ["no columns", leadOf({ user_column_data: undefined }), 422, "invalid"],
  ["columns of another type", leadOf({ user_column_data: "text" }), 422, "invalid"],
  [
    "no contact details",
    leadOf({ user_column_data: [{ column_id: "CITY", string_value: "Tampa" }] }),
    422,
    "invalid",
  ],
  ["a string", () => "text", 400, "malformed"],
  ["a list", () => "[]", 401, "unauthorized"],
  ["nothing", () => "", 400, "malformed"],
  ["deep nesting", () => "[".repeat(30_000), 400, "malformed"],
  ["a long body", () => `{"lead_id":"${"a".repeat(65_536)}"}`, 413, "too_large"],
])(
  "a request is rejected with an error message and doesn't store an inquiry: %s",
  async (_, bodyFor, status, code) => {
    const answer = await post(bodyFor());
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ code, status, message: expect.stringMatching(/\w+/) }),
    ]);
    expect(await inquiries()).toEqual([]);
  },
);

test.each([
  ["numbers instead of strings", { lead_id: 12, api_version: 1 }, "+18135550188"],
  ["a long number as id", { lead_id: "12345678901234567890" }, "+18135550188"],
  ["unknown fields", { lead_stage: "QUALIFIED", new_field: { deep: [1] } }, "+18135550188"],
  ["an unusable campaign", { campaign_id: "text" }, "+18135550188"],
  ["is_test of another type", { is_test: "true" }, "+18135550188"],
  [
    "an unusable column",
    { user_column_data: [null, 7, phoneColumn("8135550188")] },
    "+18135550188",
  ],
  [
    "two phone numbers",
    { user_column_data: [phoneColumn(""), phoneColumn("8135550188")] },
    "+18135550188",
  ],
  [
    "a column without an id",
    { user_column_data: [{ column_name: "User Phone", string_value: "8135550188" }] },
    "+18135550188",
  ],
  ["an unusable phone number", { user_column_data: [phoneColumn("9".repeat(61))] }, ""],
])("a lead with %s is still stored", async (_, change, phone) => {
  expect((await post(leadOf(change)())).status).toBe(200);
  expect(await inquiries()).toEqual([expect.objectContaining({ phone, isTest: false })]);
});

/**
 * The maximum size of a body, and ten times the CPU time that it usually takes. Quadratic work
 * would take far more.
 */
const [maxBytes, maxCpuMs] = [65_536, 5000];
test.each([
  ["questions", (index: number) => ({ column_name: `q${index}`, string_value: "a" })],
  ["answers to one question", () => ({ column_id: "CITY", string_value: "a" })],
  ["invalid phone numbers", () => phoneColumn("a")],
  ["invalid emails", () => ({ column_id: "EMAIL", string_value: "a" })],
  ["names", () => ({ column_id: "FULL_NAME", string_value: "A" })],
  ["values that aren't columns", () => 1],
])(
  "a lead with as many %s as fit is stored in little CPU time, with a limited number of answers",
  async (_, column) => {
    const bodyWith = (columns: unknown[]) =>
      leadWith({ user_column_data: [...columns, phoneColumn("8135550188")] });
    const room = maxBytes - bodyWith([]).length;
    const columns: unknown[] = [];
    for (let length = 0; ; ) {
      const next = column(columns.length);
      length += JSON.stringify(next).length + 1;
      if (length > room) break;
      columns.push(next);
    }
    const before = process.cpuUsage();
    expect((await post(bodyWith(columns))).status).toBe(200);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(maxCpuMs);
    const [inquiry] = await inquiries();
    const answers = inquiry?.answers ?? [];
    expect(answers.length).toBeLessThanOrEqual(answerLimits.answers);
    for (const { values } of answers)
      expect(values.length).toBeLessThanOrEqual(answerLimits.values);
    expect((await newLeads()).total).toBe(1);
  },
);

test("an email address or a phone number that can't be used is stored as an answer", async () => {
  const typed = [
    { column_id: "EMAIL", column_name: "Email", string_value: "ada@" },
    phoneColumn("9".repeat(61)),
  ];
  await post(leadWith({ user_column_data: typed }));
  const [inquiry] = await inquiries();
  expect(inquiry).toMatchObject({ email: "", phone: "" });
  expect(inquiry?.answers).toEqual([
    { name: "Email", values: ["ada@"] },
    { name: "PHONE_NUMBER", values: ["9".repeat(61)] },
  ]);
});

const who = { column_id: "custom_1", column_name: "Who", string_value: "Ada King" };
const code = { column_name: "Access code", string_value: "813 555 0188" };
const byColumn = {
  fullName: "/user_column_data/custom_1",
  phone: "/user_column_data/Access code",
};

test("a lead without recognized contact details becomes an inquiry with its original time after the owner maps its columns and replays it", async () => {
  const columns = { user_column_data: [who, code] };
  expect((await post(leadWith(columns))).status).toBe(422);
  const lead_submit_time = "2026-03-17T11:58:00Z";
  await post(leadWith({ ...columns, lead_id: "timed", lead_submit_time }));
  const deliveries = (await asOwner("GET", "/deliveries")).body.deliveries;
  expect(deliveries).toMatchObject([
    { result: "refused", reason: "no_person", mayReplay: true },
    { result: "refused", reason: "no_person", mayReplay: true },
  ]);
  const { body } = await asOwner("GET", `/deliveries/${deliveries[1]._id}`);
  expect(body.places).toEqual([
    { pointer: byColumn.fullName, name: "Who", sample: "Ada King" },
    { pointer: byColumn.phone, name: "Access code", sample: "813 555 0188" },
  ]);
  await map(byColumn);
  testApp.clock.forward(5 * 60_000);
  for (const { _id } of deliveries.toReversed()) {
    expect((await asOwner("POST", `/deliveries/${_id}/replays`)).status).toBe(201);
  }
  const found = await inquiries();
  expect(found).toHaveLength(2);
  for (const inquiry of found) {
    expect(inquiry).toMatchObject({ firstName: "Ada", lastName: "King", phone: "+18135550188" });
    expect(inquiry.answers).toEqual([
      { name: "Who", values: ["Ada King"] },
      { name: "Access code", values: ["813 555 0188"] },
    ]);
  }
  const times = found.map(({ submittedAt }) => submittedAt.toISOString()).toSorted();
  expect(times).toEqual(["2026-03-17T11:58:00.000Z", "2026-03-17T12:00:00.000Z"]);
});

test("mapped columns take precedence over column names in any order, and other fields are filled in by name", async () => {
  await map(byColumn);
  const guessed = [
    { column_id: "FULL_NAME", string_value: "Front Desk" },
    phoneColumn("813 555 0100"),
    { column_id: "EMAIL", string_value: "ada@example.com" },
  ];
  const other = { column_id: "custom_2", column_name: "When?", string_value: "Monday" };
  await post(leadWith({ user_column_data: [other, code, ...guessed, who] }));
  expect(await inquiries()).toMatchObject([
    {
      ...{ firstName: "Ada", lastName: "King", phone: "+18135550188", email: "ada@example.com" },
      answers: [
        { name: "When?", values: ["Monday"] },
        { name: "Access code", values: ["813 555 0188"] },
        { name: "FULL_NAME", values: ["Front Desk"] },
        { name: "PHONE_NUMBER", values: ["813 555 0100"] },
        { name: "EMAIL", values: ["ada@example.com"] },
        { name: "Who", values: ["Ada King"] },
      ],
    },
  ]);
});

test("a mapped question may have several answers, and is found by its title or its id", async () => {
  const title = "First/last name";
  const names = ["Ada", "King"].map((string_value) => ({
    ...{ column_id: "custom_1", column_name: title, string_value },
  }));
  await map({ ...byColumn, fullName: "/user_column_data/First~1last name" });
  await post(leadWith({ user_column_data: [...names, code] }));
  expect(await inquiries()).toMatchObject([{ firstName: "Ada", lastName: "King" }]);
  await map({ ...byColumn, fullName: "/user_column_data/custom_1" });
  await post(leadWith({ lead_id: "by id", user_column_data: [...names, code] }));
  expect(await inquiries()).toMatchObject([
    { firstName: "Ada", lastName: "King" },
    { firstName: "Ada", lastName: "King" },
  ]);
});

test("a mapping doesn't change which lead id and test mark a lead has", async () => {
  await map({ ...byColumn, externalId: "/user_column_data/custom_1" });
  const columns = { user_column_data: [who, code] };
  await post(leadWith({ ...columns, is_test: true }));
  await post(leadWith({ ...columns, is_test: true }));
  await post(leadWith({ ...columns, lead_id: "another" }));
  const marks = (await inquiries()).map(({ isTest }) => isTest);
  expect(marks.toSorted()).toEqual([false, true]);
  expect((await asOwner("POST", "/test-leads")).status).toBe(201);
  expect(await inquiries()).toHaveLength(3);
});

test("a submission can't be opened or replayed through another practice's source", async () => {
  await post(leadWith({ user_column_data: [who, code] }));
  const [{ _id }] = (await asOwner("GET", "/deliveries")).body.deliveries;
  const { clientId } = await signInClient(testApp);
  const theirs = await makeKeyedSource(testApp.deps, clientId, "google");
  const path = `/api/admin/sources/${theirs.sourceId}/deliveries/${_id}`;
  const { token } = owner;
  expect((await testApp.request("GET", path, { token })).status).toBe(404);
  expect((await testApp.request("POST", `${path}/replays`, { token })).status).toBe(404);
});

test("a request with an unknown or disconnected key returns 404, even if its body can't be parsed", async () => {
  const path = "/api/intake/google/nobody";
  const headers = { "Content-Type": "application/json" };
  expect((await testApp.request("POST", path, { body: "{", headers })).status).toBe(404);
  const form = await testApp.request("POST", `/api/intake/form/${key}`, { json: {} });
  expect(form.status).toBe(404);
  await testApp.deps.db.update(sources).set({ endedAt: testApp.clock.now });
  expect((await post(leadWith({}))).status).toBe(404);
});

test("malformed requests count toward a source's rate limit too", async () => {
  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.001" });
  const { clientId } = await signInClient(narrow);
  const { formKey } = await makeKeyedSource(narrow.deps, clientId, "google");
  const headers = { "Content-Type": "application/json" };
  const path = `/api/intake/google/${formKey}`;
  const send = () => narrow.request("POST", path, { body: "{", headers });
  const answers = [await send(), await send(), await send(), await send()];
  await narrow.close();
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
});

async function map(mapping: WebhookMapping) {
  expect((await asOwner("PATCH", "", { mapping })).status).toBe(200);
}

function asOwner(method: string, path: string, json?: unknown) {
  const of = `/api/admin/sources/${sourceId}${path}`;
  return testApp.request(method, of, { token: owner.token, json });
}

function phoneColumn(string_value: string) {
  return { column_id: "PHONE_NUMBER", string_value };
}

function leadOf(change: Record<string, unknown>) {
  return () => leadWith(change);
}

/** Returns a lead as Google sends it. Its ids have more digits than a JavaScript number. */
function leadWith(change: Record<string, unknown>): string {
  const lead = {
    lead_id: "TeSter-123",
    user_column_data: [
      { column_name: "Full Name", string_value: "Ada Byron King", column_id: "FULL_NAME" },
      { column_name: "User Phone", string_value: "(813) 555-0188", column_id: "PHONE_NUMBER" },
      { column_name: "User Email", string_value: "Ada@Example.com", column_id: "EMAIL" },
      { string_value: "33606", column_id: "POSTAL_CODE" },
      { column_name: "Which treatment?", string_value: "Aligners", column_id: "custom_1" },
      { column_name: "Which treatment?", string_value: "Whitening", column_id: "custom_1" },
    ],
    ...{ api_version: "1.0", form_id: "FORM", campaign_id: "CAMPAIGN", adgroup_id: 20000000000 },
    ...{ creative_id: 30000000000, gcl_id: "a click", is_test: false },
    google_key: googleKeyOf(testApp.deps.config.secret, { formKey: key }),
    ...change,
  };
  return JSON.stringify(lead)
    .replace('"FORM"', "40000000000")
    .replace('"CAMPAIGN"', "9223372036854775807");
}

function post(body: string) {
  const headers = { "Content-Type": "application/json" };
  return testApp.request("POST", `/api/intake/google/${key}`, { body, headers });
}

async function newLeads() {
  return (await testApp.request("GET", "/api/leads/new", { token: practice.token })).body;
}

async function answersOf(id: string) {
  const { token } = practice;
  return (await testApp.request("GET", `/api/leads/${id}`, { token })).body.inquiries[0].answers;
}

function inquiries() {
  return testApp.deps.db.query.inquiries.findMany({
    where: (row, { eq }) => eq(row.clientId, practice.clientId),
  });
}
