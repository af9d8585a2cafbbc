// The first screen: whom it is for, what it does, how to begin, and the prices on the counter.
import { IconArrowRight, IconPhone, IconShieldCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import { inDollars } from "#app/marketing/price.ts";
import { ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { marketing, packages } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { FrontDesk } from "./front-desk.tsx";
import styles from "./hero.module.css";

const { for: audience, says, lead } = marketing.hero;

export function Hero() {
  return (
    <div className={styles.hero}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <p className={styles.audience}>{audience}</p>
          <h1>
            {says.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
          <p className={styles.lead}>{lead}</p>
          <div className={styles.ways}>
            <ButtonLink to="/marketing/get-started">
              Get Started
              <IconArrowRight size={22} stroke={1.75} aria-hidden />
            </ButtonLink>
            <ButtonAnchor href={`tel:${site.phoneLink}`} look="outline">
              <IconPhone size={22} stroke={1.75} aria-hidden />
              Call {site.phone}
            </ButtonAnchor>
          </div>
        </div>
        <div className={styles.scene}>
          <FrontDesk />
        </div>
      </div>
      <Counter />
    </div>
  );
}

/** The desk's front panel is the price list. */
function Counter() {
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
