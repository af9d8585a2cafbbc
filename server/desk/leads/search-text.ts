// Computes a lead's search text and the words of a search. Both are normalized in the same way.
// cspell:ignore øłđıς oldiσ
import { type SQL, sql } from "drizzle-orm";
import { leads } from "#server/db/schema.ts";

type Contact = { firstName: string; lastName: string; email: string; phone: string };

/**
 * Returns SQL for a lead's search text, for a statement in which the lead's row is named `leads`.
 * `others` is the result of `contactsIn`.
 */
export function searchTextOf(others: SQL): SQL {
  const { firstName, lastName, email, phone } = leads;
  return sql`search_text(${firstName}, ${lastName}, ${email}, ${phone}, ${others})`;
}

/**
 * Returns the names, email addresses and phone digits of these inquiries, one value per line,
 * newest first. `searchTextOf` omits those that don't fit or repeat the lead's own values.
 */
export function contactsIn(inquiries: Contact[]): string {
  const contacts = new Set<string>();
  for (const { firstName, lastName, email, phone } of inquiries.toReversed()) {
    for (const text of [`${firstName} ${lastName}`, email, phone.replace(/\D/g, "")]) {
      contacts.add(text.trim());
      if (contacts.size > maxContacts) return [...contacts].join("\n");
    }
  }
  return [...contacts].join("\n");
}

/** The search text never has room for more names and numbers than this. */
const maxContacts = 200;

/**
 * Returns the words that a lead's search text must contain, in any order. A number in any format
 * becomes one word of digits. A search without words, such as "-", finds nothing.
 */
export function searchWords(search: string): string[] {
  if (isNumber(search)) return [search.replace(/\D/g, "")];
  const words = foldText(search).split(/[\s,;]+/);
  const wanted = words.map((word) => (isNumber(word) ? word.replace(/\D/g, "") : word));
  const given = wanted.filter(Boolean);
  return given.length > 0 ? given : [search];
}

const isNumber = (text: string) => /^[\d\s().+-]+$/.test(text) && /\d/.test(text);

/** Normalizes text like the database function `fold_text`. */
export function foldText(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’‘ʼ`´]/g, "");
  return plain.replace(/[øłđıς‐‑–—-]/g, (letter) => replaced[letter] ?? " ").normalize("NFC");
}

const replaced: Record<string, string> = { ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" };
