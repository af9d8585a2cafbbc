// A lead's page with its contact card, conversation, notes and actions.
import type { ClickId } from "#contract/inquiries.ts";
import type { NotDialedReason, NotRungReason, TimelineEntry } from "#contract/timeline.ts";
import { missingOutcome } from "./outcomes.ts";

export const leadWords = {
  oneLead: "Lead",
  failed: "We couldn’t load this lead.",
  notFound: "Lead not found",
  gone: "This lead was deleted, or the link is wrong.",
  states: {
    waiting: "Waiting for a call",
    open: "Needs follow-up",
    callback: "Callback set",
    customer: "Booked",
    archived: "Archived",
    test: "Test lead",
  },
} as const;

/** The source of people who became leads by calling. It is stored with them. */
export const phoneCallSource = "Phone call";

export const addLeadWords = {
  title: "Add a lead",
  hint: "For people who walked in or called. Leads you add by hand aren’t timed and don’t count in Calls on Time.",
  /** Above two fields, one of which is needed. */
  phoneOrEmail: "Phone or email",
  submit: "Add",
  submitting: "Adding…",
} as const;

/** The fields of a person. */
export const personWords = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone",
  email: "Email",
  notCallable: "Not a valid phone number.",
} as const;

export const contactWords = {
  label: "Contact",
  noNumber: "No phone number.",
  /**
   * The page shows "Known as Ana Ruiz from an earlier inquiry." The name is between the two parts.
   */
  knownAs: { before: "Known as", after: "from an earlier inquiry." },
  /** The page shows "Gave (813) 555-0100 this time." The value is between the two parts. */
  gave: { before: "Gave", after: "this time." },
  from: "From",
  ad: "Ad",
  click: {
    gclid: "Google ad",
    gbraid: "Google ad",
    wbraid: "Google ad",
    fbclid: "Facebook or Instagram link",
    msclkid: "Microsoft ad",
    ttclid: "TikTok ad",
  } satisfies Record<ClickId, string>,
  importedFrom: (fileName: string) => `Imported from ${fileName}`,
  theirTime: "Their time",
  unknownTime: "Can’t tell from this number.",
  byAreaCode: (code: string) => `based on area code ${code}`,
  or: " or ",
  consent: "Consent",
  noConsent: "No consent on file.",
  doNotCall: "Do not call",
  /** Shown after "Do not call". */
  since: "since",
  callback: "Callback",
  notTimed: "Added by hand or imported, not timed.",
  testNotTimed: "Test lead, not timed.",
  copy: (what: string) => `Copy ${what}`,
  theNumber: "phone number",
  theEmail: "email",
  copied: "Copied.",
  copyFailed: (what: string) => `We couldn’t copy it. Select the ${what} and copy it yourself.`,
} as const;

/** A single inquiry. */
export const inquiryWords = {
  earlier: "Earlier inquiries",
  as: "as",
  gave: "Gave",
  agreedTo: (consent: string) => `Agreed to “${consent}”`,
  noConsent: "No consent on file.",
  older: (count: number) =>
    `${count.toLocaleString("en-US")} older inquiries aren’t shown. Download all of them under “Privacy request.”`,
  testLead: "test lead",
  byHand: "added by hand",
} as const;

export const actionWords = {
  edit: "Edit",
  more: "More",
  editTitle: "Edit contact info",
  restore: "Restore",
  archive: "Archive",
  delete: "Delete",
  deleted: (name: string) => `${name} deleted.`,
  logCall: "Log a call",
  logCallTitle: "Log an earlier call",
  logCallHint: "Enter when you made the call. It’ll be marked “logged after the fact.”",
  when: (zone: string) => `When (${zone})`,
  result: "Result",
  callbackTime: "Callback time",
  doNotCall: "Mark as do not call",
  doNotCallTitle: "Mark as do not call",
  whyNotCall: "Note who asked and how. You’ll see this before every call.",
  mayCall: "Allow calls again",
  mayCallTitle: "OK to call this person again?",
  whyAgain: "Note who said it’s OK and how.",
  reason: "Reason",
} as const;

/** A person's request to export or erase their data. */
export const privacyWords = {
  title: "Privacy request",
  exportHint: "If they ask what you have on file, download all of it as one file.",
  download: "Download file",
  preparing: "Preparing…",
  eraseHint:
    "If they ask you to delete their data, erase it here. Their name, phone numbers, emails, answers and notes will be gone for good, for everyone at this practice. Dates and statistics stay, without the person’s name. You can’t undo this.",
  typeName: "To confirm, type their name",
  erase: "Erase for good",
  erasing: "Erasing…",
  erased: "Erased for good.",
  notErased: "Not erased.",
} as const;

/** The right half of the page: the conversation, its filters, and the forms to add to it. */
export const conversationWords = {
  label: "Conversation",
  filters: "Show",
  everything: "Everything",
  topics: { calls: "Calls", emails: "Emails", texts: "Texts", notes: "Notes" },
  today: "Today",
  /** The label of the line that hides automatic entries and edits of contact details. */
  technical: (count: number, isUnfolded: boolean) =>
    `${isUnfolded ? "Hide" : "Show"} delivery and alerts (${count})`,
  none: {
    everything: "Nothing here yet.",
    calls: "No calls yet.",
    emails: "No emails yet.",
    texts: "No texts yet.",
    notes: "No notes yet.",
  },
  write: "Write",
  notes: "Notes",
  email: "Email",
} as const;

export const noteWords = {
  form: "New note",
  templates: "Insert a template",
  text: "Note",
  by: (name: string) => `Note by ${name}`,
  mine: "Note",
  noHealthDetails: "Please leave out health details.",
  save: "Save note",
  saved: "Note saved.",
  waiting: "Not saved yet. We’ll save it when you’re back online.",
} as const;

export const timelineWords = {
  names: {
    submitted: "Form submitted",
    received: "Received",
    alerted: "Shown on dashboard",
    seen: "First seen",
    imported: "Imported from a file",
    called: "Called",
    call_voided: "Call undone",
    call_joined: "Duplicate call merged",
    call_back_set: "Callback set",
    changed: "Edited",
    archived: "Archived",
    restored: "Restored",
    deleted: "Deleted",
    undeleted: "Deletion undone",
    do_not_call: "Marked as do not call",
    may_call: "OK to call again",
    appointment_set: "Appointment date changed",
    noted: "Note added",
    erased: "Erased",
    merged: "Merged",
    unmerged: "Merge undone",
    split: "Split into two leads",
    email_queued: "Email queued",
    email_sent: "Email sent",
    email_failed: "Email not delivered",
    email_unknown: "Email delivery unknown",
    email_stopped: "Automatic email not sent",
    mail_stopped: "Automatic emails turned off",
    mail_allowed: "Automatic emails turned back on",
    text_received: "Text received",
    text_written: "Text written",
    texts_stopped: "Opted out of texts",
    texts_allowed: "Opted back in to texts",
    alert_sent: "Alert sent",
    alert_refused: "Alert not delivered",
    alert_unknown: "Alert delivery unknown",
    alert_shown: "Notification shown",
    alert_opened: "Notification opened",
    phone_rang: "Phone rang",
    phone_not_rung: "Couldn’t ring a phone",
    phone_missed: "No one picked up",
    phone_skipped: "Skipped",
    phone_accepted: "Accepted",
    lead_dialed: "Calling the lead",
    lead_answered: "Line answered",
    lead_not_dialed: "Couldn’t place the call",
    ring_refused: "Didn’t ring the desk",
    call_missed: "Missed call",
    call_answered: "Call answered",
  } satisfies Record<TimelineEntry["kind"], string>,
  /** Used instead of "Form submitted" for a lead that was added by hand. */
  added: "Added",
  by: (name: string) => ` by ${name}`,
  /** Shown for an inquiry, before the person's message. */
  asked: (source: string) => `Asked on ${source}`,
  /** Used in "Asked on the web form as Luis Quintero". */
  askedAs: " as ",
  words: (text: string) => `“${text}”`,
  showAll: (count: number) => `Show all ${count}`,
  older: "Only the newest entries are shown. Download all of them under “Privacy request.”",
  /** For screen readers, after "Undo". */
  theCallAt: (at: string) => ` the call at ${at}`,
  /**
   * The parts of a call's entry, such as "Voicemail. Called by Dana, result by Miguel. First call
   * in 3:12, on time."
   */
  call: {
    outcome: (name: string) => `${name}.`,
    by: (name: string) => `Called by ${name}.`,
    byWithResult: (caller: string, by: string) => `Called by ${caller}, result by ${by}.`,
    /** A person called from an office phone, such as "Called by Dana from Front desk." */
    byFrom: (name: string, phone: string) => `Called by ${name} from ${phone}.`,
    byFromWithResult: (caller: string, phone: string, by: string) =>
      `Called by ${caller} from ${phone}, result by ${by}.`,
    byUnknown: "Called.",
    /**
     * Shown for a call from an office phone, which isn't a person, such as "Called from the Front
     * desk phone."
     */
    from: (phone: string) => `Called from ${officePhone(phone)}.`,
    fromWithResult: (phone: string, by: string) =>
      `Called from ${officePhone(phone)}, result by ${by}.`,
    /** Shown instead of the result until someone adds the result. */
    resultMissing: `${missingOutcome}.`,
    /** How long the lead's line was open. Someone or something may have answered. */
    line: (length: string) => `On the line ${length}.`,
    first: (took: string, bucket: string) => `First call in ${took}, ${bucket.toLowerCase()}.`,
    callback: (at: string) => `Callback ${at}.`,
    appointment: (at: string) => `Appointment ${at}.`,
    loggedLater: "Logged after the fact.",
    undone: "Undone.",
  },
  /** Used instead of "Form submitted" for a person who became a lead by calling. */
  calledIn: "Called your number",
  /** Such as "Ruth called, answered at Front desk". `name`: the lead's first name, or empty. */
  answeredAt: (name: string, phone: string) =>
    name ? `${name} called, answered at ${phone}` : `Called, answered at ${phone}`,
  /** The steps of a ring; `phone` is the practice's name of its phone. */
  ring: {
    rang: (phone: string) => `Phone rang: ${phone}`,
    /** Followed by who wanted to call: "Front desk rung by Dana". */
    rung: (phone: string) => `${phone} rung`,
    /** One line for all of a ring's calls: "Phone rang 3 times: Front desk, Back office". */
    rangTimes: (count: number, phones: string[]) =>
      `Phone rang ${count} times: ${phones.join(", ")}`,
    notRung: (phone: string) => `Couldn’t ring ${phone}`,
    missed: (phone: string) => `No one picked up at ${phone}`,
    skipped: (phone: string) => `Skipped at ${phone}`,
    accepted: (phone: string) => `Accepted at ${phone}`,
    /** `name`: the lead's first name, or empty. */
    dialed: (name: string) => (name ? `Calling ${name}` : "Calling the lead"),
    answered: "Line answered",
    notDialed: (why: string) => `Couldn’t place the call: ${why}`,
    invalidNumber: "invalid number",
    hungUp: (phone: string) => `${phone} hung up first`,
    refused: (why: string) => `Didn’t ring the desk: ${why}`,
    stopped: (why: string) => `Stopped ringing the desk: ${why}`,
  },
  /** For a call that was undone. */
  undoneCall: (outcome: string, at: string) => `${outcome}, called ${at}`,
  callbackFor: (at: string) => ` for ${at}`,
  details: "Details",
  /** Shows who is handling the lead. */
  takenBy: "Taken by",
  changed: (field: string, from: string, to: string) =>
    from && to
      ? `${field} changed from “${from}” to “${to}”`
      : to
        ? `${field} added: “${to}”`
        : `${field} removed: “${from}”`,
} as const;

/** Why the lead's line wasn't dialed, in a person's export. */
export const notDialedWords = {
  number: timelineWords.ring.invalidNumber,
  hung_up: "the office phone hung up first",
} as const satisfies Record<NotDialedReason, string>;

/** Why the practice's phones didn't ring, or stopped. */
export const notRungWords = {
  off: "ringing is off",
  no_phone: "no confirmed phone",
  do_not_call: "do not call",
  opted_out: "opted out of texts",
  test: "test lead",
  untimed: "not timed",
  found_late: "found late",
  not_a_number: "no valid phone number",
  service_number: "service number",
  country: "number outside the US",
  closed: "closed",
  calling_hours: "outside 8 am to 8 pm their time",
  often: "called three times in 24 hours",
  form_cap: "too many leads from this form today",
  practice_cap: "too many leads today",
  busy: "the phones were busy",
  joined: "rang once for several new leads",
} as const satisfies Record<NotRungReason, string>;

/** The parts of the time from Submit to the first call. */
export const delayWords = {
  name: "Response time",
  soFar: "so far",
  parts: {
    platform: "Delivery:",
    shown: "Shown:",
    seen: "Noticed:",
    called: "First call:",
  },
  steps: {
    submittedAt: "Submitted",
    receivedAt: "Received",
    alertedAt: "Shown",
    firstSeenAt: "First seen",
    firstCalledAt: "First called",
    firstSpokeAt: "First reached",
  },
  notYet: "not yet",
  notRecorded: "not recorded",
  loggedLater: "The first call was logged after the fact.",
} as const;

/** Adds "phone" unless the name ends with it: "the Front desk phone", "the Office phone". */
function officePhone(name: string): string {
  return /phone$/i.test(name) ? `the ${name}` : `the ${name} phone`;
}
