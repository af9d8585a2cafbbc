// The reports, the inquiries behind each number, and the period picker.

import { limitWords } from "#content/response-limits.ts";
import type { FigureQuery } from "#contract/figures.ts";

/** The counting modes, which say which hours count toward a lead's wait. */
export const readingNames: Record<FigureQuery["reading"], string> = {
  wall: "All hours",
  open: "Business hours",
};

export const periodWords = {
  label: "Period",
  from: "Start date",
  to: "End date",
  reading: "Hours to count",
  /** Shown below the switch on the dashboard. */
  onlyFigures: {
    wall: "Changes this chart only. The queue counts all hours.",
    open: "Changes this chart only. The queue counts business hours.",
  },
  changeQueue: "Change",
  names: {
    all: "All time",
    today: "Today",
    "7d": "Last 7 days",
    "30d": "Last 30 days",
    month: "This month",
    days: "Custom dates",
  },
  span: (from: string, to: string) => `${from} to ${to}`,
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `Through ${day}`,
} as const;

/** Returns a text such as "45 business hours". */
export function openHoursText(hours: number): string {
  const shown = Math.round(hours * 10) / 10;
  return shown === 1 ? "1 business hour" : `${shown} business hours`;
}

export const figureWords = {
  title: "Reports",
  back: "Dashboard",
  failed: "We couldn’t load these numbers.",
  nothing: "No inquiries in this period. Pick a longer one, or all time.",
  nothingAtAll: "No inquiries yet. As soon as a lead comes in, it shows up here.",
  inquiries: (count: number) =>
    count === 1 ? "1 inquiry" : `${count.toLocaleString("en-US")} inquiries`,
  /** Shown after the number of inquiries that haven't been called and aren't late yet. */
  onTheClock: "still waiting, not counted yet",
  andAlso: ", and",
  oneCampaign: "one campaign",
  only: (campaign: string) => `Only ${campaign}`,
  allCampaigns: "Show all campaigns",
  onlyOf: (campaign: string) => `Show ${campaign} only`,
  /** Shown after the number if there are fewer inquiries than `fewestToTell`. */
  few: "too few to tell",
  noCampaign: "No campaign",
  noSource: "Unknown source",
  loggedLater: (count: number) =>
    count === 1
      ? "1 call was logged after the fact"
      : `${count.toLocaleString("en-US")} calls were logged after the fact`,
  openHours: (perWeek: number) => `Counted in ${openHoursText(perWeek)} a week`,
  countLoggedLater: (count: string) => `${count} logged after the fact`,
  all: "All",
  cards: {
    onTime: "Calls on Time",
    howSoon: "Time to first call",
    hours: "On time by hour and weekday",
    cameOfIt: "Results",
    source: "By source",
    campaign: "By campaign",
  },
} as const;

/** How soon the first calls were made. */
export const curveWords = {
  half: "Median",
  nineInTen: "90th percentile",
  few: (count: number, few: string) =>
    `${count === 1 ? "1 inquiry" : `${count} inquiries`}: ${few}`,
  under: (minutes: number) => `under ${minutes} min`,
  over: limitWords.late,
  notYet: "not yet",
  table: "Percentage called, by time since the inquiry",
  column: (minutes: number) => `Under ${minutes} min`,
  minutes: (minutes: number) => `${minutes} min`,
  note: "Includes leads that haven’t been called yet. Late ones count as over an hour, and the rest count as the time they’ve waited so far.",
} as const;

/** Calls on time by hour and weekday. */
export const hourWords = {
  table: `Called in ${limitWords.onTime}, by hour and weekday of the inquiry`,
  cell: (where: string, soon: number, total: number, late: number) =>
    `${where}: ${soon} of ${total} ${limitWords.onTime}, ${late} late`,
  note: `Times show when the inquiry came in, in the practice’s time zone. Each cell shows how many were called in ${limitWords.onTime}. Cells with 20 or more inquiries show a percentage instead.`,
} as const;

/** Leads that were reached and booked. */
export const resultWords = {
  table: "Reached and booked, by time to first call",
  firstCall: "First call",
  inquiries: "Inquiries",
  reached: "Reached",
  booked: "Booked",
  /** Shown after a number. */
  counted: { reached: "reached", booked: "booked" },
  none: "none",
  note: "Reached: someone spoke with the person. Booked: a call ended in a booking. Results count until the person’s next inquiry. Leads that were never called are included.",
} as const;

/** Calls on time by campaign or source. */
export const splitWords = {
  bySource: "Calls on time by source",
  source: "Source",
  byCampaign: "Calls on time by campaign",
  campaign: "Campaign",
  onTime: "On time",
} as const;

/** Each person's calls, for managers. */
export const personFigureWords = {
  title: "Calls by person",
  person: "Person",
  attempts: "Calls",
  reached: "Reached",
  booked: "Booked",
  /** Shown below the number of calls. */
  resultsForOthers: (count: string, isOne: boolean) =>
    `${count} ${isOne ? "result" : "results"} for others`,
  median: "Median time to call",
  minutes: (minutes: number) => {
    if (minutes < 1) return "Under 1 min";
    if (minutes < 120) return `${Math.round(minutes)} min`;
    return `${Math.round(minutes / 60)} hr`;
  },
  /** The number of first calls from which a figure is computed. */
  ofFirstCalls: (count: string, isOne: boolean) => `of ${count} first ${isOne ? "call" : "calls"}`,
  none: "–",
  noneRead: "No first calls",
  deactivated: "Deactivated",
  /** The last row, for calls that someone connected on a phone that rang for a new lead. */
  officePhones: "Office phones",
  note: "Sorted by name. This isn’t a ranking: shifts, lead sources and luck vary, and small numbers don’t tell you much. Each call counts on the day it was made, for the person who started it, even if someone else picked the result. The median is the time from an inquiry to its first call, counting all hours.",
  loading: "Loading calls by person…",
  failed: "We couldn’t load the calls by person.",
} as const;

/** The list of inquiries behind a number. */
export const inquiryListWords = {
  title: "Inquiries",
  none: "No inquiries here.",
  noName: "No name",
  submitted: (at: string) => `Submitted ${at}`,
  booked: "Booked",
  reached: "Reached",
  deleted: "Lead deleted",
  now: (state: string) => `Status: ${state}`,
  /** Shown after "Late". */
  inReading: (reading: string) => ` (${reading})`,
  loggedLater: "Logged after the fact",
  notCalled: "Not called",
  stillWaiting: "Still waiting",
  /** The words for the heading, in the order in which it uses them. */
  named: {
    ...{ booked: "booked", reached: "reached", loggedLater: "logged after the fact" },
    phones: {
      on: "Phones ringing",
      off: "Phones not ringing",
      reached: "Reached, connected by key",
    },
  },
} as const;
