import fc from "fast-check";
import { expect, test } from "vitest";
import { writeCalendar } from "./icalendar.ts";

const event = {
  uid: "one@example.com",
  sequence: 3,
  writtenAt: new Date("2026-03-16T14:00:00Z"),
  startsAt: new Date("2026-03-18T18:30:00Z"),
  minutes: 30,
  title: "Call Ada, Byron; \\ Co",
  description: "(813) 555-0100\nada@example.com",
};

test("an event has UTC times and escaped text", () => {
  expect(writeCalendar(event).split("\r\n")).toEqual(
    expect.arrayContaining([
      "UID:one@example.com",
      "SEQUENCE:3",
      "DTSTAMP:20260316T140000Z",
      "DTSTART:20260318T183000Z",
      "DTEND:20260318T190000Z",
      "SUMMARY:Call Ada\\, Byron\\; \\\\ Co",
      "DESCRIPTION:(813) 555-0100\\nada@example.com",
    ]),
  );
});

test("any text is folded into lines of at most 75 octets, without split characters or injected lines", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (title) => {
      const file = writeCalendar({ ...event, title });
      const lines = file.slice(0, -2).split("\r\n");
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(file).not.toContain("\ufffd");
      const unfolded = file.replaceAll("\r\n ", "").split("\r\n");
      expect(unfolded.filter((line) => line.startsWith("BEGIN:")).length).toBe(3);
      const summary = unfolded.find((line) => line.startsWith("SUMMARY:"))?.slice(8) ?? "";
      const read = summary.replaceAll(/\\([\\;,n])/g, (_, one) => (one === "n" ? "\n" : one));
      expect(read).toBe(title.replaceAll(/\r\n|\r|\n/g, "\n").replaceAll(/(?![\t\n])\p{Cc}/gu, ""));
    }),
  );
});
