// The part above the fold: whom the offer is for, the offer, the calls to action, and the prices.

import { pathIn } from "#app/languages.ts";
import { OpensOn } from "#app/marketing/opens-on.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { DemoLink } from "#app/ui/demo-link.tsx";
import { IconArrowRight, IconPhone } from "#app/ui/icons.tsx";
import { useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import { spanishChoice } from "#content/spanish-choice.ts";
import { Closed } from "./closed.tsx";
import styles from "./hero.module.css";
import { HeroDesk } from "./hero-desk.tsx";
import { PriceCounter } from "./price-counter.tsx";
import { PauseTaglines, Taglines } from "./taglines.tsx";

export function Hero() {
  const { root, marketing } = useMarketingWords();
  const { language } = useWords();
  const { for: audience, lead, call, closed } = marketing.hero;
  return (
    <div className={styles.hero}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <p className={styles.audience}>{audience}</p>
          <Taglines />
          <p className={styles.lead}>{lead}</p>
          <Closed />
          <div className={styles.actions}>
            <ButtonLink to={`${root}/get-started`}>
              <span className={styles.open}>{marketing.getStartedButton}</span>
              <span className={styles.closed}>{closed.pickTime}</span>
              <IconArrowRight size={22} aria-hidden />
            </ButtonLink>
            <ButtonAnchor href={`tel:${site.phoneLink}`} variant="quiet">
              <IconPhone size={22} aria-hidden />
              <span>
                {call}
                <small className={styles.closed}>
                  <OpensOn>{({ short }) => closed.opens(short)}</OpensOn>
                </small>
              </span>
            </ButtonAnchor>
          </div>
          <div className={styles.more}>
            <DemoLink look="plain" />
            {language === "en" && (
              <a
                href={pathIn("es", "/marketing") ?? undefined}
                hrefLang="es"
                lang="es"
                className={styles.spanish}
              >
                {spanishChoice.page}
              </a>
            )}
          </div>
          <PauseTaglines />
        </div>
        <HeroDesk />
      </div>
      <PriceCounter />
    </div>
  );
}
