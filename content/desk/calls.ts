// Calling a lead: the button, the warnings before a call, the result, and the callbacks.
export const callWords = {
  calling: "I’m calling",
  call: "Call",
  /**
   * "How did the call with Dana go?" The middle part is used only if the lead's name isn't shown
   * next to it.
   */
  question: { start: "How did the call", withName: (name: string) => ` with ${name}`, end: " go?" },
  pickResult: (at: string) => `Called ${at}. Pick a result to save it.`,
  /** The label of a call's running timer, for screen readers. */
  callTime: "Call time",
  /** Shown before the line that the campaign suggests saying. */
  say: "Say",
  note: "Note",
  /** For screen readers, after "Note", because the page has another field for notes. */
  withResult: " with the result",
  noteHint: "Optional. No health details.",
  /** Returns a text such as "Voicemail" or "Voicemail, with a note". */
  withNote: (outcome: string, hasNote: boolean) => (hasNote ? `${outcome}, with a note` : outcome),
  /** On the suggested result, after the provider reported how the line ended. */
  nobodyAnswered: "Suggested: nobody answered",
  /** Offered after saving that nobody answered. */
  text: (firstName: string) => `Text ${firstName}`,
  didNotCall: "I didn’t call",
  askLater: "Ask me later",
  /** Shown on devices that didn't start the call. */
  beingCalled: (since: string) => `On a call since ${since.replaceAll(" ", "\u00a0")}`,
  /** Shown instead if the caller's name is known, with the call's running time. */
  someoneCalls: (name: string, time: string) => `${name} is calling, ${time}`,
  /** One of the practice's phones rings for the lead: "Ringing Front desk…". */
  ringing: (phone: string) => `Ringing ${phone}…`,
  /** Its key was pressed, and the lead's phone doesn't ring yet. */
  connecting: (phone: string) => `${phone} is connecting…`,
  addResult: "Add result",
  theCall: "the call",
  saving: (what: string) => `Saving ${what}…`,
  saved: (what: string) => `Saved: ${what}`,
  /** Shown after saving a call that didn't reach the person. */
  nextAttempt: (whom: string, at: string) => `${whom}, next attempt ${at}`,
  undone: "Call undone.",
  undoneLater: "Call undone. We’ll save that when you’re back online.",
  /** Shown after clicking "I didn't call". */
  takenBack: "Call removed.",
  /** Shown after undoing that. */
  broughtBack: "The call is back.",
  /** Shown instead if the server had removed the call already. */
  newCall: "A new call has started.",
  /** The dialog before Escape removes a call with an unsaved note. */
  removing: {
    title: "Remove this call?",
    about: "You typed a note. It isn’t saved with a call yet.",
    remove: "Remove call",
    keep: "Keep call",
  },
} as const;

/** Calling a lead from one of the practice's own phones: it rings first, and its key calls the lead. */
export const lineCallWords = {
  from: (phone: string) => `Call from ${phone}`,
  /** The menu of the practice's other phones. */
  other: "Other",
  otherPhones: (name: string) => `Other phones to call ${name}`,
  calling: (name: string) => `Calling ${name}…`,
  talking: "The line is open.",
  ended: "The line has ended.",
  /** Nothing counts as a call then. */
  unanswered: (phone: string) => `Nobody picked up at ${phone}.`,
  busy: (phone: string) => `${phone} is busy.`,
  failed: (phone: string) => `We couldn’t ring ${phone}.`,
  notDialed: (name: string) => `The call to ${name} didn’t go through.`,
  overtaken: "Someone started a call on the screen.",
  refused: "No call started.",
} as const;

/** Shown if two devices log the same call. */
export const sameCallWords = {
  title: "Same call?",
  told: (outcome: string, at: string) => `Another device saved “${outcome}” for the ${at} call.`,
  yes: "Same call",
  no: "Different call",
  joined: "Saved as one call.",
} as const;

/** Shown before calling a lead that has a warning. */
export const callWarningWords = {
  title: (name: string) => `Call ${name} now?`,
  callAnyway: "Call anyway",
  notCalling: "Don’t call",
  doNotCall: "Do not call",
  /** Shown after "Do not call". */
  since: (at: string) => `since ${at}:`,
  itIs: (times: string) => `It’s ${times}`,
  /** Shown after "It's 9:14 pm". */
  inAreaCode: (code: string, zones: string) => `in area code ${code} (${zones}).`,
  unknownPlace: "here. We can’t tell what time it is for them.",
  or: " or ",
  /** Florida Statutes 501.616(6): the calling hours, and how often to call about one matter. */
  hours: "Call people between 8 am and 8 pm their time.",
  three: "Called three times",
  threeOrMore: "Called three or more times",
  /** Shown after "Called three times". */
  inADay: (first: string, last: string) => `in the last 24 hours (first ${first}, last ${last}).`,
  often: "Don’t call anyone more than three times in 24 hours.",
} as const;

export const callbackWords = {
  title: "Call back when?",
  inAnHour: "In an hour",
  today: "Today",
  tomorrow: "Tomorrow",
  when: (zone: string) => `Date and time (${zone})`,
  set: "Set callback",
  isPast: "That time has passed.",
  missing: "Add a day and a time, such as “thu 2pm.”",
  move: "Reschedule",
  moved: (name: string, at: string) => `Callback with ${name} set for ${at}.`,
  due: "Due",
  overdue: "Overdue",
} as const;

/** The page of scheduled callbacks. */
export const callbackListWords = {
  overdue: "Overdue",
  today: "Today",
  tomorrow: "Tomorrow",
  none: "No callbacks set.",
  toQueue: "Go to the queue",
  failed: "We couldn’t load your callbacks.",
} as const;

/** The form to enter a date and time. */
export const timeFormWords = {
  example: "thu 2pm",
  /** Shown next to the usual times. */
  orType: "Or type “thu 2pm”",
  day: "Day",
  time: "Time",
  today: "Today",
  tomorrow: "Tomorrow",
} as const;

/** The appointment of a booked lead. */
export const appointmentWords = {
  name: "Booked for",
  /** Shown after a booking. */
  offer: (name: string) => `When is ${name}’s appointment?`,
  when: (zone: string) => `Date and time (${zone})`,
  set: "Set appointment",
  add: "Add date",
  change: "Change",
  remove: "Remove",
  skip: "Skip",
  /** Saves the appointment as a file that the person can add to their calendar. */
  file: "Calendar file",
  fileName: "appointment.ics",
  isPast: "That date has passed.",
  missing: "Add a day and a time, such as “thu 2pm.”",
  saved: (name: string, at: string) => `Appointment saved: ${name}, ${at}.`,
  removed: "Appointment date removed.",
} as const;

/** The plan for calling a lead who hasn't been reached yet. */
export const attemptWords = {
  name: "Next attempt",
  next: (number: number, of: number) => `Attempt ${number} of ${of}`,
  due: "is due",
  made: (count: number) => (count === 1 ? "Tried once." : `Tried ${count} times.`),
  archive: "Archive?",
} as const;

export const presenceWords = {
  open: (name: string) => `${name} is viewing this`,
} as const;
