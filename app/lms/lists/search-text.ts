// A list's search query, read from the URL. Pure.
import { maxSearchLength } from "#contract/leads.ts";

/**
 * Sanitized to what the API accepts: pasted text may contain tabs and line breaks, and a URL
 * anything.
 */
export function searchText(address: URLSearchParams): string {
  const oneLine = (address.get("q") ?? "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  const cut = oneLine.trim().slice(0, maxSearchLength);
  return cut
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed()
    .trim();
}
