// The footer of a practice's emails to its leads, the unsubscribe page it links to, and the calendar
// file of an appointment, in the person's language.
import type { Language } from "#contract/languages.ts";
import { englishLetter, type LetterWords } from "./english-letter.ts";
import { spanishLetter } from "./es/letter.ts";

export const letterWords: Record<Language, LetterWords> = {
  en: englishLetter,
  es: spanishLetter,
};
