// The languages by the names that the owner reads.
import type { Language } from "#contract/languages.ts";

export const languageNames: Record<Language, string> = { en: "English", es: "Spanish" };
