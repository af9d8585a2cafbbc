// The practice's phones that ring for a new lead: texts for the practice's profile, and for the
// owner's page about the practice.
import type { officePhoneProblems } from "#contract/rings.ts";

export const officePhoneWords = {
  section: "Office phones",
  about:
    "When someone sends a form, your phones ring, one at a time. Answer and press 1, and we call the lead and connect you. The clock stops when you press 1.",
  hours:
    "Only while you’re open, between 8 am and 8 pm where the lead is, and never for a lead that must not be called.",
  /** Shown until the agency has set up a number. */
  noNumber:
    "Your practice doesn’t have a calling number yet. Ask your agency to set one up. You can add your phones now.",
  number: (phone: string) => `Leads see calls from ${phone}.`,
  none: "No phones yet. Add the phone at your front desk: a direct line, not one with a menu.",
  unconfirmed: "Not confirmed",
  problems: {
    number: "This number can’t be called. Remove it, then add the right one.",
    country: "We can’t call this country.",
    blocked: "Calls to this number are blocked. Remove it, then add another one.",
  } satisfies Record<(typeof officePhoneProblems)[number], string>,
  addTitle: "Add a phone",
  add: "Add phone",
  name: "Name",
  nameHelp: "For example: Front desk",
  phone: "Phone number",
  phoneHelp: "We call it right away. Answer, press 1, and listen for the code.",
  code: "Code",
  codeHelp: "Enter the six-digit code you hear.",
  confirm: "Confirm",
  callAgain: "Call again",
  callAgainOf: (name: string) => `Call ${name} again with a new code`,
  up: "Move up",
  upOf: (name: string) => `Move ${name} up`,
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  ringing: "Ring for new leads",
  state: {
    on: "On. The phones ring in the order above.",
    /** Shown if ringing was turned on but the last phone has been removed since. */
    noPhone: "On, but no phone can ring. Add and confirm one.",
    off: "Off. Phones don’t ring for new leads.",
  },
  delay: "Start ringing",
  delayHelp: "A wait gives someone at the screen time to call first.",
  delays: (seconds: number) => (seconds === 0 ? "Right away" : `After ${seconds} seconds`),
  turnOn: "Turn on",
  turnOff: "Turn off",
  failed: "We couldn’t load your phones.",
} as const;

/** Texts for the owner's page about a practice. */
export const practiceNumberWords = {
  title: "Calling number",
  about:
    "The number from which its phones and leads are called. Buy it from Twilio, then enter these two URLs there for its incoming calls and messages (HTTP POST).",
  callsUrl: "URL for incoming calls",
  textsUrl: "URL for incoming messages",
  fallback: "Text for a TwiML Bin",
  fallbackAbout:
    "If our server can’t be reached, Twilio asks the number’s fallback URL instead. Create one TwiML Bin at Twilio with this text, and enter its URL as the fallback for incoming calls of every practice’s number. It apologizes in English and Spanish, and hangs up.",
  noProvider: "No voice provider is set up, so no phone rings.",
  label: "US phone number",
  save: "Save",
  remove: "Remove number",
  confirmed: (count: number) =>
    `${count === 0 ? "No" : count} confirmed ${count === 1 ? "phone" : "phones"}.`,
  on: "Its phones ring for new leads.",
  off: "Its phones don’t ring for new leads: a manager turns that on in the practice’s profile.",
} as const;
