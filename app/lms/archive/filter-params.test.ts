import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ArchiveQuery, maxReasonLength } from "#contract/archive.ts";
import { type FilterParams, filtersFrom, isFiltered, noFilters } from "./filter-params.ts";

const id = randomUUID();

test.each<[string, Record<string, string>, FilterParams]>([
  ["a common reason", { reason: "Duplicate" }, { reason: "Duplicate", by: "" }],
  ["a reason over two lines", { reason: " moved\naway " }, { reason: "moved away", by: "" }],
  [
    "a reason that is too long",
    { reason: "a".repeat(5000) },
    { reason: "a".repeat(maxReasonLength), by: "" },
  ],
  ["a person", { by: id.toUpperCase() }, { reason: "", by: id }],
  ["an invalid person", { by: "me" }, noFilters],
  ["no filters", {}, noFilters],
])(
  "the archive's filters from a URL with %s are cleaned up to what the API accepts",
  (_, params, filters) => {
    const found = filtersFrom(new URLSearchParams(params));
    expect(found).toEqual(filters);
    expect(isFiltered(found)).toBe(filters !== noFilters);
    const { reason, by } = found;
    expect(ArchiveQuery.safeParse({ reason, ...(by && { by }) }).success).toBe(true);
  },
);
