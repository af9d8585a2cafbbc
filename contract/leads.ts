// A practice's leads.
import { z } from "zod";
import { CallOutcome } from "./call-outcomes.ts";
import { emailAddress, instant, line, requiredLine, uuid } from "./fields.ts";
import { Language } from "./languages.ts";
import { LeadFactChanges, LeadFacts } from "./lead-facts.ts";
import { leadFieldsInAnswers, leadFieldsInRequests } from "./lead-fields.ts";

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

/** Longer than any name, number or address that people search for. */
export const maxSearchLength = 100;

export const Lead = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** E.164, or as typed when it is not a valid number. */
  phone: z.string(),
  /** What the person speaks, or null if unknown. */
  language: Language.nullable(),
  ...leadFieldsInAnswers,
  facts: LeadFacts,
  /** Who takes care of this lead, by first name, or null for no one in particular. */
  assignee: z.object({ _id: uuid, name: z.string() }).nullable(),
  /** The first words of the person's message on a form, or of what they are interested in. */
  message: z.string(),
  /**
   * Start of the newest inquiry's clock: when the person pressed Submit, according to the source.
   */
  timeReceived: instant,
  /** When we received the newest inquiry. */
  date: instant,
  /** The campaign's name. */
  campaign: z.string().nullable(),
  /** What the campaign suggests to say on the phone; empty: nothing. */
  script: z.string(),
  /** The name of the form that it came from, or null if entered by hand. */
  source: z.string().nullable(),
  state: LeadState,
  /** A test of the form: it has no clock and doesn't count. */
  isTest: z.boolean(),
  /** Start of the running clock; null when no first call is due. */
  uncalledSince: instant.nullable(),
  /** When a call stopped the newest clock. */
  firstCalledAt: instant.nullable(),
  /** When the person sent another inquiry while the clock was running. */
  askedAgainAt: instant.nullable(),
  /** The name on the newest inquiry, if it differs from the lead's name. */
  askedAs: z.string().nullable(),
  /** Calls that are not void, and have an outcome or come from an office phone. */
  attempts: z.int(),
  /** Null without a call, or if its result is missing. */
  lastOutcome: CallOutcome.nullable(),
  lastCalledAt: instant.nullable(),
  /** The time of the third-last call: three calls since then. Null if fewer than three. */
  thirdLastCalledAt: instant.nullable(),
  /** Probable time zones of the number, by its area code; empty: unknown. */
  timeZones: z.array(z.string()),
  /** The person does not want to be called; the practice is warned before it calls. */
  doNotCall: z.object({ since: instant, reason: z.string() }).nullable(),
  callBackAt: instant.nullable(),
  /** A call that was started on any device and has no outcome yet. */
  openCall: z
    .object({
      _id: uuid,
      calledAt: instant,
      /**
       * The first name of who started it, or the office phone's name; null if unknown, or for this
       * device's own tap.
       */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type Lead = z.infer<typeof Lead>;

/** The maximum length of a lead's name and phone. */
export const personLimits = { name: 120, phone: 60 } as const;

/** Null, or empty from a form: unknown. */
const language = z
  .union([Language, z.literal("")])
  .nullable()
  .transform((typed) => typed || null)
  .optional();

/**
 * `POST /api/leads`: a person who walked in or called. They did not press Submit, so there is no
 * clock: a figure that a practice could feed by hand would prove nothing.
 */
export const NewLead = z
  .object({
    firstName: requiredLine(personLimits.name),
    lastName: line(personLimits.name).default(""),
    email: z.union([emailAddress, z.literal("")]).default(""),
    phone: line(personLimits.phone).default(""),
    /** The old product's spelling of `phone`. */
    phoneNumber: line(personLimits.phone).optional(),
    language,
    ...leadFieldsInRequests,
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
  firstName: requiredLine(personLimits.name).optional(),
  lastName: line(personLimits.name).optional(),
  email: z.union([emailAddress, z.literal("")]).optional(),
  phone: line(personLimits.phone).optional(),
  language,
  ...leadFieldsInRequests,
  facts: LeadFactChanges.optional(),
  /** A person at the practice who isn't deactivated, or null for no one in particular. */
  assignee: uuid.nullable().optional(),
});
export type LeadChange = z.infer<typeof LeadChange>;

export const LeadAnswer = z.object({ lead: Lead });
