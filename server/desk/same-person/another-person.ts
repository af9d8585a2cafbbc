// Checks whether an inquiry is from a different person than the lead with the same phone number or
// email address, because families share those. Pure. cspell:disable

type Name = { firstName: string; lastName: string };

/**
 * The person of an inquiry or a lead. A value is empty if it is unknown. `phone` is also empty if
 * it doesn't identify anyone.
 */
export type Someone = Name & { phone: string; email: string };

/**
 * What is known about a lead's person. `names` has the lead's own name first, then other names from
 * its inquiries.
 */
export type KnownPerson = { names: Name[]; phones: string[]; emails: string[] };

/** Returns a lead's own name, and the name on its newest inquiry if it is different. */
export function namesOfLead({
  firstName,
  lastName,
  askedAs,
}: Name & { askedAs?: string | null }): Name[] {
  const own = { firstName, lastName };
  return askedAs ? [own, { firstName: askedAs, lastName: "" }] : [own];
}

/**
 * Checks for a different person: one with a different name and also a phone number or email address
 * that the lead doesn't have. A different name alone proves nothing: phone companies send made-up
 * names, and people write theirs in many ways.
 */
export function isAnotherPerson(asking: Someone, known: KnownPerson): boolean {
  const isOther = (given: string, have: string[]) => given !== "" && !have.includes(given);
  const hasOther = isOther(asking.phone, known.phones) || isOther(asking.email, known.emails);
  return hasOther && !known.names.some((name) => areAlike(asking, name));
}

/** Checks whether both names may be the same person's. An unknown name matches any name. */
export function areAlike(one: Name, other: Name): boolean {
  const [mine, theirs] = [partsOf(one), partsOf(other)];
  if (mine.all.length === 0 || theirs.all.length === 0) return true;
  // One of the names has only one word, such as "Lopez" or "Maria".
  if (mine.all.length === 1 || theirs.all.length === 1) {
    return mine.all.some((word) => theirs.all.some((their) => isAlike(word, their)));
  }
  if (isAlike(mine.first, theirs.first)) return true;
  return isAlike(mine.first, theirs.last) && isAlike(mine.last, theirs.first);
}

/** Only the beginning of a longer name is compared. */
const maxLength = 60;

function partsOf({ firstName, lastName }: Name): { all: string[]; first: string; last: string } {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)];
  const all = [...first, ...last];
  return { all, first: all[0] ?? "", last: all.at(-1) ?? "" };
}

function wordsOf(text: string): string[] {
  const plain = text.slice(0, maxLength).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/['’`]/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Checks for the same word, its beginning or initial, a short form of it, or a typo. */
function isAlike(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === 1 || short.length >= 3) {
    if (long.startsWith(short)) return true;
  } else if (short === long) return true;
  if (shortForms.get(short)?.has(long) || shortForms.get(long)?.has(short)) return true;
  return short.length >= 3 && isSlip(short, long);
}

/**
 * Checks for one missing or extra letter or, in words of at least four letters, for one different
 * letter or two swapped neighbors. "Ana" and "Ava" are different.
 */
function isSlip(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  if (long.length > short.length) return rest(short, at) === rest(long, at + 1);
  if (short.length < 4) return false;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    rest(short, at + 1) === rest(long, at + 1) ||
    (isSwapped && rest(short, at + 2) === rest(long, at + 2))
  );
}

/**
 * Each short form with its full name. Short forms that are the beginning of the name aren't needed.
 */
const pairs = `
  bill william, billy william, will william, bob robert, bobby robert, rob robert, dick richard,
  rick richard, jim james, jimmy james, jack john, hank henry, harry henry, ted edward, ed edward,
  ned edward, tony anthony, chuck charles, peggy margaret, meg margaret, maggie margaret,
  betty elizabeth, beth elizabeth, liz elizabeth, lizzie elizabeth, kate katherine, kate catherine,
  kathy katherine, cathy catherine, katie katherine, becky rebecca, sally sarah, molly mary,
  polly mary, nancy ann, mike michael, mick michael, steve stephen, steve steven, andy andrew,
  drew andrew, alex alejandro, sandy alexander, gene eugene, larry lawrence, joe jose, pepe jose,
  paco francisco, pancho francisco, frank francisco, frank francis, nacho ignacio, lola dolores,
  chuy jesus, memo guillermo, lupe guadalupe, beto alberto, beto roberto, quique enrique,
  kike enrique, toni antonia, tono antonio, charo rosario, concha concepcion, pili pilar,
  manolo manuel, chema jose, ze jose, chico francisco, tito roberto, gabi gabriela
`;

const shortForms = new Map<string, Set<string>>();
for (const pair of pairs.split(",")) {
  const [short = "", long = ""] = pair.trim().split(" ");
  shortForms.set(short, (shortForms.get(short) ?? new Set()).add(long));
}
