// Names of people and practices. The agency's emails to typed-in addresses contain them, so they
// must not contain contact details.
import { line, requiredLine } from "./fields.ts";

/** The name of a person or a practice, without contact details. */
export const nameLine = (max: number) => requiredLine(max).refine(isName, "not_a_name");

/** The name of a person or a practice, or empty. */
export const optionalNameLine = (max: number) => line(max).refine(isName, "not_a_name");

function isName(text: string): boolean {
  return !hasContactDetails(text);
}

/**
 * Checks whether it has a web address, an email address or a number to call. "St.Pete Dental",
 * "D.D.S." and "24/7 Dental" have none. Linear in the text's length.
 */
export function hasContactDetails(text: string): boolean {
  // Some mail programs link the dots and digits of other scripts, too.
  const plain = text.normalize("NFKC").replaceAll(/[。｡]/g, ".").toLowerCase();
  if (/@|:\/\/|www\./.test(plain)) return true;
  const digits = plain.matchAll(/\p{Nd}[\p{Nd}\s().+/–-]*/gu);
  for (const [run] of digits) {
    if (run.replaceAll(/[^\p{Nd}]/gu, "").length >= leastDigits) return true;
  }
  return plain.split(/\s+/).some(isWebAddress);
}

/** The fewest digits of a local telephone number. */
const leastDigits = 7;
/** "Dr.Okoro": written without the space. */
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
/** Domain endings after a single letter, as in "t.me"; otherwise it's an initial: "J.Okoro". */
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
