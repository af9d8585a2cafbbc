// The words by which a practice's front desk recognizes an urgent lead, in both of its languages.
// cspell:ignore emergencia urgente dolor duele hinchazón hinchazon sangra
import { z } from "zod";
import { requiredLine } from "./fields.ts";

/** The urgent words until a practice changes them. */
export const usualUrgentWords = [
  ...["emergency", "urgent", "pain", "hurts", "toothache", "swelling", "swollen"],
  ...["chipped", "broken", "bleeding", "abscess", "infection"],
  ...["emergencia", "urgente", "dolor", "duele", "hinchazón", "sangra"],
];

export const maxUrgentWords = 60;

/** Each is a word or a few. Empty: no lead is marked. */
export const UrgentWords = z.array(requiredLine(40)).max(maxUrgentWords, "too_long");

/**
 * Finds the first urgent word in a text, or null if there is none. Matches whole words only,
 * without regard to case, accents and the number of spaces. Pure.
 */
export function findUrgentWord(
  text: string,
  words: readonly string[],
): { from: number; to: number } | null {
  const pattern = patternOf(words);
  const found = pattern && folded(text).match(pattern);
  if (!found || found.index === undefined) return null;
  return { from: found.index, to: found.index + found[0].length };
}

/** A list is searched in each row of the queue, so its pattern is made once. */
const patterns = new WeakMap<readonly string[], RegExp>();

function patternOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const known = patterns.get(words);
  if (known) return known;
  const parts = words.map((word) =>
    folded(word.trim())
      .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
      .replace(/\s+/g, "\\s+"),
  );
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})(?![\\p{L}\\p{N}])`, "u");
  patterns.set(words, pattern);
  return pattern;
}

/** Returns the text in lowercase and without accents, with each character in its place. */
function folded(text: string): string {
  return [...text]
    .map((character) => {
      const base = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      return base.length === character.length ? base : character;
    })
    .join("");
}
