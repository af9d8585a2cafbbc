// A chart with one bar per period, the newest last. A period with too little data has no bar.
import { Hidden } from "#app/ui/hidden.tsx";
import styles from "./history-bars.module.css";

const bar = { width: 8, gap: 3, height: 20 } as const;

type HistoryProps = {
  /**
   * `share`: how much of its slot the bar fills, from 0 to 1; null for no bar. `text`: the period
   * and its value.
   */
  bars: { share: number | null; text: string }[];
  /** The whole chart as text, for screen readers. */
  text: string;
};

export function HistoryBars({ bars, text }: HistoryProps) {
  const width = bars.length * (bar.width + bar.gap) - bar.gap;
  return (
    <span title={text}>
      <svg className={styles.bars} width={width} height={bar.height} aria-hidden>
        {bars.map(({ share, text }, place) => {
          const x = place * (bar.width + bar.gap);
          const height = Math.max(1, (share ?? 0) * bar.height);
          return (
            <g key={text}>
              <rect className={styles.whole} x={x} width={bar.width} height={bar.height} />
              {share !== null && (
                <rect x={x} y={bar.height - height} width={bar.width} height={height} />
              )}
            </g>
          );
        })}
      </svg>
      <Hidden>{text}</Hidden>
    </span>
  );
}
