import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MarketingWordsContext } from "#app/marketing/words.ts";
import { englishMarketing } from "#content/marketing-words.ts";
import type { Trust } from "#contract/content.ts";
import { About } from "./about.tsx";
import { Evidence } from "./evidence.tsx";
import { Results } from "./results.tsx";

const empty: Trust = {
  results: null,
  reviews: [],
  logos: [],
  adSamples: [],
  founderPhoto: null,
  office: null,
};
const picture = { file: "/pictures/own.webp", alt: "A harbor", width: 640, height: 480 };

test("the landing page leaves out the kinds of evidence that the owner hasn't added", () => {
  expect(render(empty, <Evidence />)).toBe("");
  expect(render(empty, <Results />)).toBe("");
});

test("a review shows its source and date as a link to the review", () => {
  const review = {
    says: "They called us back.",
    by: "A fictional reviewer",
    source: "A review site",
    date: "2026-03",
    url: "https://reviews.example.com/1",
  };
  const html = render({ ...empty, reviews: [review] }, <Evidence />);
  expect(html).toContain("They called us back.");
  expect(html).toContain('<a href="https://reviews.example.com/1">A review site, 2026-03</a>');
});

test("logos and ad samples have a width and height, so that the layout doesn't shift", () => {
  const sample = { ...picture, says: "For a first visit" };
  const trust = { ...empty, logos: [picture], adSamples: [sample] };
  const html = render(trust, <Evidence />);
  expect(html.match(/alt="A harbor" width="640" height="480"/g)).toHaveLength(2);
  expect(html).toContain("For a first visit");
});

test("the founder’s photo is next to her words, and without one there is a clock", () => {
  expect(render({ ...empty, founderPhoto: picture }, <About />)).toContain('alt="A harbor"');
  const html = render(empty, <About />);
  expect(html).not.toContain("<img");
  expect(html).toContain("/pictures/clock.svg#picture");
});

function render(trust: Trust, part: ReactNode): string {
  return renderToStaticMarkup(
    <MarketingWordsContext value={{ ...englishMarketing, trust }}>{part}</MarketingWordsContext>,
  );
}
