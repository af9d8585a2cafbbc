import { expect, test } from "vitest";
import { findOnThread } from "./busy-times-on-thread.ts";

const thread = new URL("./busy-times-thread.ts", import.meta.url);
const options = {
  span: { from: new Date("2026-03-02T05:00:00Z"), to: new Date("2026-03-23T04:00:00Z") },
  ...{ timeZone: "America/New_York", ownUidPrefix: "ours" },
};

/** cspell:ignore BYDAY BYMONTH BYMONTHDAY RRULE VCALENDAR VEVENT */
function calendarOf(rule: string): string {
  const event = `BEGIN:VEVENT\r\nDTSTART:20260302T150000Z\r\nDURATION:PT30M\r\nRRULE:${rule}\r\nEND:VEVENT`;
  return `BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR\r\n`;
}

test("a calendar is read on a thread", async () => {
  const spans = await findOnThread(thread)(calendarOf("FREQ=WEEKLY;COUNT=2"), options);
  expect(spans).toEqual([
    { from: new Date("2026-03-02T15:00:00Z"), to: new Date("2026-03-02T15:30:00Z") },
    { from: new Date("2026-03-09T15:00:00Z"), to: new Date("2026-03-09T15:30:00Z") },
  ]);
  expect(await findOnThread(thread)("<html>", options)).toBe("not_a_calendar");
});

test.each([
  "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;BYDAY=1MO",
])("a rule that the library never returns from makes a calendar too large: %s", async (rule) => {
  const find = findOnThread(thread, 1500);
  expect(await find(calendarOf(rule), options)).toBe("too_large");
});

test("a thread that fails rejects, and the next calendar gets another thread", async () => {
  const failing = new URL(`data:text/javascript,throw new Error("broken");`);
  await expect(findOnThread(failing)("", options)).rejects.toThrow("broken");
});
