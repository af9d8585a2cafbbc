// The console's booked calls: upcoming days, and blocked times.
export const callsWords = {
  next: "Upcoming calls",
  none: "No calls are booked.",
  noneWhy:
    "Visitors can book a call in the questionnaire. It shows up here, and we email them a reminder a day before and an hour before.",
  off: "Booking is off, so the questionnaire doesn’t offer any times.",
  settings: "Hours and rules",
  slots: (count: number) =>
    count === 0
      ? "No times are open: all are taken or blocked."
      : count === 1
        ? "1 time is open for booking."
        : `${count} times are open for booking.`,
  today: "Today",
  tomorrow: "Tomorrow",
  now: "Now",
  called: "Called",
  /** The call's time in the visitor's time zone, if it differs from the owner's. */
  theirTime: (time: string) => `${time} their time`,
  move: "Reschedule",
  moveNamed: (name: string) => `Reschedule the call with ${name}`,
  cancel: "Cancel",
  cancelNamed: (name: string) => `Cancel the call with ${name}`,
  cancelTitle: (name: string) => `Cancel the call with ${name}?`,
  cancelMeans: (when: string) =>
    `${when}. We’ll let them know by email, with a link to pick a new time.`,
  keep: "Keep the call",
  confirmCancel: "Cancel the call",
  time: {
    when: (zone: string) => `New time (${zone})`,
    set: "Reschedule the call",
    isPast: "That time has passed.",
    missing: "Enter a date and time.",
  },
  again: "Book again",

  booking: {
    title: "Booked call",
    canceledBy: {
      visitor: (when: string) => `They canceled the call that was booked for ${when}.`,
      owner: (when: string) => `You canceled the call that was booked for ${when}.`,
    },
    past: (when: string) => `Was booked for ${when}.`,
  },

  blocked: "Blocked times",
  nothingBlocked: "Nothing is blocked. Your hours and holidays are in Settings.",
  calendar: (busyTimes: number) =>
    `Your own calendar blocks ${busyTimes === 1 ? "1 more time" : `${busyTimes} more times`}.`,
  noCalendar: "Connect your own calendar to block the times when it’s busy.",
  calendarSettings: "Calendar settings",
  block: "Block a time",
  blockHelp: "Leave the times blank to block whole days.",
  firstDay: "First day",
  lastDay: "Last day",
  from: "From",
  to: "To",
  note: "Note to yourself",
  save: "Block",
  unblock: "Unblock",
  unblockNamed: (when: string) => `Unblock ${when}`,
  wholeDay: (day: string) => `${day}, all day`,
  wholeDays: (first: string, last: string) => `${first} through ${last}`,
  span: (from: string, to: string) => `${from} to ${to}`,
} as const;
