// The part above the fold: whom the offer is for, the offer, the calls to action, and the prices.

import { pathIn } from "#app/languages.ts";
import { OpensOn } from "#app/marketing/opens-on.tsx";
import { inDollars } from "#app/marketing/price.ts";
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

/** The lowest prices in one line, where the price list is below the first screen. */
function Prices() {
  const { marketing, packages } = useMarketingWords();
  const lowest = (isMonthly: boolean) => {
    const prices = packages.filter(({ hasAds }) => hasAds === isMonthly).map(({ price }) => price);
    return prices.length > 0 ? inDollars(Math.min(...prices)) : null;
  };
  const [once, monthly] = [lowest(false), lowest(true)];
  if (!once || !monthly) return null;
  return <p className={styles.prices}>{marketing.hero.prices(once, monthly)}</p>;
}

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
          <PauseTaglines />
          <p className={styles.lead}>{lead}</p>
          <Prices />
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
        </div>
        <HeroDesk />
      </div>
      <PriceCounter />
    </div>
  );
}
