// Selects inquiries that can be stored in one step, because they are from different people. Pure.
import type { KnownBy } from "#server/desk/same-person/lock-people.ts";

export type Asking = KnownBy & { firstName: string; lastName: string; isTest: boolean };
type Lead = KnownBy & { isTest: boolean } & { id: string; alsoKnownBy?: KnownBy[] };

/**
 * Returns the inquiries before the first that shares a number, email address or known lead with an
 * earlier one, because that one must see the earlier one's changes. Adds to each the leads that may
 * be the same person. Never empty for a non-empty list.
 */
export function takeDifferent<Inquiry extends { asking: Asking }, Known extends Lead>(
  inquiries: Inquiry[],
  known: Known[],
  atMost: number,
): { inquiry: Inquiry; matches: Known[] }[] {
  const taken = new Set<string>();
  const different: { inquiry: Inquiry; matches: Known[] }[] = [];
  for (const inquiry of inquiries.slice(0, atMost)) {
    const matches = known.filter((lead) => isMatch(inquiry.asking, lead));
    const { phone, email } = inquiry.asking;
    const names = [phone, email, ...matches.map(({ id }) => id)].filter(Boolean);
    if (names.some((name) => taken.has(name))) break;
    for (const name of names) taken.add(name);
    different.push({ inquiry, matches });
  }
  return different;
}

function isMatch(asking: Asking, lead: Lead): boolean {
  if (lead.isTest !== asking.isTest) return false;
  return hasPhone(asking, lead) || hasEmail(asking, lead);
}

type Matched = KnownBy & { alsoKnownBy?: KnownBy[] };

export function hasPhone({ phone }: KnownBy, lead: Matched): boolean {
  return phone !== "" && knownBy(lead).some((one) => one.phone === phone);
}

export function hasEmail({ email }: KnownBy, lead: Matched): boolean {
  return email !== "" && knownBy(lead).some((one) => one.email === email);
}

function knownBy(lead: Matched): KnownBy[] {
  return [lead, ...(lead.alsoKnownBy ?? [])];
}
