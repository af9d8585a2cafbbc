// What the owner does with a contact request, through the API.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { questionnaire } from "#content/questionnaire.ts";
import { site } from "#content/site.ts";
import { madePassword } from "#server/db/make.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { eraseExpiredContactRequests } from "./erase-contact-request.ts";
import { ownResponseTime } from "./own-response-time.ts";

let testApp: TestApp;
let token: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  await testApp.pool.query(
    "truncate contact_requests, contact_request_calls, contact_request_events, mails cascade",
  );
  // Otherwise `runJobs` would also run what earlier tests have enqueued.
  await testApp.pool.query("delete from pgboss.job");
  testApp.clock.at("2026-03-16T14:00:00Z");
  ({ token } = await signInAdmin(testApp));
});
afterAll(() => testApp.close());

const list = "/api/admin/contact-requests";
const minuteMs = 60_000;

function later(minutes: number) {
  testApp.clock.at(new Date(testApp.clock.now.getTime() + minutes * minuteMs).toISOString());
}

async function ask(change: Record<string, unknown> = {}): Promise<string> {
  const json = {
    page: "Marketing",
    fullName: "Ada Byron",
    email: `${randomUUID()}@example.com`,
    phone: "(813) 555-0100",
    message: "Please call me.",
    test: false,
    ...change,
  };
  const { body, status } = await testApp.request("POST", "/api/contact", { json });
  expect(status).toBe(201);
  return body.contact._id;
}

const post = (path: string, json: object = {}) =>
  testApp.request("POST", `${list}/${path}`, { token, json });

async function call(id: string, outcome?: string, more: object = {}) {
  const callId = randomUUID();
  const { body, status } = await post(`${id}/calls`, { _id: callId, outcome, ...more });
  expect(status).toBe(201);
  return { callId, contactRequest: body.contactRequest };
}

const detail = async (id: string) =>
  (await testApp.request("GET", `${list}/${id}`, { token })).body;

const listed = async (query: string) =>
  (await testApp.request("GET", `${list}?${query}`, { token })).body;

const idsOf = (body: { contactRequests: { _id: string }[] }) =>
  body.contactRequests.map(({ _id }) => _id);

test("a call attempt stops the clock, and undoing it restarts the clock", async () => {
  const id = await ask();
  later(7);
  const { callId, contactRequest: open } = await call(id);
  expect(open).toMatchObject({ state: "new", openCall: { _id: callId }, firstCalledAt: null });
  later(2);
  const json = { _id: callId, outcome: "no_answer", note: "Rings out" };
  const { body } = await post(`${id}/calls`, json);
  expect(body.contactRequest).toMatchObject({
    ...{ state: "attempted", uncalledSince: null, openCall: null, attempts: 1 },
    // The time of the tap counts, not the time of the result.
    firstCalledAt: "2026-03-16T14:07:00.000Z",
  });
  // A double submit doesn't change anything, and a different result is rejected.
  expect((await post(`${id}/calls`, json)).body.contactRequest).toEqual(body.contactRequest);
  expect((await post(`${id}/calls`, { ...json, outcome: "spoke" })).status).toBe(409);
  expect((await detail(id)).events).toMatchObject([{ kind: "note", text: "Rings out" }]);

  const undone = await post(`${id}/calls/${callId}/voidings`);
  expect(undone.body.contactRequest).toMatchObject({
    ...{ state: "new", uncalledSince: "2026-03-16T14:00:00.000Z", attempts: 0 },
  });
  expect((await post(`${id}/calls`, json)).status).toBe(409);
});

test.each([
  ["a reply", (id: string) => post(`${id}/replies`, { submissionId: randomUUID(), text: "Hi" })],
  ["a note", (id: string) => post(`${id}/notes`, { _id: randomUUID(), text: "Hi" })],
  ["marking the request as answered", (id: string) => post(`${id}/answers`)],
  ["a call without a result", (id: string) => post(`${id}/calls`, { _id: randomUUID() })],
])("%s doesn't stop the clock", async (_, act) => {
  const id = await ask();
  expect((await act(id)).status).toBe(201);
  expect((await detail(id)).contactRequest.uncalledSince).toBe("2026-03-16T14:00:00.000Z");
});

test.each([
  ["a marketing message", {}, true],
  ["a portfolio message", { page: "Personal" }, false],
  ["a makeover request", { makeOver: true, name: "Ada", page: undefined }, false],
  ["a questionnaire", { page: "Questionairre", questions: [] }, true],
  [
    "a questionnaire's first step",
    { page: "Questionairre", questions: [], unfinished: true },
    false,
  ],
])("%s (%o) has a clock: %o", async (_, change, isTimed) => {
  const id = await ask(change);
  expect((await detail(id)).contactRequest.isTimed).toBe(isTimed);
});

test("a questionnaire's clock starts when the questionnaire is finished", async () => {
  const first = {
    ...{ page: "Questionairre", questions: [], submissionId: randomUUID() },
    email: "jo@example.com",
  };
  const id = await ask({ ...first, unfinished: true });
  expect(idsOf(await listed("list=unfinished"))).toEqual([id]);
  expect(idsOf(await listed("list=open"))).toEqual([]);
  later(3);
  expect(await ask(first)).toBe(id);
  expect(idsOf(await listed("list=open"))).toEqual([id]);
  expect((await detail(id)).contactRequest.uncalledSince).toBe("2026-03-16T14:03:00.000Z");
});

test("a person's repeated requests share one clock until the first call; a request after the call starts a new clock", async () => {
  const email = "ada@example.com";
  const first = await ask({ email });
  later(1);
  const [second, third] = await Promise.all([ask({ email }), ask({ email, page: "Marketing" })]);
  for (const id of [second, third]) {
    expect((await detail(id)).contactRequest).toMatchObject({ isTimed: false, state: "new" });
  }
  expect((await detail(second)).others).toHaveLength(2);
  await call(first, "spoke");
  expect((await detail(await ask({ email }))).contactRequest.isTimed).toBe(true);
});

test("the open list has the same order as a practice's queue", async () => {
  const late = await ask();
  later(5);
  const later2 = await ask();
  later(10);
  const called = await ask();
  await call(called, "voicemail");
  const promised = await ask();
  await call(promised, "call_back", { callBackAt: "2026-03-16T15:10:00Z" });
  later(50);
  const slow = await ask();
  later(15);
  const recent = await ask();
  const untimed = await ask({ page: "Personal" });
  const { body } = await testApp.request("GET", `${list}?list=open&sort=next`, { token });
  expect(idsOf(body)).toEqual([recent, slow, later2, late, promised, called, untimed]);
  expect(body.counts).toMatchObject({ open: 7, callback: 1, attempted: 1, new: 5, all: 7 });
  // Pages of two requests have the same order.
  const paged: string[] = [];
  let cursor = "";
  do {
    const page = await listed(`list=open&sort=next&limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...idsOf(page));
    cursor = page.nextCursor;
  } while (cursor);
  expect(paged).toEqual(idsOf(body));
  expect((await listed("list=all&sort=oldest&limit=2")).contactRequests[0]._id).toBe(late);
});

test("a list counts at most 1,001 contact requests and leaves out erased people", async () => {
  const { pool } = testApp;
  const insert = (count: number, state: string, erasedAt: Date | null) =>
    pool.query(
      `insert into contact_requests (kind, full_name, email, test, state, erased_at)
       select 'personal', 'Counted ' || n, 'counted@example.com', false, $2, $3
       from generate_series(1, $1::int) as n`,
      [count, state, erasedAt],
    );
  await insert(1001, "closed", null);
  await insert(999, "lost", null);
  await insert(5, "lost", testApp.clock.now);
  await insert(3, "won", null);
  const all = await listed("list=all&limit=1");
  expect(all).toMatchObject({
    total: 1001,
    counts: { closed: 1001, lost: 999, won: 3, all: 1001 },
  });
  expect((await listed("list=lost&limit=1&search=counted")).total).toBe(999);
  expect((await listed("list=all&limit=1&search=counted")).total).toBe(1001);
});

test("a request with a callback leaves the open list until the callback is due, and the callback can be moved", async () => {
  const id = await ask();
  expect((await post(`${id}/callback`, { callBackAt: "2026-03-17T14:00:00Z" })).status).toBe(409);
  await call(id, "call_back", { callBackAt: "2026-03-16T16:00:00Z" });
  expect(idsOf(await listed("list=open"))).toEqual([]);
  const waiting = async () => (await testApp.request("GET", `${list}/waiting`, { token })).body;
  expect(await waiting()).toEqual({ uncalled: 0, due: 0, nextDueAt: "2026-03-16T16:00:00.000Z" });
  await post(`${id}/callback`, { callBackAt: "2026-03-16T15:00:00Z" });
  later(60);
  expect(idsOf(await listed("list=open"))).toEqual([id]);
  expect(await waiting()).toEqual({ uncalled: 0, due: 1, nextDueAt: null });
  expect((await post(`${id}/callback`, { callBackAt: "2026-03-16T15:00:00Z" })).status).toBe(422);
});

test("a save based on an outdated version is rejected", async () => {
  const id = await ask();
  const { version } = (await detail(id)).contactRequest;
  await post(`${id}/notes`, { _id: randomUUID(), text: "Newer" });
  for (const [path, json] of [
    ["closings", { reason: "spam", version }],
    ["callback", { callBackAt: "2026-03-17T14:00:00Z", version }],
    ["invitations", { email: "ada@example.com", version }],
  ] as const) {
    const { status, body } = await post(`${id}/${path}`, json);
    expect([status, body.code]).toEqual([409, "stale"]);
  }
  const fresh = (await detail(id)).contactRequest.version;
  expect((await post(`${id}/closings`, { reason: "spam", version: fresh })).status).toBe(201);
});

test("closing a request stores the reason, and reopening restores the previous state", async () => {
  const id = await ask();
  await call(id, "spoke");
  const closed = await post(`${id}/closings`, { reason: "not_a_fit" });
  expect(closed.body.contactRequest).toMatchObject({ state: "lost", closeReason: "not_a_fit" });
  expect((await post(`${id}/closings`, {})).body.contactRequest.closeReason).toBe("not_a_fit");
  const { body } = await testApp.request("DELETE", `${list}/${id}/closings`, { token });
  expect(body.contactRequest).toMatchObject({ state: "contacted", closeReason: null });
});

test.each([
  ["byron", true],
  ["BYRON", true],
  ["(813) 555", true],
  ["813-555-01", true],
  ["100%", false],
  ["_da", false],
  ["nobody", false],
])("a search for %s finds the contact request: %o", async (search, isFound) => {
  const id = await ask();
  await ask({ fullName: "Grace Hopper", phone: "1" });
  for (const query of ["list=open&sort=next", "list=all", "list=new&kind=marketing"]) {
    const body = await listed(`${query}&search=${encodeURIComponent(search)}`);
    expect(idsOf(body)).toEqual(isFound ? [id] : []);
    expect(body.total).toBe(isFound ? 1 : 0);
  }
});

test("a request that was marked as answered can be unmarked and marked again", async () => {
  const id = await ask();
  const undo = () => testApp.request("DELETE", `${list}/${id}/answers`, { token });
  expect((await post(`${id}/answers`)).body.contactRequest.state).toBe("contacted");
  const undone = await undo();
  expect(undone.status).toBe(200);
  expect(undone.body.contactRequest).toMatchObject({ state: "new", answeredAt: null });
  await undo();
  later(1);
  expect((await post(`${id}/answers`)).body.contactRequest).toMatchObject({
    ...{ state: "contacted", answeredAt: "2026-03-16T14:01:00.000Z" },
  });
  const { events } = await detail(id);
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...["answered", "unanswered", "answered"],
  ]);
});

test("a request with a reply stays contacted when its answered mark is undone", async () => {
  const id = await ask();
  await post(`${id}/answers`);
  later(1);
  await post(`${id}/replies`, { submissionId: randomUUID(), text: "Hi" });
  const { body } = await testApp.request("DELETE", `${list}/${id}/answers`, { token });
  expect(body.contactRequest).toMatchObject({
    ...{ state: "contacted", answeredAt: "2026-03-16T14:01:00.000Z" },
  });
});

test("unfinished questionnaires are merged into the one that their sender finishes later", async () => {
  const asked = { page: "Questionairre", questions: [], email: "priya@example.com" };
  const start = () => ask({ ...asked, submissionId: randomUUID(), unfinished: true });
  const [first, second, called] = [await start(), await start(), await start()];
  const other = await ask({ ...asked, email: "other@example.com", unfinished: true });
  later(1);
  await call(called, "no_answer");
  later(1);
  const finished = await ask(asked);
  expect(idsOf(await listed("list=unfinished"))).toEqual([other]);
  const all = await listed("list=all");
  expect(idsOf(all).toSorted()).toEqual([called, other, finished].toSorted());
  expect([all.total, all.counts.unfinished]).toEqual([3, 1]);

  const { earlier, others } = await detail(finished);
  expect(earlier.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual(
    [first, second].toSorted(),
  );
  expect(others.map(({ _id }: { _id: string }) => _id)).toEqual([called]);
  expect((await detail(first)).contactRequest.state).toBe("unfinished");
  // A merged request is listed again once an owner works on it.
  await post(`${second}/answers`);
  expect((await detail(finished)).earlier).toMatchObject([{ _id: first }]);
  expect((await listed("list=all")).total).toBe(4);

  await testApp.request("DELETE", `${list}/${finished}`, { token });
  expect((await testApp.request("GET", `${list}/${first}`, { token })).status).toBe(404);
});

test("a started questionnaire isn't merged if it has a note or another phone number, even with the same email address", async () => {
  const asked = { page: "Questionairre", questions: [], email: "priya@example.com" };
  const start = (phone: string) =>
    ask({ ...asked, phone, submissionId: randomUUID(), unfinished: true });
  const [other, noted] = [await start("(727) 555-0177"), await start("(813) 555-0100")];
  await post(`${noted}/notes`, { _id: randomUUID(), text: "Knows Dr. Park" });
  await ask({ ...asked, phone: "+1 813 555 0100" });
  expect(idsOf(await listed("list=unfinished")).toSorted()).toEqual([other, noted].toSorted());
});

test("questionnaires merged into a request are listed again when the request is closed as spam", async () => {
  const asked = { page: "Questionairre", questions: [], email: "priya@example.com" };
  const started = await ask({ ...asked, submissionId: randomUUID(), unfinished: true });
  const finished = await ask(asked);
  expect(idsOf(await listed("list=unfinished"))).toEqual([]);
  await post(`${finished}/closings`, { reason: "spam" });
  expect(idsOf(await listed("list=unfinished"))).toEqual([started]);
});

test("a merged questionnaire is listed again if its sender finishes it", async () => {
  const asked = { page: "Questionairre", questions: [], email: "priya@example.com" };
  const submissionId = randomUUID();
  const started = await ask({ ...asked, submissionId, unfinished: true });
  const finished = await ask(asked);
  await ask({ ...asked, submissionId });
  expect(idsOf(await listed("list=all")).toSorted()).toEqual([started, finished].toSorted());
});

test("contact requests can be filtered by form within any list", async () => {
  const id = await ask();
  await ask({ page: "Personal" });
  expect(idsOf(await listed("list=open&sort=next&kind=marketing"))).toEqual([id]);
  expect((await listed("list=open&kind=questionnaire")).total).toBe(0);
});

test("a reply template is filled in, and its calendar file is attached", async () => {
  const id = await ask({
    ...{ page: "Questionairre", fullName: "dr. lena okoro", contactAt: "2026-03-18T18:30:00Z" },
    questions: [{ [questionnaire.questions.package]: "p2" }],
  });
  const { templates } = await detail(id);
  const [confirm] = templates;
  expect(confirm.text).toContain("Hi Dr. Okoro,");
  expect(confirm.text).toContain(
    `on Wednesday, March 18 at 2:30\u00a0pm, ${site.officeHours.zoneName} at (813)`,
  );
  await post(`${id}/replies`, {
    ...{ submissionId: randomUUID(), text: confirm.text, hasInvite: true },
  });
  await testApp.runJobs();
  const [attached] = testApp.receivedMails.at(-1)?.attachments ?? [];
  const file = new TextDecoder().decode(attached?.content as Uint8Array);
  expect(file).toContain("DTSTART:20260318T183000Z");
  expect(file).toContain(`SUMMARY:Call with ${site.owner}`);
  const own = await testApp.request("GET", `${list}/${id}/call.ics`, { token });
  expect(String(own.body)).toContain("SUMMARY:Call dr. lena okoro");
  expect(own.headers.get("Content-Disposition")).toContain("call.ics");
});

test("a reply template leaves out a package that the person didn't choose", async () => {
  const { templates } = await detail(await ask());
  const after = templates.find(({ name }: { name: string }) => name === "After our call");
  expect(after.text).toContain("here’s what happens next: you’ll get an email");
});

test("a reply is signed by the owner who sends it, and the history says who replied", async () => {
  const id = await ask({ email: "signed@example.com" });
  const other = await signInAdmin(testApp);
  await testApp.pool.query(
    "update accounts set first_name = 'Sam', last_name = 'Okoro' where id = $1",
    [other.accountId],
  );
  const json = { submissionId: randomUUID(), text: "This is Sam." };
  await testApp.request("POST", `${list}/${id}/replies`, { token: other.token, json });
  later(1);
  await post(`${id}/replies`, { submissionId: randomUUID(), text: "And Olive." });
  await testApp.runJobs();
  const texts = testApp.receivedMails
    .filter(({ to }) => to === "signed@example.com")
    .map(({ text }) => text);
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`This is Sam.\n\nSam Okoro\n${site.mailName}\n${site.phone}`),
      expect.stringContaining(`And Olive.\n\nOlive Owner\n${site.mailName}\n${site.phone}`),
    ]),
  );
  expect((await detail(id)).replies).toMatchObject([
    { text: expect.stringContaining("Sam"), by: "Sam", isOwn: false },
    { text: expect.stringContaining("Olive"), by: "Olive", isOwn: true },
  ]);
  // Replies sent before authors were stored don't have an author.
  await testApp.pool.query("update mails set account_id = null");
  expect((await detail(id)).replies).toMatchObject([
    { by: null, isOwn: false },
    { by: null, isOwn: false },
  ]);
});

test("a calendar file can't be sent for a request without a call time", async () => {
  const id = await ask();
  const json = { submissionId: randomUUID(), text: "Hi", hasInvite: true };
  expect((await post(`${id}/replies`, json)).status).toBe(409);
  expect((await testApp.request("GET", `${list}/${id}/call.ics`, { token })).status).toBe(404);
});

test("an invitation prefills the person's details, and the request shows the registered practice", async () => {
  const id = await ask({ fullName: "Dr. Lena Okoro", email: "lena@example.com" });
  const practiceName = "Okoro Family Dental";
  const invited = await post(`${id}/invitations`, { email: "lena@example.com", practiceName });
  expect(invited.body.contactRequest.state).toBe("won");
  await testApp.runJobs();
  const mail = testApp.receivedMails.findLast(({ to }) => to === "lena@example.com");
  const t = /\?t=([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  const { body } = await testApp.request("GET", `/api/clients/invitation?t=${t}`);
  expect(body.written).toEqual({
    ...{ firstName: "Lena", lastName: "Okoro", phone: "(813) 555-0100", city: "" },
  });
  const registered = await testApp.request("POST", "/api/clients", {
    json: {
      ...{ ...body.written, email: body.email, admin_id: body.admin_id, invitation: t },
      ...{ password: madePassword, address: "1 Bay St", city: "Tampa", state: "FL", zip: "33602" },
    },
  });
  expect(registered.status).toBe(201);
  const { invitation, events } = await detail(id);
  expect(invitation).toMatchObject({ email: "lena@example.com", practice: { name: practiceName } });
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["invited", "registered"]);
  expect((await post(`${id}/invitations`, { email: "other@example.com" })).status).toBe(409);
});

test("a makeover request supplies the practice's name for an invitation", async () => {
  const makeover = { makeOver: true, name: "Lena Okoro", page: undefined };
  const named = await ask({ ...makeover, practice: "Okoro Dental" });
  expect((await detail(named)).practiceName).toBe("Okoro Dental");
  expect((await detail(await ask())).practiceName).toBeNull();
});

test("erasing a request removes all of the person's data but not the response time", async () => {
  const id = await ask({ fullName: "Zebedee Quince", email: "zebedee@example.com" });
  later(5);
  await call(id, "spoke", { note: "Zebedee likes mornings" });
  await post(`${id}/replies`, { submissionId: randomUUID(), text: "Dear Zebedee" });
  await post(`${id}/invitations`, { email: "zebedee@example.com" });
  const before = await ownResponseTime(testApp.deps);
  const erased = await testApp.request("DELETE", `${list}/${id}`, { token });
  expect(erased.status).toBe(200);
  expect(await everythingWith("zebedee")).toEqual([]);
  expect(await ownResponseTime(testApp.deps)).toEqual(before);
  expect((await testApp.request("GET", `${list}/${id}`, { token })).status).toBe(404);
  expect((await listed("list=all")).total).toBe(0);
  expect((await post(`${id}/notes`, { _id: randomUUID(), text: "x" })).status).toBe(404);
  await testApp.runJobs();
  expect(testApp.receivedMails.filter(({ to }) => to.startsWith("zebedee"))).toEqual([]);
});

test("contact requests are erased after their retention period", async () => {
  const started = await ask({ page: "Questionairre", questions: [], unfinished: true });
  const done = await ask();
  const won = await ask();
  await call(won, "booked");
  await post(`${done}/closings`, {});
  const kept = async () => {
    await eraseExpiredContactRequests(testApp.deps);
    return idsOf(await listed("list=all")).toSorted();
  };
  later(89 * 24 * 60);
  ({ token } = await signInAdmin(testApp));
  expect(await kept()).toEqual([started, done, won].toSorted());
  later(2 * 24 * 60);
  expect(await kept()).toEqual([done, won].toSorted());
  later(640 * 24 * 60);
  ({ token } = await signInAdmin(testApp));
  expect(await kept()).toEqual([won]);
});

test.each([
  ["there are no requests", [], { n: 0, median: null }],
  ["one request was called after 6 minutes", [6], { n: 1, median: 7 }],
  ["half were called after 4 minutes, half after 20", [4, 20], { n: 2, median: 5 }],
  ["two of three were called after 90 minutes", [90, 90, 3], { n: 3, median: "over_an_hour" }],
  ["two of three were never called", [null, null, 3], { n: 3, median: "not_yet" }],
])("the agency's response time is correct when %s", async (_, minutes, expected) => {
  const ids: string[] = [];
  for (const _ of minutes) ids.push(await ask());
  const start = testApp.clock.now.getTime();
  for (const [index, wait] of minutes.entries()) {
    if (wait === null) continue;
    testApp.clock.at(new Date(start + wait * minuteMs).toISOString());
    await call(ids[index] ?? "", "spoke");
  }
  testApp.clock.at(new Date(start + 3 * 60 * minuteMs).toISOString());
  expect(await ownResponseTime(testApp.deps)).toMatchObject(expected);
});

test("the agency's response time covers the last 30 requests except spam, and has a separate value for business hours", async () => {
  const spam = await ask();
  await post(`${spam}/closings`, { reason: "spam" });
  for (let made = 0; made < 31; made += 1) {
    const id = await ask();
    later(2);
    if (made > 0) await call(id, "voicemail");
  }
  expect(await ownResponseTime(testApp.deps)).toMatchObject({ n: 30, median: 3 });
  await testApp.pool.query("truncate contact_requests cascade");
  // Friday, 5:58 pm in Tampa; the office opens again on Monday at 8 am.
  testApp.clock.at("2026-03-20T21:58:00Z");
  const id = await ask();
  testApp.clock.at("2026-03-23T12:03:00Z");
  ({ token } = await signInAdmin(testApp));
  await call(id, "spoke");
  expect(await ownResponseTime(testApp.deps)).toEqual({
    ...{ n: 1, median: "over_an_hour", medianInBusinessHours: 6 },
  });
});

/** Returns every table with a row that contains the text. */
async function everythingWith(text: string): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await testApp.pool.query(
      `select from ${name} as one where lower(one::text) like '%' || $1 || '%' limit 1`,
      [text],
    );
    if (rowCount) found.push(name);
  }
  return found;
}
