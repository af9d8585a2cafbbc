// A case study of one project: why it was hard, how it works, and the results.
import type { ReactNode } from "react";
import { Link, type MetaArgs } from "react-router";
import { pageMeta } from "#app/page-meta.ts";
import { usePagePath } from "#app/page-path.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DemoLink } from "#app/ui/demo-link.tsx";
import { caseStudies } from "#content/case-studies.ts";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { site } from "#content/site.ts";
import type { CaseStudy as Study } from "#contract/case-studies.ts";
import { placeholders } from "#contract/placeholders.ts";
import { About } from "./case-study/about.tsx";
import { Rules } from "./case-study/rules.tsx";
import { Screens } from "./case-study/screens.tsx";
import { Sequence } from "./case-study/sequence.tsx";
import styles from "./case-study.module.css";
import { caseStudyPath } from "./case-study-paths.ts";
import { placeOfProject } from "./home/places.ts";

const words = portfolioWords.caseStudy;

export const meta = ({ location }: MetaArgs) => {
  const study = studyAt(location.pathname);
  const { project, title, description, date } = study;
  const path = caseStudyPath(project);
  return [
    ...pageMeta({ title: `${project}: ${title} | ${site.owner}`, description, path }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        headline: title,
        description,
        datePublished: date,
        url: `${placeholders.origin}${path}`,
        about: project,
        author: { "@type": "Person", name: site.owner, url: `${placeholders.origin}/` },
      },
    },
  ];
};

export default function CaseStudy() {
  const study = studyAt(usePagePath());
  const { title, lead, problem, constraints, diagram, sequence, screens, rules } = study;
  const { decision, numbers, next } = study;
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <header className={styles.head}>
        <p className={styles.of}>
          <Link to={`/#${placeOfProject(study.project)}`}>{study.project}</Link>, {words.name}
        </p>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <About study={study} />
        {study.project === portfolio.projects.flagship?.project && (
          <DemoLink look="plain" className={styles.try} />
        )}
      </header>
      <Part title={words.problem}>
        <Prose paragraphs={problem} />
      </Part>
      <Part title={words.constraints}>
        <ul className={styles.list}>
          {constraints.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </Part>
      <Part title={diagram.title} isWide>
        <ol className={styles.diagram}>
          {diagram.steps.map(({ name, says }) => (
            <li key={name}>
              <b>{name}</b>
              <p>{says}</p>
            </li>
          ))}
        </ol>
      </Part>
      {sequence && (
        <Part title={sequence.title} isWide>
          <Sequence sequence={sequence} />
        </Part>
      )}
      {screens && (
        <Part title={screens.title} isWide>
          <Screens screens={screens.list} />
        </Part>
      )}
      {rules && (
        <Part title={rules.title}>
          <Prose paragraphs={rules.says} />
          <Rules rules={rules} />
        </Part>
      )}
      <Part title={words.decision}>
        <h3>{decision.title}</h3>
        <Prose paragraphs={decision.says} />
      </Part>
      <Part title={words.numbers}>
        <dl className={styles.numbers}>
          {numbers.facts.map(({ value, says }) => (
            <div key={value}>
              <dd>{value}</dd>
              <dt>{says}</dt>
            </div>
          ))}
        </dl>
        <p className={styles.measured}>{numbers.measured}</p>
      </Part>
      <Part title={words.next}>
        <ul className={styles.list}>
          {next.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </Part>
      <Ending study={study} />
    </main>
  );
}

/** Links to the other case studies, and to the author. */
function Ending({ study }: { study: Study }) {
  const others = caseStudies.filter(({ project }) => project !== study.project);
  return (
    <footer className={styles.ending}>
      <div>
        <p>{portfolio.getInTouch.question}</p>
        <ButtonLink to="/contact">{portfolio.getInTouch.button}</ButtonLink>
      </div>
      {others.length > 0 && (
        <nav aria-label={words.others}>
          <h2>{words.others}</h2>
          {others.map(({ project, title }) => (
            <p key={project}>
              <Link to={caseStudyPath(project)}>{title}</Link> {project}
            </p>
          ))}
        </nav>
      )}
    </footer>
  );
}

function Part({
  title,
  isWide,
  children,
}: {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <div className={isWide ? styles.wide : styles.content}>{children}</div>
    </section>
  );
}

function Prose({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className={styles.prose}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

/**
 * Returns the case study at this path. There always is one, because only the case studies' paths
 * lead to this page.
 */
function studyAt(pathname: string): Study {
  const path = pathname.replace(/(?<=.)\/$/, "");
  const found = caseStudies.find(({ project }) => caseStudyPath(project) === path);
  if (!found) throw new Error(`There is no case study at ${pathname}`);
  return found;
}
