// The marketing site's texts in the page's language. The frames (layout.tsx, es-layout.tsx) provide
// them, so that a page loads only one language. Components must not import the texts from content/.
import { createContext, useContext } from "react";
import type { MarketingWords } from "#content/marketing-words.ts";

export const MarketingWordsContext = createContext<MarketingWords | null>(null);

export function useMarketingWords(): MarketingWords {
  const words = useContext(MarketingWordsContext);
  if (!words) throw new Error("A piece of the marketing site stands outside of its frame");
  return words;
}

type Match = { handle?: unknown } | undefined;

/**
 * Returns the texts for `meta`, which can't use a context because it isn't a component. They come
 * from the frame among the page's matches.
 */
export function marketingWordsOf(matches: readonly Match[]): MarketingWords {
  const handles = matches.map((match) => match?.handle as { words?: MarketingWords } | undefined);
  const words = handles.findLast((handle) => handle?.words)?.words;
  if (!words) throw new Error("A page of the marketing site has no frame");
  return words;
}
