import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { numberText } from "#app/ui/share.ts";
import { queueWords } from "#content/desk/dashboard.ts";
import { leadPageSize } from "#contract/leads.ts";
import styles from "./list-foot.module.css";

/**
 * The maximum number of rows on a page. A reload refetches all shown rows, fifty per request. A
 * search or a filter can find the leads beyond it.
 */
export const mostShown = 5000;

type FootProps = {
  shown: number;
  total: number;
  /** False if there may be more than `total`. */
  isTotalExact: boolean;
  hasMore: boolean;
  /** A search shows only its first matches, without Show More. */
  isSearching: boolean;
  /** Right-aligned content. */
  children?: ReactNode;
};

/** Shows "10 of 45" and Show More. */
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
