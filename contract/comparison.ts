// The owner's comparison of practices in one period and in earlier ones.
import { z } from "zod";
import { clientStatuses } from "./accounts.ts";
import { Cost } from "./campaigns.ts";
import { line, whole } from "./fields.ts";
import { Figures } from "./figures.ts";
import type { ReportValue } from "./month-lines.ts";
import { month } from "./month-reports.ts";
import { ListedClient } from "./practices.ts";

/**
 * The last whole month, the last whole week (Monday through Sunday), or the last 30 days including
 * today.
 */
export const comparisonPeriods = ["month", "week", "30d"] as const;

/** The number of periods that are compared, which are the requested one and those before it. */
export const comparedPeriods = 6;

export const ComparedFigures = z.object({
  /** The number of inquiries with a clock, including those that aren't in a bucket yet. */
  inquiries: z.int(),
  /** The inquiries in each bucket by wall time. Late and uncalled inquiries count in `other`. */
  timeDiff: z.object({ lt10: z.int(), lt60: z.int(), other: z.int() }),
  /** The number of inquiries in `other` that were never called. */
  neverCalled: z.int(),
  /** The number of inquiries whose first call was logged after the fact. */
  enteredLater: z.int(),
  reached: z.int(),
  booked: z.int(),
  median: Figures.shape.firstCall.shape.half,
});
export type ComparedFigures = z.infer<typeof ComparedFigures>;

/** What a practice's ads cost, over all its campaigns. */
const ComparedCosts = z.object({
  /** The spend in US cents, or null if none is recorded. */
  spendCents: z.int().nullable(),
  perLead: Cost,
  perBooked: Cost,
});
export type ComparedCosts = z.infer<typeof ComparedCosts>;

const Compared = ComparedCosts.extend({ figures: ComparedFigures });
export type Compared = z.infer<typeof Compared>;

export const ComparedPractice = ListedClient.pick({
  _id: true,
  name: true,
  city: true,
  state: true,
}).extend({
  status: z.enum(clientStatuses),
  timeZone: z.string(),
  now: Compared,
  /** The figures of the previous period. */
  before: Compared,
  /**
   * For each period, oldest first: how many inquiries were on time, and how many were in a bucket.
   */
  history: z.array(z.object({ onTime: z.int(), total: z.int() })),
});
export type ComparedPractice = z.infer<typeof ComparedPractice>;

/** A period from one day through another. Both days are included. */
const Days = z.object({ from: z.iso.date(), to: z.iso.date() });

export const Comparison = z.object({
  /**
   * The requested period, followed by the earlier ones. The days are the same for every practice,
   * each in its own time zone.
   */
  periods: z.array(Days),
  /** False if the first period isn't over yet, so its figures can still change. */
  isOver: z.boolean(),
  practices: z.array(ComparedPractice),
  /** The totals of all matching practices, including those on other pages. */
  totals: z.object({ now: Compared, before: Compared }),
  total: z.int(),
  pages: z.int(),
});
export type Comparison = z.infer<typeof Comparison>;

/**
 * The figures that the comparison can be sorted by. Each has a default direction, in which the
 * worst practices come first.
 */
export const comparisonSorts = {
  name: "asc",
  inquiries: "desc",
  onTime: "asc",
  slow: "desc",
  late: "desc",
  neverCalled: "desc",
  median: "desc",
  reached: "asc",
  booked: "asc",
  spend: "desc",
  perLead: "desc",
  perBooked: "desc",
} as const;
export type ComparisonSort = keyof typeof comparisonSorts;
export type ComparedMeasure = Exclude<ComparisonSort, "name">;

const filters = {
  /** A month such as "2026-03". */
  period: z.union([z.enum(comparisonPeriods), month], "invalid").default("month"),
  /** Searches a practice's name, its city, and its people's login emails. */
  search: line(200).optional(),
  sort: z.enum(Object.keys(comparisonSorts) as ComparisonSort[], "invalid").default("onTime"),
  /**
   * The sort direction. Practices with too few inquiries or without the cost come last in either
   * direction.
   */
  order: z.enum(["asc", "desc"], "invalid").optional(),
};

/** `GET /api/admin/comparison`: 50 per page. */
export const ComparisonQuery = z.object({ ...filters, page: whole(1, 100_000).default(1) });
export type ComparisonQuery = z.output<typeof ComparisonQuery>;

/** `GET /api/admin/comparison/export.csv`: exports all pages. */
export const ComparisonExportQuery = z.object(filters);
export type ComparisonExportQuery = z.output<typeof ComparisonExportQuery>;

export function bucketed({ timeDiff }: ComparedFigures): number {
  return timeDiff.lt10 + timeDiff.lt60 + timeDiff.other;
}

/** Returns a value in the format of monthly reports, so that both show the same text. */
export function comparedValue(
  { figures, spendCents, perLead, perBooked }: Pick<Compared, "figures"> & Partial<Compared>,
  measure: ComparedMeasure,
): ReportValue {
  const share = (part: number): ReportValue => ({ kind: "share", part, total: bucketed(figures) });
  switch (measure) {
    case "inquiries":
      return { kind: "count", count: figures.inquiries };
    case "onTime":
      return share(figures.timeDiff.lt10);
    case "slow":
      return share(figures.timeDiff.lt60);
    case "late":
      return share(figures.timeDiff.other);
    case "neverCalled":
      return share(figures.neverCalled);
    case "median":
      return { kind: "within", within: figures.median, total: figures.inquiries };
    case "reached":
      return share(figures.reached);
    case "booked":
      return share(figures.booked);
    case "spend":
      return { kind: "cost", cost: spendCents ?? "no_spend" };
    case "perLead":
      return { kind: "cost", cost: perLead ?? "no_spend" };
    case "perBooked":
      return { kind: "cost", cost: perBooked ?? "no_spend" };
  }
}
