import { Link, useSearchParams } from "react-router";
import { listWords as words } from "#content/console/frame.ts";
import styles from "./pages.module.css";

/**
 * Links below a list to the previous and next page, with the same filters. Renders nothing if there
 * is only one page.
 */
export function Pages({ page, pages }: { page: number; pages: number }) {
  const [params] = useSearchParams();
  if (pages <= 1) return null;
  const to = (number: number) => {
    const next = new URLSearchParams(params);
    next.set("page", String(number));
    return `?${next}`;
  };
  return (
    <nav className={styles.pages} aria-label={words.page(page, pages)}>
      {page > 1 && <Link to={to(page - 1)}>{words.previous}</Link>}
      <span>{words.page(page, pages)}</span>
      {page < pages && <Link to={to(page + 1)}>{words.next}</Link>}
    </nav>
  );
}
