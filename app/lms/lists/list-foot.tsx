import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { numberText } from "#app/ui/share.ts";
import { queueWords } from "#content/desk/dashboard.ts";
import { leadPageSize } from "#contract/leads.ts";
import styles from "./list-foot.module.css";

/**
 * The most rows that a page shows, because a reload fetches all of them, fifty per request. A
 * search or a filter finds the leads beyond.
 */
export const mostShown = 5000;

type FootProps = {
  shown: number;
  total: number;
  /** False if there may be more leads than `total`. */
  isTotalExact: boolean;
  hasMore: boolean;
  /** A search shows only its first matches and has no Show More button. */
  isSearching: boolean;
  /** Content that is aligned to the right. */
  children?: ReactNode;
};

/** Shows how many rows are shown, such as "10 of 45", and the Show More button. */
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
