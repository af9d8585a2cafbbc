// A practice's leads, their clocks and their calls.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, uuid, whole, words } from "./fields.ts";
import { shownLeadFields, typedLeadFields } from "./lead-fields.ts";
import { Note } from "./notes.ts";

/** Call outcomes, which the field calls dispositions. */
export const callOutcomes = [
  "spoke",
  "voicemail",
  "no_answer",
  "booked",
  "call_back",
  "not_interested",
  "wrong_number",
] as const;
export const CallOutcome = z.enum(callOutcomes);
export type CallOutcome = z.infer<typeof CallOutcome>;

/**
 * `new`: to be called, or called without a result. `callback`: to be called again at a set time.
 * `customer`: booked. `archived`: closed, with a reason.
 */
export const leadStates = ["new", "callback", "customer", "archived"] as const;
export const LeadState = z.enum(leadStates);
export type LeadState = z.infer<typeof LeadState>;

/** Ten leads at first, ten more each time. */
export const leadPageSize = 10;
export const maxLeadPageSize = 50;

export const Lead = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** E.164, or as typed when it is not a valid number. */
  phone: z.string(),
  ...shownLeadFields,
  /**
   * Start of the newest inquiry's clock: when the person pressed Submit, according to the source.
   */
  timeReceived: instant,
  /** When we received the newest inquiry. */
  date: instant,
  /** The campaign's name. */
  campaign: z.string().nullable(),
  /** The name of the form that it came from; null: entered by hand. */
  source: z.string().nullable(),
  state: LeadState,
  /** A test of the form: no clock, no figure. */
  isTest: z.boolean(),
  /** Start of the running clock; null when no first call is due. */
  uncalledSince: instant.nullable(),
  /** When a call stopped the newest clock. */
  firstCalledAt: instant.nullable(),
  /** When the person sent another inquiry while the clock was running. */
  askedAgainAt: instant.nullable(),
  /** The name on the newest inquiry, if it differs from the lead's. */
  askedAs: z.string().nullable(),
  /** Calls with an outcome that are not void. */
  attempts: z.int(),
  lastOutcome: CallOutcome.nullable(),
  lastCalledAt: instant.nullable(),
  /** The time of the third-last call: three calls since then. Null: fewer than three. */
  thirdLastCalledAt: instant.nullable(),
  /** Probable time zones of the number, by its area code; empty: unknown. */
  timeZones: z.array(z.string()),
  /** The person does not want to be called; the practice is warned before it calls. */
  doNotCall: z.object({ since: instant, reason: z.string() }).nullable(),
  callBackAt: instant.nullable(),
  /** A call that was started on any device and has no outcome yet. */
  openCall: z.object({ _id: uuid, calledAt: instant }).nullable(),
});
export type Lead = z.infer<typeof Lead>;

export const leadSorts = ["next", "newest", "oldest"] as const;
export type LeadSort = (typeof leadSorts)[number];

/** Longer than any name, number or address that people search for. */
export const maxSearchLength = 100;

/**
 * The queue's state filter. `uncalled`: never called. `due`: a callback is due. `called`: called
 * without success.
 */
export const queueStates = ["uncalled", "due", "called"] as const;
export type QueueState = (typeof queueStates)[number];

/** `GET /api/leads/new`. Filters combine with each other, a search and every sort. */
export const LeadQuery = z.object({
  search: line(maxSearchLength).optional(),
  /** The newest inquiry's campaign. */
  campaign: uuid.optional(),
  /** The source of the newest inquiry. */
  source: uuid.optional(),
  state: z.enum(queueStates).optional(),
  /** Only leads with another inquiry while their clock was running. */
  askedAgain: z.enum(["yes"]).optional(),
  sort: z.enum(leadSorts).default("newest"),
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The last answer's `nextCursor`. */
  cursor: z.string().max(200).optional(),
});
export type LeadQuery = z.infer<typeof LeadQuery>;

export const LeadList = z.object({
  leads: z.array(Lead),
  /** The number of matches, shown or not. */
  total: z.int(),
  /**
   * False when the count was cut off: at least `total` match. Happens for common terms in a long
   * list, and for searches of one or two characters, which scan only the first leads.
   */
  isTotalExact: z.boolean(),
  /** Leads in the queue with a running clock, in the whole practice, regardless of the search. */
  uncalled: z.int(),
  nextCursor: z.string().nullable(),
});
export type LeadList = z.infer<typeof LeadList>;

/** `wall`: elapsed time. `open`: only the practice's open hours count. */
export const figureReadings = ["wall", "open"] as const;

/** Which leads and inquiries a figure counts: by the start of the clock, from ≤ t < to. */
export const FigureQuery = z.object({
  from: instant.optional(),
  to: instant.optional(),
  campaign: uuid.optional(),
  /** How a wait is measured; only for calls on time. */
  reading: z.enum(figureReadings).default("wall"),
});
export type FigureQuery = z.infer<typeof FigureQuery>;

/** `GET /api/leads/cot`: inquiries with a clock; late and uncalled ones count in `other`. */
export const CallsOnTime = z.object({
  timeDiff: z.object({ lt10: z.int(), lt60: z.int(), other: z.int() }),
  /** How many of these have a first call that was logged after the fact. */
  enteredLater: z.int(),
});
export type CallsOnTime = z.infer<typeof CallsOnTime>;

/** `GET /api/leads/count` */
export const LeadCounts = z.object({
  /** Every lead, archived ones included. */
  leadsCount: z.int(),
  /** Leads with a booked outcome that is not void, whatever their state. */
  newCustomers: z.int(),
  /** Campaigns that have not ended. */
  campaigns: z.int(),
  /** Sum of the campaigns' recorded impressions. */
  impressions: z.int(),
  /** The day of the newest record; null when there is none. */
  impressionsAsOf: z.iso.date().nullable(),
});
export type LeadCounts = z.infer<typeof LeadCounts>;

/** Outcomes from two devices within this time may be one call: the practice is asked. */
export const sameCallMinutes = 2;

/** The server does not believe what a device reports after being offline for longer. */
export const maxAgoMs = 30 * 24 * 60 * 60_000;

/**
 * `POST /api/leads/{id}/calls`. First sent without an outcome when the number is tapped, then again
 * with the same `_id` and the outcome. `calledAt` is for a call that is logged after the fact.
 */
export const CallRequest = z.object({
  /** Generated by the device. Makes recording the call idempotent. */
  _id: uuid,
  outcome: CallOutcome.optional(),
  /** Never in the future, never before the inquiry. Defaults to the time of receipt. */
  calledAt: instant.optional(),
  /**
   * Milliseconds since the tap, measured by the device, on a retry: gives an offline device's time
   * whatever its clock shows. Ignored when `calledAt` is set. A time before the inquiry is wrong;
   * then the time of receipt counts.
   */
  agoMs: z.int().min(0).max(maxAgoMs).optional(),
  /** For the outcome `call_back`: the time. After the call, within a year. */
  callBackAt: instant.optional(),
  /**
   * The answer to a `same_call` error: another device recorded an outcome for this lead within two
   * minutes. True: it is that call, and counts once. False: it is another call.
   */
  isSameCall: z.boolean().optional(),
});
export type CallRequest = z.infer<typeof CallRequest>;

export const Call = z.object({
  _id: uuid,
  leadId: uuid,
  calledAt: instant,
  /** True when it was logged after the fact. */
  isEnteredLater: z.boolean(),
  outcome: CallOutcome.nullable(),
  callBackAt: instant.nullable(),
  voidedAt: instant.nullable(),
});
export type Call = z.infer<typeof Call>;

export const CallAnswer = z.object({ call: Call, lead: Lead });
export type CallAnswer = z.infer<typeof CallAnswer>;

/**
 * How much of a form's answers is stored; the rest is cut with a mark. `bytes`: of all answers
 * together, in UTF-8.
 */
export const answerLimits = {
  name: 200,
  characters: 2000,
  values: 20,
  answers: 60,
  bytes: 32 * 1024,
} as const;

/** The maximum length of a lead's name and phone. */
export const personLimits = { name: 120, phone: 60 } as const;

/** A person as a source delivers them. `phoneNumber` and `timeRecieved` are old spellings. */
export const IncomingLead = z.object({
  firstName: line(personLimits.name).default(""),
  lastName: line(personLimits.name).default(""),
  email: z.union([emailAddress, z.literal("")]).default(""),
  phone: line(personLimits.phone).default(""),
  answers: z
    .array(
      z.object({
        name: requiredLine(answerLimits.name),
        values: z.array(words(answerLimits.characters)).max(answerLimits.values),
      }),
    )
    .max(answerLimits.answers)
    .default([]),
});
export type IncomingLead = z.infer<typeof IncomingLead>;

/** One inquiry of a lead, with the timestamps of each step until the first call. */
export const Inquiry = z.object({
  _id: uuid,
  /** The name on this inquiry; the lead keeps the first one it had. */
  firstName: z.string(),
  lastName: z.string(),
  /** Empty: not given. */
  email: z.string(),
  /** E.164, or as typed when it is not a valid number. Empty: not given. */
  phone: z.string(),
  source: z.string().nullable(),
  campaign: z.string().nullable(),
  answers: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  consent: z.string().nullable(),
  isTest: z.boolean(),
  /**
   * Null: no clock of its own (a test, entered by hand, or sent while an older clock was running).
   */
  clockStartedAt: instant.nullable(),
  submittedAt: instant,
  receivedAt: instant,
  alertedAt: instant.nullable(),
  firstSeenAt: instant.nullable(),
  firstCalledAt: instant.nullable(),
  /** True when the first call was logged after the fact. */
  isFirstCallEnteredLater: z.boolean(),
  firstSpokeAt: instant.nullable(),
});
export type Inquiry = z.infer<typeof Inquiry>;

export const timelineKinds = [
  "submitted",
  "received",
  "alerted",
  "seen",
  "called",
  "call_voided",
  "call_joined",
  "call_back_set",
  "changed",
  "archived",
  "restored",
  "deleted",
  "undeleted",
  "do_not_call",
  "may_call",
  "noted",
  "erased",
  "email_queued",
  "email_sent",
  "email_failed",
  "email_unknown",
  "email_stopped",
  "mail_stopped",
  "mail_allowed",
] as const;

/** A timeline entry of a lead. Append-only: a correction is a new entry. */
export const TimelineEntry = z.object({
  _id: uuid,
  at: instant,
  kind: z.enum(timelineKinds),
  /** The actor; null for automatic events. */
  by: z.string().nullable(),
  /**
   * For `called`: `callId`. For `changed`: each field's old and new value. For `archived`,
   * `do_not_call` and `may_call`: `reason`. For `noted`: `noteId`. For `email_…`: `mailId`,
   * `subject`.
   */
  data: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** `GET /api/leads/{id}` */
export const LeadDetail = z.object({
  lead: Lead,
  /** Newest first, up to a generous limit, and always the newest one with a clock. */
  inquiries: z.array(Inquiry),
  /** How many more there are. */
  olderInquiries: z.int(),
  /** Newest first, including void calls and taps without an outcome. */
  calls: z.array(Call),
  /** Newest first. */
  notes: z.array(Note),
  /** Newest first; of the inquiries above, and all other events. */
  timeline: z.array(TimelineEntry),
  /** True when only the newest entries are included. */
  isTimelineCut: z.boolean(),
  /** Another lead with the same email or phone. */
  maybeSameAs: z
    .object({
      _id: uuid,
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
    })
    .nullable(),
});
export type LeadDetail = z.infer<typeof LeadDetail>;

/**
 * `POST /api/leads`: a person who walked in or called. They did not press Submit, so there is no
 * clock: a figure that a practice could feed by hand would prove nothing.
 */
export const NewLead = z
  .object({
    firstName: requiredLine(120),
    lastName: line(120).default(""),
    email: z.union([emailAddress, z.literal("")]).default(""),
    phone: line(60).default(""),
    /** The old product's spelling of `phone`. */
    phoneNumber: line(60).optional(),
    ...typedLeadFields,
  })
  .refine((lead) => lead.email || lead.phone || lead.phoneNumber, {
    path: ["phone"],
    error: "required",
  });
export type NewLead = z.infer<typeof NewLead>;

/**
 * `PATCH /api/leads/{id}`: corrects a mistyped name or number; the timeline keeps the old values.
 */
export const LeadChange = z.object({
  firstName: requiredLine(120).optional(),
  lastName: line(120).optional(),
  email: z.union([emailAddress, z.literal("")]).optional(),
  phone: line(60).optional(),
  ...typedLeadFields,
});
export type LeadChange = z.infer<typeof LeadChange>;

/** `POST /api/leads/{id}/archive` */
export const Archiving = z.object({ reason: requiredLine(200) });

/** `POST /api/leads/{id}/call-permissions`: whether the person may be called. */
export const CallPermission = z.object({
  isAllowed: z.boolean(),
  /** Who reported it, and how. Shown before the next call. */
  reason: requiredLine(200),
});
export type CallPermission = z.infer<typeof CallPermission>;

export const LeadAnswer = z.object({ lead: Lead });
