// A month of leads by day. Height shows the wait, and shape and color show how timely the call was.
// Waits are on a logarithmic scale, because 2 or 9 minutes matters as much as 2 or 9 hours.
import { bucketOfWait, countMonth, monthDays } from "#app/marketing/month-figures.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import { deskSince, sampleMonth } from "#content/marketing/month.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { Picture } from "./picture.tsx";

const wide = { width: 1120, height: 330, left: 70, right: 14, mark: 7, font: 14, everyDays: 7 };
const narrow = { width: 350, height: 300, left: 50, right: 8, mark: 5, font: 13, everyDays: 10 };
type Frame = typeof wide;

/** The space above the plot for the label of the desk's first day, and below it for the days. */
const [top, bottom] = [34, 30];
const [shortest, longest] = [1.5, 4320];
/** Saturday, October 3, 2026. */
const firstSaturday = 3;

/** Renders a wide and a narrow picture. A style sheet shows one of them. */
export function Month({ classOf }: { classOf: { wide?: string; narrow?: string } }) {
  const { marketing, packages } = useMarketingWords();
  const { month } = marketing;
  const { leads, onTime, before, after } = countMonth(packages[1].price);
  const share = ({ onTime, leads }: { onTime: number; leads: number }) => month.of(onTime, leads);
  const label = month.picture(leads, onTime, share(before), share(after));
  return (
    <>
      <Picture name="month" hasWords className={classOf.wide} viewBox={boxOf(wide)} label={label} />
      <Picture
        name="month-narrow"
        hasWords
        className={classOf.narrow}
        viewBox={boxOf(narrow)}
        label={label}
      />
    </>
  );
}

function boxOf({ width, height }: Frame): string {
  return `0 0 ${width} ${height}`;
}

export const MonthDrawing = () => <Drawing frame={wide} />;
export const NarrowMonthDrawing = () => <Drawing frame={narrow} />;

function Drawing({ frame }: { frame: Frame }) {
  const { width, height, left, right, mark, font, everyDays } = frame;
  const { month } = useMarketingWords().marketing;
  const plot = height - bottom;
  const xOf = (day: number) => left + ((day - 1) / monthDays) * (width - left - right);
  const yOf = (minutes: number) =>
    plot - (Math.log(minutes / shortest) / Math.log(longest / shortest)) * (plot - top);
  const weekends = [0, 7, 14, 21, 28].map((days) => firstSaturday + days);
  const days = Array.from({ length: monthDays }, (_, index) => index + 1);
  return (
    <g fontFamily="var(--text)" fontSize={font} fill="var(--muted)">
      {weekends.map((day) => (
        <rect
          key={day}
          x={xOf(day)}
          y={top}
          width={xOf(Math.min(day + 2, monthDays + 1)) - xOf(day)}
          height={plot - top}
          fill="var(--ink)"
          opacity="0.055"
        />
      ))}
      {Object.entries(month.waits).map(([minutes, name]) => (
        <g key={minutes}>
          <path
            d={`M${left} ${yOf(Number(minutes))}H${width - right}`}
            stroke={minutes === "10" ? "var(--ink)" : "var(--line)"}
            strokeDasharray={minutes === "10" ? "3 4" : undefined}
          />
          <text x={left - 8} y={yOf(Number(minutes)) + font * 0.35} textAnchor="end">
            {name}
          </text>
        </g>
      ))}
      <path d={`M${xOf(deskSince)} ${top - 12}V${plot}`} stroke="var(--accent)" strokeWidth="2" />
      <text x={xOf(deskSince) + 8} y={top - 12 + font * 0.6} fill="var(--accent)" fontWeight="650">
        {month.since}
      </text>
      <path d={`M${left} ${plot}H${width - right}`} stroke="var(--edge)" />
      {days
        // A label is up to 3.5 times as wide as its font is high.
        .filter((day) => day % everyDays === 1 && xOf(day) + 3.5 * font <= width)
        .map((day) => (
          <text key={day} x={xOf(day)} y={height - 8}>
            {month.day(day)}
          </text>
        ))}
      {sampleMonth.map(([day, waited, isBooked]) => (
        <g key={day} transform={`translate(${round(xOf(day))} ${round(yOf(waited))})`}>
          <Mark bucket={bucketOfWait(waited)} size={mark} />
          {isBooked && <circle r={mark + 4} fill="none" stroke="var(--accent)" strokeWidth="2" />}
        </g>
      ))}
    </g>
  );
}

function round(position: number): number {
  return Math.round(position * 10) / 10;
}

/**
 * The mark of one lead. Each bucket has its own shape and color, so that either is enough to tell
 * the buckets apart.
 */
export function Mark({ bucket, size }: { bucket: Bucket; size: number }) {
  if (bucket === "lt10") return <circle r={size} fill="var(--on-time)" />;
  if (bucket === "lt60") {
    return <path d={`M0 ${-size}L${size} 0L0 ${size}L${-size} 0z`} fill="var(--slow)" />;
  }
  return <path d={`M0 ${-size}L${size} ${size}H${-size}z`} fill="var(--late)" />;
}
