// cspell:ignore wpcf
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SourceDelivery, WebhookMapping } from "#contract/sources.ts";
import { makeCampaign, makeFormSource } from "#server/db/make.ts";
import { addSource } from "#server/people/practice-sources.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

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
  const { clientId } = practice;
  const { campaignId } = await makeCampaign(testApp.deps, {
    clientId,
    name: "Web",
    platform: "web",
  });
  await useForm({ campaignId });
});
afterAll(() => testApp.close());

test("a JSON body becomes a lead in the campaign of its source, with other fields as answers", async () => {
  const json = {
    name: "Ada Byron King",
    phone: "813 555 0188",
    wish: "Whitening",
    consent: "Call me.",
  };
  expect((await post(json)).body).toEqual({ received: true });
  const { leads } = await newLeads();
  expect(leads[0]).toMatchObject({
    firstName: "Ada",
    lastName: "Byron King",
    phone: "+18135550188",
    campaign: "Web",
    uncalledSince: "2026-03-17T12:00:00.000Z",
  });
  const detail = await testApp.request("GET", `/api/leads/${leads[0]._id}`, {
    token: practice.token,
  });
  expect(detail.body.inquiries[0]).toMatchObject({
    source: "Home page",
    consent: "Call me.",
    answers: [{ name: "wish", values: ["Whitening"] }],
  });
});

test.each([
  [{ language: "es" }, "es"],
  [{ lang: "es-US" }, "es"],
  [{ locale: "en_US" }, "en"],
  [{ locale: "es_US" }, "es"],
  [{ locale: "en_US", "Preferred language": "Español" }, "es"],
  [{ "Preferred language": "Portuguese", lang: "en" }, null],
  [{ name: "Guadalupe Hernández", message: "Hola" }, null],
])("a submission with %o creates a lead whose language is %s", async (fields, language) => {
  await post({ name: "Ada King", phone: "813 555 0188", ...fields });
  const { leads } = await newLeads();
  expect(leads[0]).toMatchObject({ language });
});

test("a later submission fills in a missing language but doesn't replace a known one", async () => {
  const person = { name: "Rosa Delgado", phone: "813 555 0188" };
  await post(person);
  await post({ ...person, lang: "es" });
  await post({ ...person, lang: "en" });
  const { leads } = await newLeads();
  expect(leads[0]).toMatchObject({ language: "es" });
  const detail = await testApp.request("GET", `/api/leads/${leads[0]._id}`, {
    token: practice.token,
  });
  const changes = detail.body.timeline.filter(({ kind }: { kind: string }) => kind === "changed");
  expect(changes.map(({ data }: { data: unknown }) => data)).toEqual([
    { language: { from: null, to: "es" } },
  ]);
});

test("field names in the old product's spelling are accepted", async () => {
  const timeRecieved = "2026-03-17T11:58:00.000Z";
  await post({ firstName: "Old", phoneNumber: "813 555 0123", timeRecieved });
  expect((await newLeads()).leads[0]).toMatchObject({
    phone: "+18135550123",
    timeReceived: timeRecieved,
  });
});

test("a form-encoded submission redirects to the thank-you page of its source", async () => {
  const thanksUrl = "https://practice.example.com/thanks";
  await useForm({ thanksUrl });
  const answer = await testApp.request("POST", `/api/intake/form/${key}`, {
    body: "firstName=Ada&phone=8135550188",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe(thanksUrl);
  expect((await newLeads()).total).toBe(1);
});

test("repeated fields and lists keep all their values", async () => {
  const answer = await testApp.request("POST", `/api/intake/form/${key}`, {
    body: "firstName=Ada&phone=1&wish=Whitening&when=Monday&wish=Aligners&phone=8135550188",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(answer.status).toBe(201);
  expect(await answersOf("Ada")).toEqual([
    { name: "wish", values: ["Whitening", "Aligners"] },
    { name: "when", values: ["Monday"] },
  ]);
  expect((await newLeads()).leads[0].phone).toBe("+18135550188");

  await post({
    ...{ firstName: "Luis", phone: "813 555 0189", wish: ["Whitening", 2, true, null] },
    ...{ address: { city: "Tampa" }, nothing: null, story: `${"a".repeat(1994)}😀😀😀😀😀` },
  });
  expect(await answersOf("Luis")).toEqual([
    { name: "wish", values: ["Whitening", "2", "true"] },
    { name: "city", values: ["Tampa"] },
    { name: "story", values: [expect.stringMatching(/^a+… \[cut\]$/)] },
  ]);
});

test("a submission with a known id is ignored, and one with the same fields but without an id is ignored for ten minutes", async () => {
  const byId = { firstName: "Id", phone: "813 555 0101", submissionId: randomUUID() };
  const byFields = { firstName: "Fields", phone: "813 555 0102" };
  await Promise.all(Array.from({ length: 10 }, () => post(byId)));
  await Promise.all(Array.from({ length: 10 }, () => post(byFields)));
  expect(await inquiriesOf("Id")).toBe(1);
  expect(await inquiriesOf("Fields")).toBe(1);
  testApp.clock.forward(10 * 60_000);
  await post(byId);
  await post(byFields);
  expect(await inquiriesOf("Id")).toBe(1);
  expect(await inquiriesOf("Fields")).toBe(2);
});

test("each person becomes a lead even if a web page gives everyone the same submission id", async () => {
  const submissionId = randomUUID();
  await post({ submissionId, firstName: "Ada", phone: "813 555 0101" });
  await post({ submissionId, firstName: "Luis", phone: "813 555 0102" });
  const { leads } = await newLeads();
  const names = leads.map(({ firstName }: { firstName: string }) => firstName);
  expect(names.toSorted()).toEqual(["Ada", "Luis"]);
});

test("URL parameters of an ad determine the campaign, and are shown as attribution instead of answers", async () => {
  const { clientId } = practice;
  await makeCampaign(testApp.deps, { clientId, name: "Implants - Tampa", platform: "google" });
  await post({
    ...{ name: "Ada", phone: "813 555 0188", utm_source: "google", utm_medium: "cpc" },
    ...{ utm_campaign: "implants_tampa", gclid: "Cj0K", wish: "Implants" },
  });
  await post({ name: "Bo", phone: "813 555 0189", utm_campaign: "nobody's" });
  const { leads } = await newLeads();
  const campaigns = leads.map((lead: Record<string, string>) => [lead.firstName, lead.campaign]);
  expect(campaigns.toSorted()).toEqual([
    ["Ada", "Implants - Tampa"],
    ["Bo", "Web"],
  ]);
  const ada = leads.find(({ firstName }: { firstName: string }) => firstName === "Ada");
  const detail = await testApp.request("GET", `/api/leads/${ada._id}`, { token: practice.token });
  expect(detail.body.inquiries).toMatchObject([
    {
      attribution: {
        ...{ source: "google", medium: "cpc", campaign: "implants_tampa", term: "", content: "" },
        clickId: { name: "gclid", value: "Cj0K" },
      },
      answers: [{ name: "wish", values: ["Implants"] }],
    },
  ]);
});

test("a person who corrects a typo and submits the form again is one lead with two inquiries", async () => {
  const form = { submissionId: randomUUID(), phone: "813 555 0101" };
  await post({ ...form, firstName: "Lius" });
  testApp.clock.forward(60_000);
  for (const _ of [1, 2]) await post({ ...form, firstName: "Luis" });
  expect(await newLeads()).toMatchObject({ total: 1, leads: [{ askedAs: "Luis" }] });
  expect([await inquiriesOf("Lius"), await inquiriesOf("Luis")]).toEqual([1, 1]);
});

test("a retry with the same id but another time isn't stored again", async () => {
  const form = { firstName: "Ada", phone: "813 555 0101", submissionId: randomUUID() };
  await post({ ...form, timeReceived: "2026-03-17T11:58:00.000Z" });
  await post({ ...form, timeReceived: "2026-03-17T11:59:00.000Z" });
  await post({ ...form, timeRecieved: "2026-03-17T11:59:30.000Z" });
  expect(await inquiriesOf("Ada")).toBe(1);
});

test("a submission whose honeypot is filled in is accepted silently but doesn't become a lead", async () => {
  const answer = await post({
    firstName: "Bot",
    phone: "1",
    website_url: "http://spam.example.com",
  });
  expect(answer.body).toEqual({ received: true });
  expect((await newLeads()).total).toBe(0);
});

test("a submission from a website that isn't allowed is rejected", async () => {
  await useForm({ allowedOrigins: ["https://practice.example.com"] });
  const from = (Origin: string) => post({ firstName: "Ada", phone: Origin }, { Origin });
  expect((await from("https://other.example.com")).status).toBe(403);
  expect((await from("null")).status).toBe(403);
  expect((await from("https://practice.example.com")).status).toBe(201);
  expect((await post({ firstName: "Server", phone: "2" })).status).toBe(201);
});

test.each([
  ["no field", {}],
  ["only other fields", { wish: "Whitening", consent: "Call me." }],
  ["empty fields", { firstName: " ", email: "", phone: null, name: [], phoneNumber: "\u0000" }],
])("a body with %s is rejected, because it has no contact details", async (_, json) => {
  const answer = await post(json);
  expect(answer.status).toBe(422);
  expect(answer.body.errors.phone).toBe("Please fill this in.");
  expect((await newLeads()).total).toBe(0);
});

type Typed = { typed: Record<string, unknown>; lead: object; answers: object[] };
const long = "a".repeat(150);
test.each<[string, Typed]>([
  [
    "an unusable email with a phone",
    {
      typed: { firstName: "Jane", email: "jane@", phone: "813 555 0188" },
      lead: { firstName: "Jane", email: "", phone: "+18135550188" },
      answers: [{ name: "email", values: ["jane@"] }],
    },
  ],
  [
    "an unusable phone with an email",
    {
      typed: { name: "Jane", phone: "9".repeat(61), email: "Jane@Example.com", wish: "Whitening" },
      lead: { firstName: "Jane", email: "jane@example.com", phone: "" },
      answers: [
        { name: "phone", values: ["9".repeat(61)] },
        { name: "wish", values: ["Whitening"] },
      ],
    },
  ],
  [
    "only a name",
    { typed: { name: "Jane" }, lead: { firstName: "Jane", phone: "", email: "" }, answers: [] },
  ],
  [
    "an unusable email only",
    {
      typed: { email: "jane@" },
      lead: { firstName: "", phone: "", email: "" },
      answers: [{ name: "email", values: ["jane@"] }],
    },
  ],
  [
    "a name that is too long",
    {
      typed: { firstName: long, phone: "813 555 0188" },
      lead: { firstName: "a".repeat(120), phone: "+18135550188" },
      answers: [{ name: "firstName", values: [long] }],
    },
  ],
  [
    "line breaks",
    {
      typed: { firstName: "Jane\r\nBcc: x", phone: "813\n555\n0188" },
      lead: { firstName: "Jane Bcc: x", phone: "+18135550188" },
      answers: [],
    },
  ],
  [
    "numbers where text is expected",
    {
      typed: { firstName: 7, phone: 8135550188, submissionId: 12 },
      lead: { firstName: "7", phone: "+18135550188" },
      answers: [],
    },
  ],
  [
    "lists and objects where text is expected",
    {
      typed: {
        ...{ firstName: ["Jane"], lastName: ["van", "Dyk"], email: { at: "home" } },
        ...{ phone: ["813 555 0188"], consent: ["Call me."], submissionId: { a: 1 } },
      },
      lead: { firstName: "Jane", lastName: "van Dyk", email: "", phone: "+18135550188" },
      answers: [{ name: "at", values: ["home"] }],
    },
  ],
  [
    "two phone fields, one of them empty",
    {
      typed: { phone: " ", phoneNumber: "813 555 0188", name: "Jane" },
      lead: { firstName: "Jane", phone: "+18135550188" },
      answers: [],
    },
  ],
])(
  "a form with %s creates a lead, and input that can't be used becomes an answer",
  async (_, { typed, lead, answers }) => {
    expect((await post(typed)).status).toBe(201);
    const { leads } = await newLeads();
    expect(leads).toEqual([expect.objectContaining(lead)]);
    const { body } = await testApp.request("GET", `/api/leads/${leads[0]._id}`, {
      token: practice.token,
    });
    expect(body.inquiries[0].answers).toEqual(answers);
  },
);

test.each([
  [
    "Elementor's labels",
    "Name=Ada+King&Email=ada%40example.com&Phone=(813)+555-0188&form_id=abc&Wish=Aligners",
  ],
  [
    "brackets",
    "fields[name][value]=Ada+King&fields[email][value]=ada@example.com&fields[phone][value]=8135550188&Wish=Aligners",
  ],
  [
    "Contact Form 7's names",
    "_wpcf7=12&your-name=Ada+King&your-email=ada%40example.com&your-tel=813-555-0188&Wish=Aligners",
  ],
  [
    "Gravity Forms' numbers",
    "input_1.3=Ada&input_1.6=King&input_2=ada%40example.com&input_3=8135550188&Wish=Aligners",
  ],
])(
  "the person is recognized in a form with %s, and other fields become answers",
  async (_, body) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect(
      (await testApp.request("POST", `/api/intake/form/${key}`, { body, headers })).status,
    ).toBe(201);
    expect((await newLeads()).leads).toMatchObject([
      { firstName: "Ada", lastName: "King", email: "ada@example.com", phone: "+18135550188" },
    ]);
    expect(await answersOf("Ada")).toEqual([{ name: "Wish", values: ["Aligners"] }]);
  },
);

test("a number beyond 2^53 keeps all its digits, whether it is an answer or the submission id", async () => {
  const bodyOf = (id: string) =>
    `{"firstName":"Ada","phone":8135550188,"submissionId":${id},"member":12345678901234567890,` +
    `"plans":[9007199254740993,2],"card":{"group":9007199254740993}}`;
  for (const id of ["9007199254740992", "9007199254740993", "9007199254740993"]) {
    expect((await postBody(bodyOf(id))).status).toBe(201);
  }
  expect(await inquiriesOf("Ada")).toBe(2);
  expect((await newLeads()).leads[0].phone).toBe("+18135550188");
  expect(await answersOf("Ada")).toEqual([
    { name: "member", values: ["12345678901234567890"] },
    { name: "plans", values: ["9007199254740993", "2"] },
    { name: "group", values: ["9007199254740993"] },
  ]);
});

test("a script on a practice's page can post JSON and read the reason for a rejection", async () => {
  const path = `/api/intake/form/${key}`;
  const asking = {
    ...{ Origin: "https://practice.example.com", "Access-Control-Request-Method": "POST" },
    "Access-Control-Request-Headers": "content-type",
  };
  const asked = await testApp.request("OPTIONS", path, { headers: asking });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("Access-Control-Allow-Methods")).toBe("POST");
  expect(asked.headers.get("Access-Control-Allow-Headers")).toBe("Content-Type");
  const unreadable = await testApp.request("POST", path, { body: "text" });
  const gone = await testApp.request("POST", "/api/intake/form/nobody", { json: {} });
  const answers = [asked, await post({ wish: "Ada" }), unreadable, gone];
  expect(answers.map((answer) => answer.status)).toEqual([204, 422, 400, 404]);
  for (const { headers } of answers) expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  const other = await testApp.request("OPTIONS", "/api/credentials", { headers: asking });
  expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
});

test.each([
  ["in the future", "2026-03-17T12:00:00.001Z", "2026-03-17T12:00:00.000Z"],
  ["just now", "2026-03-17T12:00:00.000Z", "2026-03-17T12:00:00.000Z"],
  ["a day ago", "2026-03-16T12:00:00.000Z", "2026-03-16T12:00:00.000Z"],
  ["more than a day ago", "2026-03-16T11:59:59.999Z", "2026-03-17T12:00:00.000Z"],
  ["before 1970", "1931-03-17T12:00:00.000Z", "2026-03-17T12:00:00.000Z"],
  ["unreadable", "yesterday", "2026-03-17T12:00:00.000Z"],
])("a submission time %s counts only if it's within the last day", async (_, said, counts) => {
  await post({ firstName: "Ada", phone: "1", timeReceived: said });
  expect((await newLeads()).leads[0].timeReceived).toBe(counts);
});

const unnamed = { who: "Ada King", code: "813 555 0188", wish: "Aligners" };

test("a submission without recognized contact details becomes a lead with its original time after the owner maps its fields and replays it", async () => {
  expect((await post({ ...unnamed, consent: "Call me." })).status).toBe(422);
  const { _id, places, ...delivery } = await openNewest();
  expect(delivery).toMatchObject({ result: "refused", reason: "no_person", mayReplay: true });
  expect(places).toEqual([
    { pointer: "/who", name: "who", sample: "Ada King" },
    { pointer: "/code", name: "code", sample: "813 555 0188" },
    { pointer: "/wish", name: "wish", sample: "Aligners" },
  ]);
  await map({ fullName: "/who", phone: "/code" });
  testApp.clock.forward(5 * 60_000);
  expect((await replay(_id)).status).toBe(201);
  expect((await newLeads()).leads).toMatchObject([
    {
      ...{ firstName: "Ada", lastName: "King", phone: "+18135550188" },
      timeReceived: "2026-03-17T12:00:00.000Z",
    },
  ]);
  expect(await answersOf("Ada")).toEqual([{ name: "wish", values: ["Aligners"] }]);
  expect((await replay(_id)).status).toBe(409);
  expect((await asOwner("GET", "")).body).toMatchObject({ state: "active", unread: 0 });
});

test("a submission that is replayed keeps the time from the form", async () => {
  await post({ ...unnamed, timeReceived: "2026-03-17T11:58:00.000Z" });
  await map({ phone: "/code" });
  testApp.clock.forward(24 * 60 * 60_000);
  await replay((await openNewest())._id);
  expect((await newLeads()).leads[0].timeReceived).toBe("2026-03-17T11:58:00.000Z");
});

test("a form's mapping takes precedence over the names of fields, and unmapped fields become answers", async () => {
  await map({ fullName: "/who", phone: "/code", submittedAt: "/sent" });
  const guessed = { "your-name": "Front Desk", tel: "813 555 0100" };
  const sent = "2026-03-17T11:59:00.000Z";
  expect((await post({ ...guessed, ...unnamed, sent })).status).toBe(201);
  expect((await newLeads()).leads).toMatchObject([
    { firstName: "Ada", lastName: "King", phone: "+18135550188", timeReceived: sent },
  ]);
  expect(await answersOf("Ada")).toEqual([
    { name: "your-name", values: ["Front Desk"] },
    { name: "tel", values: ["813 555 0100"] },
    { name: "wish", values: ["Aligners"] },
  ]);
});

test("a mapping doesn't change how our own field names are read, such as those of the hosted form", async () => {
  await map({ fullName: "/who", phone: "/phone" });
  const body = "name=Bo+Reyes&phone=8135550189&email=bo%40example.com&message=Braces";
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const sent = await testApp.request("POST", `/api/forms/${key}`, { body, headers });
  expect(sent.status).toBe(303);
  expect((await newLeads()).leads).toMatchObject([
    { firstName: "Bo", lastName: "Reyes", phone: "+18135550189", email: "bo@example.com" },
  ]);
  expect(await answersOf("Bo")).toEqual([{ name: "message", values: ["Braces"] }]);
});

test("a mapping finds repeated fields, and fields whose names have brackets", async () => {
  const body = [
    ...["fields[who][]=Ada", "fields[who][]=King", "fields[reach][code]="],
    ...["fields[reach][code]=8135550188", "fields[reach][code]=8135550199"],
    ...["wish=Aligners", "wish=Whitening"],
  ].join("&");
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const path = `/api/intake/form/${key}`;
  expect((await testApp.request("POST", path, { body, headers })).status).toBe(422);
  const { _id, places } = await openNewest();
  expect(places).toEqual([
    { pointer: "/fields/who", name: "who", sample: "Ada, King" },
    { pointer: "/fields/reach/code", name: "code", sample: "8135550188, 8135550199" },
    { pointer: "/wish", name: "wish", sample: "Aligners, Whitening" },
  ]);
  await map({ fullName: "/fields/who", phone: "/fields/reach/code" });
  expect((await replay(_id)).status).toBe(201);
  expect((await newLeads()).leads).toMatchObject([
    { firstName: "Ada", lastName: "King", phone: "+18135550188" },
  ]);
  expect(await answersOf("Ada")).toEqual([
    { name: "code", values: ["8135550188", "8135550199"] },
    { name: "wish", values: ["Aligners", "Whitening"] },
  ]);
});

test("submissions with the same mapped id are stored once, and the id isn't an answer", async () => {
  await map({ fullName: "/who", phone: "/code", externalId: "/ref" });
  await post({ ...unnamed, ref: "a-7" });
  testApp.clock.forward(24 * 60 * 60_000);
  await post({ ...unnamed, ref: "a-7" });
  expect(await inquiriesOf("Ada")).toBe(1);
  expect(await answersOf("Ada")).toEqual([{ name: "wish", values: ["Aligners"] }]);
  await post({ ...unnamed, ref: "a-8" });
  expect(await inquiriesOf("Ada")).toBe(2);
});

test("a submission whose honeypot is filled in is spam even with a mapping, until the owner replays it", async () => {
  await map({ fullName: "/who", phone: "/code" });
  expect((await post({ ...unnamed, website_url: "https://example.com" })).status).toBe(201);
  expect((await newLeads()).total).toBe(0);
  const { _id, result, places } = await openNewest();
  expect(result).toBe("spam");
  expect(places.map(({ name }: { name: string }) => name)).not.toContain("website_url");
  expect((await replay(_id)).status).toBe(201);
  expect((await newLeads()).leads).toMatchObject([{ firstName: "Ada", phone: "+18135550188" }]);
});

test("a submission can't be opened or replayed through another practice's source", async () => {
  await post(unnamed);
  const { _id } = await openNewest();
  const { clientId } = await signInClient(testApp);
  const theirs = await makeFormSource(testApp.deps, clientId);
  const path = `/api/admin/sources/${theirs.sourceId}/deliveries/${_id}`;
  const { token } = owner;
  expect((await testApp.request("GET", path, { token })).status).toBe(404);
  expect((await testApp.request("POST", `${path}/replays`, { token })).status).toBe(404);
});

type FormSettings = { campaignId?: string; thanksUrl?: string; allowedOrigins?: string[] };

/** Adds a form, which the rest of the test uses. */
async function useForm(settings: FormSettings) {
  const { clientId } = practice;
  const form = { clientId, kind: "form" as const, name: "Home page", ...settings };
  const added = await addSource(testApp.deps, form);
  sourceId = added.sourceId;
  key = added.formKey ?? "";
}

async function map(mapping: WebhookMapping) {
  expect((await asOwner("PATCH", "", { mapping })).status).toBe(200);
}

/** Opens the newest delivery of the form. */
async function openNewest() {
  const { body } = await asOwner("GET", "/deliveries");
  const [newest] = body.deliveries as [SourceDelivery];
  const { _id, result, reason, mayReplay } = newest;
  const opened = await asOwner("GET", `/deliveries/${_id}`);
  return { _id, result, reason, mayReplay, ...opened.body };
}

function replay(id: string) {
  return asOwner("POST", `/deliveries/${id}/replays`);
}

function asOwner(method: string, path: string, json?: unknown) {
  const of = `/api/admin/sources/${sourceId}${path}`;
  return testApp.request(method, of, { token: owner.token, json });
}

function post(json: unknown, headers: Record<string, string> = {}) {
  return testApp.request("POST", `/api/intake/form/${key}`, { json, headers });
}

function postBody(body: string) {
  const headers = { "Content-Type": "application/json" };
  return testApp.request("POST", `/api/intake/form/${key}`, { body, headers });
}

async function newLeads() {
  return (await testApp.request("GET", "/api/leads/new", { token: practice.token })).body;
}

async function answersOf(firstName: string) {
  const { leads } = await newLeads();
  const { _id } = leads.find((lead: { firstName: string }) => lead.firstName === firstName);
  const { body } = await testApp.request("GET", `/api/leads/${_id}`, { token: practice.token });
  return body.inquiries[0].answers;
}

async function inquiriesOf(firstName: string): Promise<number> {
  const rows = await testApp.deps.db.query.inquiries.findMany({
    where: (row, { and, eq: is }) =>
      and(is(row.clientId, practice.clientId), is(row.firstName, firstName)),
  });
  return rows.length;
}
