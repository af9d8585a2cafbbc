// The marketing site in Spanish.
import { WordsContext } from "#app/ui/words.ts";
import { spanishMarketing } from "#content/es/marketing-words.ts";
import { spanish } from "#content/es/words.ts";
import { Frame, frameLinks } from "./frame.tsx";
import { MarketingWordsContext } from "./words.ts";

export const handle = { isPublic: true, language: "es", words: spanishMarketing };

export const links = frameLinks;

export default function SpanishLayout() {
  return (
    <WordsContext value={spanish}>
      <MarketingWordsContext value={spanishMarketing}>
        <Frame />
      </MarketingWordsContext>
    </WordsContext>
  );
}
