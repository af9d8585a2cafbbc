// A list's search query and other text, read from the URL. Pure.
import { maxSearchLength } from "#contract/leads.ts";

export function searchText(address: URLSearchParams): string {
  return lineIn(address, "q", maxSearchLength);
}

/**
 * Sanitizes a line to what the API accepts: pasted text may contain tabs and line breaks, and a URL
 * anything.
 */
export function lineIn(address: URLSearchParams, name: string, maxLength: number): string {
  const oneLine = (address.get(name) ?? "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  const cut = oneLine.trim().slice(0, maxLength);
  return cut
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed()
    .trim();
}
