import { portfolio } from "#content/portfolio.ts";
import styles from "./ruled-list.module.css";
import { Section } from "./section.tsx";

const { says, jobs } = portfolio.work;

export function Work() {
  return (
    <Section id="work" title="Work">
      <p className={styles.says}>{says}</p>
      <ul className={styles.list}>
        {jobs.map(({ company, role, years }) => (
          <li key={company}>
            <h3>{company}</h3>
            <p>{role}</p>
            <p className={styles.small}>{years}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
