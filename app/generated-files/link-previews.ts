// The text on each public page's link preview.
import { caseStudyPath } from "#app/portfolio/case-study-paths.ts";
import { caseStudies } from "#content/case-studies.ts";
import { legalWords } from "#content/interface.ts";
import { marketing } from "#content/marketing.ts";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { site } from "#content/site.ts";

export type Preview = {
  /** The page's path. */
  path: string;
  /** Large; it shrinks until it fits, and keeps its own line breaks. */
  title: string;
  /** A sentence below the title. */
  kicker: string;
  /** The site that the page belongs to, at the bottom. */
  by: string;
  /** The portfolio uses paper, the marketing site its dark band. */
  ground: "paper" | "band";
};

const { contact } = portfolio;
const mine = { by: `${site.owner}, ${site.place}`, ground: "paper" } as const;
const ours = { by: site.mailName, ground: "band" } as const;

/** One for each page in `prerenderedPaths`; a test checks that none is missing. */
export const previews: Preview[] = [
  { path: "/", title: site.owner, kicker: portfolio.hero.says, ...mine },
  { path: "/contact", title: portfolio.getInTouch.question, kicker: contact.description, ...mine },
  ...caseStudies.map(({ project, title }) => ({
    path: caseStudyPath(project),
    title,
    kicker: `${project}, ${portfolioWords.caseStudy.name}`,
    ...mine,
  })),
  {
    path: "/marketing",
    title: marketing.hero.taglines[0].join("\n"),
    kicker: marketing.hero.for,
    ...ours,
  },
  {
    path: "/marketing/faq",
    title: marketing.faq.title,
    kicker: marketing.faq.description,
    ...ours,
  },
  {
    path: "/marketing/contact",
    title: marketing.contact.title,
    kicker: marketing.contact.description,
    ...ours,
  },
  {
    path: "/marketing/get-started",
    title: marketing.getStarted.title,
    kicker: marketing.getStarted.description,
    ...ours,
  },
  {
    path: "/marketing/patient-data",
    title: legalWords.patientData,
    kicker: marketing.pricing.patients.says,
    ...ours,
  },
  {
    path: "/marketing/accessibility",
    title: legalWords.accessibility,
    kicker: site.agencyTrade,
    ...ours,
  },
  {
    path: "/lms/privacy-policy",
    title: legalWords.privacyPolicy,
    kicker: site.agencyTrade,
    ...ours,
  },
  {
    path: "/lms/terms-and-conditions",
    title: legalWords.termsAndConditions,
    kicker: site.agencyTrade,
    ...ours,
  },
];
