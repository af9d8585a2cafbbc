// A lead's page: contact card, conversation, notes and actions.
import type { ClickId } from "#contract/inquiries.ts";
import type { TimelineEntry } from "#contract/timeline.ts";
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

export const addLeadWords = {
  title: "Add a lead",
  hint: "For people who walked in or called. Leads you add by hand aren’t timed and don’t count in Calls on Time.",
  phoneOrEmail: "Enter a phone number or an email.",
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
  /** "Known as Ana Ruiz from an earlier inquiry." The name is between the two parts. */
  knownAs: { before: "Known as", after: "from an earlier inquiry." },
  /** "Gave (813) 555-0100 this time." The value is between the two parts. */
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
  take: "Take this lead",
  release: "Release this lead",
  handOver: (name: string) => `Hand over to ${name}`,
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
  /** The line that hides automatic entries and contact edits. */
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
  } satisfies Record<TimelineEntry["kind"], string>,
  /** Used instead of "Form submitted" for a lead that was added by hand. */
  added: "Added",
  by: (name: string) => ` by ${name}`,
  /** An inquiry, shown before the person's message. */
  asked: (source: string) => `Asked on ${source}`,
  /** "Asked on the web form as Luis Quintero" */
  askedAs: " as ",
  words: (text: string) => `“${text}”`,
  showAll: (count: number) => `Show all ${count}`,
  older: "Only the newest entries are shown. Download all of them under “Privacy request.”",
  /** For screen readers, after "Undo". */
  theCallAt: (at: string) => ` the call at ${at}`,
  /** A call: "Voicemail. Called by Dana, result by Miguel. First call in 3:12, on time." */
  call: {
    outcome: (name: string) => `${name}.`,
    by: (name: string) => `Called by ${name}.`,
    byWithResult: (caller: string, by: string) => `Called by ${caller}, result by ${by}.`,
    byUnknown: "Called.",
    /** From an office phone, which is no person: "Called from the Front desk phone." */
    from: (phone: string) => `Called from ${officePhone(phone)}.`,
    fromWithResult: (phone: string, by: string) =>
      `Called from ${officePhone(phone)}, result by ${by}.`,
    /** Instead of the result, until someone adds it. */
    resultMissing: `${missingOutcome}.`,
    /** How long the lead's line was open: someone or something had answered, or not. */
    line: (length: string) => `On the line ${length}.`,
    first: (took: string, bucket: string) => `First call in ${took}, ${bucket.toLowerCase()}.`,
    callback: (at: string) => `Callback ${at}.`,
    appointment: (at: string) => `Appointment ${at}.`,
    loggedLater: "Logged after the fact.",
    undone: "Undone.",
  },
  /** For a call that was undone. */
  undoneCall: (outcome: string, at: string) => `${outcome}, called ${at}`,
  callbackFor: (at: string) => ` for ${at}`,
  details: "Details",
  /** Who is handling the lead. */
  takenBy: "Taken by",
  changed: (field: string, from: string, to: string) =>
    from && to
      ? `${field} changed from “${from}” to “${to}”`
      : to
        ? `${field} added: “${to}”`
        : `${field} removed: “${from}”`,
} as const;

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

/** "the Front desk phone"; "the Office phone", which is named so. */
function officePhone(name: string): string {
  return /phone$/i.test(name) ? `the ${name}` : `the ${name} phone`;
}
