import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { leadPageSize } from "#contract/leads.ts";
import styles from "./list-foot.module.css";

type FootProps = {
  shown: number;
  total: number;
  isTotalExact: boolean;
  /** While searching the first matches are shown, and Show More is not. */
  isSearching: boolean;
  /** At the right end. */
  children?: ReactNode;
};

/** How many are shown of how many, and ten more. */
export function ListFoot({ shown, total, isTotalExact, isSearching, children }: FootProps) {
  const [search] = useSearchParams();
  const more = new URLSearchParams(search);
  more.set("show", String(shown + leadPageSize));
  return (
    <footer className={styles.foot}>
      {total > shown && !isSearching && (
        <Link to={`?${more}`} replace preventScrollReset className={styles.more}>
          Show More
        </Link>
      )}
      <p>
        {shown} / {isTotalExact ? total : `at least ${total}`}
      </p>
      {children}
    </footer>
  );
}
