import { expect, test } from "vitest";
import type { Language } from "#contract/languages.ts";
import { answersTo } from "./automatic-language.ts";

const active = (name: string, language: Language, ...campaignIds: string[]) => ({
  ...{ name, language, campaignIds },
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
  expect(answersTo(templates, { language, campaignId })).toEqual(sent);
});
