// Makes the lines of a monthly report for the page, the PDF and the emails, each with its value and
// the previous month's. Pure.
import type { Cost } from "./campaigns.ts";
import type { CalledWithin } from "./figures.ts";
import { dollarsText } from "./money.ts";
import { type MonthFigures, minForRates } from "./month-reports.ts";
import { numberText, shareText } from "./shares.ts";
import { type Bucket, lateAfterMinutes } from "./timeliness.ts";

export type ReportValue =
  | { kind: "count"; count: number }
  | { kind: "share"; part: number; total: number }
  /** `total` is the number of inquiries. */
  | { kind: "within"; within: CalledWithin; total: number }
  | { kind: "cost"; cost: Cost };

export const monthLineNames = [
  "inquiries",
  "onTime",
  "onTimeOpen",
  "half",
  "nineInTen",
  "uncalled",
  "reached",
  "booked",
  "enteredLater",
  "perLead",
  "perBooked",
] as const;
export type MonthLineName = (typeof monthLineNames)[number];

/** The lines in which a lower value is better. */
const lessIsBetter: readonly MonthLineName[] = [
  "half",
  "nineInTen",
  "uncalled",
  "enteredLater",
  "perLead",
  "perBooked",
];

export type MonthLine = { name: MonthLineName; now: ReportValue; before: ReportValue };

/** Returns the lines of the report. Costs are left out if neither month has known spend. */
export function monthLines(now: MonthFigures, before: MonthFigures): MonthLine[] {
  const [values, earlier] = [valuesOf(now), valuesOf(before)];
  const hasCosts = [now, before].some(({ costs }) => costs.total.spendCents !== null);
  return monthLineNames
    .filter((name) => hasCosts || (name !== "perLead" && name !== "perBooked"))
    .map((name) => ({ name, now: values[name], before: earlier[name] }));
}

function valuesOf({ wall, open, costs }: MonthFigures): Record<MonthLineName, ReportValue> {
  const total = totalOf(wall.total);
  const sum = (of: "reached" | "booked") =>
    buckets.reduce((all, bucket) => all + wall.cameOfIt[bucket][of], 0);
  const asked = total + wall.onTheClock;
  return {
    inquiries: { kind: "count", count: asked },
    onTime: { kind: "share", part: wall.total.lt10, total },
    onTimeOpen: { kind: "share", part: open.total.lt10, total: totalOf(open.total) },
    half: { kind: "within", within: wall.firstCall.half, total: asked },
    nineInTen: { kind: "within", within: wall.firstCall.nineInTen, total: asked },
    uncalled: { kind: "count", count: wall.uncalled },
    reached: { kind: "share", part: sum("reached"), total },
    booked: { kind: "share", part: sum("booked"), total },
    enteredLater: { kind: "count", count: wall.total.enteredLater },
    perLead: { kind: "cost", cost: costs.total.perLead },
    perBooked: { kind: "cost", cost: costs.total.perBooked },
  };
}

export const buckets: readonly Bucket[] = ["lt10", "lt60", "other"];

export function totalOf({ lt10, lt60, other }: Record<Bucket, number>): number {
  return lt10 + lt60 + other;
}

/** The numbers of minutes for which a report shows the share of inquiries called. */
const toldMinutes = [2, 5, 10, 20, 40, 60];

/**
 * Returns the share of inquiries called within each of these minutes. Returns none if there are
 * fewer inquiries than `minForRates`.
 */
export function toldCurve({ wall }: MonthFigures): { minutes: number; share: number }[] {
  if (totalOf(wall.total) + wall.onTheClock < minForRates) return [];
  return wall.firstCall.curve.filter(({ minutes }) => toldMinutes.includes(minutes));
}

/** Returns the rate, or null if there are too few inquiries. */
export function rateOf(part: number, total: number): number | null {
  return total < minForRates ? null : part / total;
}

/** The words for values, which come from `content/month-report.ts`. */
export type ValueWords = {
  few: string;
  partOf: (part: string, total: string) => string;
  calledIn: (within: CalledWithin) => string;
  noCost: Record<Extract<Cost, string>, string>;
};

export function valueText(value: ReportValue, words: ValueWords): string {
  switch (value.kind) {
    case "count":
      return numberText(value.count);
    case "cost":
      return typeof value.cost === "number"
        ? `$${dollarsText(value.cost)}`
        : words.noCost[value.cost];
    case "within":
      return value.total < minForRates ? words.few : words.calledIn(value.within);
    case "share":
      return value.total < minForRates ? words.few : shareText(value.part, value.total);
  }
}

/**
 * Returns a text such as "84 of 100" that is shown below a share. Returns an empty text for other
 * values.
 */
export function countText(value: ReportValue, words: ValueWords): string {
  return value.kind === "share"
    ? words.partOf(numberText(value.part), numberText(value.total))
    : "";
}

/**
 * Returns a number by which values can be sorted and compared. Returns null if there is no value or
 * there are too few inquiries.
 */
export function amountOf(value: ReportValue): number | null {
  switch (value.kind) {
    case "count":
      return value.count;
    case "cost":
      return typeof value.cost === "number" ? value.cost : null;
    case "share":
      return rateOf(value.part, value.total);
    case "within": {
      if (value.total < minForRates || value.within === null) return null;
      if (typeof value.within === "number") return value.within;
      return lateAfterMinutes + (value.within === "over_an_hour" ? 1 : 2);
    }
  }
}

/**
 * Returns how much higher the value is than the previous one, which is negative if it's lower.
 * Returns null if they can't be compared.
 */
function changeOf({
  now,
  before,
}: MonthLine): { kind: "count" | "points" | "minutes" | "cents"; by: number } | null {
  if (now.kind === "count" && before.kind === "count") {
    return { kind: "count", by: now.count - before.count };
  }
  if (now.kind === "share" && before.kind === "share") {
    const rate = rateOf(now.part, now.total);
    const earlier = rateOf(before.part, before.total);
    if (rate === null || earlier === null) return null;
    return { kind: "points", by: Math.round(rate * 100) - Math.round(earlier * 100) };
  }
  if (now.kind === "within" && before.kind === "within") {
    const isKnown = Math.min(now.total, before.total) >= minForRates;
    if (!isKnown || typeof now.within !== "number" || typeof before.within !== "number")
      return null;
    return { kind: "minutes", by: now.within - before.within };
  }
  if (now.kind === "cost" && before.kind === "cost") {
    if (typeof now.cost !== "number" || typeof before.cost !== "number") return null;
    return { kind: "cents", by: now.cost - before.cost };
  }
  return null;
}

export type ChangeWords = {
  same: string;
  points: (by: string) => string;
  minutes: (by: string) => string;
};

/**
 * Returns a text such as "+12 points", "−3" or "+$4.10". Returns "–" if the values can't be
 * compared.
 */
export function changeText(line: MonthLine, words: ChangeWords): string {
  const change = changeOf(line);
  if (!change) return "–";
  if (change.by === 0) return words.same;
  const sign = change.by > 0 ? "+" : "−";
  const amount = Math.abs(change.by);
  if (change.kind === "cents") return `${sign}$${dollarsText(amount)}`;
  const by = sign + numberText(amount);
  if (change.kind === "count") return by;
  return change.kind === "points" ? words.points(by) : words.minutes(by);
}

/**
 * Returns whether a figure got better or worse. Returns null if it's unchanged or neither direction
 * is better.
 */
export function directionOf(line: MonthLine): "better" | "worse" | null {
  const change = changeOf(line);
  if (!change || change.by === 0 || line.name === "inquiries") return null;
  return change.by > 0 === lessIsBetter.includes(line.name) ? "worse" : "better";
}
