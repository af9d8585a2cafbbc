// Formats the résumé's dates and lines, for the page and the PDF.
import { portfolioWords } from "#content/portfolio-words.ts";

/** Returns a text such as "2019–2022", "2022–present", or a single year. */
export function yearsOf({ startDate, endDate }: { startDate?: string; endDate?: string }): string {
  const start = startDate?.slice(0, 4);
  const end = endDate?.slice(0, 4) ?? (start ? portfolioWords.present : undefined);
  if (!start || start === end) return end ?? "";
  return `${start}–${end}`;
}

/**
 * Returns a text such as "Feb 2019 – Feb 2022" or "Mar 2022 – present". For a date without a month,
 * it has only the year.
 */
export function monthsOf({ startDate, endDate }: { startDate?: string; endDate?: string }): string {
  const start = startDate && monthText(startDate);
  const end = endDate ? monthText(endDate) : portfolioWords.present;
  if (!start) return endDate ? end : "";
  return start === end ? end : `${start} – ${end}`;
}

function monthText(date: string): string {
  const [year = "", month] = date.split("-");
  return month ? `${portfolioWords.months[Number(month) - 1]} ${year}` : year;
}

/**
 * Returns the length of a job in years, with months as twelfths. A job that hasn't ended counts
 * until `now`.
 */
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

/**
 * Splits a line into its label and its text: "Result: it got faster" has the label "Result". A line
 * without a label is all text.
 */
export function splitLabel(line: string): { label: string | null; text: string } {
  const [, label, text] = /^([^:.]{1,24}): (.+)$/s.exec(line) ?? [];
  return label && text ? { label, text } : { label: null, text: line };
}

/**
 * Groups skills by what their level means, the highest level first. Each quarter of the scale has
 * one meaning. Empty groups are left out.
 */
export function skillGroups(
  skills: readonly { name: string; level: string }[],
  axis: readonly string[],
): { says: string; names: string[] }[] {
  return axis
    .map((says, step) => ({
      says,
      names: skills.filter(({ level }) => stepOf(Number(level)) === step).map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0)
    .toReversed();
}

/** Returns the quarter of the scale, from 0 to 3, for a level from 0 to 100. */
export function stepOf(level: number): number {
  return Math.min(3, Math.floor(level / 25));
}

/** Returns a text as part of a URL: "Coast Light" becomes "coast-light". */
export function slugOf(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
