// The text for visitors while the office is closed. It depends on the day on which the office opens
// next.
import type { ReactNode } from "react";
import styles from "./opens-on.module.css";
import { useMarketingWords } from "./words.ts";

type Opening = ReturnType<typeof useMarketingWords>["phoneOpenings"][string];

/**
 * Renders a text for each day on which the office may open. CSS shows the text for the day in the
 * frame's attribute.
 */
export function OpensOn({ children }: { children: (opening: Opening) => ReactNode }) {
  return Object.entries(useMarketingWords().phoneOpenings).map(([day, opening]) => (
    <span key={day} className={styles.day} data-day={day}>
      {children(opening)}
    </span>
  ));
}
