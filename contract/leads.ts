// A practice's leads.
import { z } from "zod";
import { CallOutcome } from "./call-outcomes.ts";
import { minuteMs } from "./durations.ts";
import { emailAddress, instant, line, requiredLine, uuid } from "./fields.ts";
import { Language } from "./languages.ts";
import { LeadFactChanges, LeadFacts } from "./lead-facts.ts";
import { leadFieldsInAnswers, leadFieldsInRequests } from "./lead-fields.ts";
import { LeadRing } from "./rings.ts";

/**
 * `new`: to be called, or called without a result. `callback`: to be called again at a set time.
 * `customer`: booked. `archived`: closed, with a reason.
 */
export const leadStates = ["new", "callback", "customer", "archived"] as const;
export const LeadState = z.enum(leadStates);
export type LeadState = z.infer<typeof LeadState>;

/** The number of leads on a page. A list shows one page at first, and one more each time. */
export const leadPageSize = 10;
export const maxLeadPageSize = 50;

/**
 * The maximum length of a search, which is longer than any name, number or email address that
 * people search for.
 */
export const maxSearchLength = 100;

export const Lead = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The phone number in E.164, or as typed if it isn't valid. */
  phone: z.string(),
  /** The language that the person speaks, or null if unknown. */
  language: Language.nullable(),
  ...leadFieldsInAnswers,
  facts: LeadFacts,
  /**
   * The person to whom the lead is assigned, with their first name, or null for no one in
   * particular.
   */
  assignee: z.object({ _id: uuid, name: z.string() }).nullable(),
  /**
   * The start of the person's message on a form. Without one, it's what the person is interested
   * in.
   */
  message: z.string(),
  /**
   * When the newest inquiry's clock started, which is when the person pressed Submit, according to
   * the source.
   */
  timeReceived: instant,
  /** When we received the newest inquiry. */
  date: instant,
  /** The campaign's name. */
  campaign: z.string().nullable(),
  /** What the campaign suggests saying on the phone. It may be empty. */
  script: z.string(),
  /** The name of the form that the lead came from, or null if the lead was entered by hand. */
  source: z.string().nullable(),
  state: LeadState,
  /** Whether the lead is a test of the form. A test doesn't have a clock and doesn't count. */
  isTest: z.boolean(),
  /** When the running clock started, or null if no first call is due. */
  uncalledSince: instant.nullable(),
  /** When a call stopped the newest clock. */
  firstCalledAt: instant.nullable(),
  /** When the person sent another inquiry while the clock was running. */
  askedAgainAt: instant.nullable(),
  /** The name on the newest inquiry, if it differs from the lead's name. */
  askedAs: z.string().nullable(),
  /**
   * The number of calls that aren't void and either have an outcome or come from an office phone.
   */
  attempts: z.int(),
  /** The outcome of the last call. Null if there is no call, or if its result is missing. */
  lastOutcome: CallOutcome.nullable(),
  lastCalledAt: instant.nullable(),
  /** When the third most recent call was made, or null if there were fewer than three calls. */
  thirdLastCalledAt: instant.nullable(),
  /** The likely time zones of the phone number, from its area code. Empty if they are unknown. */
  timeZones: z.array(z.string()),
  /** Set if the person doesn't want to be called. The practice gets a warning before a call. */
  doNotCall: z.object({ since: instant, reason: z.string() }).nullable(),
  callBackAt: instant.nullable(),
  /** A call that was started, on any device, and doesn't have an outcome yet. */
  openCall: z
    .object({
      _id: uuid,
      calledAt: instant,
      /**
       * The first name of the person who started the call, or the office phone's name. Null if it's
       * unknown, or if the call was started on this device.
       */
      by: z.string().nullable(),
      /** Whether the lead's line has ended, according to the provider, and nobody had answered. */
      isUnanswered: z.boolean(),
    })
    .nullable(),
  /** The practice's phones that ring about this lead, or null while none does. */
  ring: LeadRing.nullable(),
  /** How many of the lead's texts nobody has opened. Archived leads are listed without it, as 0. */
  unreadTexts: z.int(),
  /**
   * When the lead called and nobody answered, or null if the practice has called or texted since, or
   * took a later call. Archived leads are listed without it, as null.
   */
  missedCallAt: instant.nullable(),
});
export type Lead = z.infer<typeof Lead>;

type Held = Pick<Lead, "openCall" | "ring">;

/**
 * Checks whether someone is calling the lead: a call has no result yet, or a key was pressed and the
 * provider hasn't reported yet that it dials the lead, or that it can't.
 */
export function isBeingCalled({ openCall, ring }: Held): boolean {
  return Boolean(openCall) || ring?.step === "connecting";
}

/** The provider's report follows a key within seconds. If it is lost, the clock must not look paused. */
const maxConnectingMs = 2 * minuteMs;

/** Returns when such a call paused the lead's clock on screen, or undefined while the clock runs. */
export function heldSince({ openCall, ring }: Held, now: Date): string | undefined {
  if (openCall) return openCall.calledAt;
  const isConnecting = ring?.step === "connecting";
  const ageMs = isConnecting ? now.getTime() - Date.parse(ring.since) : 0;
  return isConnecting && ageMs < maxConnectingMs ? ring.since : undefined;
}

/** The maximum lengths of a lead's name and phone. */
export const personLimits = { name: 120, phone: 60 } as const;

/** The lead's language. Null, or an empty string from a form, means that it's unknown. */
const language = z
  .union([Language, z.literal("")])
  .nullable()
  .transform((typed) => typed || null)
  .optional();

/**
 * `POST /api/leads`: adds a person who walked in or called. There is no clock, because the person
 * didn't press Submit, and a figure that a practice could improve by hand wouldn't prove anything.
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
 * `PATCH /api/leads/{id}`: corrects a mistyped name or number. The old values stay in the timeline.
 */
export const LeadChange = z.object({
  firstName: requiredLine(personLimits.name).optional(),
  lastName: line(personLimits.name).optional(),
  email: z.union([emailAddress, z.literal("")]).optional(),
  phone: line(personLimits.phone).optional(),
  language,
  ...leadFieldsInRequests,
  facts: LeadFactChanges.optional(),
  /**
   * The person to assign, who must be at the practice and not deactivated, or null for no one in
   * particular.
   */
  assignee: uuid.nullable().optional(),
});
export type LeadChange = z.infer<typeof LeadChange>;

export const LeadAnswer = z.object({ lead: Lead });
