// The owner's skills, the level of each, and the projects and jobs that show it.
import { Link } from "react-router";
import { stepOf } from "#app/portfolio/resume-words.ts";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { resume } from "#content/resume.ts";
import { placeOf } from "./places.ts";
import { Section } from "./section.tsx";
import styles from "./skills.module.css";

const { axis } = portfolio.skills;

export function Skills() {
  return (
    <Section
      id="skills"
      title={portfolioWords.sections.skills}
      isWide
      room={{ narrow: 65, wide: 38 }}
      says={
        <div className={styles.axis} aria-hidden="true">
          {axis.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </div>
      }
    >
      <ul className={styles.list}>
        {resume.skills.map(({ name, level, keywords }) => (
          <li key={name}>
            <b>{name}</b>
            <div className={styles.bar}>
              <meter
                min={0}
                max={100}
                value={Number(level)}
                aria-label={name}
                aria-valuetext={axis[stepOf(Number(level))]}
              />
              <i style={{ width: `${level}%` }} />
            </div>
            <p className={styles.evidence}>
              {keywords.map((words, at) => (
                <span key={words}>
                  {at > 0 && ", "}
                  <Evidence words={words} />
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** If the words name a project or a job, links them to its entry on the page. */
function Evidence({ words }: { words: string }) {
  const place = placeOf(words);
  return place ? <Link to={`/#${place}`}>{words}</Link> : words;
}
