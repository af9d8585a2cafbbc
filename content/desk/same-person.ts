// Leads that are the same person: the suggestion on a lead's page, the comparison, and undoing a
// merge.
import type { DuplicateReason } from "#contract/merges.ts";

export const samePersonWords = {
  title: "Possible duplicate",
  review: "Review",
  /** For screen readers, after "Review" and "Not the same person". */
  of: (name: string) => ` ${name}`,
  notSame: "Not the same person",
  reasons: {
    phone: "Same phone number",
    email: "Same email",
    earlier_phone: "Same phone number on an inquiry",
    earlier_email: "Same email on an inquiry",
    name_and_phone: "Same name, almost the same phone number",
    name_and_email: "Same name, similar email",
    name_and_street: "Same name, same street",
    name_and_zip: "Same name, same ZIP code",
  } satisfies Record<DuplicateReason, string>,
  told: (name: string) => `${name} won’t be suggested again.`,
  toldUndone: (name: string) => `${name} may be suggested again.`,
  /** Shown after moving an inquiry to a separate lead. */
  split: (name: string) => `${name} is now a separate lead.`,
  compare: "Same person?",
  about:
    "If they’re the same person, merge them: all inquiries, calls, notes and emails go on one page. Your reports don’t change, and you can undo it for 30 days.",
  failed: "We couldn’t load these two leads.",
  /** The headings of the two columns. */
  first: "This lead",
  second: "The other lead",
  fields: { name: "Name", phone: "Phone", email: "Email", language: "Language" },
  none: "None",
  facts: {
    asked: "Last inquiry",
    inquiries: "Inquiries",
    calls: "Calls",
    state: "Status",
    source: "From",
  },
  merge: "Merge",
  merging: "Merging…",
  merged: (name: string) => `Merged. Everything about ${name} is now on this page.`,
  undone: "Merge undone. They’re two leads again.",
  /** Shown on the timeline. */
  oneMore: "another lead",
  separated: "Separated from",
  undoMerge: "Undo merge",
  undoUntil: (day: string) => `You can undo it until ${day}.`,
} as const;
