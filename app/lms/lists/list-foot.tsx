import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { numberText } from "#app/ui/share.ts";
import { queueWords } from "#content/desk/dashboard.ts";
import { leadPageSize } from "#contract/leads.ts";
import styles from "./list-foot.module.css";

/**
 * The maximum number of rows on a page: a reload fetches all rows shown, fifty per request. A search
 * or a filter finds leads beyond it.
 */
export const mostShown = 5000;

type FootProps = {
  shown: number;
  total: number;
  /** False: there are at least `total`. */
  isTotalExact: boolean;
  hasMore: boolean;
  /** A search shows the first matches only, without Show More. */
  isSearching: boolean;
  /** Aligned right. */
  children?: ReactNode;
};

/** "10 of 45", and Show More. */
export function ListFoot(props: FootProps) {
  const { shown, isTotalExact, hasMore, isSearching, children } = props;
  const [search] = useSearchParams();
  const more = new URLSearchParams(search);
  more.set("show", String(shown + leadPageSize));
  const total = Math.max(props.total, hasMore ? shown + 1 : shown);
  return (
    <footer className={styles.foot}>
      {hasMore && !isSearching && shown < mostShown && (
        <Link to={`?${more}`} replace preventScrollReset className={styles.more}>
          {queueWords.showMore}
        </Link>
      )}
      <p>
        {numberText(shown)} /{" "}
        {isTotalExact ? numberText(total) : queueWords.atLeast(numberText(total))}
        {hasMore && shown >= mostShown && ` ${queueWords.mostShown}`}
      </p>
      {children}
    </footer>
  );
}
