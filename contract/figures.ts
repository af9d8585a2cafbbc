// A practice's figures, and the lists of inquiries behind them.
import { z } from "zod";
import { CallOutcome } from "./call-outcomes.ts";
import { instant, uuid, whole } from "./fields.ts";
import { LeadState, leadPageSize, maxLeadPageSize } from "./leads.ts";

/** The ways to count time. `wall`: all elapsed time. `open`: only the practice's business hours. */
export const countingModes = ["wall", "open"] as const;
export type CountingMode = (typeof countingModes)[number];

/**
 * Selects the leads and inquiries that a figure counts, which are those whose clock started at
 * `from` ≤ t < `to`.
 */
export const FigureQuery = z.object({
  from: instant.optional(),
  to: instant.optional(),
  campaign: uuid.optional(),
  /** How waits are measured. It affects only Calls on Time. */
  reading: z.enum(countingModes).default("wall"),
});
export type FigureQuery = z.infer<typeof FigureQuery>;

/**
 * `GET /api/leads/cot`: counts inquiries with a clock. Late and uncalled inquiries count in
 * `other`.
 */
export const CallsOnTime = z.object({
  timeDiff: z.object({ lt10: z.int(), lt60: z.int(), other: z.int() }),
  /** The number of these inquiries whose first call was logged after the fact. */
  enteredLater: z.int(),
});
export type CallsOnTime = z.infer<typeof CallsOnTime>;

/** `GET /api/leads/count` */
export const LeadCounts = z.object({
  /** The number of all leads, including archived ones. */
  leadsCount: z.int(),
  /** The number of leads with a booked outcome that isn't void, in any state. */
  newCustomers: z.int(),
  /** The number of campaigns that haven't ended. */
  campaigns: z.int(),
  /** The total of the campaigns' recorded impressions. */
  impressions: z.int(),
  /** The day of the newest recorded impressions, or null if there are none. */
  impressionsAsOf: z.iso.date().nullable(),
});
export type LeadCounts = z.infer<typeof LeadCounts>;

/**
 * Percentages are shown only for at least this many inquiries, because with fewer they mean
 * nothing.
 */
export const minForPercentages = 20;

/**
 * Inquiries with a clock, counted by the time to the first call. Late and uncalled inquiries count
 * in `other`.
 */
const Counted = z.object({
  lt10: z.int(),
  lt60: z.int(),
  other: z.int(),
  /** The number of these inquiries whose first call was logged after the fact. */
  enteredLater: z.int(),
});
export type Counted = z.infer<typeof Counted>;

/**
 * The smallest number of minutes within which that share of inquiries was called. `over_an_hour`:
 * they were called, but not within an hour. `not_yet`: too few have been called at all. Null if
 * there are no inquiries.
 */
export const CalledWithin = z.union([z.int(), z.enum(["over_an_hour", "not_yet"])]).nullable();
export type CalledWithin = z.infer<typeof CalledWithin>;

/**
 * Results for the inquiries in a bucket, up to the person's next inquiry. People who were never
 * called are included.
 */
const OutcomeCounts = z.object({
  inquiries: z.int(),
  /** The number of inquiries for which a call reached the person. */
  reached: z.int(),
  booked: z.int(),
  enteredLater: z.int(),
});
export type OutcomeCounts = z.infer<typeof OutcomeCounts>;

/** `GET /api/leads/figures` */
export const Figures = z.object({
  total: Counted,
  /**
   * The fewest weekly business hours that were in effect when the period's clocks started, because
   * few hours make figures look better. Null if all hours count.
   */
  openHoursPerWeek: z.number().nullable(),
  /** The number of late inquiries that haven't been called yet. */
  uncalled: z.int(),
  /**
   * The number of inquiries that aren't in a bucket, because they are less than an hour old and
   * haven't been called yet.
   */
  onTheClock: z.int(),
  /**
   * The inquiries by the hour in which they came in, in the practice's time zone. Sunday is 0.
   * Hours without inquiries are omitted.
   */
  hours: z.array(Counted.extend({ weekday: z.int(), hour: z.int() })),
  /**
   * The inquiries by campaign, with the most inquiries first. `_id` is null for inquiries without a
   * campaign.
   */
  campaigns: z.array(Counted.extend({ _id: uuid.nullable(), name: z.string().nullable() })),
  sources: z.array(Counted.extend({ _id: uuid.nullable(), name: z.string().nullable() })),
  firstCall: z.object({
    half: CalledWithin,
    nineInTen: CalledWithin,
    /**
     * The share (0 to 1) that was called within each minute of the first hour. For business hours,
     * only the limits 10 and 60 are stored.
     */
    curve: z.array(z.object({ minutes: z.int(), share: z.number() })),
  }),
  cameOfIt: z.object({ lt10: OutcomeCounts, lt60: OutcomeCounts, other: OutcomeCounts }),
});
export type Figures = z.infer<typeof Figures>;

/**
 * The figures of office phones. `on`, `off`: the groups of `RingFigures`. `reached`: inquiries whose
 * first call was connected by a key, with a conversation.
 */
export const phoneParts = ["on", "off", "reached"] as const;
export type PhonePart = (typeof phoneParts)[number];

/** Selects the inquiries that a figure, or a part of it, counts. */
export const InquiryFilter = FigureQuery.extend({
  /**
   * `running`: the clock is running, so the inquiry isn't in a bucket. If it's omitted, all
   * inquiries in a bucket count, and with `phones` those whose clock is running, too.
   */
  bucket: z.enum(["lt10", "lt60", "other", "running"]).optional(),
  /** The weekday, where 0 is Sunday. */
  weekday: whole(0, 6).optional(),
  hour: whole(0, 23).optional(),
  /** `none`: only inquiries without a campaign. */
  campaign: z.union([uuid, z.literal("none")], "invalid").optional(),
  source: z.union([uuid, z.literal("none")], "invalid").optional(),
  cameOfIt: z.enum(["reached", "booked"]).optional(),
  /** `true`: only inquiries whose first call was logged after the fact. */
  enteredLater: z.literal("true", "invalid").optional(),
  phones: z.enum(phoneParts, "invalid").optional(),
});
export type InquiryFilter = z.infer<typeof InquiryFilter>;

/** `GET /api/leads/export.csv` */
export const ExportQuery = InquiryFilter.extend({
  /** `true`: only inquiries that a figure counts. Every other filter implies this. */
  isCounted: z.literal("true", "invalid").optional(),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/** `GET /api/leads/inquiries`: the inquiry whose clock started last comes first. */
export const InquiryQuery = InquiryFilter.extend({
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The previous response's `nextCursor`. */
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
  /**
   * Whether the lead was deleted. Its inquiry stays in every figure, but the lead doesn't have a
   * page.
   */
  isLeadDeleted: z.boolean(),
});
export type ListedInquiry = z.infer<typeof ListedInquiry>;

export const InquiryList = z.object({
  inquiries: z.array(ListedInquiry),
  /** The total number of inquiries, which equals the figure's number. */
  total: z.int(),
  nextCursor: z.string().nullable(),
});
export type InquiryList = z.infer<typeof InquiryList>;

/**
 * The calls in a period. Calls that were undone, or that turned out to be the same call as another,
 * don't count.
 */
const CallerFigures = z.object({
  attempts: z.int(),
  /** The number of these calls that reached the lead. */
  reached: z.int(),
  booked: z.int(),
  /** The number of inquiries whose first call is one of these calls. */
  firstCalls: z.int(),
  /**
   * The median of the minutes from an inquiry to its first call by this caller, or null if there
   * were no first calls.
   */
  medianMinutes: z.number().nullable(),
});
export type CallerFigures = z.infer<typeof CallerFigures>;

/** The figures of the calls that one person started. */
export const PersonFigures = z.object({
  ...{ _id: uuid, name: z.string(), isDeactivated: z.boolean() },
  ...CallerFigures.shape,
  /**
   * The number of results that this person entered for calls that someone else had started. They
   * aren't included in `attempts`.
   */
  resultsForOthers: z.int(),
});
export type PersonFigures = z.infer<typeof PersonFigures>;

/** `GET /api/leads/figures/people`: people are sorted by name. */
export const FiguresByPerson = z.object({
  people: z.array(PersonFigures),
  /** The calls that office phones started, or null if there are none. */
  officePhones: CallerFigures.nullable(),
});
export type FiguresByPerson = z.infer<typeof FiguresByPerson>;

/** A median of fewer inquiries or conversations isn't shown. */
export const minForMedian = 10;

/** The first calls of one group of inquiries, by wall time. */
const FirstCalls = z.object({
  /** All of the group, called or not. */
  inquiries: z.int(),
  /** The median time to the first call, or null with fewer than `minForMedian` inquiries. */
  half: CalledWithin,
});

/**
 * What the practice's phones do for its response time. `on` and `off` count inquiries with a clock
 * that came in while the practice was open, by whether its phones were to ring for them when they
 * came in, even if the phones then didn't ring or nobody answered.
 */
export const RingFigures = z.object({
  on: FirstCalls,
  off: FirstCalls,
  /** The inquiries of the period whose first call was connected by a key. */
  firstCalls: z.int(),
  /** Of these, the ones with a conversation: a result that says so, and a line that was open. */
  reached: z.int(),
});
export type RingFigures = z.infer<typeof RingFigures>;

/**
 * The answers to texts. A conversation is a thread in which the person wrote in the period. It
 * counts from their first text in the period, unless they opted out before an answer.
 */
export const TextFigures = z.object({
  conversations: z.int(),
  /** Answered by a text or a call before the business day ended. */
  answeredInDay: z.int(),
  /** Not answered yet, and the business day hasn't ended. */
  waiting: z.int(),
  /**
   * The median number of minutes to the answer, by wall time, of all that aren't waiting. `not_yet`:
   * half of them weren't answered. Null if they are fewer than `minForMedian`.
   */
  medianMinutes: z.union([z.int(), z.literal("not_yet")]).nullable(),
});
export type TextFigures = z.infer<typeof TextFigures>;

/** `GET /api/leads/figures/phone` */
export const PhoneFigures = z.object({
  /** Null without a voice provider, or if no phone was ever to ring. */
  ring: RingFigures.nullable(),
  /** Null if the practice and its leads never texted. */
  texts: TextFigures.nullable(),
});
export type PhoneFigures = z.infer<typeof PhoneFigures>;
