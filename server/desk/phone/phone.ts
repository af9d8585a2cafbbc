// Parses a phone number as a person typed it. Pure. cspell:ignore extn ramal
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

export type Phone = {
  /** The number in E.164 if it is valid, otherwise the text as typed. */
  text: string;
  /**
   * Whether the number identifies a person. `000-000-0000`, `none` and the number of a switchboard
   * don't.
   */
  isValid: boolean;
};

/**
 * Checks US numbers by the rules of the numbering plan (NANPA), because the library's tables may
 * not have a new area code yet. A number that repeats one digit seven times is fake.
 */
const americanShape = /^\+1[2-9](?!11)[0-8]\d(?!(\d)\1{6})[2-9](?!11)\d{6}$/;

/**
 * Parses a number. Without a country code, it is a US number. If there are several numbers, returns
 * the first valid one. A number with an extension isn't valid, because many people share it.
 */
export function readPhone(typed: string): Phone {
  const asTyped = { text: typed, isValid: false };
  if (typed.length > maxTypedLength) return asTyped;
  const text = withoutSpreadsheet(typed);
  if (text === null || extension.test(text)) return asTyped;
  const parts = [...partsOf(text), ...numbersIn(text)].slice(0, maxParts);
  for (const number of [text, ...parts]) {
    const valid = validNumber(number);
    if (valid) return { text: valid, isValid: true };
  }
  return asTyped;
}

/** Checks whether a spreadsheet replaced some digits with an exponent, as in "8.13555E+09". */
export function isDamaged(typed: string): boolean {
  return withoutSpreadsheet(typed) === null;
}

/** The limit for the length of the text. People don't type longer numbers, or more of them. */
const maxTypedLength = 200;
const maxParts = 8;

const extension = /\d\W{0,3}(?:ext|extn|extension|x|#|ramal)\W{0,3}\d{1,6}\W*$/i;

/**
 * Undoes what a spreadsheet does when it converts a number to a decimal or a formula. Returns null
 * if digits were lost.
 */
function withoutSpreadsheet(typed: string): string | null {
  const text = typed
    .trim()
    .replace(/^="?([^"]*)"?$/, "$1")
    .replace(/^'/, "");
  const [, whole = "", decimals = "", exponent = ""] =
    /^\+?(\d)(?:[.,](\d{1,20}))?e\+?(\d{1,2})$/i.exec(text) ?? [];
  if (whole) return decimals.length === Number(exponent) ? whole + decimals : null;
  return text.replace(/^(\+?\d{7,15})[.,]0+$/, "$1");
}

/**
 * Splits a text with several numbers, such as "813-555-0144 / 727-555-0145" or "813-555-0144 :::
 * 727-555-0145".
 */
function partsOf(text: string): string[] {
  const parts = text.split(/:::|[/;,|\n]|\s(?:or|and|y|o|ou|e)\s/i);
  return parts.length > 1 ? parts : [];
}

/** Finds US numbers in a text with other words, such as "call after 5 813-555-0144". */
function numbersIn(text: string): string[] {
  return (
    text.match(
      /(?<![\d.])(?:\+?1[\s.-]{0,2})?\(?[2-9]\d{2}\)?[\s.-]{0,2}\d{3}[\s.-]{0,2}\d{4}(?!\d)/g,
    ) ?? []
  );
}

/** Returns a valid number in E.164, or null. */
function validNumber(text: string): string | null {
  return [text, ...withOneCountryCode(text)].map(parse).find((number) => number !== null) ?? null;
}

function parse(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, "US");
  if (!parsed || parsed.ext) return null;
  return parsed.isValid() || americanShape.test(parsed.number) ? parsed.number : null;
}

/**
 * Returns the text with only one country code. "+1+1813…" comes from forms with a country menu,
 * "001 813…" from travelers.
 */
function withOneCountryCode(text: string): string[] {
  if (!/^[\s\d+().-]+$/.test(text)) return [];
  const digits = text.replace(/\D/g, "");
  if (/^11[2-9]\d{9}$/.test(digits)) return [`+${digits.slice(1)}`];
  return digits.startsWith("00") ? [`+${digits.slice(2)}`] : [];
}
