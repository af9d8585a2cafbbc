// The pages that also exist in Spanish. The Spanish page has the English page's path below /es.
import type { Language } from "#contract/languages.ts";

const translated = [
  "/marketing",
  "/marketing/faq",
  "/marketing/contact",
  "/marketing/get-started",
  "/marketing/patient-data",
  "/marketing/accessibility",
  "/lms/privacy-policy",
  "/lms/terms-and-conditions",
];

const below = "/es";

export const spanishPaths: readonly string[] = translated.map((path) => below + path);

/** Returns the path of the same page in this language, or null if the page doesn't exist in it. */
export function pathIn(language: Language, path: string): string | null {
  const english = spanishPaths.includes(path) ? path.slice(below.length) : path;
  if (!translated.includes(english)) return null;
  return language === "es" ? below + english : english;
}
