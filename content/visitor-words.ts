// The server's text for visitors of the marketing site, by language.
import type { Language } from "#contract/languages.ts";
import { englishVisitorWords, type VisitorWords } from "./english-visitor-words.ts";
import { spanishVisitorWords } from "./es/visitor-words.ts";

export type { VisitorWords };

export const visitorWords: Record<Language, VisitorWords> = {
  en: englishVisitorWords,
  es: spanishVisitorWords,
};
