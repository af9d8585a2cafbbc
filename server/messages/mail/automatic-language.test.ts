import { expect, test } from "vitest";
import type { Language } from "#contract/languages.ts";
import { usualWeek } from "#contract/open-hours.ts";
import { type BusinessHours, isOpenAt } from "#contract/open-time.ts";
import type { ReceivedWhile } from "#contract/templates.ts";
import { answersTo } from "./automatic-language.ts";

const active = (name: string, language: Language, ...campaignIds: string[]) => ({
  ...{ name, language, campaignIds, receivedWhile: "any" as ReceivedWhile },
});
const english = active("English", "en");
const spanish = active("Spanish", "es");
const englishLater = active("English, a day later", "en");
const englishAligners = active("English, aligners", "en", "aligners");
const spanishAligners = active("Spanish, aligners", "es", "aligners");

const both = [english, spanish];
type Case = [string, typeof both, Language | null, string | null, (typeof english)[]];

test.each<Case>([
  ["both languages are on, and the person speaks English", both, "en", null, [english]],
  ["both languages are on, and the person speaks Spanish", both, "es", null, [spanish]],
  ["both languages are on, and the language is unknown", both, null, null, [english]],
  ["only English is on, and the person speaks Spanish", [english], "es", null, [english]],
  ["only Spanish is on, and the person speaks Spanish", [spanish], "es", null, [spanish]],
  ["only Spanish is on, and the person speaks English", [spanish], "en", null, []],
  ["only Spanish is on, and the language is unknown", [spanish], null, null, []],
  ["no email is on", [], "es", null, []],
  [
    "one of two English emails has a Spanish email beside it",
    [english, englishLater, spanish],
    "es",
    null,
    [spanish],
  ],
  [
    "two English emails are on, and the language is unknown",
    [english, englishLater, spanish],
    null,
    null,
    [english, englishLater],
  ],
  [
    "the Spanish email is for another campaign",
    [english, spanishAligners],
    "es",
    "implants",
    [english],
  ],
  [
    "the Spanish email is for a campaign, and the lead has none",
    [english, spanishAligners],
    "es",
    null,
    [english],
  ],
  [
    "the Spanish email is for this campaign",
    [english, spanishAligners],
    "es",
    "aligners",
    [spanishAligners],
  ],
  [
    "only the English email is for a campaign",
    [englishAligners, spanish],
    "es",
    "aligners",
    [spanish],
  ],
  [
    "all emails in one language are sent",
    [english, englishAligners, spanish, spanishAligners],
    "es",
    "aligners",
    [spanish, spanishAligners],
  ],
])("the automatic emails that are sent: %s", (_, templates, language, campaignId, sent) => {
  expect(answersTo(templates, { language, campaignId, wasOpen: true })).toEqual(sent);
});

// ── Hours ───────────────────────────────────────────────────────────────────────────────────────

const whileOpen: typeof english = { ...english, receivedWhile: "open" };
const whileClosed: typeof english = { ...english, receivedWhile: "closed" };
const spanishWhileOpen: typeof english = { ...spanish, receivedWhile: "open" };
const spanishWhileClosed: typeof english = { ...spanish, receivedWhile: "closed" };

/** Open from 8 am to 5 pm on every day, even those on which the clocks change. */
const tampa: BusinessHours = {
  timeZone: "America/New_York",
  week: usualWeek.map(() => [{ from: "08:00", to: "17:00" }]),
  holidays: [{ date: "2026-12-25", name: "Christmas" }],
};
const neverOpen: BusinessHours = { ...tampa, week: usualWeek.map(() => []) };

test.each([
  ["just before opening", "2026-03-17T11:59:59.999Z", tampa, false],
  ["exactly at opening", "2026-03-17T12:00:00.000Z", tampa, true],
  ["just before closing", "2026-03-17T20:59:59.999Z", tampa, true],
  ["exactly at closing", "2026-03-17T21:00:00.000Z", tampa, false],
  ["at noon on a holiday", "2026-12-25T17:00:00.000Z", tampa, false],
  ["just before opening when an hour is skipped", "2026-03-08T11:59:59.999Z", tampa, false],
  ["exactly at opening when an hour is skipped", "2026-03-08T12:00:00.000Z", tampa, true],
  ["just before opening when an hour is repeated", "2026-11-01T12:59:59.999Z", tampa, false],
  ["exactly at opening when an hour is repeated", "2026-11-01T13:00:00.000Z", tampa, true],
  ["at noon at a practice that never opens", "2026-03-17T16:00:00.000Z", neverOpen, false],
])("one of four emails for two languages and both hours is sent: %s", (_, at, hours, isOpen) => {
  const all = [whileOpen, whileClosed, spanishWhileOpen, spanishWhileClosed];
  const asked = { campaignId: null, wasOpen: isOpenAt(new Date(at), hours) };
  const [inEnglish, inSpanish] = isOpen
    ? [whileOpen, spanishWhileOpen]
    : [whileClosed, spanishWhileClosed];
  expect(answersTo(all, { ...asked, language: "en" })).toEqual([inEnglish]);
  expect(answersTo(all, { ...asked, language: null })).toEqual([inEnglish]);
  expect(answersTo(all, { ...asked, language: "es" })).toEqual([inSpanish]);
});

test("a Spanish email for other hours doesn't replace the English one", () => {
  const asked = { campaignId: null, language: "es", wasOpen: true } as const;
  expect(answersTo([whileOpen, whileClosed, spanishWhileClosed], asked)).toEqual([whileOpen]);
});

test("an email for any time is sent beside the one for the hours", () => {
  const asked = { campaignId: null, language: "en", wasOpen: false } as const;
  expect(answersTo([englishLater, whileOpen, whileClosed], asked)).toEqual([
    englishLater,
    whileClosed,
  ]);
});
