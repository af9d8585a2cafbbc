// Spend by day as bars, oldest on the left. The table beside it has the numbers.
import { dayText } from "#contract/moment-text.ts";
import { dollarsText } from "#contract/money.ts";
import { daysUntil } from "#contract/zones.ts";
import styles from "./day-chart.module.css";

type Day = { day: string; spendCents: number | null };

// Of the drawing, which is stretched to its place; the labels are text beside it, in their own size.
const width = 480;
const height = 108;

/** `days`: newest first, one at least with spend. A day without recorded spend has no bar. */
export function DayChart({ days }: { days: Day[] }) {
  const [last = "", first = ""] = [days[0]?.day, days.at(-1)?.day];
  const count = daysUntil(first, last) + 1;
  const most = Math.max(...days.map(({ spendCents }) => spendCents ?? 0));
  const step = width / Math.max(count, 7);
  return (
    <div className={styles.chart} aria-hidden>
      <p>${dollarsText(most)}</p>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        {days.map(({ day, spendCents }) => {
          const tall = height * ((spendCents ?? 0) / most);
          return (
            <rect
              key={day}
              x={daysUntil(first, day) * step}
              y={height - tall}
              width={Math.max(1, step * 0.7)}
              height={tall}
            />
          );
        })}
      </svg>
      <p className={styles.days}>
        <span>{dateOf(first)}</span>
        {count > 1 && <span>{dateOf(last)}</span>}
      </p>
    </div>
  );
}

const dateOf = (day: string) => dayText(day, { dateStyle: "medium" });
