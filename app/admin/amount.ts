// Parses an amount of money from a form field.
import { hasPartOfCent, readCents } from "#contract/money.ts";

/**
 * Returns the amount in cents, or null for an empty field. The schema rejects the other two
 * results: 0.5 for an amount with parts of a cent, and NaN for text that can't be parsed.
 */
export function amountOf(typed: unknown): number | null {
  const text = String(typed ?? "").trim();
  if (hasPartOfCent(text)) return 0.5;
  return text === "" ? null : (readCents(text) ?? Number.NaN);
}
