// The texts on the link preview of each public page.
import { pathIn } from "#app/languages.ts";
import { caseStudyPath } from "#app/portfolio/case-study-paths.ts";
import { caseStudies } from "#content/case-studies.ts";
import { spanishMarketing } from "#content/es/marketing-words.ts";
import { spanish } from "#content/es/words.ts";
import { englishMarketing, type MarketingWords } from "#content/marketing-words.ts";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { site } from "#content/site.ts";
import { english, type Words } from "#content/words.ts";

export type Preview = {
  /** The page's path. */
  path: string;
  /** The large text. It gets smaller until it fits, and its own line breaks are kept. */
  title: string;
  /** A sentence below the title. */
  kicker: string;
  /** The name of the site, at the bottom. */
  by: string;
  /** The background: the portfolio's paper, or the marketing site's dark band. */
  ground: "paper" | "band";
};

const { contact } = portfolio;
const mine = { by: `${site.owner}, ${site.place}`, ground: "paper" } as const;
const ours = { by: site.mailName, ground: "band" } as const;

/** One preview for each page in `prerenderedPaths`. A test checks that none is missing. */
export const previews: Preview[] = [
  { path: "/", title: site.owner, kicker: portfolio.hero.says, ...mine },
  { path: "/contact", title: portfolio.getInTouch.question, kicker: contact.description, ...mine },
  ...caseStudies.map(({ project, title }) => ({
    path: caseStudyPath(project),
    title,
    kicker: `${project}, ${portfolioWords.caseStudy.name}`,
    ...mine,
  })),
  ...previewsIn(englishMarketing),
  ...previewsIn(spanishMarketing),
  ...legalPreviewsIn(english, englishMarketing),
  ...legalPreviewsIn(spanish, spanishMarketing),
];

/** Returns the previews for the marketing site's pages in one language. */
function previewsIn({ root, marketing }: MarketingWords): Preview[] {
  const { hero, faq, contact, getStarted } = marketing;
  return [
    { path: root, title: hero.taglines[0].join("\n"), kicker: hero.for, ...ours },
    { path: `${root}/faq`, title: faq.title, kicker: faq.description, ...ours },
    { path: `${root}/contact`, title: contact.title, kicker: contact.description, ...ours },
    {
      path: `${root}/get-started`,
      title: getStarted.title,
      kicker: getStarted.description,
      ...ours,
    },
  ];
}

function legalPreviewsIn(
  { language, legal }: Words,
  { agencyTrade, marketing }: MarketingWords,
): Preview[] {
  const texts = [
    ["/marketing/patient-data", legal.patientData, marketing.pricing.patients.says],
    ["/marketing/accessibility", legal.accessibility, agencyTrade],
    ["/lms/privacy-policy", legal.privacyPolicy, agencyTrade],
    ["/lms/terms-and-conditions", legal.termsAndConditions, agencyTrade],
  ] as const;
  return texts.map(([path, title, kicker]) => ({
    path: pathIn(language, path) ?? path,
    title,
    kicker,
    ...ours,
  }));
}
