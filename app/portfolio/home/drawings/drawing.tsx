// What the projects' drawings share. The curve is stretched to its place, the lettering is not: so
// one drawing is right on a phone and on a wide screen. Everything is placed in percent.
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
  /** What it shows, in words. */
  label: string;
  /** How wide and high the plot is, in the units of its paths. */
  units: readonly [width: number, height: number];
  /** Words along the axis, each at its percent. */
  axis: readonly { at: number; says: string }[];
  /** Into how many equal parts ticks divide the axis; none when left out. */
  parts?: number;
  plot: ReactNode;
  /** `Mark`s over the plot. */
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

/** Words at a place of the plot, with a dot on it or a line down to the axis. */
export function Mark({
  at: [left, top],
  kind,
  strong,
  quiet,
}: {
  at: readonly [left: number, top: number];
  /** `above` and `below` are a dot with its words; `before` and `after` stand beside a line. */
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
