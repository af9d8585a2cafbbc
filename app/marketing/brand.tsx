import { Link } from "react-router";
import { site } from "#content/site.ts";
import styles from "./brand.module.css";
import { useMarketingWords } from "./words.ts";

/** The agency's name and its logo, a sun setting over the bay. They link to the landing page. */
export function Brand() {
  const { root, agencyTrade } = useMarketingWords();
  return (
    <Link to={root} className={styles.brand}>
      <svg viewBox="0 0 42 42" aria-hidden="true">
        <rect width="42" height="42" rx="10" className={styles.ground} />
        <path d="M11 24a10 10 0 0 1 20 0z" className={styles.sun} />
        <g className={styles.water}>
          <path d="M7 24h28" />
          <path d="M10 30c3-2.4 5.6-2.4 8.5 0s5.5 2.4 8.5 0 3.5-2 5-2" />
        </g>
      </svg>
      <span>
        {site.agency}
        <small>{agencyTrade}</small>
      </span>
    </Link>
  );
}
