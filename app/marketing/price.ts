/** Whole dollars with thousands apart: `$1,297`. */
export function inDollars(amount: number): string {
  return `$${amount.toLocaleString("en-US")}`;
}
