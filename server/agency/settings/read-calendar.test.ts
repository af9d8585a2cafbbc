// The owner's own calendar: its busy times can't be booked.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fieldMessages } from "#content/messages.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { readCalendar } from "./read-calendar.ts";

const url = "https://calendar.example.com/private-0123456789/basic.ics";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  testApp.calendars.clear();
  await testApp.pool.query("delete from settings");
  await testApp.pool.query("delete from blocked_times");
  owner = await signInAdmin(testApp);
  await testApp.deps.settings.reread();
});
afterAll(() => testApp.close());

test("slots at busy times aren't offered until the calendar is free again", async () => {
  const [first = "", second = ""] = await slots();
  testApp.calendars.set(url, calendarOf([first, 30]));
  expect((await save({ feedUrl: url })).status).toBe(200);
  await testApp.runJobs();
  expect((await slots()).slice(0, 1)).toEqual([second]);
  expect(await state()).toMatchObject({ isSet: true, busyTimes: 1, problem: null });
  testApp.calendars.set(url, calendarOf());
  await readCalendar(testApp.deps);
  expect((await slots()).slice(0, 2)).toEqual([first, second]);
});

test("a calendar that can't be read keeps its last busy times and says why", async () => {
  const [first = "", second = ""] = await slots();
  testApp.calendars.set(url, calendarOf([first, 30]));
  await save({ feedUrl: url });
  await testApp.runJobs();
  const { readAt } = await state();
  for (const [text, problem] of [
    [undefined, "refused"],
    ["<!doctype html>", "not_a_calendar"],
  ] as const) {
    if (text === undefined) testApp.calendars.delete(url);
    else testApp.calendars.set(url, text);
    testApp.clock.forward(60_000);
    await readCalendar(testApp.deps);
    expect(await state()).toMatchObject({ readAt, problem, busyTimes: 1 });
  }
  expect((await slots())[0]).toBe(second);
  const { body } = await ask("GET", "calls");
  expect(body).toMatchObject({ calendar: { problem: "not_a_calendar" }, blockedTimes: [] });
});

test("removing the calendar makes its times available again, but not those that the owner blocked", async () => {
  const [first = "", second = ""] = await slots();
  const blocked = { id: "0b0e7a4e-6f5f-4c55-9a53-0c5b0ab6a001", at: second };
  await testApp.pool.query(
    `insert into blocked_times (id, starts_at, ends_at, note, created_at)
     values ($1, $2::timestamptz, $2::timestamptz + interval '30 minutes', '', now())`,
    [blocked.id, blocked.at],
  );
  testApp.calendars.set(url, calendarOf([first, 30]));
  await save({ feedUrl: url });
  await testApp.runJobs();
  expect(await slots()).not.toContain(first);
  await ask("DELETE", "settings/calendar");
  await readCalendar(testApp.deps);
  expect(await slots()).toContain(first);
  expect(await slots()).not.toContain(second);
  expect((await ask("GET", "calls")).body.calendar).toBeNull();
});

test("a read changes nothing if another calendar was saved before it ends", async () => {
  const [first = ""] = await slots();
  const other = "https://calendar.example.com/other.ics";
  testApp.calendars.set(url, calendarOf([first, 30]));
  testApp.calendars.set(other, calendarOf());
  await save({ feedUrl: url });
  const { calendarFeed } = testApp.deps;
  const slow = {
    async read(asked: string) {
      const text = await calendarFeed.read(asked);
      await save({ feedUrl: other });
      return text;
    },
  };
  await readCalendar({ ...testApp.deps, calendarFeed: slow });
  expect(await state()).toMatchObject({ readAt: null, busyTimes: 0 });
  expect(await slots()).toContain(first);
});

test("the URL is stored encrypted, and no answer or audit entry has it", async () => {
  testApp.calendars.set(url, calendarOf());
  const saved = await save({ feedUrl: url.replace("https:", "webcal:") });
  await testApp.runJobs();
  const read = await ask("GET", "settings");
  const audit = await ask("GET", "audit");
  const { rows } = await testApp.pool.query("select * from settings");
  expect(JSON.stringify([saved.body, read.body, audit.body, rows])).not.toContain("0123456789");
  expect(await state()).toMatchObject({ isSet: true, problem: null });
  // An empty field keeps the stored URL.
  expect((await save({ feedUrl: "" })).status).toBe(200);
});

test.each(["http://calendar.example.com/a.ics", "file:///etc/passwd", "calendar", "ftp://a.b/c"])(
  "%s isn't accepted as a calendar",
  async (feedUrl) => {
    const { status, body } = await save({ feedUrl });
    expect([status, body.errors]).toEqual([422, { feedUrl: fieldMessages.not_a_calendar_url }]);
  },
);

test("the test button says how busy the calendar is, or why it can't be read", async () => {
  const [first = "", second = ""] = await slots();
  testApp.calendars.set(url, calendarOf([first, 30], [second, 300]));
  const works = await ask("POST", "settings/tests", { part: "calendar", feedUrl: url });
  expect([works.status, works.body.message]).toEqual([201, expect.stringContaining("busy once")]);
  const fails = await ask("POST", "settings/tests", { part: "calendar", feedUrl: `${url}x` });
  expect([fails.status, fails.body.message]).toEqual([409, expect.stringContaining("rejected")]);
  const missing = await ask("POST", "settings/tests", { part: "calendar" });
  expect(missing.body.errors).toEqual({ feedUrl: fieldMessages.required });
  expect((await state()).isSet).toBe(false);
});

/** Events by their start and length in minutes. */
function calendarOf(...events: [start: string, minutes: number][]): string {
  const stamp = (at: string) => `${at.replaceAll(/[-:]|\.\d+/g, "")}`;
  const blocks = events.map(
    ([start, minutes]) =>
      `BEGIN:VEVENT\r\nDTSTART:${stamp(start)}\r\nDURATION:PT${minutes}M\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\n`,
  );
  return `BEGIN:VCALENDAR\r\n${blocks.join("")}END:VCALENDAR\r\n`;
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/admin/${path}`, { token: owner.token, json });
}

function save(change: object) {
  return ask("PATCH", "settings", { part: "calendar", ...change });
}

async function state() {
  return (await ask("GET", "settings")).body.calendar;
}

async function slots(): Promise<string[]> {
  return (await testApp.request("GET", "/api/call-slots")).body.slots;
}
