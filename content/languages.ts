// The names of the languages in English, for the owner.
import type { Language } from "#contract/languages.ts";

export const languageNames: Record<Language, string> = { en: "English", es: "Spanish" };
