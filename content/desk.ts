// The words of the lead desk: what each outcome is called and what follows from it.
import type { CallOutcome, FigureQuery, LeadSort, LeadState } from "#contract/leads.ts";

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

/** How a wait is measured. */
export const readingNames: Record<FigureQuery["reading"], string> = {
  wall: "Wall clock",
  open: "Open hours",
};

/** How a call is timed, in words; each also has its icon and colour. */
export const bucketNames = { lt10: "On time", lt60: "Slow", other: "Late" } as const;
export const bucketSpans = {
  lt10: "Under 10 minutes",
  lt60: "Under 1 hour",
  other: "Late",
} as const;

export const deskWords = {
  /** After the newest inquiries of somebody who asked very often. */
  olderInquiries: (count: number) =>
    `${count.toLocaleString("en-US")} older ones aren't shown here. “Their data” has all of them.`,
  olderEntries: "Only the newest entries are shown. “Their data” has all of them.",
  title: "Lead desk",
  empty: "Nobody is waiting for a call.",
  /** At the end of the longest list. */
  mostShown: "Search or filter to find the others.",
  noMatch: "Nobody by that name, e-mail or number is in the list.",
  notSearched: "Who was put away is in the archive.",
  lookInArchive: "Look in the archive",
  failed: "The leads could not be fetched. Leads may be waiting.",
  profileFailed: "Your profile could not be fetched.",
  leadFailed: "This lead could not be fetched.",
  /** Over the desk of a practice that the owner looks at; its name comes between the two. */
  viewingAs: "You are looking at the desk of",
  looking: "You can read everything and change nothing. Each look is written down.",
  /** In the place of a lead that another device dealt with while somebody is at the list. */
  gone: "No longer in the list",
  doNotCall: "Do not call",
  mayCall: "May be called",
  whyNotCall: "Who asked for it, and how. It is shown before every call.",
  whyAgain: "Who said so, and how.",
  theirData: "Their data",
  exportHint: "When the person asks what is kept: all of it, as one file.",
  eraseHint:
    "When the person asks to be forgotten: name, numbers, addresses, answers, notes and e-mails go for good, here and for everybody at this practice. Times and figures stay as they are, without the person. Nothing brings it back.",
  erased: "Erased for good.",
  notErased: "Not erased.",
  noNotes: "No notes yet.",
  noteSaved: "Note saved.",
  noHealthDetails: "Please leave health details out.",
  noNumber: "No number to call.",
  /** Kept as typed: a mistyped number is better than none. */
  notCallable: "This is no number that can be called.",
  phoneOrEmail: "A number or an e-mail address is needed.",
  noConsent: "No consent text came along.",
  unknownTime: "Nobody can tell by this number.",
  noClock: "No clock: nobody pressed Submit.",
  testNoClock: "No clock: a test of the form.",
  isTest: "A test of the form",
  /** In the timeline: nobody asked, the desk typed it in. */
  added: "Added",
  /** In a row of the list, where others say how soon they were called. */
  testRow: "A test, no clock",
  byHandRow: "By hand, no clock",
  /** Florida Statutes 501.616(6): the window, and how often on one matter. */
  callingHours: "People are called between 8 am and 8 pm.",
  callingOften: "Three calls a day are enough for one matter.",
  callAnyway: "Call anyway",
  /** On the devices that did not begin the call. */
  beingCalled: (since: string) => `Being called since ${since.replaceAll(" ", "\u00a0")}`,
  answer: "Say what came of it",
  mayBeMissing: "New leads may be missing.",
  /** Of a call or its outcome, on a device without a line. */
  notSavedYet: (what: string) => `${what} is not saved yet. It is sent as soon as there is a line.`,
  callsNotSavedYet: (count: number) =>
    `${count} calls are not saved yet. They are sent as soon as there is a line.`,
  callsSaved: (count: number) => (count === 1 ? "One call saved." : `${count} calls saved.`),
  saving: (what: string) => `Saving ${what} …`,
  saved: (what: string) => `${what} saved`,
  theCall: "The call",
  callUndone: "The call is undone.",
  deleted: (name: string) => `${name} is deleted.`,
  logCall: "Log a call",
  logCallTitle: "Log a call that was made earlier",
  logCallHint: "It counts from when it was made, and is shown as entered later.",
  /** Said of a call that the server would not take after all. */
  refusedCall: "A call could not be saved:",
} as const;

export const keyWords = {
  title: "Keyboard shortcuts",
  /** At the foot of the list. */
  hints: { move: "move", call: "call", open: "open" },
  single: "Single keys work on this device",
  keys: [
    { keys: ["J", "K"], does: "Next, previous lead" },
    { keys: ["Enter"], does: "Open it" },
    { keys: ["C"], does: "I’m calling" },
    { keys: ["1 to 7"], does: "What came of the call" },
    { keys: ["X"], does: "Select it" },
    { keys: ["E"], does: "Archive" },
    { keys: ["N"], does: "Show new leads" },
    { keys: ["Z"], does: "Undo" },
    { keys: ["/"], does: "Search" },
    { keys: ["Ctrl", "K"], does: "Find anything" },
    { keys: ["Esc"], does: "Back, or select none" },
    { keys: ["?"], does: "This help" },
  ],
} as const;

export const paletteWords = {
  title: "Find anything",
  label: "A screen, a name, a number",
  screen: "Go to",
  callBacks: "Call Back",
  figures: "Figures",
  mail: "E-mails",
  /** Typed was too little to look for people. */
  tooShort: "A name is looked for from two characters on.",
  none: "No screen, and nobody in the queue or the archive, goes by that.",
  add: "Add lead",
  keys: "Keyboard shortcuts",
  call: "I’m calling",
  open: "Open",
  archive: "Archive",
  /** Where a lead that was found stands. */
  states: {
    new: "In the queue",
    callback: "To be called back",
    customer: "New customer",
    archived: "Archived",
  },
} as const;

export const sameCallWords = {
  title: "The same call?",
  told: (outcome: string, at: string) => `${outcome} was saved on another device, called ${at}.`,
  yes: "Same call",
  no: "Another call",
  joined: "It counts as one call.",
} as const;

/** Over the list, while somebody is at it: who came since. */
export const newsWords = {
  came: (count: number) => `${count} new`,
  due: (count: number) => (count === 1 ? "1 call-back due" : `${count} call-backs due`),
  longest: "longest",
  waiting: "waiting",
  show: "Show them",
} as const;

export const searchWords = {
  label: "Search by name, e-mail or phone",
  /** What fits into the box, longest first. */
  hints: { wide: "Name, e-mail or phone", narrow: "Name or phone", tiny: "Search" },
} as const;

export const presenceWords = {
  open: (name: string) => `${name} has it open`,
} as const;

export const selectionWords = {
  select: "Select",
  done: "Done selecting",
  archive: "Archive",
  none: "Select none",
  chosen: (count: number) => (count === 1 ? "1 selected" : `${count} selected`),
  /** `name`: of the only one. */
  title: (count: number, name: string) =>
    count === 1 ? `Archive ${name}` : `Archive ${count} leads`,
  reason: "One tap archives, because",
  reasons: ["Already a patient", "Asked twice", "Out of our area"],
  /** Only of those who were called. */
  triedReason: "No answer after many tries",
  another: "Or in your own words, then Archive",
  clocksRun: "Who was not called yet stays on the clock: only a call stops it.",
} as const;

export const filterWords = {
  title: "Filters",
  state: "Waiting for",
  states: {
    any: "Any",
    uncalled: "Not called yet",
    due: "Call-back due",
    called: "Called, still open",
  },
  campaign: "Campaign",
  source: "Source",
  any: { campaign: "Any campaign", source: "Any source" },
  askedAgain: "Asked again",
  clear: "Clear filters",
  done: "Done",
  holding: "Filters that hold",
  /** A filter from an old address. */
  unknown: "one that is not there",
  nobody: "Nobody in the list fits these filters.",
} as const;

export const callBackWords = {
  inAnHour: "In an hour",
  tomorrow: "Tomorrow 9:00",
  orAt: "Or at",
  confirm: "Call back then",
  isPast: "This lies in the past.",
  missing: "Please choose a date and a time.",
  move: "Another time",
  moved: (name: string, at: string) => `${name} will be called back ${at}.`,
  /** When one falls due while somebody is on another screen. */
  isDue: "A call-back is due.",
  show: "Show it",
} as const;

export const archiveWords = {
  lists: { leads: "Leads", callback: "Call Back" },
  empty: { leads: "Nothing is archived.", callback: "Nobody waits for a call-back." },
  comesHere: {
    leads:
      "A lead comes here when the person is not interested, when the number was wrong, or by hand with a reason. It keeps its timeline and stays in every figure.",
    callback:
      "Choose Call back after a call: the lead waits here, and returns to the top of the queue when it is due.",
  },
  noMatch: "Nobody by that name, e-mail or number is in this list.",
  failed: "The archive could not be fetched.",
  mayBeOld: "This is what was here when the line was last up.",
  isBack: "No longer archived",
  isCalled: "No longer waiting",
  /** `name`: of the only one. */
  archived: (count: number, name: string) =>
    count === 1 ? `${name} is archived.` : `${count} leads are archived.`,
  restored: {
    new: (name: string) => `${name} is back in the queue.`,
    callback: (name: string) => `${name} waits for the call-back again.`,
    customer: (name: string) => `${name} is a customer again.`,
    archived: (name: string) => `${name} is in the archive.`,
  },
} as const;

/** The head of an export's columns, in their order. */
export const exportColumns = {
  askedAt: "Asked at (UTC)",
  askedLocally: "Asked",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  campaign: "Campaign",
  source: "Source",
  isTest: "Test",
  hasClock: "On the clock",
  receivedAt: "Received at (UTC)",
  firstSeenAt: "First seen at (UTC)",
  firstCalledAt: "First called at (UTC)",
  firstCalledLocally: "First called",
  minutes: "Minutes to first call",
  wall: "Timeliness, wall clock",
  open: "Timeliness, open hours",
  isEnteredLater: "Entered later",
  firstSpokeAt: "Reached at (UTC)",
  firstBookedAt: "Booked at (UTC)",
  state: "Lead is now",
  attempts: "Calls to this person",
  lastOutcome: "Last outcome",
  archiveReason: "Archived because",
  isDeleted: "Lead deleted",
  answers: "Answers",
  consent: "Consent",
  leadId: "Lead",
  inquiryId: "Inquiry",
} as const;

export const leadStateNames: Record<LeadState, string> = {
  new: "New",
  callback: "Call back",
  customer: "Customer",
  archived: "Archived",
};

export const figureWords = {
  failed: "These figures could not be fetched.",
  nothing: "Nobody asked in this period. Choose a longer one, or all time.",
  nothingAtAll: "Nobody has asked yet. As soon as a lead comes in, it is counted here.",
  noneInList: "No inquiry is counted by this figure.",
  /** Under `fewestToTell` inquiries; the number stands before it. */
  few: "too few to tell",
  noCampaign: "No campaign",
  noSource: "Source unknown",
  onTheClock: "on the clock, in no figure yet",
  cameOfIt:
    "Reached: a call got through to the person. Booked: a call ended in a booking. Until the person asked again; whoever was never called counts too.",
  firstCall:
    "Whoever was not called is counted too: late ones as more than an hour, running clocks for as long as they have run.",
  hours:
    "When they asked, on the practice’s clock. A cell says how many were called in under 10 minutes of how many asked; from 20 on it says the share.",
} as const;

export const timelineNames = {
  submitted: "Asked",
  received: "Received",
  alerted: "On an open dashboard",
  seen: "First seen",
  called: "Called",
  call_voided: "Call undone",
  call_joined: "Same call, told twice",
  call_back_set: "Call-back set",
  changed: "Changed",
  archived: "Archived",
  restored: "Restored",
  deleted: "Deleted",
  undeleted: "Brought back",
  do_not_call: "Marked: do not call",
  may_call: "May be called again",
  noted: "Noted",
  erased: "Erased",
  email_queued: "E-mail written",
  email_sent: "E-mail sent",
  email_failed: "E-mail refused",
  email_unknown: "E-mail: nobody knows whether it left",
  email_stopped: "Automatic e-mail kept back",
  mail_stopped: "Automatic e-mails stopped",
  mail_allowed: "Automatic e-mails allowed again",
} as const;

/** The stretches between Submit and the first call. */
export const delayNames = {
  platform: "Platform",
  shown: "Until shown",
  seen: "Until seen",
  called: "Until called",
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
