// The words of the shared pieces, in the language of their page. English, unless a site provides
// another language's around its pages.
import { createContext, useContext } from "react";
import { pathIn } from "#app/languages.ts";
import { english, type Words } from "#content/words.ts";

export const WordsContext = createContext<Words>(english);

export function useWords(): Words {
  return useContext(WordsContext);
}

/** The address of an English page in the language of this one, if it is in it. */
export function useTranslatedPath(): (path: string) => string {
  const { language } = useWords();
  return (path) => pathIn(language, path) ?? path;
}
