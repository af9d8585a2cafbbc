import { marketing } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import styles from "./about.module.css";
import { Section } from "./section.tsx";

const { title, paragraphs, role } = marketing.about;

export function About() {
  return (
    <Section id="about" title={title} ground="sand">
      <div className={styles.letter}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className={styles.sign}>
          <b>{site.owner}</b>
          <span>{role}</span>
        </p>
      </div>
    </Section>
  );
}
