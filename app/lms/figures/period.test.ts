import { expect, test } from "vitest";
import { figuresSearch, instantsOf, periodText, readPeriod, readReading } from "./period.ts";

const tampa = "America/New_York";
const read = (search: string) => readPeriod(new URLSearchParams(search));
const instants = (search: string, now: string, zone = tampa) =>
  instantsOf(read(search), new Date(now), zone);

test("a missing or unknown period means all time", () => {
  expect(instants("", "2026-03-17T12:00:00Z")).toEqual({});
  expect(instants("period=century&from=2026-01-01", "2026-03-17T12:00:00Z")).toEqual({});
});

test.each([
  ["period=today", "2026-03-17T04:00:00.000Z"],
  ["period=7d", "2026-03-11T04:00:00.000Z"],
  // Before March 8, Tampa is five hours behind UTC.
  ["period=30d", "2026-02-16T05:00:00.000Z"],
  ["period=month", "2026-03-01T05:00:00.000Z"],
])("%s starts at midnight in the practice's time zone and includes today", (search, from) => {
  expect(instants(search, "2026-03-17T12:00:00Z")).toEqual({ from });
});

test("today is the practice's day, not the UTC day, late in the evening", () => {
  expect(instants("period=today", "2026-03-18T03:59:59.999Z")).toEqual({
    from: "2026-03-17T04:00:00.000Z",
  });
  expect(instants("period=today", "2026-03-18T04:00:00.000Z")).toEqual({
    from: "2026-03-18T04:00:00.000Z",
  });
});

test("a date range includes its first and last day", () => {
  expect(instants("period=days&from=2026-03-02&to=2026-03-03", "2026-03-17T12:00:00Z")).toEqual({
    from: "2026-03-02T05:00:00.000Z",
    to: "2026-03-04T05:00:00.000Z",
  });
});

test("a day has 23 hours when daylight saving time starts, and 25 when it ends", () => {
  expect(instants("period=days&from=2026-03-08&to=2026-03-08", "2026-04-01T12:00:00Z")).toEqual({
    from: "2026-03-08T05:00:00.000Z",
    to: "2026-03-09T04:00:00.000Z",
  });
  expect(instants("period=days&from=2026-11-01&to=2026-11-01", "2026-12-01T12:00:00Z")).toEqual({
    from: "2026-11-01T04:00:00.000Z",
    to: "2026-11-02T05:00:00.000Z",
  });
});

test("a day starts at 1 am if its midnight is skipped", () => {
  const day = "period=days&from=2026-03-08&to=2026-03-08";
  expect(instants(day, "2026-04-01T12:00:00Z", "America/Havana")).toMatchObject({
    from: "2026-03-08T05:00:00.000Z",
  });
});

test("a reversed date range is swapped, and a range with one date is open-ended", () => {
  expect(read("period=days&from=2026-03-05&to=2026-03-02")).toMatchObject({
    from: "2026-03-02",
    to: "2026-03-05",
  });
  const now = "2026-03-17T12:00:00Z";
  expect(instants("period=days&from=2026-03-02", now)).toEqual({
    from: "2026-03-02T05:00:00.000Z",
  });
  expect(instants("period=days&to=2026-03-02", now)).toEqual({ to: "2026-03-03T05:00:00.000Z" });
});

test.each(["2026-02-30", "2026-3-1", "yesterday", "2026-13-01", "+012026-01-01"])(
  "the invalid date %s is ignored",
  (day) => {
    expect(read(`period=days&from=${encodeURIComponent(day)}`).from).toBeNull();
  },
);

test("each kind of period is described in words", () => {
  expect(periodText(read("period=30d"))).toBe("Last 30 days");
  expect(periodText(read("period=days"))).toBe("All time");
  expect(periodText(read("period=days&from=2026-03-02&to=2026-03-05"))).toBe(
    "Mar 2, 2026 to Mar 5, 2026",
  );
  expect(periodText(read("period=days&from=2026-03-02"))).toBe("Since Mar 2, 2026");
  expect(periodText(read("period=days&to=2026-03-02"))).toBe("Through Mar 2, 2026");
});

test("links between the figures pages keep the period and counting mode, and drop the queue's parameters", () => {
  const search = new URLSearchParams("q=ana&period=7d&sort=oldest&reading=open&client=1&show=20");
  expect(String(figuresSearch(search))).toBe("period=7d&reading=open&client=1");
  expect(readReading(search, "wall")).toBe("open");
  expect(readReading(new URLSearchParams("reading=wall"), "open")).toBe("wall");
  expect(readReading(new URLSearchParams("reading=shut"), "wall")).toBe("wall");
  expect(readReading(new URLSearchParams(), "open")).toBe("open");
});
