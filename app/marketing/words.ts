// What the marketing site says, in the language of the page. The frames (layout.tsx, es-layout.tsx)
// provide it, so that a page loads one language: no component imports it from content/.
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
 * Returns the words for `meta`, which isn't a component: those of the frame among the page's
 * matches.
 */
export function marketingWordsOf(matches: readonly Match[]): MarketingWords {
  const handles = matches.map((match) => match?.handle as { words?: MarketingWords } | undefined);
  const words = handles.findLast((handle) => handle?.words)?.words;
  if (!words) throw new Error("A page of the marketing site has no frame");
  return words;
}
