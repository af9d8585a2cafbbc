import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WordsContext } from "#app/ui/words.ts";
import { spanishMarketing } from "#content/es/marketing-words.ts";
import { spanish } from "#content/es/words.ts";
import { englishMarketing } from "#content/marketing-words.ts";
import { site } from "#content/site.ts";
import { english } from "#content/words.ts";
import { About } from "./landing/about.tsx";
import { Desk } from "./landing/desk.tsx";
import { HeroDesk } from "./landing/hero-desk.tsx";
import { Results } from "./landing/results.tsx";
import { Services } from "./landing/services.tsx";
import { MarketingWordsContext } from "./words.ts";

const ownPart = site.isSample ? 1 : 0;
const parts: [name: string, part: ReactNode, labels: number][] = [
  ["the desk above the fold", <HeroDesk key="hero" />, 1],
  ["the result", <Results key="results" />, ownPart],
  ["each service’s picture", <Services key="services" />, 3],
  ["the founder", <About key="about" />, ownPart],
  ["the month and its figures", <Desk key="desk" />, 2],
];

test.each(parts)("%s has a label beside it in both languages", (_, part, labels) => {
  for (const [words, texts] of [
    [english, englishMarketing],
    [spanish, spanishMarketing],
  ] as const) {
    const html = renderToStaticMarkup(
      <WordsContext value={words}>
        <MarketingWordsContext value={texts}>{part}</MarketingWordsContext>
      </WordsContext>,
    );
    expect(html.split(`>${texts.marketing.sample}</span>`)).toHaveLength(labels + 1);
  }
});
