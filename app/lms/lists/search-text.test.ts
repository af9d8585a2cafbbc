import { expect, test } from "vitest";
import { maxSearchLength } from "#contract/leads.ts";
import { LeadQuery } from "#contract/queue.ts";
import { searchText } from "./search-text.ts";

const inAddress = (q: string) => searchText(new URLSearchParams({ q }));

test.each([
  ["nothing", "", ""],
  ["a cell of a spreadsheet", "Ada\tKing\n", "Ada King"],
  ["a NUL", "Ada\u0000", "Ada"],
  ["spaces around", "  quint ", "quint"],
  ["what is too long", "a".repeat(5000), "a".repeat(maxSearchLength)],
  [
    "half a character at the cut",
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
