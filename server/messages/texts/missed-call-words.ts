// What the text after a missed call says. Pure.
import { missedCallText } from "#content/missed-call-text.ts";
import type { Language } from "#contract/languages.ts";
import { segmentsOf } from "#contract/text-segments.ts";

type Practice = { name: string; missedCallText: string | null };

/**
 * Returns the practice's own words, or else the usual sentence in the person's language, in a single
 * segment.
 */
export function missedCallWords(
  { name, missedCallText: own }: Practice,
  language: Language = "en",
): string {
  return own ?? usualMissedCallWords(name, language);
}

/** A long name is cut, and characters that would make the text longer are replaced or left out. */
export function usualMissedCallWords(name: string, language: Language = "en"): string {
  const sentence = missedCallText[language];
  const plain = [...name.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, "-")]
    .filter((character) => segmentsOf(character).encoding === "plain")
    .join("")
    .replace(/\s+/g, " ")
    .trim();
  let cut = plain;
  while (cut && segmentsOf(sentence(cut)).segments > 1) cut = cut.slice(0, -1).trimEnd();
  return sentence(cut);
}
