// The console's contact requests, which visitors of the two sites sent.
import { outcomes } from "#content/desk/outcomes.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";

/** The kinds of contact requests, by the form that was submitted. */
export const contactRequestKinds = {
  personal: "Portfolio message",
  marketing: "Marketing message",
  makeover: "Makeover presentation",
  questionnaire: "Questionnaire",
} as const;

/** Why a contact request was closed. */
export const closeReasonNames = {
  done: "Done",
  not_interested: "Not interested",
  not_a_fit: "Not a fit",
  no_answer: "Never reached",
  wrong_number: "Wrong number",
  spam: "Spam",
} as const;

/**
 * The results of a call, with what happens next. They are those of a lead, but where a lead becomes
 * an appointment, a contact request becomes a client.
 */
export const contactRequestOutcomes = outcomes.map(({ outcome, name, follows }) => ({
  outcome,
  name: outcome === "booked" ? "Won" : name,
  follows:
    outcome === "booked"
      ? "Becomes a client"
      : follows
          .replace("Stays in queue", "Stays on the list")
          .replace("Goes to archive", "Goes to Lost")
          .replace("Do not call, to archive", "Goes to Lost"),
}));

export const contactRequestOutcomeNames = Object.fromEntries(
  contactRequestOutcomes.map(({ outcome, name }) => [outcome, name]),
) as Record<CallOutcome, string>;

/** The columns of the CSV file, in order. */
export const contactRequestColumns = {
  receivedAt: "Received at (UTC)",
  kind: "Form",
  state: "Status",
  fullName: "Name",
  email: "Email",
  phone: "Phone",
  message: "Message",
  questions: "Answers",
  firstVisit: "First visit",
  lastVisit: "Last visit",
  firstCalledAt: "First called at (UTC)",
  calls: "Calls",
  lastResult: "Last result",
  answeredAt: "Answered at (UTC)",
  closedAt: "Closed at (UTC)",
  closeReason: "Close reason",
  nextStep: "Next step",
  nextStepOn: "Next step on",
  assignee: "Who does it",
} as const;

type CallFacts = { phone: string; email: string; ownPhone: string; link: string };

/** The calendar files of a call, for the owner's calendar and for the other person's. */
export const callInviteWords = {
  fileName: "call.ics",
  owner: {
    title: ({ fullName }: { fullName: string }) => `Call ${fullName}`,
    description: ({ phone, email, link }: CallFacts) =>
      [phone, email, link].filter(Boolean).join("\n"),
  },
  person: {
    title: ({ owner }: { owner: string }) => `Call with ${owner}`,
    description: ({ phone, ownPhone }: CallFacts) =>
      `I’ll call you at ${phone}. If something comes up, call me at ${ownPhone}.`,
  },
} as const;

export const contactRequestWords = {
  lists: "Lists",
  listNames: {
    open: "Open",
    due: "Due",
    callback: "Callbacks",
    won: "Won",
    lost: "Lost",
    closed: "Closed",
    unfinished: "Unfinished",
    all: "All",
    new: "New",
    attempted: "Not reached",
    contacted: "Contacted",
  },
  none: {
    open: "No one is waiting for a call or a reply.",
    due: "No next steps are due today.",
    callback: "No callbacks scheduled.",
    won: "Nobody has signed up yet.",
    lost: "No lost requests.",
    closed: "No closed requests yet.",
    unfinished: "No unfinished questionnaires.",
    all: "No requests yet. Anything sent from the two sites shows up here right away.",
    new: "No new requests.",
    attempted: "There’s no one left to try again.",
    contacted: "You’re not in touch with anyone right now.",
  },
  noMatches: "Nothing matches your search.",
  search: "Search by name, email or phone",
  /** The hints in the search box. The longest one that fits is shown. */
  searchHints: { wide: "Name, email or phone", narrow: "Name or phone", tiny: "Search" },
  form: "Form",
  anyForm: "All forms",
  sort: "Sort by",
  sorts: {
    next: "Next to call",
    step: "Next step",
    newest: "Newest first",
    oldest: "Oldest first",
  },
  assignee: "Who does it",
  anyAssignee: "Anyone",
  assignees: { mine: "Mine", nobody: "No one’s" },
  reading: "Hours to count",
  readings: { wall: "All hours", open: "Business hours" },
  /** Returns a text such as "840" or, because counting stops at a limit, "1,000+". */
  count: (count: number, most: number) =>
    count > most ? `${most.toLocaleString("en-US")}+` : count.toLocaleString("en-US"),
  shown: (shown: number, total: string) => `${shown} of ${total}`,
  more: "Show more",
  arrived: (count: number) => (count === 1 ? "1 new request" : `${count} new requests`),
  show: "Show",
  responseTime: {
    title: "Your median response time",
    none: "No calls to count yet",
    minutes: (minutes: number) => `under ${minutes} min`,
    over_an_hour: "over an hour",
    not_yet: "not yet",
    of: (n: number) => `last ${n} requests`,
    openHours: (text: string) => `${text} counting only business hours`,
  },

  unfinished: "Unfinished",
  unfinishedNote: "Stopped after the first step. The form told them we’d keep these details.",
  makeoverNote: "The presentation is emailed automatically. Check the mail log for its status.",
  wants: (when: string) => `Wants a call ${when}`,
  callback: (when: string) => `Call back ${when}`,
  booked: (when: string) => `Booked for ${when}`,
  calendar: "Add to calendar",
  noPackage: "No package chosen",
  noNumber: "No phone number",
  notTimed: "Not timed",
  noCall: "Not called yet",
  tries: (count: number) => `${count} calls`,
  onCall: (since: string) => `On a call since ${since}`,

  details: "Details",
  answers: "Answers",
  message: "Message",
  history: "History",
  others: "Also from this email address",
  invited: (email: string, when: string) => `Invited ${email} on ${when}.`,
  becamePractice: "Registered as",
  notRegistered: "Not registered yet.",

  nextStep: "Next step",
  addStep: "Add next step",
  editStep: "Edit",
  step: "What to do",
  stepHint: "Call about the package",
  stepOn: "By",
  who: "Who",
  whoNobody: "No one yet",
  you: (name: string) => `${name} (you)`,
  saveStep: "Save",
  stepDone: "Done",
  /** Shown next to a step, with its due date. */
  due: { late: (day: string) => `Due ${day}`, today: "Due today", later: (day: string) => day },

  reply: "Reply by email",
  replyTo: (name: string) => `Reply to ${name}`,
  to: (address: string) => `To ${address}`,
  template: "Template",
  noTemplate: "Write your own",
  signature: "We add a signature below your reply.",
  attachInvite: (when: string) => `Attach a calendar invite for ${when}`,
  send: "Send",
  answeredByPhone: "Mark as answered",
  notAnswered: "Mark as not answered",
  note: "Add a note",
  noteLabel: "Note",
  saveNote: "Save note",
  setCallback: "Set callback",
  reopen: "Reopen",
  close: "Close",
  closeTitle: (name: string) => `Close ${name}’s request`,
  why: "Reason",
  invite: "Invite to register",
  inviteTitle: (name: string) => `Invite ${name}`,
  practiceName: "Practice name",
  inviteHelp:
    "They get an email with a link to register, with the details they gave here already filled in. The link works for 14 days.",
  sendInvitation: "Send invitation",
  /** The label of the menu that contains the action. */
  otherActions: "More",
  erase: "Erase their data",
  eraseTitle: (name: string) => `Erase ${name}’s data?`,
  eraseMeans:
    "Their name, contact details, answers, notes and emails are deleted for good. Only times and counts are kept.",
  yourReply: "Your reply",
  /** `owner` is null if the author is unknown. */
  replied: (owner: string | null) => (owner === null ? "Reply" : `${owner} replied`),
  replyStates: {
    queued: "waiting to be sent",
    sending: "being sent",
    sent: "sent",
    failed: "not delivered (see the mail log)",
    unknown: "delivery unknown (see the mail log)",
    stopped: "not sent (see the mail log)",
  },
  events: {
    received: "Received",
    finished: "Questionnaire finished",
    started: "Started the questionnaire earlier",
    note: "Note",
    answered: "Marked as answered",
    unanswered: "No longer marked as answered",
    callback_set: "Callback set",
    closed: "Closed",
    reopened: "Reopened",
    invited: "Invited",
    registered: "Registered as a practice",
    call_booked: "Call booked",
    call_moved: "Call rescheduled",
    call_canceled: "Booked call canceled",
    step_saved: "Next step saved",
    step_done: "Next step done",
  },
  call: "Call",
  callVoid: "undone",
  callOpen: "No result yet",
  enteredLater: "logged after the fact",

  attribution: {
    title: "Where this came from",
    first: "First visit",
    last: "Last visit",
    rows: {
      utm_source: "Source",
      utm_medium: "Medium",
      utm_campaign: "Campaign",
      utm_term: "Search term",
      utm_content: "Ad",
      gclid: "Google click ID",
      fbclid: "Meta click ID",
      referrer: "Referring page",
      landing: "Landing page",
      package: "Package requested",
      at: "Time",
    },
  },
} as const;
