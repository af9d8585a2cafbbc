// English and Spanish as the options of a form's field.
import { languageNames } from "#content/languages.ts";
import { type Language, languageOf, languages } from "#contract/languages.ts";
import type { Typed } from "./form-values.ts";

/** The options for a `SelectField`. */
export const languageOptions = languages.map((value) => ({ value, name: languageNames[value] }));

/** Returns the value of the form's `language` field. */
export function languageIn({ language }: Typed): Language {
  return languageOf(language);
}
