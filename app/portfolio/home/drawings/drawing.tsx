// The frame of the projects' drawings. The curve stretches with the drawing but the labels don't,
// so that one drawing fits both phones and wide screens. All positions are percentages.
import type { ReactNode } from "react";
import styles from "./drawing.module.css";

export function Drawing({
  label,
  units,
  axis,
  parts,
  plot,
  children,
}: {
  /** The accessible name. */
  label: string;
  /** The plot's width and height, in the units of its paths. */
  units: readonly [width: number, height: number];
  /** Labels along the axis, each with its position in percent. */
  axis: readonly { at: number; says: string }[];
  /** Into how many equal parts ticks divide the axis; without it, there are no ticks. */
  parts?: number;
  plot: ReactNode;
  /** The plot's `Mark`s. */
  children: ReactNode;
}) {
  return (
    <div className={styles.drawing} role="img" aria-label={label}>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${units.join(" ")}`} preserveAspectRatio="none" aria-hidden="true">
          {plot}
        </svg>
        {children}
      </div>
      <div className={styles.axis} style={{ "--parts": parts }}>
        {axis.map(({ at, says }) => (
          <span key={says} style={{ left: `${at}%` }}>
            {says}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A label on the plot, with a dot or with a line down to the axis. */
export function Mark({
  at: [left, top],
  kind,
  strong,
  quiet,
}: {
  at: readonly [left: number, top: number];
  /** `above` and `below` label a dot, `before` and `after` a line. */
  kind: "above" | "below" | "before" | "after";
  strong: string;
  quiet?: string;
}) {
  return (
    <p className={`${styles.mark} ${styles[kind]}`} style={{ left: `${left}%`, top: `${top}%` }}>
      <span>
        <b>{strong}</b>
        {quiet && ` ${quiet}`}
      </span>
    </p>
  );
}
