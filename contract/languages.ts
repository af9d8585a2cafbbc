// The languages of the marketing site, of its forms and of the emails to its visitors. The portfolio,
// the lead desk and the console are in English.
import { z } from "zod";

export const languages = ["en", "es"] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

/**
 * Reads a language from our pages: a header (`Content-Language`), a URL or a field. English for any
 * other value.
 */
export function languageOf(said: string | undefined): Language {
  return Language.safeParse(said).data ?? "en";
}

/** Returns a page's language by its address: Spanish pages are below /es. */
export function languageAt(path: string): Language {
  return path.startsWith("/es/") ? "es" : "en";
}

/** The locales for numbers and dates. */
export const localeOf = { en: "en-US", es: "es-US" } as const satisfies Record<Language, string>;

/** Names that code compares: the same in every language. */
type Kept = "id" | "language" | "package" | "drawing" | "outcome";

/** A name that is compared is one word; anything else there is a text. */
type Same<T> = T extends `${string} ${string}` ? string : T extends string ? T : Translated<T>;

/**
 * The same content in another language: no text is missing, lists have as many entries, functions
 * take the same values, and what isn't text (prices, numbers) is equal.
 */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translated<Text>
    : T extends object
      ? { readonly [Key in keyof T]: Key extends Kept ? Same<T[Key]> : Translated<T[Key]> }
      : T;
