// An amount of money in a form's field.
import { hasPartOfCent, readCents } from "#contract/money.ts";

/**
 * In cents; an empty field means none. Half a cent stands for an amount with more than two decimals,
 * and no number for what can't be read: the schema rejects both.
 */
export function amountOf(typed: unknown): number | null {
  const text = String(typed ?? "").trim();
  if (hasPartOfCent(text)) return 0.5;
  return text === "" ? null : (readCents(text) ?? Number.NaN);
}
