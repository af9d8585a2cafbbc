import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import styles from "./about.module.css";
import { Section } from "./section.tsx";

export function About() {
  if (!portfolio.about) return null;
  const { statement, paragraphs, asides } = portfolio.about;
  return (
    <Section id="about" title={portfolioWords.sections.about} room={{ narrow: 54, wide: 33 }}>
      <p className={styles.statement}>{statement}</p>
      <div className={styles.words}>
        <div className={styles.prose}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {asides.length > 0 && (
          <dl className={styles.asides}>
            {asides.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Section>
  );
}
