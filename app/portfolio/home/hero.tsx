// The part above the fold: who the owner is in one sentence, with facts, and one result drawn to
// scale.

import { BeforeAndAfter } from "#app/ui/before-and-after.tsx";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { DemoLink } from "#app/ui/demo-link.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { portfolio } from "#content/portfolio.ts";
import { portfolioWords } from "#content/portfolio-words.ts";
import { site } from "#content/site.ts";
import styles from "./hero.module.css";
import { widthInEm } from "./name-width.ts";

const { says, facts, proof } = portfolio.hero;
const words = site.owner.split(" ");
const widths = words.map(widthInEm);
/** The space between two words, as in hero.module.css. */
const spaceInEm = 0.15;
const lineWidth = widths.reduce((sum, width) => sum + spaceInEm + width);

export function Hero() {
  return (
    <div className={styles.hero}>
      <h1 style={{ "--name-width": lineWidth, "--word-width": Math.max(...widths) }}>
        {words.map((word) => (
          // A word has its width even before its font has loaded, so that the next word doesn't
          // shift.
          <span key={word} style={{ width: `${widthInEm(word)}em` }}>
            {`${word} `}
          </span>
        ))}
      </h1>
      <div className={styles.grid}>
        <div className={styles.says}>
          <p>{says}</p>
          <div className={styles.actions}>
            <ButtonAnchor href={site.resume}>
              <IconDownload size={20} stroke={1.6} aria-hidden /> {portfolioWords.downloadResume}
            </ButtonAnchor>
            {site.profiles.map(({ name, url }) => (
              <a key={url} href={url} className={styles.profile}>
                {name}
              </a>
            ))}
            <DemoLink look="plain" />
          </div>
        </div>
        <dl className={styles.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {proof && <Proof {...proof} />}
    </div>
  );
}

function Proof({ before, after, source }: NonNullable<typeof proof>) {
  return (
    <div className={styles.proof}>
      <BeforeAndAfter before={before} after={after} />
      <p className={styles.source}>{source}</p>
    </div>
  );
}
