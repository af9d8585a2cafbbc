// Amounts in US dollars as people and ad platforms write them. Everywhere else, amounts are whole
// cents.

/**
 * The largest amount, a hundred million dollars, which is more than any practice's campaign costs.
 */
export const maxCents = 10_000_000_000;

const shape = /^\$?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d+))?$/;

/**
 * Parses an amount: "$1,234.56" becomes 123456. Returns null for any other text, and for amounts
 * with more than two decimals.
 */
export function readCents(text: string): number | null {
  return hasPartOfCent(text) ? null : roundCents(text);
}

/**
 * Returns whether an amount has more than two decimals. Such amounts are never rounded, because
 * "1.000" may mean a thousand.
 */
export function hasPartOfCent(text: string): boolean {
  return (shape.exec(text.trim())?.[2] ?? "").length > 2;
}

/** Parses an amount that a platform computed. Fractions of a cent are rounded half up. */
export function roundCents(text: string): number | null {
  const read = shape.exec(text.trim());
  const [, dollars, fraction = ""] = read ?? [];
  if (!read || (dollars === undefined && fraction === "")) return null;
  const thousandths = Number(fraction.padEnd(3, "0").slice(0, 3));
  const cents = Number((dollars ?? "0").replaceAll(",", "")) * 100 + Math.round(thousandths / 10);
  return cents <= maxCents ? cents : null;
}

/** Formats cents: 123456 becomes "1,234.56", which `readCents` can parse. */
export function dollarsText(cents: number): string {
  return (cents / 100).toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}
