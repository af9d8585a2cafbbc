// Decides which kinds of things a search text can find. Pure.
import { searchWords } from "#server/desk/leads/search-text.ts";

/** Any two characters find practices, campaigns, sources and contact requests. */
const minLength = 2;
/** Fewer characters of a name, or digits of a number, would find nearly everyone. */
const minCharacters = 3;
const minDigits = 4;

export function findsThings(search: string): boolean {
  return lengthOf(search) >= minLength;
}

/** Checks whether the text is long enough to look for leads and people. */
export function findsPeople(search: string): boolean {
  return searchWords(search).some(
    (word) => lengthOf(word) >= (isDigits(word) ? minDigits : minCharacters),
  );
}

/** Returns the number or email address in the text, to search submissions for, or null. */
export function contactIn(search: string): string | null {
  const words = searchWords(search);
  const isNumber = (word: string) => isDigits(word) && word.length >= minDigits;
  const isAddress = (word: string) => word.includes("@") && lengthOf(word) > minCharacters;
  return words.find((word) => isNumber(word) || isAddress(word)) ?? null;
}

export function isDigits(word: string): boolean {
  return /^\d+$/.test(word);
}

/** Returns the length in code points, as PostgreSQL counts. */
export function lengthOf(text: string): number {
  return [...text].length;
}
