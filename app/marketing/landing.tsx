import type { MetaArgs } from "react-router";
import { pageMeta } from "#app/page-meta.ts";
import { CallBar } from "./call-bar.tsx";
import { About } from "./landing/about.tsx";
import { Calculator } from "./landing/calculator.tsx";
import { CallToAction } from "./landing/call-to-action.tsx";
import { Desk } from "./landing/desk.tsx";
import { Evidence } from "./landing/evidence.tsx";
import { FirstDays } from "./landing/first-days.tsx";
import { Hero } from "./landing/hero.tsx";
import { Makeover } from "./landing/makeover.tsx";
import { Pricing } from "./landing/pricing.tsx";
import { Problem } from "./landing/problem.tsx";
import { Results } from "./landing/results.tsx";
import { Services } from "./landing/services.tsx";
import { agencyData } from "./structured-data.ts";
import { marketingWordsOf } from "./words.ts";

export const meta = ({ matches }: MetaArgs) => {
  const words = marketingWordsOf(matches);
  const { title, description } = words.marketing;
  return [...pageMeta({ title, description, path: words.root }), agencyData(words)];
};

export default function Landing() {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <div>
        <Results />
        <Problem />
        <Services />
        <About />
        <Evidence />
        <Pricing />
        <FirstDays />
        <Desk />
        <Calculator />
        <CallBar />
      </div>
      <CallToAction />
      <Makeover />
    </main>
  );
}
