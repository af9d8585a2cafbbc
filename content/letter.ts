// The footer of a practice's emails to its leads, and the page of its link, in the email's language.
import type { Language } from "#contract/languages.ts";
import { englishLetter, type LetterWords } from "./english-letter.ts";
import { spanishLetter } from "./es/letter.ts";

export const letterWords: Record<Language, LetterWords> = {
  en: englishLetter,
  es: spanishLetter,
};

/** The same page for the Monday email. The address follows. */
export const mondayUnsubscribeWords = {
  title: "Stop the Monday email",
  ask: (sender: string) =>
    `Do you want to stop getting the Monday email with the numbers for ${sender} at`,
  stop: "Stop the Monday email",
  done: (sender: string) =>
    `Done. The Monday email with the numbers for ${sender} will no longer go to`,
} as const;
