import { Link } from "react-router";
import { inDollars } from "#app/marketing/price.ts";
import { IconShieldCheck } from "#app/ui/icons.tsx";
import { packages } from "#content/marketing.ts";
import styles from "./price-counter.module.css";

/** The desk's front panel is the price list. */
export function PriceCounter() {
  return (
    <div className={styles.counter}>
      <div className={styles.counterInside}>
        <ul>
          {packages.map(({ id, title, price, per, isRecommended }) => (
            <li key={id}>
              <span className={styles.package}>
                {title}
                {isRecommended && <span className={styles.pill}>Recommended</span>}
              </span>
              <span className={styles.price}>
                {inDollars(price)} <small>{per}</small>
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.promise}>
          <IconShieldCheck size={34} stroke={1.6} aria-hidden />
          <span>
            No contract. Money back within 30&nbsp;days. <Link to="#pricing">What you get</Link>
          </span>
        </p>
      </div>
    </div>
  );
}
