// The dashboard: the queue of leads, its search, filters and selection, and the cards next to it.
import type { LeadSort } from "#contract/queue.ts";

export const sortNames: Record<LeadSort, string> = {
  next: "Next to call",
  deadline: "Least time left",
  newest: "Newest first",
  oldest: "Oldest first",
};

export const queueWords = {
  title: "Leads",
  sort: "Sort",
  addLead: "Add lead",
  live: "Live",
  notLive: "Not live",
  empty: "No one is waiting for a call.",
  /** Shown below "No data.", to confirm that the list really is empty. */
  liveSince: (time: string) => `Live since ${time}`,
  lastHeard: (seconds: number) => `, last checked ${seconds} sec ago`,
  comesHere: "New leads show up here automatically.",
  addALead: "Add a lead",
  noMatch: "No one matches that name, email or number.",
  noMatchInQueue: "No one in the queue matches that name, email or number.",
  tooShort: "Type at least 3 characters to search everyone.",
  failed: "We couldn’t load your leads. Someone may be waiting for a call.",
  /** Shown at the end of the list when it has reached its maximum length. */
  mostShown: "Search or filter to find the rest.",
  showMore: "Show More",
  atLeast: (count: string) => `at least ${count}`,
  /** Shown in place of a lead that has left the queue, or moved, while the list is in use. */
  gone: "No longer in the queue",
  goneAs: {
    archived: "Archived",
    customer: "Booked",
    callback: (at: string) => `Callback ${at}`,
    called: (outcome: string) => `${outcome} saved.`,
    next: (at: string) => `Next attempt ${at}`,
  },
  /** The headings of the groups in the queue. */
  groups: {
    uncalled: "Not called yet",
    due: "Callback due",
    untimed: "Not timed, not called yet",
    called: "Needs follow-up",
    doNotCall: "Do not call",
    all: "In the queue",
  },
} as const;

/** Shown below the queue: the callbacks scheduled for the rest of the day. */
export const laterTodayWords = {
  title: "Later today",
  callbacks: (count: number) => (count === 1 ? "1 callback" : `${count} callbacks`),
  all: "All callbacks",
} as const;

/** Search results that aren't in the queue. */
export const otherLeadWords = {
  title: "Not in the queue",
  booked: "Booked",
  archived: "Archived",
  callback: "Callback",
  more: (count: number) => `Only ${count} are shown. Type more of the name or number.`,
} as const;

/** The checklist for a practice that has never had a lead. */
export const firstStepWords = {
  title: "Set up your lead desk",
  count: (done: number, all: number) => `${done} of ${all} done`,
  isDone: "Done",
  dismiss: "Hide this list",
  steps: {
    hours: {
      title: "Set your business hours",
      why: "Check the hours we’ve filled in, fix what’s wrong, and save them.",
      link: "Business hours",
    },
    alerts: {
      title: "Turn on alerts",
      why: "Get notifications on this device, or confirm an email address for alerts.",
      link: "Alerts",
    },
    lead: {
      title: "Get your first lead",
      why: "Leads from your ads and web forms show up here automatically. Add walk-ins and phone calls yourself.",
      link: "Add a lead by hand",
    },
    call: {
      title: "Make your first call",
      why: "Open the lead, press “I’m calling,” then add the result.",
      link: "Open the lead",
    },
  },
} as const;

export const rowWords = {
  select: (name: string) => `Select ${name}`,
  noNumber: "No phone number",
  askedAgain: "Inquired again",
  unreadTexts: (count: number) => (count === 1 ? "New text" : `${count} new texts`),
  missedCall: "Missed call",
  /** Shown after the name from the latest inquiry if the lead has a different name. */
  knownAs: (name: string) => `Known as ${name}`,
  /** Quotes what the person wrote on a form. */
  said: (message: string) => `“${message}”`,
  /** Shows who is handling the lead. */
  yours: "Yours",
  takenBy: (name: string) => `Taken by ${name}`,
  /** Shown if the message contains one of the practice's urgent words. */
  urgent: "Urgent",
  doNotCall: "Do not call",
  testLead: "Test lead",
  /** Shown instead of a response time. */
  testRow: "Test, not timed",
  byHandRow: "Added by hand",
  due: (at: string) => `Due ${at}`,
  dueNow: "Due now",
  /** Shown for a called lead if the follow-up plan has no attempt for it. */
  followUp: "Follow up",
  tries: (count: number) => `${count} attempts`,
} as const;

/** Assigning a lead to oneself or to a colleague. */
export const assignWords = {
  take: "Take this lead",
  release: "Release this lead",
  handOver: (name: string) => `Hand over to ${name}`,
  /** Shown after each of these actions, and after undoing one. */
  taken: (lead: string) => `${lead} is yours.`,
  released: (lead: string) => `${lead} is released.`,
  handedOver: (lead: string, name: string) => `${lead} is handed over to ${name}.`,
  /** Shown instead of an undo. */
  changedSince: (lead: string) => `Someone has taken or released ${lead} since then.`,
} as const;

/** Texts for waits that are measured in business hours. */
export const waitWords = {
  due: (at: string) => `Due ${at}`,
  /** Shown for a lead that is already slow. The time is when the lead becomes late. */
  lateFrom: (at: string) => `Late after ${at}`,
  waiting: (time: string) => `waiting ${time}`,
} as const;

/** Announcements for screen readers. */
export const announcementWords = {
  newLead: (who: string) => `New lead: ${who}.`,
  callbackDue: (name: string) => `Callback due: ${name}.`,
  hasWaited: (name: string, minutes: number) => `${name} has been waiting ${minutes} minutes.`,
  someone: "Someone",
} as const;

/** The bar above the list that counts new leads. */
export const newsWords = {
  came: (count: number) => `${count} new`,
  due: (count: number) => (count === 1 ? "1 callback due" : `${count} callbacks due`),
  longest: "longest",
  waiting: "wait",
  show: "Show",
} as const;

export const searchWords = {
  label: "Search by name, email or phone",
  /** The hints in the search box. The longest one that fits is shown. */
  hints: { wide: "Name, email or phone", narrow: "Name or phone", tiny: "Search" },
} as const;

export const selectionWords = {
  select: "Select",
  done: "Done",
  archive: "Archive",
  /** Selects all rows that are shown, or as many as can be changed together. */
  all: (shown: number, most: number) => (shown > most ? `Select the first ${most}` : "Select all"),
  none: "Clear",
  chosen: (count: number) => (count === 1 ? "1 selected" : `${count} selected`),
} as const;

export const filterWords = {
  title: "Filters",
  state: "Status",
  states: {
    any: "Any",
    uncalled: "Not called yet",
    due: "Callback due",
    called: "Needs follow-up",
    doNotCall: "Do not call",
  },
  campaign: "Campaign",
  source: "Source",
  assignee: "Taken by",
  mine: "Me",
  any: { campaign: "Any campaign", source: "Any source", assignee: "Anyone" },
  askedAgain: "Inquired again",
  clear: "Clear filters",
  done: "Done",
  active: "Active filters",
  /** For screen readers, after the number of filters. */
  activeCount: " active",
  remove: "Remove filter",
  /** Shown for a filter in the URL whose value no longer exists. */
  unknown: "no longer available",
  nobody: "No leads match these filters.",
} as const;

/** The cards next to the queue. */
export const cardWords = {
  label: "Reports",
  onTime: "Calls on Time",
  more: "By hour, campaign and outcome",
  statistics: "Statistics",
  campaigns: "Campaigns",
  activeNow: "active now",
  newCustomers: "New Customers",
  leads: "Leads",
  impressions: "Impressions",
  noneRecorded: "none recorded yet",
  asOf: (day: string) => `all time, as of ${day}`,
} as const;

/** Problems with a practice's lead sources. */
export const sourceAlarmWords = {
  unread: (count: number) =>
    count === 1
      ? "We couldn’t fully read 1 form submission."
      : `We couldn’t fully read ${count} form submissions.`,
  told: "We’ve been emailed about it and are looking into it.",
  show: "See your lead sources",
} as const;

export const mailAlarmWords = {
  failed: (count: number) =>
    count === 1
      ? "1 email to a lead wasn’t delivered."
      : `${count} emails to leads weren’t delivered.`,
  unknown: (count: number) =>
    count === 1
      ? "1 email to a lead may not have been sent."
      : `${count} emails to leads may not have been sent.`,
  waiting: (count: number) =>
    count === 1
      ? "1 email to a lead should have gone out by now."
      : `${count} emails to leads should have gone out by now.`,
  show: "See emails",
} as const;
