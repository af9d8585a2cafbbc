// Booked calls, through the API: from the questionnaire to the reminder.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { questionnaire } from "#content/questionnaire.ts";
import { site } from "#content/site.ts";
import type { CallSettings } from "#contract/bookings.ts";
import { notifyUnfinished } from "#server/agency/contact-requests/unfinished.ts";
import { requeueReminders } from "#server/agency/slots/reminders.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { usualCallSettings } from "#server/usual-call-settings.ts";

let testApp: TestApp;
let token: string;
let owner: string;
beforeAll(async () => {
  testApp = await openTestApp();
  ({ token, email: owner } = await signInAdmin(testApp));
});
beforeEach(async () => {
  await testApp.runJobs();
  await testApp.pool.query("truncate contact_requests, mailed_links, mails, blocked_times cascade");
  // Monday, 10 am in Tampa.
  testApp.clock.at("2026-03-16T14:00:00Z");
  testApp.receivedMails.length = 0;
  set({});
});
afterAll(() => testApp.close());

function set(change: Partial<CallSettings>) {
  testApp.deps.config = { ...testApp.deps.config, calls: { ...usualCallSettings, ...change } };
}

/** Tuesday, 10 am in Tampa. */
const slot = "2026-03-17T14:00:00.000Z";
const later = "2026-03-18T15:30:00.000Z";
const when = (text: string) => text.replaceAll("\u00a0", " ");

const freeSlots = async (): Promise<string[]> =>
  (await testApp.request("GET", "/api/call-slots")).body.slots;

function submission(change: Record<string, unknown> = {}) {
  return {
    ...{ page: "Questionairre", fullName: "Dana Whitcombe", phone: "(727) 555-0109", test: true },
    ...{ email: `${randomUUID()}@example.com`, submissionId: randomUUID() },
    questions: [
      { [questionnaire.questions.hasWebsite]: "no" },
      { [questionnaire.questions.contactAt]: "03/17/2026 at 7:00 AM" },
      { [questionnaire.questions.package]: "p2" },
    ],
    ...{ contactAt: slot, slot, timeZone: "America/Los_Angeles" },
    ...change,
  };
}

const send = (json: object) => testApp.request("POST", "/api/contact", { json });
const ofOwner = (method: string, path: string, json?: object) =>
  testApp.request(method, `/api/admin/${path}`, { token, ...(json && { json }) });
const detail = async (id: string) => (await ofOwner("GET", `contact-requests/${id}`)).body;

/** Returns the emails in the visitor's mailbox, in order. */
async function mailsTo(address: string) {
  await testApp.runJobs();
  return testApp.receivedMails.filter(({ to }) => to === address);
}
const textOf = (mail: { text: string } | undefined) => when(mail?.text ?? "");
const calendarOf = (mail: { attachments?: { content: Uint8Array }[] } | undefined) =>
  new TextDecoder().decode(mail?.attachments?.[0]?.content).replaceAll("\r\n ", "");

async function book(change: Record<string, unknown> = {}) {
  const json = submission(change);
  const { status, body } = await send(json);
  expect(status).toBe(201);
  const [mail] = await mailsTo(json.email);
  const t = /\/booked-call\?t=([\w-]{43})\n/.exec(textOf(mail))?.[1] ?? "";
  expect(t).not.toBe("");
  return { id: body.contact._id as string, email: json.email, message: body.message, mail, t };
}

const move = (t: string, to: string) =>
  testApp.request("POST", "/api/bookings/link/moves", { json: { t, slot: to } });
const cancel = (t: string) =>
  testApp.request("POST", "/api/bookings/link/cancellations", { json: { t } });
const linked = (t: string) => testApp.request("GET", `/api/bookings/link?t=${t}`);

test("a new installation offers slots in its site's office hours, starting two hours ahead", async () => {
  const { body } = await testApp.request("GET", "/api/call-slots");
  expect(body).toMatchObject({ minutes: 30, timeZone: "America/New_York" });
  expect(body.slots[0]).toBe("2026-03-16T16:00:00.000Z");
  expect(body.slots).toContain(slot);
  expect(body.slots.at(-1)).toBe("2026-03-30T21:30:00.000Z");
  // Ten business days of twenty slots each, and today's twelve from noon on.
  expect(body.slots).toHaveLength(10 * 20 + 12);
  set({ isOn: false });
  expect(await freeSlots()).toEqual([]);
});

test("a slot is booked with the questionnaire, and the visitor gets a confirmation", async () => {
  const { id, message, mail, email } = await book();
  expect(when(message)).toContain(
    `Your call is booked: Tuesday, March 17 at 7 am, Pacific Time (10 am, ${site.officeHours.zoneName}). We’ll call (727) 555-0109.`,
  );
  expect(await freeSlots()).not.toContain(slot);
  expect(when(mail?.subject ?? "")).toMatch(/^Your call with \w+: Tuesday, March 17 at 7 am/);
  expect(textOf(mail)).toContain(
    "I’ll call you at (727) 555-0109. The call should take about 30 minutes.",
  );
  expect(mail?.attachments).toMatchObject([
    { fileName: "call.ics", type: "text/calendar; charset=utf-8; method=PUBLISH" },
  ]);
  const calendar = calendarOf(mail);
  for (const line of ["METHOD:PUBLISH", "DTSTART:20260317T140000Z", "DTEND:20260317T143000Z"]) {
    expect(calendar).toContain(line);
  }
  expect(calendar).toContain("SEQUENCE:0");
  expect(calendar).toContain('ORGANIZER;CN="');

  const { contactRequest, booking, events } = await detail(id);
  expect(booking).toMatchObject({ startsAt: slot, canceledAt: null });
  expect(events).toMatchObject([{ kind: "call_booked", text: slot, by: null }]);
  // A booked call is due at its time and doesn't have a response clock.
  expect(contactRequest).toMatchObject({
    ...{ state: "callback", callBackAt: slot, contactAt: slot },
    ...{ isTimed: false, uncalledSince: null },
  });
  const [notice] = await mailsTo(owner);
  expect(textOf(notice)).toContain(
    `Booked call: Tuesday, March 17 at 10 am, ${site.officeHours.zoneName}`,
  );
  // The owner's own calendar has the same event.
  const file = await ofOwner("GET", `contact-requests/${id}/call.ics`);
  expect(file.body).toContain(/UID:\S+/.exec(calendar)?.[0]);
  expect(email).toContain("@");
});

test("a questionnaire without a slot stores the visitor's preferred time and starts the response clock", async () => {
  const json = submission({ slot: undefined, timeZone: undefined });
  const { body } = await send(json);
  expect(body.message).toBe("Thank you. We’ll contact you at the time you chose.");
  const { contactRequest, booking } = await detail(body.contact._id);
  expect(booking).toBeNull();
  expect(contactRequest).toMatchObject({ state: "new", contactAt: slot, isTimed: true });
  expect(await freeSlots()).toContain(slot);
});

test("only one of ten visitors who submit at the same moment gets the slot, and the others' answers are stored", async () => {
  const all = Array.from({ length: 10 }, () => submission());
  const answers = await Promise.all(all.map(send));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  const { rows } = await testApp.pool.query("select count(*)::int as n from bookings");
  expect(rows).toEqual([{ n: 1 }]);

  const at = answers.findIndex(({ status }) => status === 409);
  const [loser, refused] = [all[at], answers[at]];
  expect(refused?.body).toMatchObject({ code: "conflict", errors: { slot: expect.any(String) } });
  // The answers are stored, and the owner is notified if the visitor doesn't come back.
  const listed = await ofOwner("GET", `contact-requests?list=unfinished&search=${loser?.email}`);
  expect(listed.body.total).toBe(1);
  const [kept] = listed.body.contactRequests;
  expect(await detail(kept._id)).toMatchObject({
    contactRequest: { package: "p2", contactAt: null, isTimed: false },
    questions: expect.arrayContaining([{ [questionnaire.questions.hasWebsite]: "no" }]),
  });
  await notifyUnfinished(testApp.deps, kept._id);
  expect((await mailsTo(owner)).some(({ text }) => text.includes(loser?.email ?? "?"))).toBe(true);
  // The same submission can be sent again with another slot.
  const again = await send({ ...loser, contactAt: later, slot: later });
  expect(again.status).toBe(201);
  expect(again.body.contact._id).toBe(kept._id);
  expect((await detail(kept._id)).contactRequest).toMatchObject({
    ...{ state: "callback", callBackAt: later },
  });
});

test("the database itself rejects overlapping calls and accepts a call at the time of a canceled one", async () => {
  const { id } = await book();
  const { id: other } = await book({ slot: later, contactAt: later });
  const clash =
    "update bookings set (starts_at, ends_at, busy_until) = (select starts_at, ends_at, busy_until from bookings where contact_request_id = $1) where contact_request_id = $2";
  await expect(testApp.pool.query(clash, [id, other])).rejects.toThrow("bookings_one_at_a_time");
  await testApp.pool.query(
    "update bookings set canceled_at = now() where contact_request_id = $1",
    [id],
  );
  await testApp.pool.query(clash, [id, other]);
});

test("a repeated submission doesn't book again and gets the same response", async () => {
  const json = submission();
  const [first, second] = [await send(json), await send(json)];
  expect(second.body).toEqual(first.body);
  expect(await mailsTo(json.email)).toHaveLength(1);
});

test.each([
  ["on a weekend", "2026-03-21T14:00:00.000Z"],
  ["in the past", "2026-03-16T13:00:00.000Z"],
  ["within the notice period", "2026-03-16T15:30:00.000Z"],
  ["between two slots", "2026-03-17T14:10:00.000Z"],
  ["too far ahead", "2026-04-06T14:00:00.000Z"],
])("a slot %s can't be booked", async (_, wanted) => {
  expect((await send(submission({ slot: wanted }))).status).toBe(409);
});

test("the first step of the questionnaire doesn't book a call", async () => {
  const json = submission({ unfinished: true });
  expect((await send(json)).status).toBe(201);
  expect(await freeSlots()).toContain(slot);
});

test("one IP address can't book all slots, but can still send a message", async () => {
  const strict = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
  strict.clock.at("2026-03-16T14:00:00Z");
  const slots = (await freeSlots()).slice(20, 32);
  const statuses: number[] = [];
  for (const one of slots) {
    const json = submission({ slot: one, contactAt: one });
    statuses.push((await strict.request("POST", "/api/contact", { json })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429]);
  const wish = await strict.request("POST", "/api/contact", {
    json: submission({ slot: undefined }),
  });
  expect(wish.status).toBe(201);
  await strict.close();
});

test("the public list of slots doesn't reveal who has booked", async () => {
  const before = await testApp.request("GET", "/api/call-slots");
  await book();
  const after = await testApp.request("GET", "/api/call-slots");
  expect(Object.keys(after.body)).toEqual(["minutes", "timeZone", "slots"]);
  expect(after.body.slots).toEqual(before.body.slots.filter((one: string) => one !== slot));
});

test("moving a call with the emailed link sends an updated calendar file and notifies the owner", async () => {
  const { id, t, email, mail } = await book();
  const found = await linked(t);
  expect(found.body).toMatchObject({ state: "coming", startsAt: slot });
  // The call's current time is also offered, because no other call takes it.
  expect(found.body.call.slots).toContain(slot);
  const moved = await move(t, later);
  expect(moved.status).toBe(201);
  expect(moved.body.booking).toMatchObject({ state: "coming", startsAt: later });
  // Moving to the same time again doesn't change anything.
  expect((await move(t, later)).status).toBe(201);

  const [, second, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(textOf(second)).toContain("You rescheduled our call.");
  expect(textOf(second)).toContain(`t=${t}\n`);
  const calendar = calendarOf(second);
  expect(/UID:\S+/.exec(calendar)?.[0]).toBe(/UID:\S+/.exec(calendarOf(mail))?.[0]);
  expect(calendar).toContain("SEQUENCE:1");
  expect(calendar).toContain("DTSTART:20260318T153000Z");
  expect(await freeSlots()).toContain(slot);
  const { contactRequest, events } = await detail(id);
  expect(contactRequest).toMatchObject({ state: "callback", callBackAt: later, contactAt: later });
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["call_booked", "call_moved"]);
  const notices = (await mailsTo(owner)).filter(({ subject }) => subject.includes("rescheduled"));
  expect(notices.map(textOf)).toEqual([
    expect.stringContaining("Now booked for: Wednesday, March 18"),
  ]);
});

test("a call can be changed ten times a day, so that nobody is flooded with emails", async () => {
  const strict = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
  strict.clock.at(testApp.clock.now.toISOString());
  strict.deps.config = { ...strict.deps.config, calls: testApp.deps.config.calls };
  const json = submission();
  await strict.request("POST", "/api/contact", { json });
  await strict.runJobs();
  const mail = strict.receivedMails.find(({ to }) => to === json.email);
  const t = /\/booked-call\?t=([\w-]{43})\n/.exec(textOf(mail))?.[1] ?? "";
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1) {
    const moved = { t, slot: index % 2 === 0 ? later : slot };
    const answer = await strict.request("POST", "/api/bookings/link/moves", { json: moved });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  expect((await strict.request("GET", `/api/bookings/link?t=${t}`)).status).toBe(200);
  await strict.close();
});

test("an email about a call says only the digits and signs of the phone number", async () => {
  const { mail } = await book({ phone: "evil.example/verify 555-0109" });
  expect(textOf(mail)).not.toContain("evil");
  expect(calendarOf(mail)).not.toContain("evil");
  expect(textOf(mail)).toContain("555-0109");
});

test("the emailed link cancels the call once and can book a new time afterward", async () => {
  const { id, t, email } = await book();
  expect((await cancel(t)).body.booking.state).toBe("canceled");
  expect((await cancel(t)).status).toBe(201);
  expect(await freeSlots()).toContain(slot);
  const [, canceled, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(canceled?.attachments?.[0]?.type).toContain("method=CANCEL");
  // cspell:disable-next-line
  for (const line of ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:1"]) {
    expect(calendarOf(canceled)).toContain(line);
  }
  expect(calendarOf(canceled)).not.toContain("VALARM");
  const { contactRequest, booking } = await detail(id);
  expect(contactRequest).toMatchObject({
    ...{ state: "new", callBackAt: null, contactAt: null, uncalledSince: null },
  });
  expect(booking).toMatchObject({ canceledBy: "visitor" });

  expect((await move(t, later)).body.booking).toMatchObject({ state: "coming", startsAt: later });
  expect(calendarOf((await mailsTo(email)).at(-1))).toContain("SEQUENCE:2");
  expect((await detail(id)).contactRequest.state).toBe("callback");
});

test("only one of two people who move to the same slot at the same moment gets it; the other keeps their time", async () => {
  const first = await book();
  const second = await book({ slot: later, contactAt: later });
  const wanted = "2026-03-19T14:00:00.000Z";
  const answers = await Promise.all([move(first.t, wanted), move(second.t, wanted)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const loser = answers[0]?.status === 409 ? first : second;
  expect((await linked(loser.t)).body).toMatchObject({
    ...{ state: "coming", startsAt: loser === first ? slot : later },
  });
});

test("moving and canceling at the same moment both succeed, and the email is about the last change", async () => {
  const { t, email } = await book();
  const [moved, canceled] = await Promise.all([move(t, later), cancel(t)]);
  expect([moved.status, canceled.status]).toEqual([201, 201]);
  const { rows } = await testApp.pool.query("select sequence from bookings");
  expect(rows).toEqual([{ sequence: 2 }]);
  const { state } = (await linked(t)).body;
  const [, last, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(calendarOf(last)).toContain(state === "canceled" ? "METHOD:CANCEL" : "METHOD:PUBLISH");
  expect(calendarOf(last)).toContain("SEQUENCE:2");
});

test("a made-up link doesn't work, and a call that has started can't be changed", async () => {
  for (const answer of [await linked("a".repeat(43)), await cancel("b".repeat(43))]) {
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ t: expect.any(String) });
  }
  const { t } = await book();
  testApp.clock.at("2026-03-17T14:00:00Z");
  expect((await linked(t)).body.state).toBe("past");
  expect((await cancel(t)).status).toBe(409);
  expect((await move(t, later)).status).toBe(409);
});

test("the link's token isn't stored in the mail, link, booking or request tables", async () => {
  const { t } = await book();
  for (const table of ["mails", "mailed_links", "bookings", "contact_requests"]) {
    const { rows } = await testApp.pool.query(
      `select to_jsonb(one)::text as row from ${table} one`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(t);
  }
});

test("each call gets one reminder a day before and one an hour before", async () => {
  const { email } = await book({ slot: later, contactAt: later });
  const remind = async (iso: string) => {
    testApp.clock.at(iso);
    await Promise.all([requeueReminders(testApp.deps), requeueReminders(testApp.deps)]);
    return (await mailsTo(email)).map(({ subject }) => when(subject).slice(0, 8));
  };
  const confirmed = "Your cal";
  const reminder = "Reminder";
  expect(await remind("2026-03-17T15:28:00Z")).toEqual([confirmed]);
  expect(await remind("2026-03-17T15:30:00Z")).toEqual([confirmed, reminder]);
  expect(await remind("2026-03-17T16:30:00Z")).toEqual([confirmed, reminder]);
  expect(await remind("2026-03-18T14:30:00Z")).toEqual([confirmed, reminder, reminder]);
  expect(await remind("2026-03-18T15:29:00Z")).toEqual([confirmed, reminder, reminder]);
});

test.each<[string, (booked: Awaited<ReturnType<typeof book>>) => Promise<unknown>]>([
  ["moved", ({ t }) => move(t, "2026-03-20T15:30:00.000Z")],
  ["canceled", ({ t }) => cancel(t)],
  [
    "made",
    ({ id }) =>
      ofOwner("POST", `contact-requests/${id}/calls`, { _id: randomUUID(), outcome: "spoke" }),
  ],
  ["erased", ({ id }) => ofOwner("DELETE", `contact-requests/${id}`)],
  ["closed", ({ id }) => ofOwner("POST", `contact-requests/${id}/closings`, { reason: "spam" })],
])("no reminder is sent for a call that was %s", async (_, change) => {
  const booked = await book({ slot: later, contactAt: later });
  testApp.clock.at("2026-03-16T15:00:00Z");
  await change(booked);
  testApp.clock.at("2026-03-17T15:30:00Z");
  await requeueReminders(testApp.deps);
  const sent = await mailsTo(booked.email);
  expect(sent.filter(({ subject }) => subject.startsWith("Reminder"))).toEqual([]);
});

test("a moved call gets both reminders before its new time", async () => {
  const { t, email } = await book({ slot: later, contactAt: later });
  await move(t, "2026-03-20T15:30:00.000Z");
  const remindersAt = async (iso: string) => {
    testApp.clock.at(iso);
    await requeueReminders(testApp.deps);
    const sent = await mailsTo(email);
    return sent.filter(({ subject }) => subject.startsWith("Reminder")).length;
  };
  expect(await remindersAt("2026-03-18T14:30:00Z")).toBe(0);
  expect(await remindersAt("2026-03-19T15:29:00Z")).toBe(0);
  expect(await remindersAt("2026-03-19T15:30:00Z")).toBe(1);
  expect(await remindersAt("2026-03-20T14:30:00Z")).toBe(2);
});

test("a queued reminder isn't sent if the call is moved before the mail server is back", async () => {
  const { t, email } = await book({ slot: later, contactAt: later });
  const { mailServer } = testApp.deps;
  testApp.deps.mailServer = null;
  testApp.clock.at("2026-03-17T15:30:00Z");
  await requeueReminders(testApp.deps);
  await testApp.runJobs();
  await move(t, "2026-03-20T15:30:00.000Z");
  testApp.deps.mailServer = mailServer;
  const { rows } = await testApp.pool.query(
    "select kind, client_id, id from mails where state = 'queued' and kind in ('booking-reminder', 'booking-moved') order by id",
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["booking-reminder", "booking-moved"]);
  await testApp.deps.db.transaction(async (tx) => {
    for (const { client_id, id } of rows) {
      await testApp.deps.jobs.enqueue(tx, "send-mail", { clientId: client_id, mailId: id });
    }
  });
  expect((await mailsTo(email)).map(({ subject }) => subject.slice(0, 10))).toEqual([
    ...["Your call ", "Reschedule"],
  ]);
});

test("a booked call stays due at its time after an earlier call attempt that wasn't answered", async () => {
  const { id } = await book();
  testApp.clock.at("2026-03-16T15:00:00Z");
  const json = { _id: randomUUID(), outcome: "no_answer" };
  await ofOwner("POST", `contact-requests/${id}/calls`, json);
  expect((await detail(id)).contactRequest).toMatchObject({ state: "callback", callBackAt: slot });
});

test("a booked call enters the owner's queue at its time and doesn't count toward the response time", async () => {
  const { id } = await book();
  const open = async () =>
    (await ofOwner("GET", "contact-requests?list=open&sort=next")).body.contactRequests.map(
      ({ _id }: { _id: string }) => _id,
    );
  expect(await open()).toEqual([]);
  testApp.clock.at(slot);
  expect(await open()).toEqual([id]);
  expect((await ofOwner("GET", "contact-requests/response-time")).body.n).toBe(0);
});

test("the owner sees upcoming calls and can move or cancel them, and the visitor is notified", async () => {
  const first = await book();
  const second = await book({ slot: later, contactAt: later, fullName: "Lee Ng" });
  const { body } = await ofOwner("GET", "calls");
  expect(body.calls).toMatchObject([
    { contactRequestId: first.id, fullName: "Dana Whitcombe", dials: "+17275550109" },
    { contactRequestId: second.id, startsAt: later, package: "p2", isCalled: false },
  ]);
  const put = (id: string, startsAt: string) =>
    ofOwner("PUT", `contact-requests/${id}/booking`, { startsAt });
  expect((await put(first.id, "2026-03-18T15:45:00.000Z")).status).toBe(409);
  expect((await put(first.id, "2026-03-16T13:00:00.000Z")).status).toBe(422);
  // The owner may call outside the hours.
  expect((await put(first.id, "2026-03-21T13:05:00.000Z")).status).toBe(200);
  expect(textOf((await mailsTo(first.email)).at(-1))).toContain("I had to reschedule our call.");
  const path = `contact-requests/${second.id}/booking`;
  expect((await ofOwner("DELETE", path)).status).toBe(200);
  expect((await ofOwner("DELETE", path)).status).toBe(200);
  const sent = await mailsTo(second.email);
  expect(sent).toHaveLength(2);
  expect(textOf(sent.at(-1))).toContain("I’m sorry, I had to cancel our call:");
  const { events } = await detail(second.id);
  expect(events.at(-1)).toMatchObject({ kind: "call_canceled", by: expect.stringContaining(" ") });
  expect((await ofOwner("GET", "calls")).body.calls).toHaveLength(1);
});

test("closing a request cancels its upcoming call and notifies the person unless it was spam", async () => {
  const first = await book();
  const second = await book({ slot: later, contactAt: later });
  await ofOwner("POST", `contact-requests/${first.id}/closings`, { reason: "not_a_fit" });
  await ofOwner("POST", `contact-requests/${second.id}/closings`, { reason: "spam" });
  expect(await mailsTo(first.email)).toHaveLength(2);
  expect(await mailsTo(second.email)).toHaveLength(1);
  expect(await freeSlots()).toEqual(expect.arrayContaining([slot, later]));
  testApp.clock.forward(60_000);
  // A new time reopens the first request; the second, closed as spam, can't get one.
  expect((await move(second.t, later)).status).toBe(422);
  expect((await move(first.t, slot)).status).toBe(201);
  expect((await detail(first.id)).contactRequest).toMatchObject({
    state: "callback",
    closedAt: null,
  });
});

test("a blocked time can't be booked, and calls already booked in it are kept", async () => {
  const { id } = await book();
  const _id = randomUUID();
  const json = { _id, firstDay: "2026-03-17", lastDay: "2026-03-18", note: "Conference" };
  const blocked = await ofOwner("POST", "blocked-times", json);
  expect(blocked.status).toBe(201);
  expect(blocked.body.message).toContain("You already have a call booked during that time");
  expect((await ofOwner("POST", "blocked-times", json)).status).toBe(201);
  expect(blocked.body.blockedTime).toMatchObject({
    ...{ startsAt: "2026-03-17T04:00:00.000Z", endsAt: "2026-03-19T04:00:00.000Z" },
  });
  const days = (await freeSlots()).map((one) => one.slice(0, 10));
  expect(days).not.toContain("2026-03-17");
  expect(days).not.toContain("2026-03-18");
  expect((await send(submission({ slot: later }))).status).toBe(409);
  const { body } = await ofOwner("GET", "calls");
  expect(body).toMatchObject({ calls: [{ contactRequestId: id }], blockedTimes: [{ _id }] });
  expect((await ofOwner("DELETE", `blocked-times/${_id}`)).status).toBe(200);
  expect((await freeSlots()).map((one) => one.slice(0, 10))).toContain("2026-03-18");
});

test.each([
  ["a last day before the first", { lastDay: "2026-03-16" }, "lastDay"],
  ["an end before the beginning", { from: "10:00", to: "09:00" }, "to"],
  ["no time of day", { from: "25:00" }, "from"],
])("a blocked time with %s is rejected", async (_, change, field) => {
  const json = { _id: randomUUID(), firstDay: "2026-03-17", ...change };
  const { status, body } = await ofOwner("POST", "blocked-times", json);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual([field]);
});

test("erasing a person deletes their booking and frees its slot", async () => {
  const { id, t } = await book();
  expect((await ofOwner("DELETE", `contact-requests/${id}`)).status).toBe(200);
  expect(await freeSlots()).toContain(slot);
  expect((await linked(t)).status).toBe(422);
});

test("call settings that an owner changes on screen take effect immediately", async () => {
  const calls = { ...usualCallSettings, minutes: 60, noticeHours: 48 };
  const json = { part: "calls", ...calls };
  expect((await ofOwner("PATCH", "settings", json)).status).toBe(200);
  expect((await freeSlots())[0]).toBe("2026-03-18T14:00:00.000Z");
  const refused = await ofOwner("PATCH", "settings", { ...json, minutes: 5, timeZone: "Tampa" });
  expect(refused.body.errors).toMatchObject({
    minutes: expect.any(String),
    timeZone: expect.any(String),
  });
  expect((await ofOwner("DELETE", "settings/calls")).status).toBe(200);
  expect((await freeSlots())[0]).toBe("2026-03-16T16:00:00.000Z");
});

test("slots keep the office's local time after the clocks change, even for a visitor in another time zone", async () => {
  testApp.clock.at("2026-10-29T14:00:00Z");
  // 9 am in Tampa on Monday, November 2, is an hour later in UTC than 9 am on the Friday before.
  const monday = "2026-11-02T14:00:00.000Z";
  expect(await freeSlots()).toEqual(expect.arrayContaining(["2026-10-30T13:00:00.000Z", monday]));
  const { message } = await book({ slot: monday, contactAt: monday, timeZone: "America/Phoenix" });
  expect(when(message)).toContain("Monday, November 2 at 7 am, Mountain Standard Time (9 am");
});

test("the owner's time zone is used if the browser's is unknown", async () => {
  const { message } = await book({ timeZone: "Mars/Olympus" });
  expect(when(message)).toContain(`Tuesday, March 17 at 10 am, ${site.officeHours.zoneName}.`);
});
