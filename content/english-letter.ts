// The footer of a practice's English emails to its leads, and the unsubscribe page it links to.
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
} as const;

export type LetterWords = Translated<typeof englishLetter>;
