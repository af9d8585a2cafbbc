// The owner's comparison of practices: the screen and the exported file.

import { limitWords } from "#content/response-limits.ts";
import type { ComparisonSort, comparisonPeriods } from "#contract/comparison.ts";

export const comparisonWords = {
  title: "Compare practices",
  period: "Period",
  periods: {
    month: "Last month",
    week: "Last week",
    "30d": "Last 30 days",
  } satisfies Record<(typeof comparisonPeriods)[number], string>,
  span: (from: string, to: string) => `${from} to ${to}`,
  /** Shown above the table, such as "12 practices: October 2026, compared with September 2026." */
  inAll: (count: number, period: string, before: string) =>
    `${count === 1 ? "1 practice" : `${count} practices`}: ${period}, compared with ${before}.`,
  /** The name of the last row, which counts all inquiries as if they were one practice's. */
  together: (count: number) => `All ${count} practices`,
  running: "This period isn’t over, so these numbers will change.",
  search: "Search",
  searchHelp: "Name, city or email",
  sort: "Sort by",
  none: "No practices yet. To add one, send an invitation from Practices.",
  noMatch: "No practices match.",
  /**
   * Shown below a value, with an arrow and the previous value. Only screen readers read these
   * words.
   */
  up: "Up",
  down: "Down",
  from: (before: string) => `from ${before}`,
  same: "No change",
  /** Shown instead of a time or cost that is unknown. */
  unknown: "–",
  loggedLater: (count: string) => `${count} logged later`,
  /** The shares on time in earlier periods, such as "On time: May (82%), June (80%)". */
  history: (parts: string[]) => `On time: ${parts.join(", ")}`,
  historyPart: (period: string, share: string) => `${period} (${share})`,
  weekOf: (day: string) => `week of ${day}`,
  daysFrom: (day: string) => `30 days starting ${day}`,
  tooFew: "too few to tell",
  report: "Report",
  reportOf: (practice: string) => `Report for ${practice}`,
  what: "Counts every timed inquiry: those from forms, but not test leads, walk-ins or imports. All hours count, in each practice’s own time zone. Calls logged after the fact use the time that was entered, and the table shows how many there were. Percentages and times appear once a practice has 10 inquiries. Practices with fewer come last. Costs count the people who came on days with recorded ad spend. A practice without ad spend shows a dash and doesn’t count in the total’s costs.",
  /**
   * The heading of a column in the exported file, such as "On time, October 1 to October 31, 2026".
   */
  columnIn: (name: string, days: { from: string; to: string } | undefined) =>
    days ? `${name}, ${days.from} to ${days.to}` : name,
} as const;

export const comparisonNames: Record<ComparisonSort, string> = {
  onTime: "On time",
  slow: "Under 1 hour",
  late: "Late",
  neverCalled: "Never called",
  median: "Median time to call",
  inquiries: "Inquiries",
  reached: "Reached",
  booked: "Booked",
  spend: "Ad spend",
  perLead: "Cost per lead",
  perBooked: "Cost per booked patient",
  name: "Practice",
};

/** The columns of the exported file, in order, with the figures for each period. */
export const comparisonColumns = {
  practice: {
    name: "Practice",
    city: "City",
    state: "State",
    status: "Status",
    timeZone: "Time zone",
  },
  figures: {
    inquiries: "Inquiries",
    onTime: `Called in ${limitWords.onTime}`,
    slow: `Called in ${limitWords.slow}`,
    late: "Late",
    neverCalled: "Never called",
    enteredLater: "Logged after the fact",
    median: "Median time to call",
    reached: "Reached",
    booked: "Booked",
    spend: "Ad spend (dollars)",
    perLead: "Cost per lead (dollars)",
    perBooked: "Cost per booked patient (dollars)",
  },
} as const;
