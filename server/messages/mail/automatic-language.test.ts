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
  ["both are on, and the person speaks Spanish", both, "es", null, [spanish]],
  ["both are on, and the language is unknown", both, null, null, [english]],
  ["only English is on, and the person speaks Spanish", [english], "es", null, [english]],
  ["only Spanish is on, and the person speaks Spanish", [spanish], "es", null, [spanish]],
  ["only Spanish is on, and the person speaks English", [spanish], "en", null, []],
  ["only Spanish is on, and the language is unknown", [spanish], null, null, []],
  ["none is on", [], "es", null, []],
  [
    "one of two English ones has a Spanish one beside it",
    [english, englishLater, spanish],
    "es",
    null,
    [spanish],
  ],
  [
    "two English ones, and the language is unknown",
    [english, englishLater, spanish],
    null,
    null,
    [english, englishLater],
  ],
  [
    "the Spanish one is for another campaign",
    [english, spanishAligners],
    "es",
    "implants",
    [english],
  ],
  [
    "the Spanish one is for a campaign, and there is none",
    [english, spanishAligners],
    "es",
    null,
    [english],
  ],
  [
    "the Spanish one is for this campaign",
    [english, spanishAligners],
    "es",
    "aligners",
    [spanishAligners],
  ],
  [
    "only the English one is for a campaign",
    [englishAligners, spanish],
    "es",
    "aligners",
    [spanish],
  ],
  [
    "all of one language are sent",
    [english, englishAligners, spanish, spanishAligners],
    "es",
    "aligners",
    [spanish, spanishAligners],
  ],
])("%s", (_, templates, language, campaignId, sent) => {
  expect(answersTo(templates, { language, campaignId })).toEqual(sent);
});
