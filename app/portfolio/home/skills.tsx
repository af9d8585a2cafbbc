import { portfolio } from "#content/portfolio.ts";
import { Section } from "./section.tsx";
import styles from "./skills.module.css";

const axis = ["I read it", "I use it", "I ship it", "I teach it"] as const;

export function Skills() {
  return (
    <Section id="skills" title="Skills">
      <div className={styles.axis} aria-hidden="true">
        {axis.map((words) => (
          <span key={words}>{words}</span>
        ))}
      </div>
      <ul className={styles.list}>
        {portfolio.skills.map(({ type, level }) => (
          <li key={type}>
            <b>{type}</b>
            <div className={styles.meter} aria-hidden="true">
              <i style={{ width: `${level}%` }} />
            </div>
            <span className={styles.level}>{level}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
