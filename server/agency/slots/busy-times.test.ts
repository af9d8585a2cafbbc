// cspell:disable
import { expect, test } from "vitest";
import { findBusyTimes } from "./busy-times.ts";

const span = { from: new Date("2026-03-02T05:00:00Z"), to: new Date("2026-03-23T04:00:00Z") };
const options = {
  ...{ span, timeZone: "America/New_York" },
  ownUidPrefix: "ours",
};

/** Outlook's name for New York's time zone, which browsers don't know. */
const outlookZone = `BEGIN:VTIMEZONE
TZID:Eastern Standard Time
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
`;

const ny = "TZID=America/New_York";

test.each<[string, string, string[]]>([
  ["in UTC", "DTSTART:20260304T150000Z\nDTEND:20260304T153000Z", ["2026-03-04T15:00 30"]],
  [
    "in a named zone",
    `DTSTART;${ny}:20260304T100000\nDTEND;${ny}:20260304T110000`,
    ["2026-03-04T15:00 60"],
  ],
  [
    "in Outlook's zone",
    "DTSTART;TZID=Eastern Standard Time:20260304T100000\nDURATION:PT1H",
    ["2026-03-04T15:00 60"],
  ],
  [
    "without a time zone, in the owner's zone",
    "DTSTART:20260304T100000\nDTEND:20260304T110000",
    ["2026-03-04T15:00 60"],
  ],
  ["for a whole day", "DTSTART;VALUE=DATE:20260304", ["2026-03-04T05:00 1440"]],
  [
    "for the whole day of a clock change",
    "DTSTART;VALUE=DATE:20260308\nDTEND;VALUE=DATE:20260309",
    ["2026-03-08T05:00 1380"],
  ],
  [
    "that began before the span",
    "DTSTART:20260220T150000Z\nDTEND:20260303T150000Z",
    ["2026-02-20T15:00 15840"],
  ],
  ["after the span", "DTSTART:20260401T150000Z\nDTEND:20260401T153000Z", []],
  ["that is over", "DTSTART:20260228T150000Z\nDTEND:20260228T153000Z", []],
  ["marked as free", "DTSTART:20260304T150000Z\nDTEND:20260304T153000Z\nTRANSP:TRANSPARENT", []],
  ["that was canceled", "DTSTART:20260304T150000Z\nDTEND:20260304T153000Z\nSTATUS:CANCELLED", []],
  [
    "that is one of our booked calls",
    "UID:ours-1\nDTSTART:20260304T150000Z\nDTEND:20260304T153000Z",
    [],
  ],
  ["without a length", "DTSTART:20260304T150000Z", []],
  [
    "every Monday at 10 since 2019, across a clock change",
    `DTSTART;${ny}:20190107T100000\nDURATION:PT30M\nRRULE:FREQ=WEEKLY`,
    ["2026-03-02T15:00 30", "2026-03-09T14:00 30", "2026-03-16T14:00 30"],
  ],
  [
    "that is repeated, except on one day",
    `DTSTART;${ny}:20260302T100000\nDURATION:PT30M\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE;${ny}:20260309T100000`,
    ["2026-03-02T15:00 30", "2026-03-16T14:00 30"],
  ],
  [
    "on added days",
    `DTSTART;${ny}:20260302T100000\nDURATION:PT30M\nRDATE;${ny}:20260305T100000`,
    ["2026-03-02T15:00 30", "2026-03-05T15:00 30"],
  ],
])("an event %s", (_, event, expected) => {
  expect(busy(calendarOf(event))).toEqual(expected);
});

test("a moved or canceled occurrence of a series replaces the original occurrence", () => {
  const series = `UID:s\nDTSTART;${ny}:20260302T100000\nDURATION:PT30M\nRRULE:FREQ=WEEKLY;COUNT=3`;
  const moved = `UID:s\nRECURRENCE-ID;${ny}:20260309T100000\nDTSTART;${ny}:20260310T140000\nDURATION:PT30M`;
  const canceled = `UID:s\nRECURRENCE-ID;${ny}:20260316T100000\nDTSTART;${ny}:20260316T100000\nDURATION:PT30M\nSTATUS:CANCELLED`;
  expect(busy(calendarOf(moved, series, canceled))).toEqual([
    "2026-03-02T15:00 30",
    "2026-03-10T18:00 30",
  ]);
});

test("an event that can't be read doesn't hide the other events", () => {
  const good = "DTSTART:20260304T150000Z\nDTEND:20260304T153000Z";
  const broken = ["DTSTART:yesterday", "RRULE:FREQ=NEVER\nDTSTART:20260304T150000Z", ":::", ""];
  expect(busy(calendarOf(...broken, good))).toContain("2026-03-04T15:00 30");
});

test.each(["", "<!doctype html>", "BEGIN:VCARD\nEND:VCARD", "BEGIN:VCALENDARS"])(
  "%j isn't a calendar",
  (text) => {
    expect(findBusyTimes(text, options)).toBe("not_a_calendar");
  },
);

test("a calendar without events doesn't block anything", () => {
  expect(busy("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")).toEqual([]);
});

test("a calendar with more repeated events than a person has is too large", () => {
  const endless = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY;INTERVAL=1"].map(
    (rule) => `DTSTART:19700101T000000Z\nDURATION:PT1S\nRRULE:FREQ=${rule}`,
  );
  expect(findBusyTimes(calendarOf(...endless), options)).toBe("too_large");
});

test("a reminder's length, a title and a component that doesn't end don't change an event", () => {
  const event = "DTSTART:20260304T150000Z\nDURATION:PT30M";
  const reminder = "BEGIN:VALARM\nTRIGGER:-PT10M\nDURATION:PT5H\nREPEAT:2\nEND:VALARM";
  const title = "SUMMARY:Lunch\n DTEND:20260304T200000Z\nX-A;B=C:DURATION:PT9H";
  const open = "BEGIN:VALARM\nDURATION:PT5H";
  const later = "DTSTART:20260305T150000Z\nDURATION:PT30M";
  expect(busy(calendarOf(`${event}\n${title}\n${reminder}`, `${event}\n${open}`, later))).toEqual([
    ...["2026-03-04T15:00 30", "2026-03-04T15:00 30", "2026-03-05T15:00 30"],
  ]);
});

test("a line that continues on the next one is read whole", () => {
  const event = "DTSTART:20260304T15\n 0000Z\nDURATION:PT\n\t30M";
  expect(busy(calendarOf(event))).toEqual(["2026-03-04T15:00 30"]);
});

function calendarOf(...events: string[]): string {
  const blocks = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT\n`);
  return `BEGIN:VCALENDAR\nVERSION:2.0\n${blocks.join("")}${outlookZone}END:VCALENDAR\n`;
}

/** Returns the start and the length in minutes of each busy time, in order. */
function busy(text: string): string[] {
  const spans = findBusyTimes(text, options);
  if (typeof spans === "string") throw new Error(spans);
  return spans
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
    .map(({ from, to }) => {
      return `${from.toISOString().slice(0, 16)} ${(to.getTime() - from.getTime()) / 60_000}`;
    });
}
