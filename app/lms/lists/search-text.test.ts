import { expect, test } from "vitest";
import { maxSearchLength } from "#contract/leads.ts";
import { LeadQuery } from "#contract/queue.ts";
import { searchText } from "./search-text.ts";

const inAddress = (q: string) => searchText(new URLSearchParams({ q }));

test.each([
  ["nothing", "", ""],
  ["a spreadsheet cell", "Ada\tKing\n", "Ada King"],
  ["a NUL character", "Ada\u0000", "Ada"],
  ["text with spaces around it", "  quint ", "quint"],
  ["text that is too long", "a".repeat(5000), "a".repeat(maxSearchLength)],
  [
    "text whose limit is in the middle of a character",
    `${"a".repeat(maxSearchLength - 1)}😀`,
    "a".repeat(maxSearchLength - 1),
  ],
])("a search for %s is cleaned up to what the API accepts", (_, typed, searched) => {
  expect(inAddress(typed)).toBe(searched);
  expect(LeadQuery.parse({ search: inAddress(typed) }).search).toBe(searched);
});

test("the search text is empty if the URL has no query", () => {
  expect(searchText(new URLSearchParams())).toBe("");
});
