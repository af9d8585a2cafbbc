import { expect, test } from "vitest";
import { clockText, dateText, exactText, momentText, timeText, zoneText } from "./moment-text.ts";

const tampa = "America/New_York";
const now = new Date("2026-03-17T12:14:00Z");

test.each([
  ["2026-03-17T12:14:00Z", "8:14 am"],
  ["2026-03-16T20:52:00Z", "Mon 4:52 pm"],
  ["2026-03-03T14:22:00Z", "Mar 3, 9:22 am"],
])("%s in the practice's time zone is %s", (at, text) => {
  expect(timeText(at, now, tampa)).toBe(text);
});

test("every text has ordinary spaces, and am or pm", () => {
  const at = now.toISOString();
  const texts = [clockText(now, tampa), momentText(at, { timeZone: tampa }), exactText(at, tampa)];
  expect(texts).toEqual([
    "8:14 am",
    "Mar 17, 2026, 8:14 am",
    "Tuesday, March 17, 2026 at 8:14:00 am EDT",
  ]);
  expect(dateText(at, tampa)).toBe("Mar 17, 2026");
  expect(zoneText(now, tampa)).toBe("Eastern Time");
});
