// What a desk's figures are made of, and the lists behind them.
import { z } from "zod";
import { instant, uuid, whole } from "./fields.ts";
import {
  CallOutcome,
  CallsOnTime,
  FigureQuery,
  LeadState,
  largestLeadPage,
  leadPageSize,
} from "./leads.ts";

/** Under so many inquiries a share says nothing: only the numbers are shown. */
export const fewestToTell = 20;

/** Inquiries with a clock, by when they were first called; late and uncalled ones in `other`. */
const Counted = z.object({
  lt10: z.int(),
  lt60: z.int(),
  other: z.int(),
  /** How many of these were called at a moment that was entered later. */
  enteredLater: z.int(),
});
export type Counted = z.infer<typeof Counted>;

/**
 * The smallest whole number of minutes in which so many had been called. `over_an_hour`: they were,
 * but not within one. `not_yet`: so few were called at all. Null: nothing is counted.
 */
const CalledWithin = z.union([z.int(), z.enum(["over_an_hour", "not_yet"])]).nullable();
export type CalledWithin = z.infer<typeof CalledWithin>;

/** What came of a bucket's inquiries until the person asked again; whoever was not called too. */
const CameOfIt = z.object({
  inquiries: z.int(),
  /** A call reached the person. */
  reached: z.int(),
  booked: z.int(),
  enteredLater: z.int(),
});
export type CameOfIt = z.infer<typeof CameOfIt>;

/** `GET /api/leads/figures` */
export const Figures = z.object({
  total: Counted,
  /** Younger than an hour and not called yet: in no bucket. */
  onTheClock: z.int(),
  /** By the hour on the practice's clock when the person asked; Sunday is 0. Empty hours are left out. */
  hours: z.array(Counted.extend({ weekday: z.int(), hour: z.int() })),
  /** Most inquiries first; `_id` is null for those that came with no campaign. */
  campaigns: z.array(Counted.extend({ _id: uuid.nullable(), name: z.string().nullable() })),
  sources: z.array(Counted.extend({ _id: uuid.nullable(), name: z.string().nullable() })),
  firstCall: z.object({
    half: CalledWithin,
    nineInTen: CalledWithin,
    /**
     * The share that had been called under so many minutes, 0 to 1: each minute of the first hour;
     * in open hours, where only the limits are kept, 10 and 60.
     */
    curve: z.array(z.object({ minutes: z.int(), share: z.number() })),
  }),
  cameOfIt: z.object({ lt10: CameOfIt, lt60: CameOfIt, other: CameOfIt }),
});
export type Figures = z.infer<typeof Figures>;

/** Which inquiries a figure, or a part of one, counts. */
export const InquiryFilter = FigureQuery.extend({
  /** `running`: on the clock, in no bucket. Left out: all that are in a bucket. */
  bucket: z.enum(["lt10", "lt60", "other", "running"]).optional(),
  /** 0 is Sunday. */
  weekday: whole(0, 6).optional(),
  hour: whole(0, 23).optional(),
  /** `none`: those that came with no campaign. */
  campaign: z.union([uuid, z.literal("none")], "invalid").optional(),
  source: z.union([uuid, z.literal("none")], "invalid").optional(),
  cameOfIt: z.enum(["reached", "booked"]).optional(),
  /** `true`: only those whose first call was entered later. */
  enteredLater: z.literal("true", "invalid").optional(),
});
export type InquiryFilter = z.infer<typeof InquiryFilter>;

/** `GET /api/leads/export.csv` */
export const ExportQuery = InquiryFilter.extend({
  /** `true`: only what a figure counts. It goes without saying as soon as a part is chosen. */
  isCounted: z.literal("true", "invalid").optional(),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/** `GET /api/leads/inquiries`: newest clock first. */
export const InquiryQuery = InquiryFilter.extend({
  limit: whole(1, largestLeadPage).default(leadPageSize),
  /** The last answer's `nextCursor`. */
  cursor: z.string().max(200).optional(),
});
export type InquiryQuery = z.infer<typeof InquiryQuery>;

export const ListedInquiry = z.object({
  _id: uuid,
  leadId: uuid,
  /** The name that this inquiry came with. */
  firstName: z.string(),
  lastName: z.string(),
  campaign: z.string().nullable(),
  source: z.string().nullable(),
  clockStartedAt: instant,
  firstCalledAt: instant.nullable(),
  isFirstCallEnteredLater: z.boolean(),
  /** By the reading that was asked for; null: on the clock. */
  bucket: z.enum(["lt10", "lt60", "other"]).nullable(),
  isReached: z.boolean(),
  isBooked: z.boolean(),
  /** What the lead is now. */
  state: LeadState,
  lastOutcome: CallOutcome.nullable(),
  /** A deleted lead's inquiry stays in every figure; the lead has no page. */
  isLeadDeleted: z.boolean(),
});
export type ListedInquiry = z.infer<typeof ListedInquiry>;

export const InquiryList = z.object({
  inquiries: z.array(ListedInquiry),
  /** How many there are: the figure's own number. */
  total: z.int(),
  nextCursor: z.string().nullable(),
});
export type InquiryList = z.infer<typeof InquiryList>;

/** How a practice does, as the owner sees it before anything else. */
export const PracticeToday = z.object({
  _id: uuid,
  name: z.string(),
  /** Calls on time of the last seven days, by the wall clock. */
  timeDiff: CallsOnTime.shape.timeDiff,
  /** How many wait for their first call. */
  uncalled: z.int(),
  /** Since when the one that has waited longest does; null: nobody waits. */
  waitingSince: instant.nullable(),
});
export type PracticeToday = z.infer<typeof PracticeToday>;

/** `GET /api/admin/practices-today`: the active ones, whoever waits longest first. */
export const PracticesToday = z.object({ practices: z.array(PracticeToday) });
