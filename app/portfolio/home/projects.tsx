// The projects in three levels: the most important one, the ones with a picture, and a list of the
// others. A filter shows only the projects in one programming language.

import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { pathOfCaseStudy } from "#app/portfolio/case-study-paths.ts";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { DemoLink } from "#app/ui/demo-link.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconArrowRight } from "#app/ui/icons.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { resume } from "#content/resume.ts";
import { Picture } from "./picture.tsx";
import { placeOfProject } from "./places.ts";
import styles from "./projects.module.css";
import { Section } from "./section.tsx";

const { flagship, pictured } = portfolio.projects;
const { filter, openDemo, caseStudy } = portfolioWords;
const languages = [...new Set(resume.projects.flatMap(({ keywords }) => keywords))]
  .map((name) => ({ name, count: writtenIn(name).length }))
  .toSorted((a, b) => b.count - a.count);

type Project = (typeof resume.projects)[number];

function writtenIn(language: string | null): Project[] {
  return resume.projects.filter(({ keywords }) => !language || keywords.includes(language));
}

export function Projects() {
  const [language, setLanguage] = useState<string | null>(null);
  const { hash, key } = useLocation();
  const [place, setPlace] = useState<string | null>(null);
  // Navigating to a project that the filter hides clears the filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation, even to the same hash
  useEffect(() => {
    if (!hash.startsWith("#project-") || !language) return;
    setLanguage(null);
    setPlace(hash.slice(1));
  }, [hash, key]);
  useEffect(() => {
    if (place) document.getElementById(place)?.scrollIntoView();
    setPlace(null);
  }, [place]);

  const left = writtenIn(language);
  const first = left.find(({ name }) => name === flagship?.project);
  const drawn = pictured.flatMap(({ project, picture }) =>
    left.filter(({ name }) => name === project).map((found) => ({ ...found, picture })),
  );
  const others = left.filter(
    ({ name }) => name !== flagship?.project && !pictured.some(({ project }) => project === name),
  );
  return (
    <Section
      id="projects"
      title={portfolioWords.sections.projects}
      isWide
      room={{ narrow: 196, wide: 132 }}
      says={<Filter chosen={language} onChoose={setLanguage} count={left.length} />}
    >
      {first && flagship && <Flagship {...flagship} project={first} />}
      {drawn.length > 0 && (
        <div className={styles.pictured}>
          {drawn.map(({ picture, ...project }) => (
            <article key={project.name} id={placeOfProject(project.name)}>
              <figure className={styles.plate}>
                <Picture picture={picture} />
              </figure>
              <div>
                <Place project={project} />
                <Title project={project} />
                <p className={styles.says}>{project.description}</p>
                <Languages of={project} />
                <CaseStudyLink of={project} />
              </div>
            </article>
          ))}
        </div>
      )}
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map((project) => (
            <li key={project.name} id={placeOfProject(project.name)}>
              <Title project={project} />
              <div>
                <p>{project.description}</p>
                <CaseStudyLink of={project} />
              </div>
              <div>
                <Languages of={project} />
                <Place project={project} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Filter({
  chosen,
  onChoose,
  count,
}: {
  chosen: string | null;
  onChoose: (language: string | null) => void;
  count: number;
}) {
  const all = { name: null, count: resume.projects.length };
  return (
    <NeedsScript instead={null}>
      <fieldset className={styles.filter} aria-label={filter.name}>
        {[all, ...languages].map(({ name, count }) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen === name}
            onClick={() => onChoose(name)}
          >
            {`${name ?? filter.all} `}
            <sup>{count}</sup>
          </button>
        ))}
      </fieldset>
      <Hidden role="status">{chosen && filter.shown(count, all.count, chosen)}</Hidden>
    </NeedsScript>
  );
}

function Flagship({
  project,
  picture,
  facts,
  demoUrl,
}: { project: Project } & Omit<NonNullable<typeof flagship>, "project">) {
  return (
    <article id={placeOfProject(project.name)} className={styles.flagship}>
      <figure>
        <Picture picture={picture} />
      </figure>
      <div className={styles.sideBySide}>
        <Place project={project} />
        <Title project={project} />
        <p className={styles.says}>{project.description}</p>
        <Languages of={project} />
        <dl className={styles.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <CaseStudyLink of={project} />
        <DemoLink className={styles.demo} />
        {demoUrl && (
          <ButtonAnchor href={demoUrl} className={styles.demo}>
            {openDemo} <IconArrowRight size={20} stroke={1.6} aria-hidden />
          </ButtonAnchor>
        )}
      </div>
    </article>
  );
}

function placeWords({ entity, startDate }: Project): string {
  return `${entity}, ${startDate.slice(0, 4)}`;
}

function Place({ project }: { project: Project }) {
  return <p className={styles.place}>{placeWords(project)}</p>;
}

function Title({ project: { name, url } }: { project: Project }) {
  return <h3>{url ? <a href={url}>{name}</a> : name}</h3>;
}

function CaseStudyLink({ of: { name } }: { of: Project }) {
  const path = pathOfCaseStudy(name);
  if (!path) return null;
  return (
    <p className={styles.study}>
      <Link to={path}>
        {caseStudy.read} <Hidden>{name}</Hidden>
        <IconArrowRight size={18} stroke={1.6} aria-hidden />
      </Link>
    </p>
  );
}

function Languages({ of }: { of: Project }) {
  return (
    <ul className={styles.languages}>
      {of.keywords.map((language) => (
        <li key={language}>{language}</li>
      ))}
    </ul>
  );
}
