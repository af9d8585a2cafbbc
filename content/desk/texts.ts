// Texts between a practice and its leads: on a lead's page, on the page of all texts, and in the
// practice's profile. Nothing here is shown before the practice has a number that can text.
import type { TextProblem, TextState, TextStopReason, textDirections } from "#contract/texts.ts";

/** The status of a text. */
export const textStateWords: Record<TextState, string> = {
  received: "Received",
  queued: "Sending",
  sending: "Sending",
  unknown: "Delivery unknown",
  accepted: "Sent",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Not delivered",
  undone: "Undone",
};

/** In a person's exported data. */
export const textDirectionWords: Record<(typeof textDirections)[number], string> = {
  in: "From the person",
  out: "From the practice",
};

/** Why a text wasn't delivered. */
export const textProblemWords: Record<TextProblem, string> = {
  opted_out: "They opted out of texts.",
  number: "This number can’t get texts. Try a call.",
  unreachable: "Their phone was off.",
  filtered: "Their carrier took it for spam.",
  unregistered: "Your number isn’t registered for texts yet. Ask your agency.",
  late: "It couldn’t be sent in time. You can send it again between 8 am and 8 pm where they are.",
  failed: "We couldn’t send it.",
  erased: "This person’s data was erased.",
};

/** How a lead opted out. */
export const textStopWords: Record<TextStopReason, string> = {
  keyword: "They texted STOP.",
  words: "They asked you to stop texting.",
  provider: "Their carrier says that they opted out.",
};

export const leadTextWords = {
  /** The tab of the composer. */
  tab: "Text",
  form: "New text",
  label: "Text",
  send: "Send text",
  sending: "Sending…",
  failed: "We couldn’t load the texts.",
  /** Below the field, while someone types. `segments`: as carriers count and bill. */
  count: (used: number, most: number, segments: number) =>
    `${used} of ${most} characters, ${segments === 1 ? "1 text" : `${segments} texts`}`,
  /** One character makes each text hold less than half. */
  unicode: "An emoji or a special character makes it longer.",
  templates: "Insert a template",
  noHealthDetails: "Please leave out health details.",
  /** The heading of a bubble. */
  from: (name: string) => `Text from ${name}`,
  fromSomebody: "Text from the lead",
  /** On a text that nobody had opened before. */
  fresh: "New",
  by: (name: string) => `Text by ${name}`,
  ours: "Text",
  media: (count: number) =>
    count === 1
      ? "1 picture or file, not shown here"
      : `${count} pictures or files, not shown here`,
  open: (isFile: boolean, number: number | null) =>
    [isFile ? "Open file" : "Open picture", number].filter(Boolean).join(" "),
  /** On the contact card. */
  optedOut: "Opted out of texts",
} as const;

/** The page of all texts. */
export const textListWords = {
  title: "Texts",
  failed: "We couldn’t load the texts.",
  none: "No texts yet.",
  noneHint: "When a lead texts your number, or you text a lead, it shows up here.",
  missedCalls: "Missed calls",
  missedCallsHint: "Nobody has called or texted these people since.",
  texts: "Texts",
  unread: (count: number) => (count === 1 ? "1 new" : `${count} new`),
  you: "You: ",
  media: "Picture or file",
  notALead: "Not a lead yet",
  add: "Add as lead",
  addOf: (phone: string) => `Add as lead: ${phone}`,
  firstName: "First name",
  lastName: "Last name",
  adding: "Adding…",
  older: "Older texts",
} as const;

/** The section of the practice's profile. */
export const textSettingWords = {
  section: "Texts to leads",
  about: (number: string) =>
    `Text leads who agreed to it from ${number}, and read their answers on their page.`,
  rules:
    "Only to US numbers, between 8 am and 8 pm where the lead is, and never after someone opts out. A text doesn’t stop the clock.",
  state: { on: "On.", off: "Off. Texts from leads are still stored." },
  turnOn: "Turn on",
  turnOff: "Turn off",
  missedCall: {
    title: "Answer missed calls with a text",
    about:
      "When someone calls your number and nobody picks up or calls back within a minute, we send one text, at most one a day to each person. Only between 8 am and 8 pm where they are, and never to someone who opted out.",
    state: { on: "On.", off: "Off." },
    label: "Text",
    help: "Up to 160 characters. Say who you are, ask one question, and end with “Reply STOP to opt out.”",
    whenClosed: "Also while you’re closed",
    whenClosedHelp:
      "It then says: “We’re closed right now. We’ll call you when we open at 8 am Monday.” Otherwise, only during your business hours.",
    turnOn: "Turn on",
    turnOff: "Turn off",
  },
} as const;
