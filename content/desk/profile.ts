// The profile: the practice's information, business hours, login and devices.
import type { AttemptGap } from "#contract/attempt-plan.ts";

export const profileWords = {
  /** The list of the profile's pages. */
  contents: "Settings",
  /** The link from a page back to the list, on a phone. */
  allPages: "All settings",
  pages: {
    practice: "Practice",
    you: "You",
    alerts: "Alerts",
    hours: "Hours",
    people: "People",
    sources: "Sources",
    security: "Security",
  },
  /** Shown below the name of each page in the list. */
  summaries: {
    alerts: "Sound, notifications, email",
    people: (count: number) => (count === 1 ? "1 person" : `${count} people`),
    sources: (count: number) => (count === 1 ? "1 source" : `${count} sources`),
    devices: (count: number) => (count === 1 ? "1 device logged in" : `${count} devices logged in`),
    sharedDevice: "Shared device",
    calls: (count: number) => `${count} calls per lead`,
  },
  failed: "We couldn’t load your profile.",
  sections: {
    information: "User information",
    mail: "Emails to your leads",
    hours: "Business hours",
    signIn: "Email and password",
    devices: "Devices",
  },
  practice: "Practice name",
  senderName: "Sender name",
  senderHelp: (practice: string) =>
    `The name your emails come from. Leave blank to use ${practice}.`,
  replyTo: "Reply-to address",
  replyToHelp: (address: string) => `Where replies go. Leave blank to use ${address}.`,
} as const;

export const attemptPlanWords = {
  section: "Follow-up plan",
  about:
    "When someone doesn’t answer, we show when to call again. It’s always during your business hours and between 8 am and 8 pm the person’s time. After the last call, we suggest archiving the lead. Reports and the order of the queue don’t change.",
  attempt: (number: number) => `Call ${number}`,
  gaps: {
    "1h": "1 hour later",
    "2h": "2 hours later",
    "3h": "3 hours later",
    "4h": "4 hours later",
    "6h": "6 hours later",
    morning: "The next morning",
    "1d": "The next day, other half of the day",
    "2d": "2 days later, other half of the day",
    "3d": "3 days later, other half of the day",
    "4d": "4 days later, other half of the day",
    "5d": "5 days later, other half of the day",
    "7d": "A week later, other half of the day",
    "10d": "10 days later, other half of the day",
    "14d": "2 weeks later, other half of the day",
  } satisfies Record<AttemptGap, string>,
  add: "Add a call",
  remove: "Remove the last call",
} as const;

export const queueSettingWords = {
  section: "Queue",
  reading: "Hours to count",
  readingHelp:
    "All hours: a lead’s clock always runs. Business hours: it stops while you’re closed, so an evening lead is due in the morning. This changes every clock, color and the order of the queue for everyone at your practice. Reports show both.",
  urgent: "Urgent words",
  urgentHelp:
    "A lead whose message has one of these words is marked Urgent. Separate words with commas. The mark doesn’t change the clock or the order.",
} as const;

export const hoursWords = {
  timeZone: "Time zone",
  closed: "Closed",
  opens: "Opens",
  closes: "Closes",
  breakBegins: "Break starts",
  breakEnds: "Break ends",
  addBreak: "Add a break",
  removeBreak: "Remove break",
  /** Shown on the first open day. */
  copy: "Copy to all open days",
  holidays: "Holidays",
  noHolidays: "No holidays yet.",
  date: "Date",
  name: "Name",
  addHoliday: "Add a holiday",
  /** Adds the federal holidays of a single year. */
  addFederal: (year: number) => `Add the ${year} federal holidays`,
  added: (count: number, year: number) =>
    count === 0
      ? `The ${year} federal holidays are already on the list.`
      : `${count === 1 ? "1 holiday" : `${count} holidays`} added. Remove the days you’re open, then save.`,
  remove: "Remove",
  /** `holiday` is the holiday's name or, without one, its number. */
  removeHoliday: (holiday: string | number) =>
    typeof holiday === "number" ? `Remove holiday ${holiday}` : `Remove ${holiday}`,
} as const;

export const signInWords = {
  logInAs: (address: string) => `You log in as ${address}`,
  waiting: (address: string) =>
    `We’ll switch to ${address} once you’ve clicked the links we sent to both addresses.`,
  changeEmail: "Change email",
  newEmail: "New email",
  yourPassword: "Your password",
  changePassword: "Change password",
  changing: "Changing…",
  currentPassword: "Current password",
} as const;

export const deviceWords = {
  thisOne: "this device",
  usedNow: (address: string) => `In use now, from ${address}`,
  /** `address` is the IP address of the login. */
  lastUsed: (at: string, address: string) => `Last used ${at}, from ${address}`,
  since: (at: string) => `Logged in ${at}`,
  logOutOthers: "Log out everywhere else",
  logOutOthersQuestion: "Log out everywhere else?",
  logOutOthersHint: "You’ll have to log in again on every other device. This one stays logged in.",
  logOut: "Log out",
  logOutOf: (device: string) => `Log out ${device}`,
  /** Returns a text such as "Firefox on Windows", or only the part that is known. */
  named: ({ browser, system }: { browser: string | null; system: string | null }) =>
    browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown device"),
} as const;
