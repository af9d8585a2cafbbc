// What the projects' drawings share: a size for wide and one for narrow places, and their lettering.
import type { ReactNode, SVGProps } from "react";
import styles from "./drawing.module.css";

export type Size = { width: number; height: number; font: number };

const narrow: Size = { width: 342, height: 220, font: 12 };

/** Draws it for both kinds of place; the style sheet shows the one that fits. */
export function Drawing({
  label,
  wideWidth,
  draw,
}: {
  label: string;
  /** As wide as it stands beside others: all are equally high. */
  wideWidth: number;
  draw: (size: Size) => ReactNode;
}) {
  const wide: Size = { width: wideWidth, height: 280, font: 13 };
  return (
    <div className={styles.place}>
      {[wide, narrow].map((size) => (
        <svg
          key={size.width}
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={label}
          fontSize={size.font}
          className={size === wide ? styles.wide : styles.narrow}
        >
          {draw(size)}
        </svg>
      ))}
    </div>
  );
}

/** Where the axis lies, from the top. */
export const axisOf = ({ height }: Size) => height - 30;

export function Words({
  strong,
  quiet,
  ...text
}: { strong?: string; quiet?: string } & SVGProps<SVGTextElement>) {
  return (
    <text {...text}>
      {strong && <tspan className={styles.strong}>{strong}</tspan>}
      {strong && quiet && " "}
      {quiet && <tspan className={styles.quiet}>{quiet}</tspan>}
    </text>
  );
}
