// A practice's leads, their clocks and their calls.
import { z } from "zod";
import { emailAddress, instant, line, requiredLine, uuid, whole, words } from "./fields.ts";
import { shownLeadFields, typedLeadFields } from "./lead-fields.ts";
import { Note } from "./notes.ts";

/** What a call came to: the field's word for it is disposition. */
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
 * `new`: to be called, or called without a result. `callback`: to be called again at a time.
 * `customer`: booked. `archived`: closed, with a reason.
 */
export const leadStates = ["new", "callback", "customer", "archived"] as const;
export const LeadState = z.enum(leadStates);
export type LeadState = z.infer<typeof LeadState>;

/** Ten leads at first, ten more each time. */
export const leadPageSize = 10;
export const largestLeadPage = 50;

export const Lead = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** E.164, or as typed when it is no valid number. */
  phone: z.string(),
  ...shownLeadFields,
  /** Start of the newest inquiry's clock: when the person pressed Submit, as the source says. */
  timeReceived: instant,
  /** When we received the newest inquiry. */
  date: instant,
  /** The campaign's name. */
  campaign: z.string().nullable(),
  /** The name of the form that it came from; null: somebody at the desk typed it in. */
  source: z.string().nullable(),
  state: LeadState,
  /** A test of the form: no clock, no figure. */
  isTest: z.boolean(),
  /** Start of the clock that is still running; null when nobody waits for a first call. */
  uncalledSince: instant.nullable(),
  /** When the newest clock was stopped by a call. */
  firstCalledAt: instant.nullable(),
  /** When the person asked once more while the clock was running. */
  askedAgainAt: instant.nullable(),
  /** The name that the newest inquiry came with, where it is another than the lead's. */
  askedAs: z.string().nullable(),
  /** Calls with an outcome that are not void. */
  attempts: z.int(),
  lastOutcome: CallOutcome.nullable(),
  lastCalledAt: instant.nullable(),
  /** The last call but two: since when there were three. Null: there were fewer. */
  thirdLastCalledAt: instant.nullable(),
  /** Where the number's owner probably is, by its area code; empty: nobody can tell. */
  timeZones: z.array(z.string()),
  /** The person does not want to be called; the desk is warned before it does. */
  doNotCall: z.object({ since: instant, reason: z.string() }).nullable(),
  callBackAt: instant.nullable(),
  /** A call that was begun and has no outcome yet, on whichever device. */
  openCall: z.object({ _id: uuid, calledAt: instant }).nullable(),
});
export type Lead = z.infer<typeof Lead>;

export const leadSorts = ["next", "newest", "oldest"] as const;
export type LeadSort = (typeof leadSorts)[number];

/** Longer than any name, number or address that somebody types to find a person. */
export const longestSearch = 100;

/**
 * What of the queue to see. `uncalled`: nobody called yet. `due`: a call-back that is due. `called`:
 * called without success.
 */
export const queueStates = ["uncalled", "due", "called"] as const;
export type QueueState = (typeof queueStates)[number];

/** `GET /api/leads/new`. Filters hold together with each other, a search and every sort. */
export const LeadQuery = z.object({
  search: line(longestSearch).optional(),
  /** The newest inquiry's campaign. */
  campaign: uuid.optional(),
  /** The form that the newest inquiry came from. */
  source: uuid.optional(),
  state: z.enum(queueStates).optional(),
  /** Only those who asked once more while their clock was running. */
  askedAgain: z.enum(["yes"]).optional(),
  sort: z.enum(leadSorts).default("newest"),
  limit: whole(1, largestLeadPage).default(leadPageSize),
  /** The last answer's `nextCursor`. */
  cursor: z.string().max(200).optional(),
});
export type LeadQuery = z.infer<typeof LeadQuery>;

export const LeadList = z.object({
  leads: z.array(Lead),
  /** How many match, shown or not. */
  total: z.int(),
  /**
   * False when a search or a filter did not count to the end: at least `total` match. So it is for
   * what is common in a long list, and for one or two characters, which are sought among the first.
   */
  isTotalExact: z.boolean(),
  /** Leads in the queue whose clock runs, over the whole practice: a search does not change it. */
  uncalled: z.int(),
  nextCursor: z.string().nullable(),
});
export type LeadList = z.infer<typeof LeadList>;

/** `wall`: time as it passes. `open`: only the practice's open hours count. */
export const figureReadings = ["wall", "open"] as const;

/** Which leads and inquiries a figure counts: by the start of the clock, from ≤ t < to. */
export const FigureQuery = z.object({
  from: instant.optional(),
  to: instant.optional(),
  campaign: uuid.optional(),
  /** How a wait is measured; for calls on time alone. */
  reading: z.enum(figureReadings).default("wall"),
});
export type FigureQuery = z.infer<typeof FigureQuery>;

/** `GET /api/leads/cot`: inquiries with a clock; those late and not called yet are in `other`. */
export const CallsOnTime = z.object({
  timeDiff: z.object({ lt10: z.int(), lt60: z.int(), other: z.int() }),
  /** How many of these were called at a moment that was entered later. */
  enteredLater: z.int(),
});
export type CallsOnTime = z.infer<typeof CallsOnTime>;

/** `GET /api/leads/count` */
export const LeadCounts = z.object({
  /** Every lead, archived ones too. */
  leadsCount: z.int(),
  /** Leads with a booked outcome that is not void, whatever they are now. */
  newCustomers: z.int(),
  /** Campaigns that have not ended. */
  campaigns: z.int(),
  /** Sum of what the campaigns recorded. */
  impressions: z.int(),
  /** The day of the newest record; null when none is recorded yet. */
  impressionsAsOf: z.iso.date().nullable(),
});
export type LeadCounts = z.infer<typeof LeadCounts>;

/** Outcomes of two devices closer than this may tell of one call: then somebody is asked. */
export const sameCallMinutes = 2;

/** A device that was away for longer has nothing to say that anybody could believe. */
export const mostAgoMs = 30 * 24 * 60 * 60_000;

/**
 * `POST /api/leads/{id}/calls`. First sent when the number was tapped, without an outcome; then
 * again with the same `_id` and the outcome. `calledAt` is for a call that is entered later.
 */
export const CallRequest = z.object({
  /** Made by the device, so that the same call sent twice is one. */
  _id: uuid,
  outcome: CallOutcome.optional(),
  /** Never in the future, never before the person asked. Left out, the moment of receipt counts. */
  calledAt: instant.optional(),
  /**
   * Milliseconds since the tap, as the device measured them, when it is said again: how a device
   * without a line tells the moment whatever its clock shows. Not heeded beside `calledAt`. A moment
   * before the person asked cannot be right: then the moment of receipt counts.
   */
  agoMs: z.int().min(0).max(mostAgoMs).optional(),
  /** For the outcome `call_back`: when. After the call, and within a year. */
  callBackAt: instant.optional(),
  /**
   * The answer to a refusal with `same_call`: another device gave an outcome for this lead within two
   * minutes. True: it is that call, and counts once. False: it is another one.
   */
  isSameCall: z.boolean().optional(),
});
export type CallRequest = z.infer<typeof CallRequest>;

export const Call = z.object({
  _id: uuid,
  leadId: uuid,
  calledAt: instant,
  /** True when it was entered later than it was made. */
  isEnteredLater: z.boolean(),
  outcome: CallOutcome.nullable(),
  callBackAt: instant.nullable(),
  voidedAt: instant.nullable(),
});
export type Call = z.infer<typeof Call>;

export const CallAnswer = z.object({ call: Call, lead: Lead });
export type CallAnswer = z.infer<typeof CallAnswer>;

/**
 * How much of a form's answers is kept: what is longer, or more, is cut with a mark. `bytes`: of all
 * of them together, in UTF-8.
 */
export const answerLimits = {
  name: 200,
  characters: 2000,
  values: 20,
  answers: 60,
  bytes: 32 * 1024,
} as const;

/** The longest name and phone of a lead. */
export const personLimits = { name: 120, phone: 60 } as const;

/** A person as a source hands them over. `phoneNumber` and `timeRecieved` are old spellings. */
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

/** One time that the person asked, with the moments that its delay splits into. */
export const Inquiry = z.object({
  _id: uuid,
  /** Who asked, as this time said it; the lead keeps what it knew first. */
  firstName: z.string(),
  lastName: z.string(),
  /** Empty: none came along. */
  email: z.string(),
  /** E.164, or as typed when it is no valid number; empty: none came along. */
  phone: z.string(),
  source: z.string().nullable(),
  campaign: z.string().nullable(),
  answers: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  consent: z.string().nullable(),
  isTest: z.boolean(),
  /** Null: no clock of its own (a test, entered by hand, or asked while an older one was running). */
  clockStartedAt: instant.nullable(),
  submittedAt: instant,
  receivedAt: instant,
  alertedAt: instant.nullable(),
  firstSeenAt: instant.nullable(),
  firstCalledAt: instant.nullable(),
  /** True when the first call was entered later than it was made. */
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

/** What happened to a lead. Nothing on it is ever changed; a correction is a new entry. */
export const TimelineEntry = z.object({
  _id: uuid,
  at: instant,
  kind: z.enum(timelineKinds),
  /** Who did it; null for what happened by itself. */
  by: z.string().nullable(),
  /**
   * For `called`: `callId`. For `changed`: each field's old and new value. For `archived`,
   * `do_not_call` and `may_call`: `reason`. For `noted`: `noteId`. For
   * `email_…`: `mailId`, `subject`.
   */
  data: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** `GET /api/leads/{id}` */
export const LeadDetail = z.object({
  lead: Lead,
  /** Newest first: as many as a person ever asks, and the newest one with a clock of its own. */
  inquiries: z.array(Inquiry),
  /** How many more there are. */
  olderInquiries: z.int(),
  /** Newest first, void ones and taps without an outcome too. */
  calls: z.array(Call),
  /** Newest first. */
  notes: z.array(Note),
  /** Newest first; of the inquiries above, and of everything else that happened. */
  timeline: z.array(TimelineEntry),
  /** True when only the newest entries are told. */
  isTimelineCut: z.boolean(),
  /** Another lead with the same e-mail or phone. */
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
 * `POST /api/leads`: somebody who walked in or phoned. Nobody pressed Submit, so there is no clock:
 * a figure that a desk could feed by hand would prove nothing.
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

/** `PATCH /api/leads/{id}`: mends a mistyped name or number; the old values stay on the timeline. */
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

/** `POST /api/leads/{id}/call-permissions`: the person may be called, or does not want it. */
export const CallPermission = z.object({
  isAllowed: z.boolean(),
  /** Who said so, and how: shown before the next call. */
  reason: requiredLine(200),
});
export type CallPermission = z.infer<typeof CallPermission>;

export const LeadAnswer = z.object({ lead: Lead });
