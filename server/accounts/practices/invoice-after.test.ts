// When the next monthly invoice is due.
import { expect, test } from "vitest";
import { invoiceAfter } from "./invoice-after.ts";

test.each<[string, string | null, string]>([
  ["2026-04-01", null, "2026-05-01"],
  ["2026-12-15", "2026-11-16", "2027-01-15"],
  ["2026-01-31", null, "2026-02-28"],
  ["2028-01-30", null, "2028-02-29"],
  ["2026-02-28", "2026-01-31", "2026-03-31"],
  ["2026-02-28", "2026-01-30", "2026-03-30"],
  ["2026-02-28", "2026-01-28", "2026-03-28"],
  ["2026-02-28", null, "2026-03-28"],
  ["2026-04-30", "2026-03-31", "2026-05-31"],
])("a due date of %s that follows a due date of %s is followed by %s", (due, earlier, expected) => {
  expect(invoiceAfter(due, earlier)).toBe(expected);
});
