import { pageMeta } from "#app/page-meta.ts";
import { portfolio } from "#content/portfolio.ts";
import { site } from "#content/site.ts";
import { About } from "./home/about.tsx";
import { GetInTouch } from "./home/get-in-touch.tsx";
import { Hero } from "./home/hero.tsx";
import { Projects } from "./home/projects.tsx";
import { Skills } from "./home/skills.tsx";
import { Work } from "./home/work.tsx";

export const meta = () =>
  pageMeta({
    title: `${site.owner}, software engineer in Tampa`,
    description: portfolio.description,
    path: "/",
  });

export default function Home() {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <About />
      <Work />
      <Projects />
      <Skills />
      <GetInTouch />
    </main>
  );
}
