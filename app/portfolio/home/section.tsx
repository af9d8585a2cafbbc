import type { ReactNode } from "react";
import { belowFold, type Room } from "#app/below-fold.ts";
import styles from "./section.module.css";

/**
 * A section of the home page. Its title is on the left, and its content is in the other nine
 * columns. With `isWide`, only `says` is next to the title, and the content below spans all twelve
 * columns.
 */
export function Section({
  id,
  title,
  says,
  isWide,
  room,
  children,
}: {
  id: string;
  title: string;
  says?: ReactNode;
  isWide?: boolean;
  room: Room;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className={styles.section}
      aria-labelledby={`${id}-title`}
      {...belowFold(room)}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {says && <div className={styles.says}>{says}</div>}
      <div className={isWide ? styles.wide : styles.content}>{children}</div>
    </section>
  );
}
