// The footer of a practice's English emails to its leads, the unsubscribe page it links to, and the
// calendar file of an appointment.
import type { Translated } from "#contract/languages.ts";

export const englishLetter = {
  /** Shown below automatic emails. */
  why: (practice: string) =>
    `You received this because you asked ${practice} to contact you. Don’t want these emails?`,
  unsubscribe: "Unsubscribe",
  /** The unsubscribe page. The email address follows this text. */
  page: {
    title: "Stop automatic emails",
    ask: (practice: string) => `Do you want ${practice} to stop sending automatic emails to`,
    stop: "Stop these emails",
    done: (practice: string) => `Done. ${practice} won’t send any more automatic emails to`,
  },
  appointment: {
    title: (practice: string) => `Your appointment at ${practice}`,
    /** Below the time. */
    change: (phone: string) => `To change it, call ${phone}.`,
  },
} as const;

export type LetterWords = Translated<typeof englishLetter>;
