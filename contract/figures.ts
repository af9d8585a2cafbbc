// A practice's figures and the lists behind them.
import { z } from "zod";
import { CallOutcome } from "./call-outcomes.ts";
import { instant, uuid, whole } from "./fields.ts";
import { LeadState, leadPageSize, maxLeadPageSize } from "./leads.ts";

/** `wall`: elapsed time. `open`: only the practice's business hours count. */
export const countingModes = ["wall", "open"] as const;
export type CountingMode = (typeof countingModes)[number];

/** Which leads and inquiries a figure counts: those whose clock started at `from` ≤ t < `to`. */
export const FigureQuery = z.object({
  from: instant.optional(),
  to: instant.optional(),
  campaign: uuid.optional(),
  /** How waits are measured. Only for Calls on Time. */
  reading: z.enum(countingModes).default("wall"),
});
export type FigureQuery = z.infer<typeof FigureQuery>;

/** `GET /api/leads/cot`: inquiries with a clock. Late and uncalled ones count in `other`. */
export const CallsOnTime = z.object({
  timeDiff: z.object({ lt10: z.int(), lt60: z.int(), other: z.int() }),
  /** How many of these had a first call that was logged after the fact. */
  enteredLater: z.int(),
});
export type CallsOnTime = z.infer<typeof CallsOnTime>;

/** `GET /api/leads/count` */
export const LeadCounts = z.object({
  /** All leads, including archived ones. */
  leadsCount: z.int(),
  /** Leads with a booked outcome that isn't void, in any state. */
  newCustomers: z.int(),
  /** Campaigns that haven't ended. */
  campaigns: z.int(),
  /** The total of the campaigns' recorded impressions. */
  impressions: z.int(),
  /** The day of the newest record, or null if there is none. */
  impressionsAsOf: z.iso.date().nullable(),
});
export type LeadCounts = z.infer<typeof LeadCounts>;

/** Below this many inquiries, a percentage is meaningless, so only the numbers are shown. */
export const minForPercentages = 20;

/**
 * Inquiries with a clock, grouped by time to first call. Late and uncalled ones count in `other`.
 */
const Counted = z.object({
  lt10: z.int(),
  lt60: z.int(),
  other: z.int(),
  /** How many of these had a first call that was logged after the fact. */
  enteredLater: z.int(),
});
export type Counted = z.infer<typeof Counted>;

/**
 * The smallest number of minutes within which that share had been called. `over_an_hour`: called,
 * but not within an hour. `not_yet`: too few have been called at all. Null if there are no
 * inquiries.
 */
export const CalledWithin = z.union([z.int(), z.enum(["over_an_hour", "not_yet"])]).nullable();
export type CalledWithin = z.infer<typeof CalledWithin>;

/**
 * Results of a bucket's inquiries, up to the person's next inquiry. Includes people who were never
 * called.
 */
const OutcomeCounts = z.object({
  inquiries: z.int(),
  /** A call reached the person. */
  reached: z.int(),
  booked: z.int(),
  enteredLater: z.int(),
});
export type OutcomeCounts = z.infer<typeof OutcomeCounts>;

/** `GET /api/leads/figures` */
export const Figures = z.object({
  total: Counted,
  /**
   * The fewest weekly business hours in effect when the period's clocks started, because few hours
   * make figures look better. Null if all hours count.
   */
  openHoursPerWeek: z.number().nullable(),
  /** Late inquiries that haven't been called yet. */
  uncalled: z.int(),
  /** Less than an hour old and not called yet, so not in a bucket. */
  onTheClock: z.int(),
  /**
   * By the hour of the inquiry in the practice's time zone. Sunday is 0. Hours without inquiries
   * are omitted.
   */
  hours: z.array(Counted.extend({ weekday: z.int(), hour: z.int() })),
  /** Most inquiries first. `_id` is null for inquiries without a campaign. */
  campaigns: z.array(Counted.extend({ _id: uuid.nullable(), name: z.string().nullable() })),
  sources: z.array(Counted.extend({ _id: uuid.nullable(), name: z.string().nullable() })),
  firstCall: z.object({
    half: CalledWithin,
    nineInTen: CalledWithin,
    /**
     * The share (0 to 1) called within each minute of the first hour. With business hours, only the
     * limits 10 and 60 are stored.
     */
    curve: z.array(z.object({ minutes: z.int(), share: z.number() })),
  }),
  cameOfIt: z.object({ lt10: OutcomeCounts, lt60: OutcomeCounts, other: OutcomeCounts }),
});
export type Figures = z.infer<typeof Figures>;

/** Which inquiries a figure, or part of a figure, counts. */
export const InquiryFilter = FigureQuery.extend({
  /**
   * `running`: the clock is running, so the inquiry isn't in a bucket. If omitted, all inquiries in
   * a bucket count.
   */
  bucket: z.enum(["lt10", "lt60", "other", "running"]).optional(),
  /** 0 is Sunday. */
  weekday: whole(0, 6).optional(),
  hour: whole(0, 23).optional(),
  /** `none`: only inquiries without a campaign. */
  campaign: z.union([uuid, z.literal("none")], "invalid").optional(),
  source: z.union([uuid, z.literal("none")], "invalid").optional(),
  cameOfIt: z.enum(["reached", "booked"]).optional(),
  /** `true`: only inquiries whose first call was logged after the fact. */
  enteredLater: z.literal("true", "invalid").optional(),
});
export type InquiryFilter = z.infer<typeof InquiryFilter>;

/** `GET /api/leads/export.csv` */
export const ExportQuery = InquiryFilter.extend({
  /** `true`: only inquiries that a figure counts. Any other filter implies it. */
  isCounted: z.literal("true", "invalid").optional(),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/** `GET /api/leads/inquiries`: newest clock first. */
export const InquiryQuery = InquiryFilter.extend({
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The last response's `nextCursor`. */
  cursor: z.string().max(200).optional(),
});
export type InquiryQuery = z.infer<typeof InquiryQuery>;

export const ListedInquiry = z.object({
  _id: uuid,
  leadId: uuid,
  /** The name on this inquiry. */
  firstName: z.string(),
  lastName: z.string(),
  campaign: z.string().nullable(),
  source: z.string().nullable(),
  clockStartedAt: instant,
  firstCalledAt: instant.nullable(),
  isFirstCallEnteredLater: z.boolean(),
  /** The bucket in the requested counting mode, or null if the clock is running. */
  bucket: z.enum(["lt10", "lt60", "other"]).nullable(),
  isReached: z.boolean(),
  isBooked: z.boolean(),
  /** The lead's current state. */
  state: LeadState,
  lastOutcome: CallOutcome.nullable(),
  /** A deleted lead's inquiry stays in every figure, but the lead has no page. */
  isLeadDeleted: z.boolean(),
});
export type ListedInquiry = z.infer<typeof ListedInquiry>;

export const InquiryList = z.object({
  inquiries: z.array(ListedInquiry),
  /** The total, which equals the figure's number. */
  total: z.int(),
  nextCursor: z.string().nullable(),
});
export type InquiryList = z.infer<typeof InquiryList>;

/** Calls in a period. Calls that were undone or turned out to be the same call don't count. */
const CallerFigures = z.object({
  attempts: z.int(),
  /** How many of these reached the lead. */
  reached: z.int(),
  booked: z.int(),
  /** Inquiries whose first call is one of these. */
  firstCalls: z.int(),
  /** Minutes from the inquiry to that call, or null if there were no first calls. */
  medianMinutes: z.number().nullable(),
});
export type CallerFigures = z.infer<typeof CallerFigures>;

/** The calls that one person started. */
export const PersonFigures = z.object({
  ...{ _id: uuid, name: z.string(), isDeactivated: z.boolean() },
  ...CallerFigures.shape,
  /** Results that this person gave for calls that someone else had started. Not in `attempts`. */
  resultsForOthers: z.int(),
});
export type PersonFigures = z.infer<typeof PersonFigures>;

/** `GET /api/leads/figures/people`: sorted by name. */
export const FiguresByPerson = z.object({
  people: z.array(PersonFigures),
  /** Calls that an office phone started; null if there are none. */
  officePhones: CallerFigures.nullable(),
});
export type FiguresByPerson = z.infer<typeof FiguresByPerson>;
