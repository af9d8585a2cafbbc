/** Formats whole dollars with thousands separators: `$1,297`. */
export function inDollars(amount: number): string {
  return `$${amount.toLocaleString("en-US")}`;
}
