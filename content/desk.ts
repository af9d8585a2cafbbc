// The words of the lead desk: what each outcome is called and what follows from it.
import type { CallOutcome, LeadSort } from "#contract/leads.ts";

export const outcomes: { outcome: CallOutcome; name: string; follows: string }[] = [
  { outcome: "spoke", name: "Spoke", follows: "Stays in the list" },
  { outcome: "voicemail", name: "Voicemail", follows: "Stays in the list" },
  { outcome: "no_answer", name: "No answer", follows: "Stays in the list" },
  { outcome: "booked", name: "Booked", follows: "A new customer" },
  { outcome: "call_back", name: "Call back", follows: "Returns when it is due" },
  { outcome: "not_interested", name: "Not interested", follows: "To the archive" },
  { outcome: "wrong_number", name: "Wrong number", follows: "To the archive" },
];

export const outcomeNames = Object.fromEntries(
  outcomes.map(({ outcome, name }) => [outcome, name]),
) as Record<CallOutcome, string>;

export const sortNames: Record<LeadSort, string> = {
  next: "Next to call",
  newest: "Newest first",
  oldest: "Oldest first",
};

/** How a call is timed, in words; each also has its icon and colour. */
export const bucketNames = { lt10: "On time", lt60: "Slow", other: "Late" } as const;
export const bucketSpans = {
  lt10: "Under 10 minutes",
  lt60: "Under 1 hour",
  other: "Late",
} as const;

export const deskWords = {
  title: "Lead desk",
  empty: "Nobody is waiting for a call.",
  noMatch: "Nobody by that name, e-mail or number is in the list.",
  failed: "The leads could not be fetched. Leads may be waiting.",
  leadFailed: "This lead could not be fetched.",
  /** Over the desk of a practice that the owner looks at; its name comes between the two. */
  lookingAt: "You are looking at the desk of",
  looking: "You can read everything and change nothing. Each look is written down.",
  sentWithALine: "sent as soon as there is a line.",
} as const;

export const timelineNames = {
  submitted: "Asked",
  received: "Received",
  alerted: "On an open dashboard",
  seen: "First seen",
  called: "Called",
  call_voided: "Call undone",
  changed: "Changed",
  archived: "Archived",
  restored: "Restored",
  deleted: "Deleted",
  undeleted: "Brought back",
  email_queued: "E-mail written",
  email_sent: "E-mail sent",
  email_failed: "E-mail refused",
  email_unknown: "E-mail: nobody knows whether it left",
  email_stopped: "Automatic e-mail kept back",
  mail_stopped: "Automatic e-mails stopped",
  mail_allowed: "Automatic e-mails allowed again",
} as const;

/** Sunday first, as the contract counts. */
export const weekDays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** The time zones of the states and territories, by the names that people use for them. */
export const usTimeZones: { value: string; name: string }[] = [
  { value: "America/New_York", name: "Eastern" },
  { value: "America/Chicago", name: "Central" },
  { value: "America/Denver", name: "Mountain" },
  { value: "America/Phoenix", name: "Mountain, no daylight saving (Arizona)" },
  { value: "America/Los_Angeles", name: "Pacific" },
  { value: "America/Anchorage", name: "Alaska" },
  { value: "Pacific/Honolulu", name: "Hawaii" },
  { value: "America/Puerto_Rico", name: "Atlantic (Puerto Rico, U.S. Virgin Islands)" },
  { value: "Pacific/Guam", name: "Chamorro (Guam, Northern Mariana Islands)" },
  { value: "Pacific/Pago_Pago", name: "Samoa" },
];
