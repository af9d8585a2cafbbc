import { Link } from "react-router";
import { Seal } from "#app/marketing/pictures/seal.tsx";
import { inDollars } from "#app/marketing/price.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconCheck } from "#app/ui/icons.tsx";
import { useTranslatedPath } from "#app/ui/words.ts";
import { usualAdSpend } from "#content/marketing/month.ts";
import type { MarketingWords } from "#content/marketing-words.ts";
import styles from "./pricing.module.css";
import { Section } from "./section.tsx";

export function Pricing() {
  const pathTo = useTranslatedPath();
  const { marketing, packages } = useMarketingWords();
  const { title, says, guarantee, notIncluded, accounts, patients } = marketing.pricing;
  return (
    <Section id="pricing" title={title} lead={says} room={{ narrow: 178, wide: 95 }}>
      <ul className={styles.sheet}>
        {packages.map((one) => (
          <Plan key={one.id} plan={one} />
        ))}
      </ul>
      <div className={styles.guarantee}>
        <div className={styles.seal}>
          <Seal />
        </div>
        <div>
          <h3>{guarantee.title}</h3>
          <p>{guarantee.says}</p>
        </div>
      </div>
      <div className={styles.terms}>
        {[notIncluded, accounts].map((one) => (
          <div key={one.title}>
            <h3>{one.title}</h3>
            <p>{one.says}</p>
          </div>
        ))}
        <div>
          <h3>{patients.title}</h3>
          <p>
            {patients.says} <Link to={pathTo("/marketing/patient-data")}>{patients.link}</Link>
          </p>
        </div>
      </div>
    </Section>
  );
}

function Plan({ plan }: { plan: MarketingWords["packages"][number] }) {
  const { root, marketing } = useMarketingWords();
  const { recommended, startWith } = marketing.pricing;
  const { id, title, isRecommended, says, price, per, adds, features } = plan;
  return (
    <li className={isRecommended ? styles.recommended : styles.plan}>
      <h3>
        {title} {isRecommended && <span className={styles.pill}>{recommended}</span>}
      </h3>
      <p className={styles.says}>{says}</p>
      <p className={styles.price}>
        {inDollars(price)} <small>{per}</small>
      </p>
      <Total plan={plan} />
      <p className={styles.adds}>{adds}</p>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={22} stroke={2} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      <ButtonLink to={`${root}/get-started?p=${id}`} variant={isRecommended ? "sun" : "outline"}>
        {startWith(title)}
      </ButtonLink>
    </li>
  );
}

/** The monthly total with the cost of ads, which the practice pays to the ad platforms. */
function Total({ plan: { price, per, hasAds } }: { plan: MarketingWords["packages"][number] }) {
  const { adSpend, noAds, total, range } = useMarketingWords().marketing.pricing;
  const { from, to, days } = usualAdSpend;
  const [least, most] = [from * days, to * days];
  const sum = range(inDollars(price + least), inDollars(price + most));
  return (
    <dl className={styles.total}>
      <div>
        <dt>{adSpend}</dt>
        <dd>{hasAds ? range(inDollars(least), inDollars(most)) : noAds}</dd>
      </div>
      <div>
        <dt>{total}</dt>
        <dd>
          {hasAds ? sum : inDollars(price)} {per}
        </dd>
      </div>
    </dl>
  );
}
