// The console's practices: the list, one practice's page, and invitations.

import { limitWords } from "#content/response-limits.ts";
import type { OnboardingStep, PracticeNeed, PracticeSort } from "#contract/practices.ts";
import type { SourceProblem } from "#contract/sources.ts";

export const practiceWords = {
  /** Shown above the list. */
  inAll: (count: number) =>
    `${count === 1 ? "1 practice" : `${count} practices`}. Numbers are for the last 30 days.`,
  none: "No practices yet. To add one, send an invitation.",
  noMatch: "No practices match.",
  states: {
    pending: "Waiting for your approval",
    active: "Active",
    suspended: "Suspended",
    ended: "Ended",
  },
  unconfirmed: "Waiting for them to confirm their email",
  registered: (day: string) => `Registered ${day}`,

  // These are for the list.
  search: "Search",
  searchHelp: "Name, city or email",
  status: "Status",
  anyStatus: "Any",
  needs: "To do",
  anyNeed: "Any",
  late: "Late",
  anyLate: "Any percentage",
  lateShare: (percent: string) => `${percent}% or more`,
  tag: "Tag",
  anyTag: "Any",
  sort: "Sort by",
  usualOrder: "Status and name",
  few: (count: number, total: number) => `${count} of ${total}`,
  noInquiries: "–",
  /** The ad spend per lead, shown below the number of leads. */
  perLead: (cost: string) => `${cost} each`,
  perBooked: (cost: string) => `${cost} per booking`,
  never: "Never",
  setUp: (done: number, all: number) => `Setup ${done} of ${all}`,
  sourcesFine: "Sources OK",
  noSources: "No source",
  sourceProblems: {
    unread: "Submissions need you",
    failing: "Token rejected",
    unsubscribed: "Page not subscribed",
    silent: "Unusually quiet",
  } satisfies Record<SourceProblem, string>,
  alertsOn: "Alerts on",
  alertsOff: "No alerts",
  nobodyTold: "No one would get an alert",
  health: "Sources and alerts",
  unreachable:
    "It’s business hours, but no one would be alerted to a new lead: no screen is open, no device gets notifications, and there’s no alert address.",
  /** The longest wait follows this text. */
  waiting: (count: number) => `${count} not called yet, longest wait`,
  /** The median time to the first call. */
  median(minutes: number | "over_an_hour" | "not_yet" | null): string {
    if (minutes === null) return "–";
    if (minutes === "over_an_hour") return "Over an hour";
    if (minutes === "not_yet") return "Most not called yet";
    return `Under ${minutes} min`;
  },

  // These are for actions.
  approve: "Approve",
  viewAs: "View their lead desk",
  view: "View",
  viewAsOf: (practice: string) => `View the lead desk of ${practice}`,
  viewReports: "View their reports",
  audit: "Audit log",
  reinstate: "Reinstate",
  rename: "Edit name",
  name: "Practice name",
  renameHelp: "Their forms, emails to leads and reports show it.",
  saveName: "Save",
  suspend: "Suspend",
  askSuspend: (practice: string) => `Suspend ${practice}?`,
  suspendMeans:
    "All their devices will be logged out, and no one will be able to log in until you reinstate them. Leads keep coming in, and nothing is lost.",

  // For the part of the page that exports a practice's data and ends its account.
  leaving: "Export and end",
  exportAll: "Export everything",
  exportMeans: "A ZIP of CSV files: leads, calls, emails, campaigns, people, invoices and more.",
  end: "End practice",
  askEnd: (practice: string) => `End ${practice}?`,
  endMeans: (days: number) =>
    `No one there can log in, their forms and ads bring no more leads, and nothing is sent for them. You can restore the practice for ${days} days. Then everything that belongs to it is erased for good.`,
  typeName: "Type the practice’s name",
  ending: "Ending",
  restore: "Restore practice",
  endedOn: (day: string, erasure: string) =>
    `Ended on ${day}. Everything that belongs to it will be erased on ${erasure}.`,

  // These are for invitations.
  mayBeOld: "What you see may be out of date.",

  invite: "Invite a practice",
  inviteHelp: "They can log in as soon as they register with the link.",
  sendInvitation: "Invite",
  code: "To register without an invitation, they need your approval and this code:",
  openInvitations: "Open invitations",
  /** `practice` is null if the invitation doesn't have a practice's name. */
  invitation: (practice: string | null, email: string, invited: string, expires: string) =>
    `${practice ? `${practice}, ` : ""}${email}, invited ${invited}, expires ${expires}`,
  withdraw: "Cancel invitation",
  withdrawOf: (email: string) => `Cancel invitation to ${email}`,
} as const;

/** What the list can be sorted by. Most of these are columns. */
export const practiceSortNames: Record<PracticeSort, string> = {
  name: "Practice",
  registered: "Registered",
  package: "Package",
  leads: "Leads",
  onTime: "On time",
  median: "Median time to call",
  neverCalled: "Never called",
  lastLead: "Last lead",
  lastSignIn: "Last login",
  waiting: "Longest wait",
};

export const practiceNeedNames: Record<PracticeNeed, string> = {
  calls: "Leads to call",
  sources: "Fix a source",
  alerts: "Turn on alerts",
  setup: "Finish setup",
  invoice: "Send an invoice",
  payment: "Not paid",
  report: "Send last month’s report",
  number: "Number may be labeled spam",
};

/** The columns of the exported file, in order. */
export const practiceColumns = {
  name: "Practice",
  city: "City",
  state: "State",
  status: "Status",
  package: "Package",
  fee: "Monthly fee (USD)",
  nextInvoiceOn: "Next invoice",
  unpaid: "Not paid (USD)",
  tags: "Tags",
  registeredAt: "Registered",
  lastSignedInAt: "Last login",
  leads: "Leads, 30 days",
  onTime: `Called in ${limitWords.onTime}`,
  slow: `Called in ${limitWords.slow}`,
  late: "Late",
  neverCalled: "Never called",
  median: "Median time to call",
  perLead: "Cost per lead (dollars)",
  perBooked: "Cost per booked patient (dollars)",
  lastLeadAt: "Last lead",
  waiting: "Leads to call now",
  sources: "Source problems",
  alerts: "Alerts",
  setup: "Setup steps done",
} as const;

/** The onboarding checklist: each step, with what to do until it's done. */
export const stepWords: Record<OnboardingStep, { name: string; why: string; action: string }> = {
  account: {
    name: "Account",
    why: "Someone there has to log in.",
    action: "Email them the login page",
  },
  source: {
    name: "Source",
    why: "Leads need a way in: a Meta form, a web form, Google or a webhook.",
    action: "Connect a source",
  },
  testLead: {
    name: "Test lead",
    why: "A test lead shows that the source works.",
    action: "Send a test lead",
  },
  firstCall: {
    name: "First call",
    why: "They call their first lead and add a result.",
    action: "See what’s waiting",
  },
  alerts: {
    name: "Alerts on",
    why: "When no screen is open, nothing tells them about a new lead.",
    action: "Email them instructions",
  },
};

/** A practice's page. */
export const practicePageWords = {
  setup: "Setup",
  setUp: "Everything is set up.",
  done: "done",
  open: "not done yet",
  confirmFirst: "They have to confirm their email address before you can approve them.",
  approveThem: "They’re waiting for your approval.",
  glance: "At a glance",
  perLead: "Cost per lead",
  perBooked: "Cost per booked patient",
  span: "last 30 days",
  nobodyAsked: "No inquiries.",
  weeks: "Week by week",
  lastWeeks: (count: number) => `last ${count} weeks`,
  /** One figure for each week, such as "On time: week of Oct 5 (82%), week of Oct 12 (80%)". */
  weekly: (name: string, parts: string[]) => `${name}: ${parts.join(", ")}`,
  thisWeek: (value: string) => `This week: ${value}`,
  lastWeek: (value: string) => `Last week: ${value}`,
  hours: "Business hours",
  openSpan: (from: string, to: string) => `${from} to ${to}`,
  closedOn: (days: string[]) => `Closed: ${days.join(", ")}`,
  holiday: (day: string, name: string) => (name ? `${day} (${name})` : day),
  usualHours: "They haven’t set their hours, so these are the usual ones.",
  changeHours: "Their managers change these in their profile, under Hours.",
  viewAs: "View as this practice",
  people: "People",
  lastLogin: (day: string) => `Last login ${day}`,
  neverLoggedIn: "Hasn’t logged in yet",
  twoStep: "Two-step login on",
  noTwoStep: "No two-step login",
  deactivated: "Deactivated",
  invited: (day: string) => `Invited ${day}`,
  sources: "Sources",
  noSources: "No sources yet.",
  lastLeadAt: (when: string) => `Last lead ${when}`,
  noLead: "No leads yet",
  campaigns: "Campaigns",
  noCampaigns: "No campaigns yet.",
  alerts: "Alert channels",
  latestChanges: "Latest changes",
  noChanges: "Nothing has been changed yet.",
  wholeLog: "See all changes",
  noChannels: "No devices or addresses get alerts.",
  deviceOf: (device: string, person: string) => `${device}, ${person}`,
  notConfirmed: "Not confirmed yet",
  working: "Working",
  fails: "Not working",
  noMail: "No mail server is set up, so email alerts don’t go out.",
  defaultEmail: (addresses: string) => `Alerts about unseen leads are emailed to ${addresses}.`,
  notes: "Notes",
  notesWhy: "Only owners see these.",
  noNotes: "No notes yet.",
  tags: "Tags",
  newTag: "New tag",
  addTag: "Add tag",
  enoughTags: (most: number) => `A practice has up to ${most} tags.`,
  removeTag: (tag: string) => `Remove ${tag}`,
  newNote: "New note",
  addNote: "Add note",
  note: "Note",
  edit: "Edit",
  save: "Save",
  cancel: "Cancel",
  delete: "Delete",
  askDelete: "Delete this note?",
  deleteMeans: "You can’t undo this.",
  by: (author: string, when: string) => `${author}, ${when}`,
  edited: (when: string) => `edited ${when}`,
  loginSubject: "Your lead desk is ready",
  loginText: (page: string) => `Hi,\n\nYour lead desk is ready. Log in here: ${page}\n`,
  alertsSubject: "Turn on alerts for new leads",
  alertsText: (page: string) =>
    `Hi,\n\nYour lead desk can let you know about each new lead, even when you don’t have it open. Open your profile and turn on notifications under Alerts: ${page}\n`,
} as const;

/** Used when a practice is chosen in a form on another screen. */
export const practiceChoiceWords = {
  practice: "Practice",
  search: "Find a practice",
} as const;

/** The API's messages. */
export const practiceMessages = {
  renamed: "Name saved.",
  noteAdded: "Note added.",
  noteChanged: "Note saved.",
  noteDeleted: "Note deleted.",
  retentionChanged: "Saved.",
  numberSaved: "Calling number saved.",
  numberRemoved: "Calling number removed. This practice’s phones don’t ring for new leads.",
  tagAdded: "Tag added.",
  tagRemoved: "Tag removed.",
  tooManyTags: (most: number) => `A practice has up to ${most} tags. Remove one first.`,
} as const;
