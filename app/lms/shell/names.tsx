// A person's name as it may be shown: it may run from right to left, hold marks that turn the words
// beside it round, or be as long as a form lets it be.
export { callName } from "#contract/call-name.ts";

type Named = { firstName: string; lastName: string };

export function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}

/** Too long to stand whole in a heading or a row. */
export function isLong(name: string): boolean {
  return [...name].length > longestPlain;
}

/** Turns nothing round that stands beside it; the whole of it on hover. */
export function Name({ children }: { children: string }) {
  return <bdi title={isLong(children) ? children : undefined}>{children}</bdi>;
}

const longestPlain = 60;
// Hebrew, Arabic and their kin, and the marks that change a text's direction.
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** For a title and for what is read out, where there is no markup: cut, and kept to itself. */
export function plainName(name: string): string {
  const letters = [...name];
  const cut = letters.length > longestPlain ? `${letters.slice(0, longestPlain).join("")}…` : name;
  // First strong isolate, pop directional isolate (Unicode Standard Annex 9).
  return turning.test(cut) ? `\u2068${cut}\u2069` : cut;
}
