// Parses an amount of money from a form field.
import { hasPartOfCent, readCents } from "#contract/money.ts";

/**
 * Returns the amount in cents, or null for an empty field. An amount with parts of a cent gets half
 * a cent, and text that can't be parsed becomes NaN, because the schema rejects both.
 */
export function amountOf(typed: unknown): number | null {
  const text = String(typed ?? "").trim();
  if (hasPartOfCent(text)) return 0.5;
  return text === "" ? null : (readCents(text) ?? Number.NaN);
}
