// Splits a name that someone typed into first and last name. Pure. cspell:ignore Brien srta
import { decodeEntities } from "#server/desk/inquiries/html-entities.ts";
import { oneLine } from "./typed-person.ts";

type Name = { firstName: string; lastName: string };

/** Reads a name from a form that asks for first and last name, the full name, or both. */
export function readName({ first, last, full }: Record<"first" | "last" | "full", string>): Name {
  const separate = joinName(first, last);
  if (separate.firstName && separate.lastName) return separate;
  const whole = splitName(full);
  if (separate.firstName) {
    return { ...separate, lastName: whole.firstName === separate.firstName ? whole.lastName : "" };
  }
  if (!separate.lastName) return whole;
  // A form with "Name: María José, Last name: Núñez" uses the name for the first name only.
  const own = withoutTitle(cleanName(full));
  const isWhole = own.toLowerCase().endsWith(` ${separate.lastName.toLowerCase()}`);
  const firstName = isWhole ? own.slice(0, -separate.lastName.length).trim() : own;
  return { firstName, lastName: separate.lastName };
}

/**
 * Splits names such as "Doe, Jane", "O'Brien, Mary, MD" and "Dr. Ana Ruiz Soto". Without a comma,
 * everything after the first word is the last name.
 */
function splitName(typed: string): Name {
  const [first = "", second = "", ...more] = withoutSuffixes(cleanName(typed));
  const isLastFirst = second !== "" && more.length === 0 && !/\d/.test(first + second);
  const words = isLastFirst
    ? [withoutTitle(second), first]
    : wordsOf(withoutTitle([first, second, ...more].filter(Boolean).join(" ")));
  const [firstName = "", ...rest] = words;
  return { firstName, lastName: withoutSuffixWord(rest).join(" ") };
}

/** Joins a first and a last name from separate fields. If one field has both, it is split. */
function joinName(typedFirst: string, typedLast: string): Name {
  const [first, last] = [cleanName(typedFirst), cleanName(typedLast)];
  if (first && !last && first.includes(",")) return splitName(first);
  return { firstName: withoutTitle(first), lastName: withoutSuffixes(last).join(", ") };
}

/**
 * Cleans a name: puts it on one line and removes HTML entities, emoji, and words that programs
 * write if there is no value.
 */
export function cleanName(typed: string): string {
  const text = oneLine(decodeEntities(typed));
  const plain = text.replace(emoji, "").replace(/\s+/g, " ").trim();
  return said(plain || text);
}

/**
 * Returns the text; empty if it is what programs and people write for no value, such as "null",
 * "N/A" or "-".
 */
export function said(text: string): string {
  const trimmed = text.trim();
  return nothing.test(trimmed) ? "" : trimmed;
}

const nothing =
  /^(?:null|undefined|none|nan|n\/a|\[object object\]|(?:null|undefined) (?:null|undefined)|[-–—.\s]+)$/i;

const emoji =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu;

const titles = /^(?:dr|dra|mr|mrs|ms|miss|mx|prof|sr|sra|srta)\.?\s+(?=\S)/iu;
const suffix =
  /^(?:m\.?d|d\.?d\.?s|d\.?m\.?d|d\.?o|ph\.?d|r\.?n|n\.?p|esq|cpa|jr|sr|ii|iii|iv)\.?$/iu;

function withoutTitle(name: string): string {
  return name.replace(titles, "");
}

/** Splits a name at its commas and removes suffixes. A name that is nothing but a suffix stays. */
function withoutSuffixes(name: string): string[] {
  const parts = name
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.filter((part, index) => index === 0 || !wordsOf(part).every(isSuffix));
}

/** Removes a suffix after a space, but only in the spelling of a suffix: "Kim Do" is a name. */
function withoutSuffixWord(words: string[]): string[] {
  const last = words.at(-1) ?? "";
  const isOne = words.length > 1 && isSuffix(last) && !/^(?:do|sr)$/i.test(last);
  return isOne ? words.slice(0, -1) : words;
}

function isSuffix(word: string): boolean {
  return suffix.test(word);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
