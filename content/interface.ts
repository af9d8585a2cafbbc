// Text of components that several sites share: frames, menus, fields, buttons and lists.
import { limitWords } from "#content/response-limits.ts";
export const interfaceWords = {
  skipLink: "Skip to content",
  mainMenu: "Main",
  /** The button that opens the menu, and the menu's name. */
  menu: "Menu",
  close: "Close",
  closeThing: (name: string) => `Close ${name.toLowerCase()}`,
  pages: "Pages",
  footer: "Footer",
  privacy: "Privacy",
  terms: "Terms",
  darkColors: "Dark mode",
  lightColors: "Light mode",
  back: "Back",
  loading: "Loading…",
  logOut: "Log out",
  loggedInAs: (name: string) => `Logged in as ${name}`,
} as const;

export const splashWords = {
  name: "Opening",
  skip: "Skip",
  skipKey: "Esc",
  /** Shown at the end of the progress line. */
  until: "5 sec",
} as const;

export const fieldWords = {
  email: "Email",
  choose: "Choose…",
  optional: "(optional)",
  phoneMask: "(###) ###-####",
} as const;

/** The text of a form's button during submission. */
export const formButtonWords = {
  checking: "Checking…",
  sending: "Sending…",
  tryAgain: "Try again",
} as const;

/** A settings page with unsaved changes. */
export const unsavedSettingsWords = {
  /** Shown before the names of the forms. */
  label: "Not saved",
  discard: "Discard",
  key: "Ctrl S",
  leaveTitle: "Leave without saving?",
  leaveWhat: (names: string) => `You haven’t saved your changes: ${names}.`,
  leave: "Leave",
  stay: "Keep editing",
} as const;

/** The contact form of both public sites. */
export const contactFormWords = {
  title: "Contact",
  name: "Name",
  phone: "Phone",
  message: "Message",
  send: "Send",
  /**
   * Shown if the form can't work. The first text is before the email address, and the second one is
   * between the address and the phone number.
   */
  instead: ["This form needs JavaScript. Turn it on, or email", "or call"],
} as const;

export const logInWords = {
  title: "Log in",
  password: "Password",
  button: "Log in",
  sending: "Logging in…",
  /** The title of the message that gives the reason. */
  failed: "Error",
} as const;

/** For the two legal texts, which are in content/legal/. */
export const legalWords = {
  name: "Legal",
  privacyPolicy: "Privacy policy",
  termsAndConditions: "Terms and conditions",
  patientData: "Your patients’ data",
  accessibility: "Accessibility",
  /** For search engines, to tell which of the two texts it is and to whom it belongs. */
  description: (title: string, owner: string) => `${title} for ${owner}.`,
} as const;

/** The command palette of the lead desk and the console. */
export const paletteWords = {
  title: "Find anything",
  screen: "Go to",
} as const;

/** The search field of a list. */
export const searchWords = { clear: "Clear search" } as const;

/** Shown when a list is empty. */
export const emptyWords = { title: "No data." } as const;

/** The banner that is shown while data may be old. */
export const staleBannerWords = {
  reconnectingSince: (time: string) => `Connection lost at ${time}. Reconnecting…`,
  retry: "Retry",
  retrying: "Retrying…",
} as const;

/** Text next to a running clock. */
export const clockWords = {
  goal: limitWords.goal,
  held: "clock paused",
  since: (time: string) => `since ${time}`,
} as const;

/** The ring that shows calls on time. `people` names what the ring counts, such as "inquiries". */
export const pieWords = {
  caption: (total: number, people: string) => `Calls on time, ${total} ${people}`,
  none: "No inquiries counted yet.",
  of: (total: string, people: string) => `of ${total} ${people} got a call in ${limitWords.onTime}`,
  few: (people: string) =>
    `${people} got a call in ${limitWords.onTime}. Percentages appear once there are 20 inquiries.`,
} as const;
