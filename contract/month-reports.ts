// A practice's monthly report: what it shows, and how the owner sends it.
import { z } from "zod";
import { CampaignCosts } from "./campaigns.ts";
import { anyText, instant, uuid } from "./fields.ts";
import { Figures } from "./figures.ts";
import { dayText } from "./moment-text.ts";

/**
 * Below this many inquiries a report doesn't show shares or times. Lower than `minForPercentages`,
 * because a report's period is fixed (no picking a good day) and shows the count.
 */
export const minForRates = 10;

/** "2026-03" */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "invalid");

/** Without a month: the practice's last whole one. */
export const MonthQuery = z.object({ month: month.optional() });
export type MonthQuery = z.infer<typeof MonthQuery>;

const Reading = Figures.omit({ hours: true });

/** Computed like the practice's Reports. */
export const MonthFigures = z.object({ wall: Reading, open: Reading, costs: CampaignCosts });
export type MonthFigures = z.infer<typeof MonthFigures>;

/** `GET /api/leads/month` */
export const MonthReport = z.object({
  practice: z.object({ _id: uuid, name: z.string() }),
  month,
  /** The month in the practice's time zone, `to` exclusive. */
  from: instant,
  to: instant,
  timeZone: z.string(),
  /** False: the month isn't over, so its figures can change. */
  isOver: z.boolean(),
  madeAt: instant,
  figures: MonthFigures,
  /** Of the month before. */
  before: MonthFigures,
});
export type MonthReport = z.infer<typeof MonthReport>;

/** The month that many months later. */
export function monthAfter(from: string, months: number): string {
  const [year = 0, number = 1] = from.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

export const reportNoteLength = 2000;

/** `POST /api/admin/clients/{id}/month-reports`: idempotent by its id. */
export const MonthReportRequest = z.object({
  submissionId: uuid,
  month,
  /** People of the practice who may read its reports. */
  to: z.array(uuid).min(1, "required").max(50, "too_long"),
  /** The owner's own words, above the usual ones. */
  note: anyText.max(reportNoteLength, "too_long").default(""),
});
export type MonthReportRequest = z.output<typeof MonthReportRequest>;

/** `GET /api/admin/clients/{id}/report-readers`: by age of the account. */
export const ReportReaders = z.object({
  readers: z.array(z.object({ _id: uuid, name: z.string(), email: z.string() })),
});
export type ReportReaders = z.infer<typeof ReportReaders>;

/** "March 2026"; short: "Mar". */
export function monthName(named: string, length: "whole" | "short" = "whole"): string {
  const options = { whole: { month: "long", year: "numeric" }, short: { month: "short" } } as const;
  return dayText(`${named}-01`, options[length]);
}
