// The texts of the shared components in their page's language. They are in English unless a site's
// layout provides another language.
import { createContext, useContext } from "react";
import { pathIn } from "#app/languages.ts";
import { english, type Words } from "#content/words.ts";

export const WordsContext = createContext<Words>(english);

export function useWords(): Words {
  return useContext(WordsContext);
}

/** Returns an English page's URL in this page's language, if the page exists in it. */
export function useTranslatedPath(): (path: string) => string {
  const { language } = useWords();
  return (path) => pathIn(language, path) ?? path;
}
