import { marketing } from "#content/marketing.ts";
import styles from "./problem.module.css";
import { Section } from "./section.tsx";

const { title, says, lines } = marketing.problem;

export function Problem() {
  return (
    <Section id="problem" title={title} lead={says}>
      <dl className={styles.lines}>
        {lines.map(({ problem, help }) => (
          <div key={problem}>
            <dt>{problem}</dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
