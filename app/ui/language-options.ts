// English or Spanish, chosen in a form.
import { languageNames } from "#content/languages.ts";
import { type Language, languageOf, languages } from "#contract/languages.ts";
import type { Typed } from "./form-values.ts";

/** The options for a `SelectField`. */
export const languageOptions = languages.map((value) => ({ value, name: languageNames[value] }));

/** Returns what is chosen in the form's field `language`. */
export function languageIn({ language }: Typed): Language {
  return languageOf(language);
}
