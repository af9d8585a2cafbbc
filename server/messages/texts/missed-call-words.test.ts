// cspell:ignore Sonrisas habla Ñandu Estamos cerrados Abrimos miércoles sabado llamaremos Responda
// cspell:ignore recibir textos
import { expect, test } from "vitest";
import { languages } from "#contract/languages.ts";
import { segmentsOf } from "#contract/text-segments.ts";
import { MissedCallText } from "#contract/texts.ts";
import {
  closedMissedCallWords,
  missedCallWords,
  usualMissedCallWords,
} from "./missed-call-words.ts";

test("the usual sentence says who it is, asks one question and says how to opt out", () => {
  const words = usualMissedCallWords("Bright Dental");
  expect(words).toBe(
    "Hi, this is Bright Dental. Sorry we missed your call. How can we help? Reply STOP to opt out.",
  );
});

/** The longest opening in both languages. */
const opening = {
  opensAt: new Date("2026-09-23T14:30:00Z"),
  timeZone: "America/New_York",
};
const weekBefore = new Date("2026-09-16T14:30:00Z");

test.each([
  ["Bright Dental"],
  ["Dr. O’Brien’s “Smile” – Dentistry"],
  ["Sonrisas Ñandú"],
  ["微笑牙科 Smile"],
  ["Tooth 🦷 Fairy"],
  ["x".repeat(120)],
  ["€".repeat(120)],
  [""],
])("with the name %s, it fits in one text and can be saved", (name) => {
  for (const language of languages) {
    const text = usualMissedCallWords(name, language);
    expect(MissedCallText.safeParse({ isOn: true, isOnWhenClosed: true, text }).success).toBe(true);
    for (const one of [text, closedMissedCallWords(name, opening, weekBefore, language)]) {
      expect(segmentsOf(one)).toMatchObject({ encoding: "plain", segments: 1 });
    }
  }
});

test("accents that would make a text longer are left out of a name", () => {
  expect(usualMissedCallWords("Sonrisas Ñandú")).toMatch(/^Hi, this is Sonrisas Ñandu\./);
});

test.each([
  ["on the same morning", "2026-03-17T12:05:00Z", "2026-03-17T12:30:00Z", "8:30 am today"],
  ["in the lunch break", "2026-03-17T16:10:00Z", "2026-03-17T17:00:00Z", "1 pm today"],
  ["in the evening", "2026-03-17T22:00:00Z", "2026-03-18T12:00:00Z", "8 am Wednesday"],
  // A minute before midnight, and at midnight, in Tampa.
  ["before midnight", "2026-03-18T03:59:00Z", "2026-03-18T12:00:00Z", "8 am Wednesday"],
  ["at midnight", "2026-03-18T04:00:00Z", "2026-03-18T12:00:00Z", "8 am today"],
  ["before the clocks go forward", "2026-03-07T17:00:00Z", "2026-03-09T12:00:00Z", "8 am Monday"],
  ["before the clocks go back", "2026-10-31T16:00:00Z", "2026-11-02T13:00:00Z", "8 am Monday"],
  ["six days before", "2026-12-22T22:00:00Z", "2026-12-28T13:00:00Z", "8 am Monday"],
  ["a week before", "2026-12-21T22:00:00Z", "2026-12-28T13:00:00Z", "8 am on December 28"],
])("while the practice is closed, the text says when it opens: %s", (_, now, opensAt, moment) => {
  const next = { opensAt: new Date(opensAt), timeZone: "America/New_York" };
  expect(closedMissedCallWords("Bright Dental", next, new Date(now))).toBe(
    `Hi, this is Bright Dental. We're closed right now. We'll call you when we open at ${moment}. Reply STOP to opt out.`,
  );
});

test.each([
  ["2026-03-17T12:30:00Z", "hoy (8:30 a.m.)"],
  ["2026-03-18T12:00:00Z", "el miércoles (8 a.m.)"],
  // The a with its accent would make it two texts.
  ["2026-03-21T12:00:00Z", "el sabado (8 a.m.)"],
  ["2026-03-30T12:00:00Z", "el 30 de marzo (8 a.m.)"],
])("in Spanish, an opening at %s is %s", (opensAt, moment) => {
  const next = { opensAt: new Date(opensAt), timeZone: "America/New_York" };
  const now = new Date("2026-03-17T12:05:00Z");
  expect(closedMissedCallWords("Bright Dental", next, now, "es")).toBe(
    `Hola, le habla Bright Dental. Estamos cerrados. Abrimos ${moment} y le llamaremos. Responda STOP para no recibir textos.`,
  );
});

test("the practice's own words come first, and the usual ones are in the person's language", () => {
  const practice = {
    name: "Bright Dental",
    missedCallText: "Call you soon? Reply STOP to opt out.",
  };
  expect(missedCallWords(practice, "es")).toBe("Call you soon? Reply STOP to opt out.");
  expect(missedCallWords({ ...practice, missedCallText: null }, "es")).toMatch(
    /^Hola, le habla Bright Dental\./,
  );
});

test.each([
  ["in two segments", `${"x".repeat(140)} Reply STOP to opt out.`, "too_long"],
  ["with an emoji in two segments", `🦷 ${"x".repeat(50)} Reply STOP to opt out.`, "too_long"],
  ["without a way to opt out", "Sorry we missed your call.", "no_opt_out"],
  ["empty", " ", "required"],
])("words %s can't be saved", (_, text, code) => {
  const json = { isOn: true, isOnWhenClosed: false, text };
  const issues = MissedCallText.safeParse(json).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toContain(code);
});
