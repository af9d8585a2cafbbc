// The scheduled emails with numbers for managers and owners: their switches, and the page that an
// email's link opens to turn them off.
import type { RegularMail } from "#contract/regular-mail.ts";

/** A placeholder in the text. When the email is sent, it's replaced with the reader's own link. */
export const unsubscribePlaceholder = "[unsubscribe]";
export const stopEmails = "Stop these emails";

export type SwitchWords = {
  section: string;
  about: string;
  turnOn: string;
  turnOff: string;
  isOn: string;
  isOff: string;
  /** Shown if the email is off for everyone, so that a person's own switch has no effect. */
  isOffAbove: string;
  turnedOn: string;
  turnedOff: string;
};

const buttons = { turnOn: "Turn on", turnOff: "Turn off" };
const monday = {
  ...buttons,
  section: "Monday email",
  about: "Last week’s numbers, by email on Monday at 8 am.",
  turnedOn: "The Monday email is on.",
  turnedOff: "The Monday email is off.",
};
const month = {
  ...buttons,
  section: "Monthly report by email",
  turnedOn: "The monthly report by email is on.",
  turnedOff: "The monthly report by email is off.",
};

/** The switches for a person's own emails. */
export const ownMailWords: Record<RegularMail, SwitchWords> = {
  monday: {
    ...monday,
    isOn: "You get the Monday email.",
    isOff: "You don’t get the Monday email.",
    isOffAbove: "It’s turned off for your practice. Ask us if you’d like it back.",
  },
  month: {
    ...month,
    about: "Last month’s report as a PDF, by email on the first at 8 am.",
    isOn: "You get the monthly report by email.",
    isOff: "You don’t get the monthly report by email.",
    isOffAbove: "It’s turned off for your practice. Ask us if you’d like to get it.",
  },
  yesterday: {
    ...buttons,
    section: "Yesterday’s numbers",
    about:
      "Leads, calls, booked and never called, by email at 7 am. You get it after days with business hours or leads.",
    isOn: "You get yesterday’s numbers.",
    isOff: "You don’t get yesterday’s numbers.",
    isOffAbove: "",
    turnedOn: "Yesterday’s numbers are on.",
    turnedOff: "Yesterday’s numbers are off.",
  },
};

/** The owner's switches for a practice. */
export const practiceMailWords: Record<"monday" | "month", SwitchWords> = {
  monday: {
    ...monday,
    isOn: "This practice’s managers get the Monday email.",
    isOff: "This practice’s managers don’t get the Monday email.",
    isOffAbove: "It’s turned off for all practices in Settings.",
  },
  month: {
    ...month,
    section: "Send the month on the first",
    about:
      "Last month’s report goes to this practice’s managers on the first at 8 am in their time zone, with your comment. A suspended practice gets none, and neither does one that had no leads and no calls that month.",
    isOn: "This practice’s managers get their month on the first.",
    isOff: "Nothing is sent automatically.",
    isOffAbove: "This practice is suspended or pending, so nothing is sent.",
  },
};

type UnsubscribeWords = {
  title: string;
  /** The email address follows this text. */
  ask: (sender: string) => string;
  stop: string;
  done: (sender: string) => string;
};

export const regularUnsubscribeWords: Record<RegularMail, UnsubscribeWords> = {
  monday: unsubscribeWords("Stop the Monday email", "the Monday email with the numbers for"),
  month: unsubscribeWords("Stop the monthly report", "the monthly report by email for"),
  yesterday: unsubscribeWords("Stop yesterday’s numbers", "the email with yesterday’s numbers for"),
};

function unsubscribeWords(stop: string, email: string): UnsubscribeWords {
  return {
    title: stop,
    ask: (sender) => `Do you want to stop getting ${email} ${sender} at`,
    stop,
    done: (sender) =>
      `Done. ${email[0]?.toUpperCase()}${email.slice(1)} ${sender} will no longer go to`,
  };
}
