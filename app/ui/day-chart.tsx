// Spend by day as bars, oldest on the left. The table beside it has the numbers.
import { dollarsText } from "#contract/money.ts";
import styles from "./day-chart.module.css";

type Day = { day: string; spendCents: number | null };

const width = 480;
const height = 150;
const base = height - 24;
const top = 18;
const dayMs = 24 * 60 * 60_000;

/** `days`: newest first, one at least with spend. A day without recorded spend has no bar. */
export function DayChart({ days }: { days: Day[] }) {
  const last = Date.parse(days[0]?.day ?? "");
  const first = Date.parse(days.at(-1)?.day ?? "");
  const count = Math.round((last - first) / dayMs) + 1;
  const most = Math.max(...days.map(({ spendCents }) => spendCents ?? 0));
  const step = width / Math.max(count, 7);
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <line className={styles.rule} x1={0} x2={width} y1={top} y2={top} />
      <line className={styles.rule} x1={0} x2={width} y1={base} y2={base} />
      <text className={styles.label} x={0} y={top - 5}>
        ${dollarsText(most)}
      </text>
      {days.map(({ day, spendCents }) => {
        const tall = (base - top) * ((spendCents ?? 0) / most);
        return (
          <rect
            key={day}
            className={styles.bar}
            x={((Date.parse(day) - first) / dayMs) * step}
            y={base - tall}
            width={Math.max(1, step * 0.7)}
            height={tall}
          />
        );
      })}
      <text className={styles.label} x={0} y={height - 6}>
        {days.at(-1)?.day}
      </text>
      {count > 1 && (
        <text className={styles.label} x={width} y={height - 6} textAnchor="end">
          {days[0]?.day}
        </text>
      )}
    </svg>
  );
}
