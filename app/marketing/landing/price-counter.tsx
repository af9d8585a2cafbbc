import { Link } from "react-router";
import { inDollars } from "#app/marketing/price.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import { IconShieldCheck } from "#app/ui/icons.tsx";
import styles from "./price-counter.module.css";

/** The price list, drawn as the front of a reception desk. */
export function PriceCounter() {
  const { marketing, packages } = useMarketingWords();
  return (
    <div className={styles.counter}>
      <div className={styles.counterInside}>
        <ul>
          {packages.map(({ id, title, price, per, isRecommended }) => (
            <li key={id}>
              <span className={styles.package}>
                {title}
                {isRecommended && (
                  <span className={styles.pill}>{marketing.pricing.recommended}</span>
                )}
              </span>
              <span className={styles.price}>
                {inDollars(price)} <small>{per}</small>
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.promise}>
          <IconShieldCheck stroke={1.6} aria-hidden />
          <span>
            {marketing.hero.promise} <Link to="#pricing">{marketing.hero.whatYouGet}</Link>
          </span>
        </p>
      </div>
    </div>
  );
}
