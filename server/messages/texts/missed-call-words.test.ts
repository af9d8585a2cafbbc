// cspell:ignore Sonrisas habla
import { expect, test } from "vitest";
import { languages } from "#contract/languages.ts";
import { segmentsOf } from "#contract/text-segments.ts";
import { MissedCallText } from "#contract/texts.ts";
import { missedCallWords, usualMissedCallWords } from "./missed-call-words.ts";

test("the usual sentence says who it is, asks one question and says how to opt out", () => {
  const words = usualMissedCallWords("Bright Dental");
  expect(words).toBe(
    "Hi, this is Bright Dental. Sorry we missed your call. How can we help? Reply STOP to opt out.",
  );
});

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
    expect(segmentsOf(text)).toMatchObject({ encoding: "plain", segments: 1 });
    expect(MissedCallText.safeParse({ isOn: true, text }).success).toBe(true);
  }
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
  const issues = MissedCallText.safeParse({ isOn: true, text }).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toContain(code);
});
