// Compares the Spanish words with the English ones. The compiler checks that none is missing.
import { expect, test } from "vitest";
import { spanishHostedForm } from "#content/es/hosted-form.ts";
import { spanishMarketing } from "#content/es/marketing-words.ts";
import { spanish } from "#content/es/words.ts";
import { letterWords } from "#content/letter.ts";
import { englishMarketing } from "#content/marketing-words.ts";
import { hostedFormWords } from "#content/messages.ts";
import { owner } from "#content/owner.ts";
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import { english } from "#content/words.ts";

const { p1, p2, p3 } = owner.packages;

/** Texts that are the same in both languages. */
const same = {
  "names of packages and of services": [
    ...[p1.title, p2.title, p3.title, "Landing page", "SEO"],
    ...["Bayshore Sample Dental", "Facebook", "Instagram", "Google"],
  ],
  "made-up people, and where a number is from": [
    ...["Priya Nair", "Marcus Bell", "Elena Ruiz", "Grace Lindqvist", "Tom Okafor"],
    "InsideSales / Oldroyd, 2007",
  ],
  "the owner and the agency": [site.owner, site.agency],
  "written alike": ["No", "Esc", "Legal"],
};
/** Texts are also the same if they consist of minutes or merge fields. */
const isSame = (text: string) =>
  Object.values(same).flat().includes(text) ||
  /^[\dh ]+ min$/.test(text) ||
  !/\p{L}/u.test(text.replaceAll(/\{[{%].*?[%}]\}/g, ""));

test.each([
  ["the shared strings", english, spanish],
  ["the marketing site", englishMarketing, spanishMarketing],
  ["the server", visitorWords.en, visitorWords.es],
  ["a practice's emails", letterWords.en, letterWords.es],
  ["a practice's form", hostedFormWords, spanishHostedForm],
])("every sentence in %s is translated into Spanish", (_, one, other) => {
  expect(untranslated(one, other)).toEqual([]);
});

test("numbers, ids and list lengths are equal in both languages", () => {
  expect(skeletonOf(spanishMarketing)).toEqual(skeletonOf(englishMarketing));
});

test("the Spanish taglines fit, and the descriptions are short enough for search engines", () => {
  const { hero, description, faq, contact, getStarted } = spanishMarketing.marketing;
  for (const line of hero.taglines.flat()) expect([line, line.length <= 22]).toEqual([line, true]);
  for (const text of [description, faq, contact, getStarted].map((page) =>
    typeof page === "string" ? page : page.description,
  )) {
    expect([text, text.length <= 160]).toEqual([text, true]);
  }
});

/** Returns the places where the texts are equal, or where functions return the same text. */
function untranslated(one: unknown, other: unknown, place = ""): string[] {
  if (typeof one === "function" && typeof other === "function") {
    const values = Array.from({ length: one.length }, () => "2");
    return untranslated(one(...values), other(...values), `${place}()`);
  }
  if (typeof one === "string") {
    return one === other && !isSame(one) && !ids.test(place) ? [`${place}: ${one}`] : [];
  }
  if (typeof one !== "object" || one === null) return [];
  return Object.entries(one).flatMap(([key, value]) =>
    untranslated(value, (other as Record<string, unknown>)[key], `${place}.${key}`),
  );
}

/** Ids and URLs, which code compares. The names of reply templates are shown only to the owner. */
const ids = /\.(id|url|language|package|drawing|outcome)$|^\.replyTemplates\.\d+\.(name|kinds)/;

function skeletonOf(words: unknown, key = ""): unknown {
  if (typeof words === "string") {
    const isId = ids.test(`.${key}`) && key !== "url" && !words.includes(" ");
    return isId ? words : "text";
  }
  if (typeof words === "function") return "text";
  if (typeof words !== "object" || words === null) return words;
  if (Array.isArray(words)) return words.map((one) => skeletonOf(one));
  return Object.fromEntries(
    Object.entries(words)
      // Only the Spanish site needs a note at its picture of the lead desk.
      .filter(([name]) => name !== "pictureNote")
      .map(([name, value]) => [name, skeletonOf(value, name)]),
  );
}
