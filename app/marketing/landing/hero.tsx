// The first screen: the audience, the offer, the calls to action, and the prices.

import { FrontDesk } from "#app/marketing/pictures/front-desk.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { DemoLink } from "#app/ui/demo-link.tsx";
import { IconArrowRight, IconPhone } from "#app/ui/icons.tsx";
import { site } from "#content/site.ts";
import styles from "./hero.module.css";
import { PriceCounter } from "./price-counter.tsx";
import { PauseTaglines, Taglines } from "./taglines.tsx";
import { WaitingLead } from "./waiting-lead.tsx";

export function Hero() {
  const { root, marketing } = useMarketingWords();
  const { for: audience, lead, call } = marketing.hero;
  return (
    <div className={styles.hero}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <p className={styles.audience}>{audience}</p>
          <Taglines />
          <p className={styles.lead}>{lead}</p>
          <div className={styles.actions}>
            <ButtonLink to={`${root}/get-started`}>
              {marketing.getStartedButton}
              <IconArrowRight size={22} aria-hidden />
            </ButtonLink>
            <ButtonAnchor href={`tel:${site.phoneLink}`} variant="quiet">
              <IconPhone size={22} aria-hidden />
              {call}
            </ButtonAnchor>
          </div>
          <DemoLink look="plain" className={styles.demo} />
          <PauseTaglines />
        </div>
        <div className={styles.scene}>
          <FrontDesk />
          <WaitingLead />
        </div>
      </div>
      <PriceCounter />
    </div>
  );
}
