// Words that mark a lead as urgent, in the practice's two languages.
// cspell:ignore emergencia urgente dolor duele hinchazón hinchazon sangra
import { z } from "zod";
import { requiredLine } from "./fields.ts";

/** The urgent words that apply until a practice changes them. */
export const usualUrgentWords = [
  ...["emergency", "urgent", "pain", "hurts", "toothache", "swelling", "swollen"],
  ...["chipped", "broken", "bleeding", "abscess", "infection"],
  ...["emergencia", "urgente", "dolor", "duele", "hinchazón", "sangra"],
];

export const maxUrgentWords = 60;

/**
 * A practice's urgent words. Each entry is one or several words, and no lead is marked if the list
 * is empty.
 */
export const UrgentWords = z.array(requiredLine(40)).max(maxUrgentWords, "too_long");

/**
 * Finds the first urgent word in a text. Returns null if there is none. Only whole words match, and
 * case, accents and the number of spaces are ignored. Pure.
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

/** The pattern of each list is cached, because it searches every row of the queue. */
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

/** Returns the text in lowercase and without accents. Each character keeps its position. */
function folded(text: string): string {
  return [...text]
    .map((character) => {
      const base = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      return base.length === character.length ? base : character;
    })
    .join("");
}
