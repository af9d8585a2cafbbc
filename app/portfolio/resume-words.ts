// Formats the résumé's dates and lines, for the page and the PDF.
import { portfolioWords } from "#content/portfolio-words.ts";

/** "2019–2022", "2022–present", or a single year. */
export function yearsOf({ startDate, endDate }: { startDate?: string; endDate?: string }): string {
  const start = startDate?.slice(0, 4);
  const end = endDate?.slice(0, 4) ?? (start ? portfolioWords.present : undefined);
  if (!start || start === end) return end ?? "";
  return `${start}–${end}`;
}

/** In years, with months as twelfths; a current job ends at `now`. */
export function lengthInYears(
  { startDate, endDate }: { startDate: string; endDate?: string },
  now: Date,
): number {
  const end = endDate ?? now.toISOString().slice(0, 7);
  return Math.max(0, inMonths(end) - inMonths(startDate)) / 12;
}

function inMonths(date: string): number {
  const [year = 0, month = 1] = date.split("-").map(Number);
  return year * 12 + month - 1;
}

/** "Result: it got faster" has the label "Result"; a line without a label is all text. */
export function splitLabel(line: string): { label: string | null; text: string } {
  const [, label, text] = /^([^:.]{1,24}): (.+)$/s.exec(line) ?? [];
  return label && text ? { label, text } : { label: null, text: line };
}

/** A URL slug: "Second Oven" becomes "second-oven". */
export function slugOf(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
