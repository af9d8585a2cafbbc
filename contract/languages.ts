// The languages of the marketing site, its forms, and the emails to its visitors. The portfolio,
// the lead desk and the console are in English.
import { z } from "zod";

export const languages = ["en", "es"] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

/**
 * Reads a language from our own pages: from a header (`Content-Language`), a URL or a field. Any
 * other value means English.
 */
export function languageOf(said: string | undefined): Language {
  return Language.safeParse(said).data ?? "en";
}

/** Returns a page's language from its path. Spanish pages are under /es. */
export function languageAt(path: string): Language {
  return path.startsWith("/es/") ? "es" : "en";
}

/** Names that code compares, so they're the same in every language. */
type Kept = "id" | "language" | "package" | "drawing" | "outcome";

/** A name that code compares is a single word. Anything with spaces is a text to translate. */
type Same<T> = T extends `${string} ${string}` ? string : T extends string ? T : Translated<T>;

/**
 * The same content in another language: every text is there, lists have the same length, functions
 * take the same values, and anything that isn't text (such as prices) is equal.
 */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translated<Text>
    : T extends object
      ? { readonly [Key in keyof T]: Key extends Kept ? Same<T[Key]> : Translated<T[Key]> }
      : T;
