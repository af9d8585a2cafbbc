// The agency's response time on the marketing site: what counts, and how it is kept current.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { responseTimeSentence } from "#content/marketing/response-time.ts";
import { site } from "#content/site.ts";
import type { OwnResponseTime } from "#contract/contact-request-work.ts";
import { makeOwner } from "#server/db/make.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { eraseContactRequest } from "./erase-contact-request.ts";
import { ownResponseTime } from "./own-response-time.ts";
import { honestMs, publishResponseTime } from "./published-response-time.ts";

let testApp: TestApp;
let token: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  await testApp.pool.query(
    "truncate contact_requests, contact_request_calls, contact_request_events, mails, settings cascade",
  );
  await testApp.deps.settings.reread();
  testApp.clock.at("2026-03-16T14:00:00Z");
  ({ token } = await signInAdmin(testApp));
});
afterAll(() => testApp.close());

const requests = "/api/admin/contact-requests";
const minuteMs = 60_000;
const later = (minutes: number) => testApp.clock.forward(minutes * minuteMs);

async function ask(change: Record<string, unknown> = {}): Promise<string> {
  const json = {
    ...{ page: "Marketing", fullName: "Ada Byron", email: `${randomUUID()}@example.com` },
    ...{ phone: "(813) 555-0100", message: "Please call me.", test: false, ...change },
  };
  const { body, status } = await testApp.request("POST", "/api/contact", { json });
  expect(status).toBe(201);
  return body.contact._id;
}

async function call(id: string, more: Record<string, unknown> = {}) {
  const json = { _id: randomUUID(), outcome: "spoke", ...more };
  const { status } = await testApp.request("POST", `${requests}/${id}/calls`, { token, json });
  expect(status).toBe(201);
}

const close = (id: string, reason: string) =>
  testApp.request("POST", `${requests}/${id}/closings`, { token, json: { reason } });

/** Sends one request per entry and calls it after that many minutes, or never if null. */
async function askAndCall(...waits: (number | null)[]) {
  for (const wait of waits) {
    const id = await ask();
    if (wait !== null) {
      later(wait);
      await call(id);
    }
    later(1);
  }
}

async function publish(publishResponseTime: boolean) {
  // Changing settings requires a recent proof of identity.
  ({ token } = await signInAdmin(testApp));
  const json = { part: "site", publishResponseTime };
  const { status } = await testApp.request("PATCH", "/api/admin/settings", { token, json });
  expect(status).toBe(200);
}

test.each<[string, OwnResponseTime["median"], number, string | null]>([
  ["too few", 3, 9, null],
  ["enough", 3, 10, "Our median response time for our last 10 inquiries is under 3 minutes."],
  ["one minute", 1, 30, "Our median response time for our last 30 inquiries is under a minute."],
  ["nobody asked", null, 0, null],
  [
    "bad ones are said, too",
    "over_an_hour",
    30,
    "Our median response time for our last 30 inquiries is over an hour.",
  ],
  ["uncalled ones", "not_yet", 12, "Half of our last 12 inquiries haven’t gotten a call yet."],
])(
  "the published response time has the right wording for the case: %s",
  (_, median, n, sentence) => {
    expect(responseTimeSentence({ n, median, medianInBusinessHours: 1 })).toBe(sentence);
  },
);

test("the published response time is the median of the waits in the database", async () => {
  const waits = [2, 9, 4, 30, null, 6, 6, 1, 12, 3, 7];
  await askAndCall(...waits);
  later(120);
  await publish(true);
  const published = publishResponseTime(testApp.deps);
  await published.refresh();
  published.close();
  const { rows } = await testApp.pool.query<{ ms: number }>(
    `select extract(epoch from coalesce(first_called_at, $1) - finished_at)::float8 * 1000 as ms
     from contact_requests where is_timed`,
    [testApp.clock.now],
  );
  const [median] = rows
    .map(({ ms }) => Math.floor(ms / minuteMs) + 1)
    .toSorted((a, b) => a - b)
    .slice(5);
  expect(published.sentence()).toBe(
    `Our median response time for our last 11 inquiries is under ${median} minutes.`,
  );
});

test.each<[string, (id: string) => Promise<unknown>, OwnResponseTime]>([
  [
    "a late call that is logged with an earlier time",
    async (id) => {
      const calledAt = new Date(testApp.clock.now.getTime() + 2 * minuteMs).toISOString();
      later(50);
      await call(id, { calledAt });
    },
    { n: 1, median: 51, medianInBusinessHours: 51 },
  ],
  [
    "one that is called late, then closed as spam",
    async (id) => {
      later(40);
      await call(id);
      await close(id, "spam");
    },
    { n: 1, median: 41, medianInBusinessHours: 41 },
  ],
  [
    "one that is closed without a call",
    async (id) => {
      await close(id, "not_interested");
      later(61);
    },
    { n: 1, median: "not_yet", medianInBusinessHours: "not_yet" },
  ],
  [
    "one that is erased without a call",
    async (id) => {
      const owner = await makeOwner(testApp.deps);
      await eraseContactRequest(testApp.deps, { accountId: owner.accountId, address: "" }, id);
      later(61);
    },
    { n: 1, median: "not_yet", medianInBusinessHours: "not_yet" },
  ],
])("the published response time doesn't improve with %s", async (_, act, expected) => {
  await act(await ask());
  expect(await ownResponseTime(testApp.deps)).toEqual(expected);
});

test("requests sent by an owner or the agency don't count toward the response time, even after they are erased", async () => {
  const owner = await makeOwner(testApp.deps);
  const sent = [
    await ask({ email: owner.email.toUpperCase() }),
    await ask({ email: site.agencyEmail }),
    await ask({ phone: site.phone }),
  ];
  for (const id of sent) await call(id);
  expect(await ownResponseTime(testApp.deps)).toMatchObject({ n: 0, median: null });
  for (const id of sent) {
    await eraseContactRequest(testApp.deps, { accountId: owner.accountId, address: "" }, id);
  }
  expect(await ownResponseTime(testApp.deps)).toMatchObject({ n: 0, median: null });
});

test("the site doesn't show a response time until an owner publishes it, and every process picks up the change", async () => {
  await askAndCall(...Array.from({ length: 10 }, () => 4));
  const [one, other] = [publishResponseTime(testApp.deps), publishResponseTime(testApp.deps)];
  const says = "Our median response time for our last 10 inquiries is under 5 minutes.";
  await one.refresh();
  expect(one.sentence()).toBeNull();
  await publish(true);
  await expect.poll(() => [one.sentence(), other.sentence()]).toEqual([says, says]);
  await publish(false);
  expect([one.sentence(), other.sentence()]).toEqual([null, null]);
  for (const each of [one, other]) each.close();
});

test("the last response time is shown while the database is down, until it is too old", async () => {
  await askAndCall(...Array.from({ length: 10 }, () => 4));
  await publish(true);
  const published = publishResponseTime(testApp.deps);
  await published.refresh();
  const says = published.sentence();
  expect(says).not.toBeNull();
  await testApp.pool.query("alter table contact_requests rename to moved_away");
  testApp.clock.forward(honestMs);
  await published.refresh();
  expect(published.sentence()).toBe(says);
  testApp.clock.forward(1);
  expect(published.sentence()).toBeNull();
  await testApp.pool.query("alter table moved_away rename to contact_requests");
  await published.refresh();
  expect(published.sentence()).toBe(says);
  published.close();
});

test("the old response time is shown until the pages with the new one are ready", async () => {
  await askAndCall(...Array.from({ length: 10 }, () => 4));
  await publish(true);
  const published = publishResponseTime(testApp.deps);
  await published.refresh();
  const before = published.sentence();
  const ready = Promise.withResolvers<void>();
  published.onSentence(() => ready.promise);
  await askAndCall(0, 0);
  const refreshed = published.refresh();
  expect(published.sentence()).toBe(before);
  ready.resolve();
  await refreshed;
  expect(published.sentence()).toContain("our last 12 inquiries is under 5 minutes");
  published.close();
});
