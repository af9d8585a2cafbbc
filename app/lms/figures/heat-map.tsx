// Calls on time by hour and weekday. The heat map is a table: each cell shows its number and links
// to its inquiries, and its color only repeats the number.
import { Link } from "react-router";
import { isFew, shareText } from "#app/ui/share.ts";
import { statusClass } from "#app/ui/timeliness.tsx";
import { weekDays } from "#content/desk/calendar.ts";
import { controlWords } from "#content/desk/controls.ts";
import { hourWords } from "#content/desk/figures.ts";
import type { Counted, Figures } from "#contract/figures.ts";
import type { Bucket } from "#contract/timeliness.ts";
import styles from "./heat-map.module.css";
import { useInquiriesUrl } from "./links.ts";

type Place = { weekday?: number; hour?: number };
type Axis = { title: string; short: string; place: Place }[];

export function HeatMap({ hours }: { hours: Figures["hours"] }) {
  const shown = hours.map(({ hour }) => hour);
  const first = Math.min(...shown);
  const days: Axis = weekDays.map((title, weekday) => ({
    title,
    short: title.slice(0, 3),
    place: { weekday },
  }));
  const times: Axis = Array.from({ length: Math.max(...shown) - first + 1 }, (_, index) => ({
    title: hourText(first + index),
    short: shortHour(first + index),
    place: { hour: first + index },
  }));
  const all: Axis = [{ title: controlWords.all, short: controlWords.all, place: {} }];
  return (
    <>
      <Grid
        className={styles.wide}
        rows={[...days, ...all]}
        columns={[...times, ...all]}
        hours={hours}
      />
      <Grid
        className={styles.tall}
        rows={[...times, ...all]}
        columns={[...days, ...all]}
        hours={hours}
      />
    </>
  );
}

type GridProps = { rows: Axis; columns: Axis; hours: Figures["hours"]; className?: string };

function Grid({ rows, columns, hours, className }: GridProps) {
  return (
    <table className={`${styles.grid} ${className}`}>
      <caption>{hourWords.table}</caption>
      <thead>
        <tr>
          <td />
          {columns.map(({ title, short }) => (
            <th key={title} scope="col" abbr={title}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.title}>
            <th scope="row">{row.short}</th>
            {columns.map((column) => (
              <Cell
                key={column.title}
                place={{ ...row.place, ...column.place }}
                hours={hours}
                title={`${row.title}, ${column.title}`}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ place, hours, title }: { place: Place; hours: Figures["hours"]; title: string }) {
  const inquiriesUrl = useInquiriesUrl();
  const counted = sumIn(place, hours);
  const total = counted.lt10 + counted.lt60 + counted.other;
  if (total === 0) return <td className={styles.none} />;
  const isSum = place.weekday === undefined || place.hour === undefined;
  const text = isFew(total) ? `${counted.lt10}/${total}` : shareText(counted.lt10, total);
  const words = hourWords.cell(title, counted.lt10, total, counted.other);
  return (
    <td>
      <Link
        to={inquiriesUrl(place)}
        title={words}
        aria-label={`${text}: ${words}`}
        className={`${styles.cell} ${isSum ? styles.sum : statusClass(levelOf(counted.lt10 / total))}`}
        style={{ "--weight": isSum ? "0%" : `${weightOf(total)}%` }}
      >
        {text}
      </Link>
    </td>
  );
}

function sumIn({ weekday, hour }: Place, hours: Figures["hours"]): Counted {
  const sum = { lt10: 0, lt60: 0, other: 0, enteredLater: 0 };
  for (const one of hours) {
    if (weekday !== undefined && one.weekday !== weekday) continue;
    if (hour !== undefined && one.hour !== hour) continue;
    sum.lt10 += one.lt10;
    sum.lt60 += one.lt60;
    sum.other += one.other;
    sum.enteredLater += one.enteredLater;
  }
  return sum;
}

/** Returns a cell's color: on time if its share is at least 80%, late if it is below 50%. */
function levelOf(share: number): Bucket {
  if (share >= 0.8) return "lt10";
  return share >= 0.5 ? "lt60" : "other";
}

/** Returns how strong a cell's color is: faint for one inquiry, full for five or more. */
function weightOf(total: number): number {
  return Math.round(8 + 24 * Math.min(1, total / 5));
}

function hourText(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? "am" : "pm"}`;
}

function shortHour(hour: number): string {
  return `${hour % 12 || 12}${hour < 12 ? "a" : "p"}`;
}
