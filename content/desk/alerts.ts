// Alerts for new leads: the bar on every screen, sounds, notifications, and their settings.

import { limitWords } from "#content/response-limits.ts";
import type { AlertAddress, AlertDevice, AlertStep } from "#contract/alerts.ts";

/** The bar at the top of every screen. */
export const newLeadWords = {
  label: "New leads",
  callbacksLabel: "Callbacks due",
  one: "New lead",
  again: "Inquired again",
  callback: "Callback due",
  /** How many others there are, which are of one kind or of both. */
  moreLeads: (count: number) => `+${count} new`,
  moreCallbacks: (count: number) => (count === 1 ? "+1 callback due" : `+${count} callbacks due`),
  /** Shown for a lead without a phone number. */
  open: "Open",
  show: "Show",
  dismiss: "Dismiss",
  texts: {
    label: "New texts",
    title: "New text",
    from: (people: number) => (people === 1 ? "From 1 person" : `From ${people} people`),
  },
  test: {
    label: "Test alert",
    title: "This is a test",
    text: "A new lead looks like this, with a name and a Call button.",
  },
} as const;

/** Why an alert was sent, for a lead's timeline. */
export const alertStepWords: Record<AlertStep, string> = {
  now: "New lead",
  unseen: `Not seen after ${limitWords.unseen}`,
  uncalled: `Not called after ${limitWords.uncalled}`,
  callback: "Callback due",
  text: "New text",
  missed_call: "Missed call",
  called: "Someone called",
};

/** Why an alert wasn't delivered, for a lead's timeline. */
export const alertLimitWords = "today’s text limit was reached";

/** The switch for sounds on this device, at the top of every screen. */
export const soundWords = {
  on: "Sound on",
  off: "Sound off",
  mutedUntil: (at: string) => `Muted until ${at}`,
  turnOn: "Turn sound on",
  turnOff: "Turn sound off",
  unmute: "Unmute",
  muteShortly: "Mute for 15 minutes",
  muteToday: "Mute until tomorrow",
  test: "Play the sound",
  settings: "Alert settings",
} as const;

/** Shown when a newer version of the product is already on the device. */
export const updateWords = {
  ready: "Update ready",
  reload: "Reload",
} as const;

/** Shown on the dashboard until someone accepts or declines the offer. */
export const alertOfferWords = {
  title: "Get new-lead alerts on this device",
  why: "You’ll be notified even when the lead desk is closed.",
  turnOn: "Turn on notifications",
  notNow: "Not now",
  ended: "Notifications have stopped on this device",
  endedWhy:
    "Your browser turned them off. You won’t get alerts about new leads here when the lead desk is closed.",
  unreachable: "When this screen is closed, no one gets alerts about new leads.",
  /** This is for practices that still get an email after five minutes. */
  unreachableAtOnce: `When this screen is closed, no one gets an alert for the first ${limitWords.unseen}.`,
  fix: "Set up alerts",
} as const;

/** The wall view, for a screen on the office wall. */
export const wallWords = {
  open: "Wall view",
  leave: "Exit wall view",
  now: "Call now",
  next: "Then",
  /** Shown at the bottom of the ring around the clock. */
  goal: limitWords.goal,
  since: (at: string) => `since ${at}`,
  beingCalled: "Being called",
  /** Shown after a number such as "8 of 11". */
  onTime: "on time today",
  /** Shown after the number of callbacks. */
  callbacks: (count: number) => (count === 1 ? "callback due" : "callbacks due"),
  outOf: (count: number, all: number) => `${count} of ${all}`,
  dash: "–",
  more: (count: number) => `+${count} more`,
  nobody: "No one is waiting.",
  allCalled: "Everyone is being called.",
  unknown: "We can’t tell who’s waiting right now.",
  old: "Not live: new leads may be missing.",
  offline: "No connection",
  offlineHint: "We’ll show your leads again as soon as it’s back.",
} as const;

export const alertWords = {
  section: "Alerts",
  loading: "Loading your alerts…",
  failed: "We couldn’t load your alerts.",
  thisDevice: "This device",
  isOn: "Notifications are on.",
  isOff: "Notifications are off.",
  renewed: (at: string) => `Your browser had turned them off. We turned them back on ${at}.`,
  turnOn: "Turn on notifications",
  turnOff: "Turn off",
  refused:
    "Notifications are blocked for this site. Allow them in your browser’s site settings, then reload this page.",
  unsupported: "This browser can’t show notifications. Turn on the sound instead.",
  notSubscribed: "This browser doesn’t allow notifications. Turn on the sound instead.",
  needsHomeScreen:
    "On an iPhone or iPad, add the lead desk to your home screen first: tap Share, then Add to Home Screen. Open it there and turn on notifications.",
  test: "Send me a test",
  /**
   * For screen readers, which need to know which test this is, because all of the buttons have the
   * same text.
   */
  testOnScreen: "Send me a test on this screen",
  testByEmail: "Send me a test by email",
  testThere: "Send a test",
  testOf: (name: string) => `Send a test to ${name}`,
  whenClosed: "Also notify me outside business hours",
  openScreen: "While the lead desk is open",
  openScreenWhy: "A bar at the top of every screen shows each new lead until someone calls.",
  sound: "Sound",
  soundOn: "Play a sound on this device",
  soundWhen:
    "Plays a short sound for a new lead, then again after five and nine minutes if nobody has called.",
  volume: "Volume",
  tryIt: "Play sound",
  mute: "Mute until tomorrow",
  muted: "Muted until tomorrow.",
  unmute: "Unmute",
  soundWhenClosed: "Also outside business hours",
  others: "Other devices",
  noOthers: "No other devices get notifications.",
  lastShown: (at: string) => `Last notification ${at}`,
  neverShown: "No notification yet",
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  deviceProblems: {
    refused: "The last notification was rejected. Turn notifications on again.",
    too_large: "The last notification was too long to be delivered.",
    busy: "The notification service is busy. We’ll try again.",
    unreachable: "The notification service can’t be reached. We’ll try again.",
    gone: "Your browser turned off notifications on this device. Turn them on again.",
  } satisfies Record<NonNullable<AlertDevice["problem"]>, string>,
  emails: "Email",
  emailsWhy: (address: string) =>
    `Sent after ${limitWords.unseen} if nobody has seen the lead. If you don’t add an address, we use ${address}.`,
  noMail: "No mail server is set up yet, so we can’t send email.",
  addEmail: "Add email",
  texts: "Text messages",
  textsWhy: `Sent after ${limitWords.unseen} if nobody has seen the lead. US numbers only.`,
  textsUsedUp: (until: string) =>
    `You’ve reached today’s text limit. We won’t text you again until ${until}. You’ll still get notifications and emails as usual.`,
  number: "Mobile number",
  addNumber: "Add number",
  code: "Code",
  codeHelp: "Enter the six-digit code we sent.",
  confirm: "Confirm",
  addressProblems: {
    opted_out: "This number opted out. Reply START from that phone.",
    refused: "This address or number is rejecting our messages.",
  } satisfies Record<NonNullable<AlertAddress["problem"]>, string>,
  privacy: "Privacy",
  campaign: "Show the campaign in notifications",
  campaignWhy:
    "It’s off by default because a campaign’s name can reveal a treatment, and anyone can read a notification on a locked screen.",
} as const;
