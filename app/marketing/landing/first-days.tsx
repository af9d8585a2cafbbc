// The first month as a timeline with four stops.
import { useMarketingWords } from "#app/marketing/words.ts";
import styles from "./first-days.module.css";
import { Section } from "./section.tsx";

export function FirstDays() {
  const { title, says, steps } = useMarketingWords().marketing.firstDays;
  return (
    <Section
      id="first-days"
      title={title}
      lead={says}
      ground="surface"
      room={{ narrow: 44, wide: 24 }}
    >
      <ol className={styles.days}>
        {steps.map((step) => (
          <li key={step.when}>
            <p className={styles.when}>{step.when}</p>
            <h3>{step.name}</h3>
            <p>{step.says}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
