import { pageMeta } from "#app/page-meta.ts";
import { marketing } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { CallBar } from "./call-bar.tsx";
import { About } from "./landing/about.tsx";
import { CallToAction } from "./landing/call-to-action.tsx";
import { Hero } from "./landing/hero.tsx";
import { Pricing } from "./landing/pricing.tsx";
import { Problem } from "./landing/problem.tsx";
import { Services } from "./landing/services.tsx";

export const meta = () =>
  pageMeta({
    title: `${site.mailName} for practices around Tampa Bay`,
    description: marketing.description,
    path: "/marketing",
  });

export default function Landing() {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <div>
        <Problem />
        <Services />
        <About />
        <Pricing />
        <CallToAction />
        <CallBar />
      </div>
    </main>
  );
}
