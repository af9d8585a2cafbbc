// Displays people's names safely: a name may be right-to-left, contain bidirectional control
// characters, or be very long.
import { callName as knownName } from "#contract/call-name.ts";
import type { Lead } from "#contract/leads.ts";

type Named = { firstName: string; lastName: string };
type Asking = Pick<Lead, "firstName" | "lastName" | "askedAs">;

/**
 * Returns the name to show for a lead: the name in the newest inquiry if it differs, because
 * families share numbers, or else the lead's own. Without any name, returns the phone number or the
 * email address.
 */
export function callName({
  askedAs = null,
  ...known
}: Parameters<typeof knownName>[0] & { askedAs?: string | null }): string {
  return askedAs ? knownName({ ...known, firstName: askedAs, lastName: "" }) : knownName(known);
}

/** Returns the name that the person gave last, or an empty string. */
export function givenName(lead: Asking): string {
  return lead.askedAs ?? nameOf(lead);
}

export function givenFirstName({ askedAs, firstName }: Asking): string {
  return askedAs ? (askedAs.split(" ")[0] ?? "") : firstName;
}

export function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}

/** Checks whether a name is too long for a heading or a row. */
export function isLong(name: string): boolean {
  return [...name].length > longestPlain;
}

/**
 * Shows a name isolated from the text direction around it. A long name appears in full on hover.
 */
export function Name({ children }: { children: string }) {
  return <bdi title={isLong(children) ? children : undefined}>{children}</bdi>;
}

const longestPlain = 60;
// Matches right-to-left scripts such as Hebrew and Arabic, and bidirectional control characters.
// cspell:ignore efff
const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a name as plain text for a title or a screen reader, cut to a maximum length and
 * isolated.
 */
export function plainName(name: string): string {
  const letters = [...name];
  return isolated(
    letters.length > longestPlain ? `${letters.slice(0, longestPlain).join("")}…` : name,
  );
}

/** Isolates a right-to-left text, so that it doesn't affect the text around it. */
export function isolated(text: string): string {
  // First strong isolate, pop directional isolate (Unicode Standard Annex 9).
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
