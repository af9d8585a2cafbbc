// Displays a person's name safely: it may be right-to-left, contain bidirectional control
// characters, or be very long.
export { callName } from "#contract/call-name.ts";

type Named = { firstName: string; lastName: string };

export function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}

/** Too long for a heading or a row. */
export function isLong(name: string): boolean {
  return [...name].length > longestPlain;
}

/** Isolates the name's text direction from its surroundings; the whole name shows on hover. */
export function Name({ children }: { children: string }) {
  return <bdi title={isLong(children) ? children : undefined}>{children}</bdi>;
}

const longestPlain = 60;
// Right-to-left scripts such as Hebrew and Arabic, and bidirectional control characters.
// cspell:ignore efff
const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** For a title or a screen reader, without markup: truncated and isolated. */
export function plainName(name: string): string {
  const letters = [...name];
  const cut = letters.length > longestPlain ? `${letters.slice(0, longestPlain).join("")}…` : name;
  // First strong isolate, pop directional isolate (Unicode Standard Annex 9).
  return rightToLeft.test(cut) ? `\u2068${cut}\u2069` : cut;
}
