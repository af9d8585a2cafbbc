// What a list is searched for, as its page's address says it. Pure.
import { maxSearchLength } from "#contract/leads.ts";

/** Made fit to be asked for: pasted text may carry tabs and line breaks, an address anything. */
export function searchText(address: URLSearchParams): string {
  const oneLine = (address.get("q") ?? "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  const cut = oneLine.trim().slice(0, maxSearchLength);
  return cut
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed()
    .trim();
}
