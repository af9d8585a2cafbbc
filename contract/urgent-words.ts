// Words that mark a lead as urgent, in the practice's two languages.
// cspell:ignore emergencia urgente dolor duele hinchazón hinchazon sangra
import { z } from "zod";
import { requiredLine } from "./fields.ts";

/** The default urgent words until a practice changes them. */
export const usualUrgentWords = [
  ...["emergency", "urgent", "pain", "hurts", "toothache", "swelling", "swollen"],
  ...["chipped", "broken", "bleeding", "abscess", "infection"],
  ...["emergencia", "urgente", "dolor", "duele", "hinchazón", "sangra"],
];

export const maxUrgentWords = 60;

/** Each entry is one or several words. If the list is empty, no lead is marked. */
export const UrgentWords = z.array(requiredLine(40)).max(maxUrgentWords, "too_long");

/**
 * Finds the first urgent word in a text, or returns null if there is none. Matches whole words
 * only, ignoring case, accents and the number of spaces. Pure.
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

/** Each list's pattern is cached, because every row of the queue is searched with it. */
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

/** Returns the text lowercase and without accents, with each character at the same position. */
function folded(text: string): string {
  return [...text]
    .map((character) => {
      const base = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      return base.length === character.length ? base : character;
    })
    .join("");
}
