// A practice's monthly report: what the report shows, and how the owner sends it.
import { z } from "zod";
import { CampaignCosts } from "./campaigns.ts";
import { anyText, instant, uuid, words } from "./fields.ts";
import { Figures } from "./figures.ts";
import { mailStates } from "./mail.ts";
import { dayText } from "./moment-text.ts";

/**
 * A report shows shares and times only for at least this many inquiries. The number is lower than
 * `minForPercentages`, because a report has a fixed period (no one can pick a good day) and shows
 * the count.
 */
export const minForRates = 10;

/** A month, such as "2026-03". */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "invalid");

/** If the month is omitted, it's the practice's last whole month. */
export const MonthQuery = z.object({ month: month.optional() });
export type MonthQuery = z.infer<typeof MonthQuery>;

const Reading = Figures.omit({ hours: true });

/** A month's figures, computed in the same way as the practice's Reports. */
export const MonthFigures = z.object({ wall: Reading, open: Reading, costs: CampaignCosts });
export type MonthFigures = z.infer<typeof MonthFigures>;

/** The owner's comment on a month. */
export const MonthComment = z.object({
  text: z.string(),
  /** The first name of the owner who last edited the comment. */
  firstName: z.string(),
  name: z.string(),
  /** The version of the comment. */
  changedAt: instant,
});
export type MonthComment = z.infer<typeof MonthComment>;

/** `GET /api/leads/month` */
export const MonthReport = z.object({
  practice: z.object({ _id: uuid, name: z.string() }),
  month,
  /** When the month begins and ends in the practice's time zone. `to` is exclusive. */
  from: instant,
  to: instant,
  timeZone: z.string(),
  /** False if the month isn't over yet, so its figures can still change. */
  isOver: z.boolean(),
  madeAt: instant,
  comment: MonthComment.nullable(),
  figures: MonthFigures,
  /** The figures of the previous month. */
  before: MonthFigures,
});
export type MonthReport = z.infer<typeof MonthReport>;

/** Returns the month that is this many months later. */
export function monthAfter(from: string, months: number): string {
  const [year = 0, number = 1] = from.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The number of characters that fit on the first page of the report. */
export const monthCommentLength = 2000;

/** `PUT /api/admin/clients/{id}/month-comment`: an empty text removes the comment. */
export const MonthCommentChange = z.object({
  month,
  text: words(monthCommentLength),
  /**
   * The version that was read, or null if there was no comment. The response is 409 `stale` if the
   * comment has changed since.
   */
  changedAt: instant.nullable(),
});
export type MonthCommentChange = z.output<typeof MonthCommentChange>;
export const MonthCommentAnswer = z.object({
  comment: MonthComment.nullable(),
  message: z.string(),
});

export const reportNoteLength = 2000;

/** `POST /api/admin/clients/{id}/month-reports`: idempotent by `submissionId`. */
export const MonthReportRequest = z.object({
  submissionId: uuid,
  month,
  /** The recipients, who are people at the practice who may read its reports. */
  to: z.array(uuid).min(1, "required").max(50, "too_long"),
  /** The owner's own words, shown above the usual text. */
  note: anyText.max(reportNoteLength, "too_long").default(""),
});
export type MonthReportRequest = z.output<typeof MonthReportRequest>;

/** `GET /api/admin/clients/{id}/report-readers`: lists the oldest account first. */
export const ReportReaders = z.object({
  readers: z.array(z.object({ _id: uuid, name: z.string(), email: z.string() })),
});
export type ReportReaders = z.infer<typeof ReportReaders>;

/** A record of sending a month's report, by hand or automatically on the first of the month. */
export const MonthMailing = z.object({
  isAutomatic: z.boolean(),
  /** When the report was written and its emails were queued. */
  at: instant,
  to: z.array(
    z.object({ email: z.string(), state: z.enum(mailStates), sentAt: instant.nullable() }),
  ),
});
export type MonthMailing = z.infer<typeof MonthMailing>;

/**
 * `GET /api/admin/clients/{id}/month-reports`: lists when a month's report was sent, newest first.
 * The month defaults to the last whole month.
 */
export const MonthMailings = z.object({ mailings: z.array(MonthMailing) });

/** Returns the name of the month, such as "March 2026", or "Mar" if it's short. */
export function monthName(named: string, length: "whole" | "short" = "whole"): string {
  const options = { whole: { month: "long", year: "numeric" }, short: { month: "short" } } as const;
  return dayText(`${named}-01`, options[length]);
}
