// The marketing site in English.
import { englishMarketing } from "#content/marketing-words.ts";
import { Frame, frameLinks } from "./frame.tsx";
import { MarketingWordsContext } from "./words.ts";

export const handle = { isPublic: true, words: englishMarketing };

export const links = frameLinks;

export default function Layout() {
  return (
    <MarketingWordsContext value={englishMarketing}>
      <Frame />
    </MarketingWordsContext>
  );
}
