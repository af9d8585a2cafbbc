import { portfolio } from "#content/portfolio.ts";
import styles from "./ruled-list.module.css";
import { Section } from "./section.tsx";

export function Projects() {
  return (
    <Section id="projects" title="Projects">
      <ul className={styles.list}>
        {portfolio.projects.map(({ title, says, languages }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{says}</p>
            <p className={styles.small}>{languages.join(", ")}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
