import styles from "#app/portfolio/case-study.module.css";
import { portfolioWords } from "#content/portfolio-words.ts";
import { resume } from "#content/resume.ts";
import type { CaseStudy } from "#contract/case-studies.ts";
import { longDateText } from "#contract/moment-text.ts";

const words = portfolioWords.caseStudy;

/**
 * Shows the project's organization, year and technologies, which come from the résumé, and where
 * its code is.
 */
export function About({ study: { project, date, repository } }: { study: CaseStudy }) {
  const found = resume.projects.find(({ name }) => name === project);
  return (
    <dl className={styles.about}>
      {found && (
        <div>
          <dt>{words.made}</dt>
          <dd>{`${found.entity}, ${found.startDate.slice(0, 4)}`}</dd>
        </div>
      )}
      {found && (
        <div>
          <dt>{words.languages}</dt>
          <dd>{found.keywords.join(", ")}</dd>
        </div>
      )}
      {repository && (
        <div>
          <dt>{words.repository}</dt>
          <dd>
            <a href={repository}>{repository.replace(/^https?:\/\/|\/$/g, "")}</a>
          </dd>
        </div>
      )}
      <div>
        <dt>{words.published}</dt>
        <dd>
          <time dateTime={date}>{longDateText(date, "UTC")}</time>
        </dd>
      </div>
    </dl>
  );
}
