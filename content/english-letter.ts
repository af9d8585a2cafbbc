// The footer of a practice's English emails to its leads, and the page of its link.
import type { Translated } from "#contract/languages.ts";

export const englishLetter = {
  /** Under an email that was sent automatically. */
  why: (practice: string) =>
    `You received this because you asked ${practice} to contact you. Don’t want these emails?`,
  unsubscribe: "Unsubscribe",
  /** The unsubscribe page. The address follows. */
  page: {
    title: "Stop automatic emails",
    ask: (practice: string) => `Do you want ${practice} to stop sending automatic emails to`,
    stop: "Stop these emails",
    done: (practice: string) => `Done. ${practice} won’t send any more automatic emails to`,
  },
} as const;

export type LetterWords = Translated<typeof englishLetter>;
