// Validates the names of people and practices. They must not contain contact details, because the
// agency's emails contain the names, and anyone can enter the address to which such an email is
// sent.
import { line, requiredLine } from "./fields.ts";

/** The name of a person or a practice, without contact details. */
export const nameLine = (max: number) => requiredLine(max).refine(isName, "not_a_name");

/** The name of a person or a practice without contact details, or an empty text. */
export const optionalNameLine = (max: number) => line(max).refine(isName, "not_a_name");

function isName(text: string): boolean {
  return !hasContactDetails(text);
}

/**
 * Checks for a URL, an email address or a callable number. "St.Pete Dental", "D.D.S." and "24/7
 * Dental" have none of these. The time is linear in the text's length.
 */
export function hasContactDetails(text: string): boolean {
  // Some mail programs turn dots and digits of other scripts into links too.
  const plain = text.normalize("NFKC").replaceAll(/[。｡]/g, ".").toLowerCase();
  if (/@|:\/\/|www\./.test(plain)) return true;
  const digits = plain.matchAll(/\p{Nd}[\p{Nd}\s().+/–-]*/gu);
  for (const [run] of digits) {
    if (run.replaceAll(/[^\p{Nd}]/gu, "").length >= leastDigits) return true;
  }
  return plain.split(/\s+/).some(isWebAddress);
}

/** The fewest digits that count as a phone number, which are those of a local number. */
const leastDigits = 7;
/** Abbreviations such as "Dr.", after which a space may be missing: "Dr.Okoro". */
const abbreviations = new Set([
  "dr",
  "drs",
  "st",
  "ste",
  "mt",
  "ft",
  "mr",
  "mrs",
  "ms",
  "jr",
  "sr",
]);
/**
 * Domain endings that count even after a single letter, as in "t.me". With any other ending, the
 * letter is an initial: "J.Okoro".
 */
const shortEndings = new Set([
  "com",
  "net",
  "org",
  "info",
  "co",
  "me",
  "io",
  "ly",
  "us",
  "app",
  "tv",
]);

function isWebAddress(word: string): boolean {
  const [host = "", ...path] = word.split(/[/?#:]/);
  const labels = host.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").split(".");
  const ending = labels.at(-1) ?? "";
  const before = labels.at(-2) ?? "";
  if (labels.length < 2 || !/^(\p{L}{2,}|xn--[a-z0-9-]+)$/u.test(ending) || !before) return false;
  if (path.length > 0 || shortEndings.has(ending)) return true;
  return [...before].length > 1 && !abbreviations.has(before);
}
