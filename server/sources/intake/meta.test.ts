// cspell:ignore completo correo nombre nunez
import { createHmac } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerLimits } from "#contract/inquiries.ts";
import { makeMetaSource, makePlatformId } from "#server/db/make.ts";
import { announcedLeads, deliveries, inquiries, sources } from "#server/db/schema.ts";
import { type GraphLead, GraphRefusal } from "#server/outside/graph.ts";
import { fetchAnnouncedLead } from "#server/testing/fetch-announced.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let source: Awaited<ReturnType<typeof makeMetaSource>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  source = await makeMetaSource(testApp.deps, practice.clientId);
});
afterAll(() => testApp.close());

test("the challenge from Meta is returned only with our verify token", async () => {
  const ask = (token: string) =>
    testApp.request(
      "GET",
      `/api/intake/meta?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
    );
  const answer = await ask("meta%20verify%20token");
  expect(answer.status).toBe(200);
  expect(answer.body).toBe("1158201444");
  expect((await ask("guessed")).status).toBe(403);
});

test("a signed delivery that arrives repeatedly creates one lead", async () => {
  const id = makePlatformId();
  testApp.graph.set(id, aGraphLead(id));
  const body = aDelivery([{ id }]);
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(body)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
  await testApp.runJobs();
  await deliver(body);
  await testApp.runJobs();

  const { leads, total } = await newLeads();
  expect(total).toBe(1);
  expect(leads[0]).toMatchObject({
    firstName: "Marisol",
    lastName: "Quintero Vega",
    email: "marisol@example.com",
    phone: "+18135550142",
    campaign: "Clear aligners",
    timeReceived: "2026-03-17T11:59:51.000Z",
    date: "2026-03-17T12:00:00.000Z",
    isTest: false,
  });
});

test.each([
  ["no signature", undefined],
  ["another secret's signature", "another secret"],
])("a delivery with %s returns 401 and isn't stored", async (_, secret) => {
  const before = await countRows();
  const body = aDelivery([{ id: makePlatformId() }]);
  const answer = await testApp.request("POST", "/api/intake/meta", {
    body,
    headers: secret ? { "X-Hub-Signature-256": sign(body, secret) } : {},
  });
  expect(answer.status).toBe(401);
  expect(await countRows()).toEqual(before);
});

test("a delivery is rejected if no app secret is configured", async () => {
  const open = await openTestApp({ META_APP_SECRET: "" });
  const body = aDelivery([{ id: makePlatformId() }]);
  const signed = ["", "meta app secret"].map((secret) => ({
    "X-Hub-Signature-256": sign(body, secret),
  }));
  for (const headers of [...signed, {}]) {
    expect((await open.request("POST", "/api/intake/meta", { body, headers })).status).toBe(401);
  }
  expect(await open.deps.db.$count(deliveries)).toBe(0);
  await open.close();
});

test("a signature is valid only for exactly the same bytes", async () => {
  const body = aDelivery([{ id: makePlatformId() }]);
  const spaced = JSON.stringify(JSON.parse(body), null, 2);
  const headers = { "X-Hub-Signature-256": sign(body) };
  expect(
    (await testApp.request("POST", "/api/intake/meta", { body: spaced, headers })).status,
  ).toBe(401);
});

test("a delivery may have several leads, and changes to other fields are ignored", async () => {
  const ids = [makePlatformId(), makePlatformId()];
  for (const [index, id] of ids.entries()) {
    testApp.graph.set(
      id,
      aGraphLead(id, { phone_number: `81355501${10 + index}`, email: `${id}@example.com` }),
    );
  }
  const body = aDelivery(ids.map((id) => ({ id })));
  const parsed = JSON.parse(body);
  parsed.entry[0].changes.push({ field: "feed", value: { item: "status" } });
  await deliver(JSON.stringify(parsed));
  await testApp.runJobs();
  expect((await newLeads()).total).toBe(2);
});

test("a lead id that is sent as a long number keeps all its digits", async () => {
  const id = "17841400000000000123";
  testApp.graph.set(id, aGraphLead(id));
  await deliver(aDelivery([{ id }]).replace(`"leadgen_id":"${id}"`, `"leadgen_id":${id}`));
  await testApp.runJobs();
  expect((await newLeads()).total).toBe(1);
});

test("a lead from Meta's testing tool is marked as a test and has no clock", async () => {
  const id = makePlatformId();
  const dummy = (name: string) => `<test lead: dummy data for ${name}>`;
  testApp.graph.set(id, {
    ...aGraphLead(id),
    field_data: ["full_name", "email", "phone_number"].map((name) => ({
      name,
      values: [dummy(name)],
    })),
  });
  await deliver(aDelivery([{ id }]));
  await testApp.runJobs();
  expect((await newLeads()).leads[0]).toMatchObject({ isTest: true, uncalledSince: null });
  testApp.clock.forward(2 * 60 * 60_000);
  const { token } = practice;
  const counts = await testApp.request("GET", "/api/leads/count", { token });
  expect(counts.body).toMatchObject({ leadsCount: 0, newCustomers: 0 });
  const onTime = await testApp.request("GET", "/api/leads/cot", { token });
  expect(onTime.body.timeDiff).toEqual({ lt10: 0, lt60: 0, other: 0 });
});

test("a lead from a disconnected form doesn't go to the form's former practice", async () => {
  await testApp.deps.db
    .update(sources)
    .set({ endedAt: testApp.clock.now })
    .where(eq(sources.id, source.sourceId));
  const id = makePlatformId();
  testApp.graph.set(id, aGraphLead(id));
  expect((await deliver(aDelivery([{ id }]))).status).toBe(200);
  await testApp.runJobs();
  expect((await newLeads()).total).toBe(0);
  expect(await findAnnounced(id)).toMatchObject({ clientId: null, storedAt: null });
});

test("a lead from a page without a practice is acknowledged, and the reason why it isn't imported is stored", async () => {
  const id = makePlatformId();
  const answer = await deliver(aDelivery([{ id, page: "999", form: "998" }]));
  expect(answer.status).toBe(200);
  await testApp.runJobs();
  expect((await newLeads()).total).toBe(0);
  expect(await findAnnounced(id)).toMatchObject({
    clientId: null,
    problem: "No practice is connected to this page and form.",
  });
});

test("a lead's ad and ad set are stored after its answers, under the names that Meta's export uses", async () => {
  const id = makePlatformId();
  testApp.graph.set(id, {
    ...aGraphLead(id, { "When suits you?": "Monday" }),
    ...{ ad_id: "23850000000000000017", ad_name: "Straighter by fall" },
    ...{ adset_id: "23850000000000000018", adset_name: "Tampa, 25–44" },
  });
  await deliver(aDelivery([{ id }]));
  await testApp.runJobs();
  expect((await newestInquiry()).answers.slice(-3)).toEqual([
    { name: "When suits you?", values: ["Monday"] },
    { name: "ad_name", values: ["Straighter by fall"] },
    { name: "adset_name", values: ["Tampa, 25–44"] },
  ]);
});

test.each([
  [
    "its own questions",
    {
      your_name: "Mo Rivera",
      "what_is_your_phone_number?": "813-555-0122",
      your_email_address: "mo@example.com",
    },
  ],
  [
    "Meta's questions about work",
    { full_name: "Mo Rivera", work_phone_number: "+18135550122", work_email: "mo@example.com" },
  ],
  [
    "Spanish questions",
    {
      nombre_completo: "Rivera, Mo",
      número_de_teléfono: "+1+18135550122",
      correo_electrónico: "mo@example.com",
    },
  ],
])("a Meta form with %s creates a lead", async (_, asked) => {
  const id = makePlatformId();
  const field_data = Object.entries(asked).map(([name, value]) => ({ name, values: [value] }));
  testApp.graph.set(id, { ...aGraphLead(id), field_data });
  await deliver(aDelivery([{ id }]));
  await testApp.runJobs();
  expect(await newestInquiry()).toMatchObject({
    ...{ firstName: "Mo", lastName: "Rivera", email: "mo@example.com", phone: "+18135550122" },
    answers: field_data,
  });
});

test("two submissions of a Spanish form by one person are one lead, which is found by name and by phone number", async () => {
  const asked = {
    nombre_completo: "María Núñez",
    número_de_teléfono: "+18135550124",
    correo_electrónico: "maria@example.com",
  };
  const field_data = Object.entries(asked).map(([name, value]) => ({ name, values: [value] }));
  for (const id of [makePlatformId(), makePlatformId()]) {
    testApp.graph.set(id, { ...aGraphLead(id), field_data });
    await deliver(aDelivery([{ id }]));
    await testApp.runJobs();
  }
  const { token } = practice;
  for (const search of ["maria nunez", "813 555 0124"]) {
    const path = `/api/leads/new?search=${encodeURIComponent(search)}`;
    const { leads } = (await testApp.request("GET", path, { token })).body;
    expect(leads).toMatchObject([
      { firstName: "María", lastName: "Núñez", phone: "+18135550124", email: "maria@example.com" },
    ]);
  }
  const count = eq(inquiries.clientId, practice.clientId);
  expect(await testApp.deps.db.$count(inquiries, count)).toBe(2);
});

test("an ad without a name is stored with its id, and a lead without an ad has only its own answers", async () => {
  const [id, ofNone] = [makePlatformId(), makePlatformId()];
  const named = { ad_id: "23850000000000000017", ad_name: " ", adset_id: "23850000000000000018" };
  testApp.graph.set(id, { ...aGraphLead(id), ...named });
  await deliver(aDelivery([{ id }]));
  await testApp.runJobs();
  expect((await newestInquiry()).answers.slice(-2)).toEqual([
    { name: "ad_id", values: ["23850000000000000017"] },
    { name: "adset_id", values: ["23850000000000000018"] },
  ]);
  testApp.graph.set(ofNone, aGraphLead(ofNone, { email: "other@example.com" }));
  await deliver(aDelivery([{ id: ofNone }]));
  await testApp.runJobs();
  const { answers } = await newestInquiry();
  expect(answers.map(({ name }) => name)).toEqual(["full_name", "email", "phone_number"]);
});

test("a lead that is fetched late because Graph was unavailable has its submission time", async () => {
  const id = makePlatformId();
  testApp.graph.set(id, new GraphRefusal("Graph couldn't be reached", false));
  await deliver(aDelivery([{ id }]));
  await testApp.runJobs();
  expect(await findAnnounced(id)).toMatchObject({ storedAt: null, failedAt: null, attempts: 1 });

  testApp.graph.set(id, aGraphLead(id));
  await fetchAnnouncedLead(testApp.deps, id, false);
  expect((await newLeads()).leads[0]).toMatchObject({ timeReceived: "2026-03-17T11:59:51.000Z" });
});

const announcedTime = Date.UTC(2026, 2, 17, 11, 58) / 1000;
const inItsFuture = Date.UTC(2099, 0) / 1000;
test.each<[string, string, number | undefined, string]>([
  ["from Graph", "2026-03-17T11:59:51+0000", announcedTime, "2026-03-17T11:59:51.000Z"],
  ["90 days old", "2025-12-17T12:00:00+0000", announcedTime, "2025-12-17T12:00:00.000Z"],
  ["91 days old", "2025-12-16T12:00:00+0000", announcedTime, "2026-03-17T11:58:00.000Z"],
  ["in 1900", "1900-01-01T00:00:00+0000", announcedTime, "2026-03-17T11:58:00.000Z"],
  ["in the future", "2026-03-17T12:00:01+0000", announcedTime, "2026-03-17T11:58:00.000Z"],
  ["without a zone", "2026-03-17T11:59:51", announcedTime, "2026-03-17T11:58:00.000Z"],
  ["in seconds", "1773748791", announcedTime, "2026-03-17T11:58:00.000Z"],
  ["in words", "yesterday", announcedTime, "2026-03-17T11:58:00.000Z"],
  ["in words, with a notification from 1970", "yesterday", 1, "2026-03-17T12:00:00.000Z"],
  ["in 1900, with a notification from 1970", "1900-01-01T00:00:00Z", 1, "2026-03-17T12:00:00.000Z"],
  ["in words, with a notification from 2099", "yesterday", inItsFuture, "2026-03-17T12:00:00.000Z"],
  [
    "in words, with a notification without a time",
    "yesterday",
    undefined,
    "2026-03-17T12:00:00.000Z",
  ],
])(
  "a lead has Graph's time (%s) if possible, otherwise the notification's time or the time of receipt",
  async (_, graph, at, time) => {
    const id = makePlatformId();
    testApp.graph.set(id, { ...aGraphLead(id), created_time: graph });
    const delivery = JSON.parse(aDelivery([{ id }]));
    delivery.entry[0].changes[0].value.created_time = at;
    await deliver(JSON.stringify(delivery));
    await testApp.runJobs();
    const submittedAt = new Date(time);
    expect(await newestInquiry()).toMatchObject({ submittedAt, clockStartedAt: submittedAt });
  },
);

test("a lead that is fetched days after its notification has its original time", async () => {
  const id = makePlatformId();
  testApp.graph.set(id, new GraphRefusal("Graph couldn't be reached", false));
  await deliver(aDelivery([{ id }]));
  await testApp.runJobs();
  testApp.graph.set(id, { ...aGraphLead(id), created_time: "2025-12-17T12:00:00+0000" });
  testApp.clock.forward(10 * 24 * 60 * 60_000);
  await fetchAnnouncedLead(testApp.deps, id, false);
  const submittedAt = new Date("2025-12-17T12:00:00.000Z");
  expect(await newestInquiry()).toMatchObject({ submittedAt });
  // Runs the alerts of the lead, which are due by now.
  await testApp.runJobs();
});

test("a rejected page token is reported to the owner once, and its leads are fetched when Graph accepts the token again", async () => {
  const ids = [makePlatformId(), makePlatformId()];
  for (const id of ids) {
    testApp.graph.set(id, new GraphRefusal("Graph: Error validating access token", false, true));
  }
  await deliver(aDelivery(ids.map((id) => ({ id }))));
  const before = testApp.receivedMails.length;
  await testApp.runJobs();
  const notices = testApp.receivedMails.slice(before);
  expect(notices.map((mail) => mail.subject)).toEqual(["We can’t get leads from Facebook form"]);
  expect(notices[0]?.text).toContain("Error validating access token");

  for (const [index, id] of ids.entries()) {
    testApp.graph.set(
      id,
      aGraphLead(id, { phone_number: `81355502${10 + index}`, email: `${id}@example.com` }),
    );
    await fetchAnnouncedLead(testApp.deps, id, false);
  }
  expect((await newLeads()).total).toBe(2);
});

test("a lead with unusable fields is stored without them", async () => {
  const id = makePlatformId();
  testApp.graph.set(
    id,
    aGraphLead(id, { email: "not an address", full_name: "A\u0000da\r\nBcc: x" }),
  );
  await deliver(aDelivery([{ id }]));
  await testApp.runJobs();
  expect((await newLeads()).leads[0]).toMatchObject({
    firstName: "A",
    lastName: "da Bcc: x",
    email: "",
    phone: "+18135550142",
  });
});

test("a lead without contact details is stored and counts as unread for its source until it is dismissed", async () => {
  const id = makePlatformId();
  const field_data = [{ name: "who is it", values: ["Ana Ruiz"] }];
  testApp.graph.set(id, { ...aGraphLead(id), field_data });
  await deliver(aDelivery([{ id }]));
  const before = testApp.receivedMails.length;
  await testApp.runJobs();
  expect((await newLeads()).total).toBe(1);
  const notices = testApp.receivedMails.slice(before);
  expect(notices.map(({ subject }) => subject)).toEqual([
    "Submissions from Facebook form need you",
  ]);
  expect(notices[0]?.text).toContain("without a phone number or an email address");
  const { token } = await signInAdmin(testApp);
  const path = `/api/admin/sources/${source.sourceId}`;
  const read = async () => {
    const { body } = await testApp.request("GET", path, { token });
    const { body: list } = await testApp.request("GET", `${path}/deliveries`, { token });
    return [body.unread, list.deliveries[0].result];
  };
  expect(await read()).toEqual([1, "no_contact"]);
  const dismissals = `${path}/dismissals`;
  const { status } = await testApp.request("POST", dismissals, { token, json: { unread: 1 } });
  expect([status, await read()]).toEqual([201, [0, "lead"]]);
});

test("an owner's mapping of questions takes precedence over the names of questions", async () => {
  const id = makePlatformId();
  const ask = async (platformId: string) => {
    const answers = { who: "Ana Ruiz", reach: "813 555 0177", phone_number: "813 555 0100" };
    const field_data = Object.entries(answers).map(([name, value]) => ({ name, values: [value] }));
    testApp.graph.set(platformId, { ...aGraphLead(platformId), field_data });
    await deliver(aDelivery([{ id: platformId }]));
    await testApp.runJobs();
  };
  await ask(id);
  const { token } = await signInAdmin(testApp);
  const path = `/api/admin/sources/${source.sourceId}`;
  const opened = await testApp.request("GET", `${path}/deliveries/${id}`, { token });
  const [who, reach] = opened.body.places;
  expect([who, reach]).toMatchObject([
    { name: "who", sample: "Ana Ruiz" },
    { name: "reach", sample: "813 555 0177" },
  ]);
  const mapping = { fullName: who.pointer, phone: reach.pointer };
  const saved = await testApp.request("PATCH", path, { token, json: { mapping } });
  expect(saved.status).toBe(200);
  testApp.clock.forward(60_000);
  await ask(makePlatformId());
  const { leads } = await newLeads();
  const found = leads.map(({ firstName, phone }: Record<string, string>) => [firstName, phone]);
  expect(found.toSorted()).toEqual([
    ["Ana", "+18135550100"],
    ["Ana", "+18135550177"],
  ]);
});

test("a very long answer is cut off, and other answers aren't affected", async () => {
  const id = makePlatformId();
  const story = "I broke a tooth. ".repeat(200);
  testApp.graph.set(id, aGraphLead(id, { "What happened?": story, "When suits you?": "Monday" }));
  await deliver(aDelivery([{ id }]));
  await testApp.runJobs();
  const { leads } = await newLeads();
  const { token } = practice;
  const { inquiries } = (await testApp.request("GET", `/api/leads/${leads[0]._id}`, { token }))
    .body;
  const { answers } = inquiries[0];
  expect(answers).toContainEqual({ name: "When suits you?", values: ["Monday"] });
  const [told] = answers.find(({ name }: { name: string }) => name === "What happened?").values;
  expect(told).toHaveLength(answerLimits.characters);
  expect(told).toMatch(/^I broke a tooth.*\[cut\]$/);
});

test.each(["{", "[]", "null", '{"object":"page","entry":[{"changes":[{"field":4}]}]}'])(
  "a signed body of %s returns 400",
  async (body) => {
    expect((await deliver(body)).status).toBe(400);
  },
);

test("a lead whose id has characters other than digits is ignored", async () => {
  const before = await testApp.deps.db.$count(announcedLeads);
  for (const id of ["../me", "1?fields=access_token", "http://127.0.0.1:9"]) {
    expect((await deliver(aDelivery([{ id }]))).status).toBe(200);
  }
  expect(await testApp.deps.db.$count(announcedLeads)).toBe(before);
});

test.each(["form_id", "page_id", "created_time"])(
  "a notification without a %s is listed as a failed lead notification",
  async (name) => {
    const owner = await signInAdmin(testApp);
    const id = makePlatformId();
    testApp.graph.set(id, new GraphRefusal("Unknown lead", true));
    const delivery = JSON.parse(aDelivery([{ id, page: "999", form: "998" }]));
    delete delivery.entry[0].changes[0].value[name];
    expect((await deliver(JSON.stringify(delivery))).status).toBe(200);
    await testApp.runJobs();
    const { body } = await testApp.request("GET", "/api/admin/failed-lead-notifications", {
      token: owner.token,
    });
    const announced = await findAnnounced(id);
    expect(body.groups).toContainEqual(
      expect.objectContaining({
        ...{ page: announced?.pageId, form: announced?.formId, source: null },
        problem: "No practice is connected to this page and form.",
      }),
    );
  },
);

type Named = { id: string; page?: string; form?: string };

/** Returns a delivery in the format of Meta's documentation ("Webhooks for leads"). */
function aDelivery(leads: Named[]): string {
  return JSON.stringify({
    object: "page",
    entry: [
      {
        id: source.page,
        time: 1773748791,
        changes: leads.map(({ id, page, form }) => ({
          field: "leadgen",
          value: {
            ad_id: "0",
            form_id: form ?? source.form,
            leadgen_id: id,
            created_time: 1773748791,
            page_id: page ?? source.page,
            adgroup_id: "0",
          },
        })),
      },
    ],
  });
}

function aGraphLead(id: string, change: Record<string, string> = {}): GraphLead {
  const fields = {
    full_name: "Marisol Quintero Vega",
    email: "Marisol@example.com",
    phone_number: "+18135550142",
    ...change,
  };
  return {
    id,
    created_time: "2026-03-17T11:59:51+0000",
    campaign_id: "2385001",
    campaign_name: "Clear aligners",
    field_data: Object.entries(fields).map(([name, value]) => ({ name, values: [value] })),
  };
}

function deliver(body: string) {
  const headers = { "X-Hub-Signature-256": sign(body), "Content-Type": "application/json" };
  return testApp.request("POST", "/api/intake/meta", { body, headers });
}

function sign(body: string, secret = "meta app secret") {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

async function newLeads() {
  return (await testApp.request("GET", "/api/leads/new", { token: practice.token })).body;
}

/** Returns the practice's newest inquiry. */
async function newestInquiry() {
  const [inquiry] = await testApp.deps.db
    .select()
    .from(inquiries)
    .where(eq(inquiries.clientId, practice.clientId))
    .orderBy(desc(inquiries.id))
    .limit(1);
  if (!inquiry) throw new Error("No inquiry");
  return inquiry;
}

async function findAnnounced(id: string) {
  return testApp.deps.db.query.announcedLeads.findFirst({
    where: (row, { eq }) => eq(row.platformLeadId, id),
  });
}

async function countRows() {
  return {
    deliveries: await testApp.deps.db.$count(deliveries),
    announced: await testApp.deps.db.$count(announcedLeads),
  };
}
