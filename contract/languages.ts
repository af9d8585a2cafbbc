// The languages of the marketing site, its forms, and the emails to its visitors. The portfolio,
// the lead desk and the console are in English.
import { z } from "zod";

export const languages = ["en", "es"] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

/**
 * Returns the language that our own page names, in a header (`Content-Language`), a URL or a field.
 * Any other value means English.
 */
export function languageOf(said: string | undefined): Language {
  return Language.safeParse(said).data ?? "en";
}

/** Returns the language of a page from its path. Spanish pages are under /es. */
export function languageAt(path: string): Language {
  return path.startsWith("/es/") ? "es" : "en";
}

/** The names of values that code compares, so they're the same in every language. */
type Kept = "id" | "language" | "package" | "drawing" | "outcome";

/**
 * The type of a value whose translation may differ. A single word is a name that code compares, and
 * a text with spaces is translated.
 */
type Same<T> = T extends `${string} ${string}` ? string : T extends string ? T : Translated<T>;

/**
 * The type of the same content in another language. Every text is there, lists have the same
 * length, functions take the same values, and anything that isn't text (such as prices) is equal.
 */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translated<Text>
    : T extends object
      ? { readonly [Key in keyof T]: Key extends Kept ? Same<T[Key]> : Translated<T[Key]> }
      : T;
