import { feedPath, pageMeta } from "#app/page-meta.ts";
import { caseStudies } from "#content/case-studies.ts";
import { portfolio } from "#content/portfolio.ts";
import { resume } from "#content/resume.ts";
import { site } from "#content/site.ts";
import { placeholders } from "#contract/placeholders.ts";
import { caseStudyPath } from "./case-study-paths.ts";
import { About } from "./home/about.tsx";
import { GetInTouch } from "./home/get-in-touch.tsx";
import { Hero } from "./home/hero.tsx";
import { sections } from "./home/places.ts";
import { Projects } from "./home/projects.tsx";
import { Skills } from "./home/skills.tsx";
import { Work } from "./home/work.tsx";

export const meta = () => [
  ...pageMeta({ title: portfolio.title, description: portfolio.description, path: "/" }),
  {
    tagName: "link",
    rel: "alternate",
    type: "application/atom+xml",
    title: portfolio.title,
    href: feedPath,
  },
  { "script:ld+json": aboutOwner },
];

/** Structured data about the owner (schema.org). */
const { basics } = resume;
const aboutOwner = {
  "@context": "https://schema.org",
  "@type": "Person",
  name: basics.name,
  jobTitle: basics.label,
  url: `${placeholders.origin}/`,
  email: `mailto:${basics.email}`,
  telephone: site.phoneLink,
  address: {
    "@type": "PostalAddress",
    addressLocality: basics.location.city,
    addressRegion: basics.location.region,
    addressCountry: basics.location.countryCode,
  },
  sameAs: basics.profiles.map(({ url }) => url),
  subjectOf: caseStudies.map(({ project, title, date }) => ({
    "@type": "TechArticle",
    headline: title,
    url: `${placeholders.origin}${caseStudyPath(project)}`,
    datePublished: date,
  })),
};

export default function Home() {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      {sections.about && <About />}
      {sections.work && <Work />}
      {sections.projects && <Projects />}
      {sections.skills && <Skills />}
      <GetInTouch />
    </main>
  );
}
