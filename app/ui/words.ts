// The texts of the shared components, in their page's language. That is English, unless a site's
// layout provides another language.
import { createContext, useContext } from "react";
import { pathIn } from "#app/languages.ts";
import { english, type Words } from "#content/words.ts";

export const WordsContext = createContext<Words>(english);

export function useWords(): Words {
  return useContext(WordsContext);
}

/**
 * Returns a function that converts an English page's URL to the URL in this page's language, if the
 * page exists in that language.
 */
export function useTranslatedPath(): (path: string) => string {
  const { language } = useWords();
  return (path) => pathIn(language, path) ?? path;
}
