import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { numberText } from "#app/ui/share.ts";
import { queueWords } from "#content/desk/dashboard.ts";
import { leadPageSize } from "#contract/leads.ts";
import styles from "./list-foot.module.css";

/**
 * What one page holds: the server reads fifty at a time, and each change of the desk reads all that is
 * shown anew. Nobody calls through more; a search or a filter finds whoever stands below.
 */
export const mostShown = 5000;

type FootProps = {
  shown: number;
  total: number;
  /** Else at least so many. */
  isTotalExact: boolean;
  hasMore: boolean;
  /** While searching the first matches are shown, and Show More is not. */
  isSearching: boolean;
  /** At the right end. */
  children?: ReactNode;
};

/** How many are shown of how many, and ten more. */
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
