import { Fragment, type ReactNode } from "react";
import { belowFold, type Room } from "#app/below-fold.ts";
import styles from "./section.module.css";

/**
 * A section of the landing page. Two sections next to each other must have different backgrounds.
 */
export function Section({
  id,
  title,
  lead,
  ground = "paper",
  room,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  ground?: "paper" | "surface";
  room: Room;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className={`${styles.section} ${styles[ground] ?? ""}`}
      aria-labelledby={`${id}-title`}
      {...belowFold(room)}
    >
      <div className={styles.inside}>
        <div className={styles.heads}>
          <h2 id={`${id}-title`}>
            {title.split(/(?<=\.) /).map((sentence) => (
              // The space is outside the spans, because at the end of an inline-block it wouldn't
              // be rendered.
              <Fragment key={sentence}>
                <span>{sentence}</span>{" "}
              </Fragment>
            ))}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
