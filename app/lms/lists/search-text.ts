// Reads texts from the URL, such as a list's search text. Pure.
import { maxSearchLength } from "#contract/leads.ts";

export function searchText(address: URLSearchParams): string {
  return lineIn(address, "q", maxSearchLength);
}

/**
 * Returns a one-line text as the API accepts it. Pasted text may contain tabs and line breaks, and
 * a URL may contain anything.
 */
export function lineIn(address: URLSearchParams, name: string, maxLength: number): string {
  const oneLine = (address.get(name) ?? "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  const cut = oneLine.trim().slice(0, maxLength);
  return cut
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed()
    .trim();
}
