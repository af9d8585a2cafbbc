// Alerts of new leads: the bar on every screen, sounds, notifications, and their settings.
import type { AlertAddress, AlertDevice, AlertStep } from "#contract/alerts.ts";

/** The bar on every screen. */
export const newLeadWords = {
  label: "New leads",
  one: "New lead",
  again: "Inquired again",
  many: (count: number) => `${count} new leads`,
  longest: "this one has waited longest",
  call: "Call",
  show: "Show",
  dismiss: "Dismiss",
} as const;

/** On a lead's timeline: why an alert was sent. */
export const alertStepWords: Record<AlertStep, string> = {
  now: "New lead",
  unseen: "Nobody had seen it after 5 minutes",
  uncalled: "Nobody had called after 10 minutes",
  callback: "Callback due",
  called: "Somebody called",
};

/** A newer version of the product is on the device. */
export const updateWords = {
  ready: "Update ready",
  reload: "Reload",
} as const;

/** On the dashboard, until somebody decides. */
export const alertOfferWords = {
  title: "Get new leads on this device",
  why: "A notification shows up even when the lead desk is closed.",
  turnOn: "Turn on notifications",
  notNow: "Not now",
  unreachable: "Nobody hears about a new lead when this screen is closed.",
  fix: "Set up alerts",
} as const;

/** The screen on the wall. */
export const wallWords = {
  open: "Wall view",
  title: "Leads",
  leave: "Exit wall view",
  waiting: "Waiting for a call",
  longest: "Longest wait",
  onTime: "Called on time",
  today: "today",
  callbacks: "Callbacks due",
  outOf: (count: number, all: number) => `${count} of ${all}`,
  dash: "–",
  more: (count: number) => `+${count} more`,
  nobody: "No one is waiting.",
  unknown: "We can’t tell who is waiting right now.",
  old: "Not live: new leads may be missing.",
  offline: "No connection",
  offlineHint: "We’ll show your leads again as soon as it’s back.",
} as const;

export const alertWords = {
  section: "Alerts",
  failed: "We couldn’t load your alerts.",
  thisDevice: "This device",
  isOn: "Notifications are on.",
  isOff: "Notifications are off.",
  turnOn: "Turn on notifications",
  turnOff: "Turn off",
  refused:
    "Notifications are blocked for this site. Allow them in your browser’s site settings, then reload this page.",
  unsupported: "This browser can’t show notifications.",
  needsHomeScreen:
    "On an iPhone or iPad, add the lead desk to your home screen first: tap Share, then Add to Home Screen. Open it there and turn on notifications.",
  test: "Send me a test",
  testOf: (name: string) => `Send a test to ${name}`,
  whenClosed: "Also notify me outside business hours",
  sound: "Sound",
  soundOn: "Play a sound on this device",
  soundWhen:
    "A short sound for a new lead, again at five minutes, and at nine if nobody has called.",
  volume: "Volume",
  tryIt: "Play it",
  mute: "Mute until tomorrow",
  muted: "Muted until tomorrow.",
  unmute: "Unmute",
  soundWhenClosed: "Also outside business hours",
  others: "Other devices",
  noOthers: "No other device gets notifications.",
  lastShown: (at: string) => `Last notification ${at}`,
  neverShown: "No notification yet",
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  deviceProblems: {
    refused: "The last notification was rejected. Turn notifications back on there.",
    too_large: "The last notification was too long to be delivered.",
    busy: "The notification service is busy. We’ll try again.",
    unreachable: "The notification service can’t be reached. We’ll try again.",
  } satisfies Record<NonNullable<AlertDevice["problem"]>, string>,
  emails: "Email",
  emailsWhy: (address: string) =>
    `Sent after five minutes if nobody has seen the lead. Without an address here, we use ${address}.`,
  noMail: "No mail server is set up yet, so we can’t send email.",
  addEmail: "Add email",
  texts: "Text messages",
  textsWhy: "Sent after five minutes if nobody has seen the lead. US numbers only.",
  number: "Mobile number",
  addNumber: "Add number",
  code: "Code",
  codeHelp: "Enter the six digits we sent.",
  confirm: "Confirm",
  addressProblems: {
    opted_out: "This number opted out. Reply START from that phone.",
    refused: "This address or number is rejecting our messages.",
  } satisfies Record<NonNullable<AlertAddress["problem"]>, string>,
  privacy: "Privacy",
  campaign: "Show the campaign in notifications",
  campaignWhy:
    "It’s off because a campaign’s name can reveal a treatment, and a notification can be read on a locked screen.",
} as const;
