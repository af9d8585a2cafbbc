import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { leadSorts } from "#contract/queue.ts";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { leads } from "#server/db/schema.ts";
import { toLead } from "#server/desk/leads/lead-rows.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

type Practice = Awaited<ReturnType<typeof signInClient>>;

let testApp: TestApp;
let practice: Practice;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

test("the uncalled count is the number of leads in the queue with a running clock, even during a search", async () => {
  const { clientId, token } = practice;
  const stranger = await signInClient(testApp);
  await makeInquiry(testApp.deps, stranger.clientId);
  await makeInquiry(testApp.deps, clientId, { lastName: "Waiting" });
  await makeInquiry(testApp.deps, clientId, { isTest: true });
  const called = await makeInquiry(testApp.deps, clientId);
  const archived = await makeInquiry(testApp.deps, clientId);
  const deleted = await makeInquiry(testApp.deps, clientId);
  const reopened = await makeInquiry(testApp.deps, clientId, { email: "again@example.com" });
  const now = testApp.clock.now;
  await makeCall(testApp.deps, practice, called.lead._id, { calledAt: now, outcome: "no_answer" });
  await makeCall(testApp.deps, practice, reopened.lead._id, { calledAt: now, outcome: "booked" });
  testApp.clock.forward(1000);
  await makeInquiry(testApp.deps, clientId, { email: "again@example.com" });
  await testApp.request("POST", `/api/leads/${archived.lead._id}/archive`, {
    token,
    json: { reason: "no answer for a month" },
  });
  await testApp.request("DELETE", `/api/leads/${deleted.lead._id}`, { token });

  expect(await newLeads()).toMatchObject({ total: 4, uncalled: 2 });
  expect(await newLeads("?search=waiting")).toMatchObject({ total: 1, uncalled: 2 });
  expect(await newLeads(`?search=${randomUUID()}`)).toMatchObject({ total: 0, uncalled: 2 });
});

test("a cursor that is made up is rejected in every sort order", async () => {
  const { clientId } = practice;
  for (let count = 0; count < 2; count += 1) await makeInquiry(testApp.deps, clientId);
  for (const sort of leadSorts) {
    const { nextCursor } = await newLeads(`?sort=${sort}&limit=1`);
    const read = JSON.parse(Buffer.from(nextCursor, "base64url").toString("utf8"));
    const otherParts = sort === "next" || sort === "deadline" ? [0, 7] : [0, 2, 4];
    const madeUp = [...otherParts.map((part) => read.with(2, part)), read.with(1, -1), [], "x"];
    for (const cursor of madeUp) {
      const text = Buffer.from(JSON.stringify(cursor)).toString("base64url");
      const answer = await testApp.request("GET", `/api/leads/new?sort=${sort}&cursor=${text}`, {
        token: practice.token,
      });
      expect([cursor, answer]).toMatchObject([
        cursor,
        { status: 422, body: { errors: { cursor: expect.anything() } } },
      ]);
    }
  }
});

// More leads than any search's bounded scan covers, many of them with equal timestamps.
describe("a queue of thousands", () => {
  const length = 12_000;
  const minuteMs = 60_000;
  let long: Practice;
  beforeAll(async () => {
    testApp.clock.at("2026-03-17T12:00:00.000Z");
    long = await signInClient(testApp);
    await writeQueue(long.clientId, length);
    await writeQueue(await makeNamesake(long.clientId), 2000);
  });
  beforeEach(() => {
    practice = long;
  });

  test("paging through the queue returns every lead exactly once and in order, in any sort order", async () => {
    const queue = await readQueue();
    for (const sort of leadSorts) {
      const walked = await walkAll(`sort=${sort}&limit=50`);
      expect(walked.map((lead) => lead._id).toSorted()).toEqual(
        queue.map((lead) => lead._id).toSorted(),
      );
      expect(isInOrder(walked, sort)).toBe(true);
    }
  });

  test.each([
    ["a rare text", "rarely", true],
    ["a text that only one lead has", "person 11987 ", true],
    ["words in another order", "11987 person", true],
    ["parts of words", "rely son 119", true],
    ["digits", "5550077", true],
    ["a text that no lead has", "nobody", true],
    ["a text whose trigrams all leads have, but not together", "5555", true],
    ["a text that every tenth lead has", "often", false],
    ["a text that every lead has", "person", false],
    ["two letters that few leads have", "zq", false],
  ])("a search for %s finds its matches in every sort order", async (_, search, isTotalExact) => {
    const matching = (await readQueue()).filter((lead) => isMatch(lead, search));
    for (const sort of leadSorts) {
      const query = `?sort=${sort}&limit=50&search=${encodeURIComponent(search)}`;
      const page = await newLeads(query);
      expect(page.isTotalExact).toBe(isTotalExact);
      if (isTotalExact) expect(page.total).toBe(matching.length);
      else expect(page.total).toBeLessThanOrEqual(matching.length);
      // A search for only two letters stops before the end of the queue, so it may miss matches.
      if (search === "zq") {
        expect(page.leads.every((lead: Lead) => isMatch(lead, search))).toBe(true);
        expect(isInOrder(page.leads, sort)).toBe(true);
        continue;
      }
      const walked = await walkAll(query.slice(1));
      expect(walked.map((lead) => lead._id).toSorted()).toEqual(
        matching.map((lead) => lead._id).toSorted(),
      );
      expect(isInOrder(walked, sort)).toBe(true);
    }
  });

  const isMatch = ({ firstName, lastName, email, phone }: Lead, search: string) =>
    search
      .trim()
      .split(" ")
      .every((word) => `${firstName} ${lastName} ${email} ${phone}`.toLowerCase().includes(word));

  async function walkAll(query: string): Promise<Lead[]> {
    const walked: Lead[] = [];
    let cursor = "";
    for (;;) {
      const page = await newLeads(`?${query}${cursor}`);
      walked.push(...page.leads);
      if (!page.nextCursor) return walked;
      cursor = `&cursor=${page.nextCursor}`;
    }
  }

  async function readQueue(): Promise<Lead[]> {
    const rows = await testApp.deps.db
      .select()
      .from(leads)
      .where(eq(leads.clientId, practice.clientId));
    return rows
      .filter(
        ({ state, callBackAt }) =>
          state === "new" ||
          (state === "callback" && callBackAt && callBackAt <= testApp.clock.now),
      )
      .map((lead) => toLead({ lead, campaign: null, script: null, source: null }));
  }

  /** Checks the sort order. Leads with equal values may be in any order. */
  function isInOrder(listed: Lead[], sort: (typeof leadSorts)[number]): boolean {
    const places = listed.map((lead) => placeOf(lead, sort));
    return places.every((place, index) => {
      const [part, key] = places[index - 1] ?? [0, 0];
      return part < place[0] || (part === place[0] && key <= place[1]) || index === 0;
    });
  }

  function placeOf(lead: Lead, sort: (typeof leadSorts)[number]): [number, number] {
    const startedAt = Date.parse(lead.timeReceived);
    if (sort === "newest") return [1, -startedAt];
    if (sort === "oldest") return [1, startedAt];
    if (lead.uncalledSince) {
      const waited = (testApp.clock.now.getTime() - Date.parse(lead.uncalledSince)) / minuteMs;
      if (waited < 5 && sort === "next") return [1, 5 - waited];
      if (waited < 10) return [1, 10 - waited];
      if (waited < 60) return [sort === "next" ? 2 : 1, 60 - waited];
      return [3, waited];
    }
    if (lead.callBackAt) return [4, Date.parse(lead.callBackAt)];
    return [5, Date.parse(lead.lastCalledAt ?? lead.timeReceived)];
  }
});

/** Writes leads in every state, in groups of three with the same timestamp. */
async function writeQueue(clientId: string, length: number) {
  await testApp.pool.query(
    `insert into leads (client_id, first_name, last_name, email, phone, received_at, started_at,
       search, state, uncalled_since, call_back_at, last_called_at, touched_at)
     select $1, first_name, last_name, '', phone, asked_at, asked_at,
       search_text(first_name, last_name, '', phone, ''), state,
       case when kind = 0 then asked_at end,
       case when kind = 1 then $2::timestamptz + (number - $3 / 2) * interval '1 minute' end,
       case when kind > 1 then asked_at + interval '1 hour' end,
       case when kind > 1 then asked_at + interval '1 hour' else asked_at end
     from generate_series(1, $3::int) as number,
       lateral (select 'Person ' || number as first_name, '+1813' || 5550000 + number % 200 as phone,
         case when number % 997 = 0 then 'Rarely' when number % 10 = 0 then 'Often'
           when number % 1999 = 0 then 'Zq' else 'Usual' end as last_name) as person,
       lateral (select number % 7 as kind, $2::timestamptz - number / 3 * interval '1 minute' as asked_at) as k,
       lateral (select case when kind = 1 then 'callback' when kind = 6 then 'archived' else 'new' end as state) as s`,
    [clientId, testApp.clock.now, length],
  );
}

/**
 * Makes a practice whose id has the same last six characters, so that its trigram keys look
 * similar.
 */
async function makeNamesake(clientId: string): Promise<string> {
  const id = randomUUID().slice(0, -6) + clientId.slice(-6);
  await testApp.pool.query(
    `insert into clients
     select (jsonb_populate_record(clients, jsonb_build_object('id', $2::text))).* from clients
     where id = $1`,
    [clientId, id],
  );
  return id;
}

async function newLeads(query = "") {
  return (await testApp.request("GET", `/api/leads/new${query}`, { token: practice.token })).body;
}
