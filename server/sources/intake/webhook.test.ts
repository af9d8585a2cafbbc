// cspell:ignore Sinead Brien
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { WebhookMapping } from "#contract/sources.ts";
import { makeCampaign, makeKeyedSource } from "#server/db/make.ts";
import { sourceDeliveries, sources } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { asKeyed } from "./keyed-sources.ts";
import { replayDelivery } from "./receive.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let source: Awaited<ReturnType<typeof makeKeyedSource>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  source = await makeKeyedSource(testApp.deps, practice.clientId, "webhook");
});
afterAll(() => testApp.close());

test("a body whose fields have obvious names becomes a lead without a mapping", async () => {
  const json = {
    contact: { first_name: "Ada", last_name: "King", email: "ada@example.com" },
    ...{ mobile: "813 555 0188", created_at: "2026-03-17T11:59:00Z", message: "Aligners?" },
    page: { url: "https://practice.example.com" },
  };
  const answer = await post(json);
  expect([answer.status, answer.body]).toEqual([201, { received: true, needsMapping: false }]);
  const [inquiry] = await inquiries();
  expect(inquiry).toMatchObject({
    ...{ firstName: "Ada", lastName: "King", email: "ada@example.com", phone: "+18135550188" },
    submittedAt: new Date("2026-03-17T11:59:00Z"),
    answers: [
      { name: "message", values: ["Aligners?"] },
      { name: "url", values: ["https://practice.example.com"] },
    ],
  });
  expect(await deliveries()).toEqual([
    expect.objectContaining({ result: "lead", body: JSON.stringify(json), inquiryId: inquiry?.id }),
  ]);
});

test("HTML entities from a form plugin are decoded in the name and in answers", async () => {
  const message = "crowns &amp; bridges";
  await post({ name: "Sinead O&#039;Brien", phone: "813 555 0189", message });
  expect(await inquiries()).toMatchObject([
    { lastName: "O'Brien", answers: [{ name: "message", values: ["crowns & bridges"] }] },
  ]);
});

test("URL parameters of an ad determine the campaign, and are shown as attribution instead of answers", async () => {
  const { clientId, token } = practice;
  await makeCampaign(testApp.deps, { clientId, name: "Implants - Tampa", platform: "google" });
  await post({
    ...{ name: "Ada King", phone: "813 555 0188", wish: "Implants", utm_source: "google" },
    ...{ utm_campaign: "implants_tampa", gclid: "Cj0K" },
  });
  const { leads } = (await testApp.request("GET", "/api/leads/new", { token })).body;
  expect(leads).toMatchObject([{ firstName: "Ada", campaign: "Implants - Tampa" }]);
  const detail = await testApp.request("GET", `/api/leads/${leads[0]._id}`, { token });
  expect(detail.body.inquiries).toMatchObject([
    {
      attribution: {
        ...{ source: "google", campaign: "implants_tampa" },
        clickId: { name: "gclid", value: "Cj0K" },
      },
      answers: [{ name: "wish", values: ["Implants"] }],
    },
  ]);
});

const receipt = "2026-03-17T12:00:00.000Z";
test.each([
  ["a day ago", "2026-03-16T12:00:00Z", "2026-03-16T12:00:00.000Z"],
  ["more than a day ago", "2026-03-16T11:59:59.999Z", receipt],
  ["in 1900", "1900-01-01T00:00:00Z", receipt],
  ["in the future", "2026-03-17T12:00:01Z", receipt],
  ["without a zone", "2026-03-17T11:58:00", receipt],
  ["in words", "yesterday", receipt],
  ["in Unix seconds", 1_773_748_680, "2026-03-17T11:58:00.000Z"],
  ["in Unix milliseconds", 1_773_748_680_000, "2026-03-17T11:58:00.000Z"],
  ["of another type", { seconds: 1_773_748_680 }, receipt],
])(
  "the clock starts at the mapped time if it is plausible, otherwise at receipt: %s",
  async (_, said, counts) => {
    await map({ phone: "/phone", submittedAt: "/when" });
    expect((await post({ phone: "813 555 0188", when: said })).status).toBe(201);
    const time = new Date(counts);
    expect(await inquiries()).toMatchObject([{ submittedAt: time, clockStartedAt: time }]);
  },
);

test("a body without recognized contact details is stored, and becomes an inquiry with the original time of receipt after it is mapped and replayed", async () => {
  const json = { id: "a-7", who: "Ada King", reach: { code: "813 555 0188" } };
  const answer = await post(json);
  expect([answer.status, answer.body]).toEqual([202, { received: true, needsMapping: true }]);
  expect(await inquiries()).toEqual([]);
  const [waiting] = await deliveries();
  expect(waiting).toMatchObject({ result: "unmapped", body: JSON.stringify(json) });

  await map({ fullName: "/who", phone: "/reach/code", externalId: "/id" });
  testApp.clock.forward(5 * 60_000);
  await replay(waiting?.id ?? "");
  const [inquiry] = await inquiries();
  expect(inquiry).toMatchObject({
    ...{ firstName: "Ada", lastName: "King", phone: "+18135550188", answers: [] },
    ...{ receivedAt: waiting?.receivedAt, submittedAt: waiting?.receivedAt },
  });
  expect(await deliveries()).toEqual([
    expect.objectContaining({ result: "lead", inquiryId: inquiry?.id }),
  ]);
  await expect(replay(waiting?.id ?? "")).rejects.toMatchObject({ code: "conflict" });
});

test.each([
  ["text/plain", '{"name":"Ada","phone":"8135550188"}'],
  ["application/vnd.api+json", '{"name":"Ada","phone":"8135550188"}'],
  ["", "name=Ada&phone=8135550188"],
])("a body with the content type %o is parsed by its actual format", async (type, body) => {
  expect((await send(body, type)).status).toBe(201);
  expect(await inquiries()).toMatchObject([{ firstName: "Ada", phone: "+18135550188" }]);
});

test("a body that is neither JSON nor a form is rejected, stored and counted as unread", async () => {
  const body = "<lead><name>Ada</name><phone>8135550188</phone></lead>";
  expect((await send(body, "application/xml")).status).toBe(400);
  expect(await deliveries()).toMatchObject([{ result: "refused", reason: "malformed", body }]);
  const { body: alarm } = await testApp.request("GET", "/api/sources/alarm", {
    token: practice.token,
  });
  expect(alarm).toEqual({ unread: 1 });
});

test("two simultaneous replays create one lead", async () => {
  await post({ code: "8135550188" });
  const [waiting] = await deliveries();
  await map({ phone: "/code" });
  const both = await Promise.allSettled([replay(waiting?.id ?? ""), replay(waiting?.id ?? "")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await inquiries()).toHaveLength(1);
});

test("bodies with the same mapped id are one inquiry, and the same body without an id is one inquiry for ten minutes", async () => {
  await map({ phone: "/phone", externalId: "/id" });
  const named = (when: number) => ({ id: 12345678901234567890n, phone: "8135550188", when });
  await Promise.all([1, 2, 3].map((when) => post(named(when))));
  testApp.clock.forward(24 * 60 * 60_000);
  await post(named(4));
  expect(await inquiries()).toHaveLength(1);

  await map({ phone: "/phone" });
  const same = { phone: "8135550199" };
  await Promise.all([post(same), post(same), post(same)]);
  expect(await inquiries()).toHaveLength(2);
  testApp.clock.forward(10 * 60_000);
  await post(same);
  expect(await inquiries()).toHaveLength(3);
  const repeated = (await deliveries()).filter(({ result }) => result === "known");
  expect(repeated.map(({ body }) => body)).toEqual(["", "", "", "", ""]);
});

test.each([
  ["the same words", ["Aligners?", "Aligners?"], 1],
  ["other words", ["Aligners?", "My crown fell out"], 2],
  ["other words, then the first ones again", ["Aligners?", "My crown fell out", "Aligners?"], 2],
  ["no words", ["Aligners?", ""], 1],
  ["words after none", ["", "Aligners?"], 2],
  ["words after none, then none again", ["", "Aligners?", ""], 2],
])("a contact's id that is sent again with %s", async (_, texts, count) => {
  await map({ phone: "/phone", externalId: "/id" });
  for (const message of texts) {
    testApp.clock.forward(24 * 60 * 60_000);
    await post({ id: "contact-7", phone: "8135550188", message, stage: testApp.clock.now });
  }
  expect(await inquiries()).toHaveLength(count);
  const results = (await deliveries()).map(({ result }) => result);
  expect(results.filter((result) => result === "lead")).toHaveLength(count);
});

test("a contact's id that is sent several times at once is one inquiry for each text", async () => {
  await map({ phone: "/phone", externalId: "/id" });
  const texts = ["Aligners?", "", "My crown fell out", "Aligners?", "My crown fell out"];
  await Promise.all(
    texts.map((message, stage) => post({ id: "7", phone: "8135550188", message, stage })),
  );
  const said = (await inquiries()).flatMap(({ answers }) => answers.map(({ values }) => values[0]));
  expect(said.filter((text) => String(text).length > 2).toSorted()).toEqual([
    "Aligners?",
    "My crown fell out",
  ]);
});

test("people whose submissions have the same id aren't treated as one person", async () => {
  await map({ phone: "/phone", externalId: "/form" });
  await post({ form: "contact", phone: "8135550188" });
  await post({ form: "contact", phone: "8135550199" });
  await post({ form: "contact", phone: "8135550199" });
  expect((await inquiries()).map(({ phone }) => phone)).toEqual(["+18135550188", "+18135550199"]);
});

test("mapped fields are used instead of field names, and an unusable value becomes an answer", async () => {
  await map({ email: "/a", phone: "/b", lastName: "/c" });
  await post({ a: "ada@", b: "8135550188", c: "King", email: "other@example.com" });
  const [inquiry] = await inquiries();
  expect(inquiry).toMatchObject({ email: "", phone: "+18135550188", lastName: "King" });
  expect(inquiry?.answers).toEqual([
    { name: "a", values: ["ada@"] },
    { name: "email", values: ["other@example.com"] },
  ]);
});

test("a mapping that finds no usable contact details is completed by field names", async () => {
  await map({ email: "/a", lastName: "/c" });
  await post({ a: "ada@", c: "King", email: "other@example.com" });
  const [inquiry] = await inquiries();
  expect(inquiry).toMatchObject({ email: "other@example.com", lastName: "King" });
  expect(inquiry?.answers).toEqual([{ name: "a", values: ["ada@"] }]);
});

const boundary = "a-boundary";
const multipart = (fields: Record<string, string>) => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return [...parts, "--"]
    .map((part) => `--${boundary}\r\n${part}`)
    .join("")
    .replace(/\r\n--$/, "--\r\n");
};
const rawRequest = JSON.stringify({
  q3_name: { first: "Ada", last: "King" },
  q5_phone: "8135550188",
});

test.each([
  [
    "form-encoded",
    "application/x-www-form-urlencoded",
    "Name=Ada+King&Phone=813-555-0188&Wish=Aligners",
  ],
  [
    "multipart",
    `multipart/form-data; boundary=${boundary}`,
    multipart({ Name: "Ada King", Phone: "813-555-0188", Wish: "Aligners" }),
  ],
  [
    "multipart with JSON in it",
    `multipart/form-data; boundary=${boundary}`,
    multipart({ formID: "26", rawRequest, Wish: "Aligners" }),
  ],
])("a %s body creates one inquiry, even if it's sent twice", async (_, type, body) => {
  const answer = await send(body, type);
  expect([answer.status, answer.body]).toEqual([201, { received: true, needsMapping: false }]);
  await send(body, type);
  expect(await inquiries()).toMatchObject([
    {
      ...{ firstName: "Ada", lastName: "King", phone: "+18135550188" },
      answers: expect.arrayContaining([{ name: "Wish", values: ["Aligners"] }]),
    },
  ]);
});

test.each([
  [
    "multipart",
    `multipart/form-data; boundary=${boundary}`,
    multipart({ "who[is]": "Ada King", code: "8135550188" }),
  ],
  ["form-encoded", "application/x-www-form-urlencoded", "who%5Bis%5D=Ada+King&code=8135550188"],
])(
  "a %s body without recognizable fields becomes a lead once it's mapped and replayed",
  async (_, type, body) => {
    expect((await send(body, type)).status).toBe(202);
    const [waiting] = await deliveries();
    await map({ fullName: "/who/is", phone: "/code" });
    await replay(waiting?.id ?? "");
    expect(await inquiries()).toMatchObject([
      { firstName: "Ada", phone: "+18135550188", answers: [] },
    ]);
  },
);

test("a malformed multipart body is rejected and stored", async () => {
  expect((await send("nothing", "multipart/form-data; boundary=x")).status).toBe(400);
  expect(await deliveries()).toMatchObject([{ result: "refused", body: "nothing" }]);
});

test.each([
  ["a string", '"text"', 400],
  ["an empty list", "[]", 202],
  ["null", "null", 400],
  ["an empty body", "", 400],
  ["malformed JSON", "{", 400],
  ["deep nesting", `${'{"a":'.repeat(30)}1${"}".repeat(30)}`, 400],
  ["a long body", `{"email":"${"a".repeat(65_536)}"}`, 413],
  ["a `__proto__` key", '{"__proto__":{"email":"ada@example.com"},"constructor":1}', 201],
  ["a NUL character", '{"email":"ada@example.com","a\\u0000":"b\\u0000\\ud800"}', 201],
  ["very many fields", `{"email":"ada@example.com",${'"a":"b",'.repeat(8000)}"c":1}`, 201],
])("the webhook endpoint doesn't return a 5xx for %s", async (_, body, status) => {
  expect((await send(body)).status).toBe(status);
  expect(await inquiries()).toHaveLength(status === 201 ? 1 : 0);
});

async function map(mapping: WebhookMapping) {
  await testApp.deps.db
    .update(sources)
    .set({ mapping })
    .where(eq(sources.clientId, practice.clientId));
}

async function replay(id: string) {
  const [row] = await testApp.deps.db
    .select()
    .from(sources)
    .where(eq(sources.clientId, practice.clientId));
  const keyed = row && asKeyed(row);
  if (!keyed) throw new Error("No source");
  const { deps } = testApp;
  return deps.db.transaction((tx) => replayDelivery(deps, tx, keyed, id));
}

function post(json: unknown) {
  // Writes a long number as another system would.
  const write = (_: string, value: unknown) => (typeof value === "bigint" ? `#${value}` : value);
  return send(JSON.stringify(json, write).replace(/"#(\d+)"/g, "$1"));
}

function send(body: string, type = "application/json") {
  const headers = { "Content-Type": type };
  return testApp.request("POST", `/api/intake/webhook/${source.formKey}`, { body, headers });
}

function inquiries() {
  return testApp.deps.db.query.inquiries.findMany({
    where: (row, { eq: is }) => is(row.clientId, practice.clientId),
    orderBy: (row) => row.receivedAt,
  });
}

function deliveries() {
  return testApp.deps.db
    .select()
    .from(sourceDeliveries)
    .where(eq(sourceDeliveries.clientId, practice.clientId))
    .orderBy(sourceDeliveries.id);
}
