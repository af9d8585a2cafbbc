// How many of the inquiries were called within each minute of the first hour, as a curve and as a
// table.
import { isFew, shareText } from "#app/ui/share.ts";
import { statusClass } from "#app/ui/timeliness.tsx";
import { curveWords, figureWords } from "#content/desk/figures.ts";
import type { CalledWithin, Counted, Figures } from "#contract/figures.ts";
import { goalMinutes, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import styles from "./response-time-curve.module.css";

type CurveProps = { firstCall: Figures["firstCall"]; total: Counted; onTheClock: number };

export function ResponseTimeCurve({ firstCall, total, onTheClock }: CurveProps) {
  const asked = total.lt10 + total.lt60 + total.other + onTheClock;
  const { curve, half, nineInTen } = firstCall;
  const rows = curve.filter(({ minutes }) => told.includes(minutes));
  return (
    <>
      <dl className={styles.within}>
        <div>
          <dt>{curveWords.half}</dt>
          <dd>{isFew(asked) ? fewText(asked) : withinText(half)}</dd>
        </div>
        <div>
          <dt>{curveWords.nineInTen}</dt>
          <dd>{isFew(asked) ? fewText(asked) : withinText(nineInTen)}</dd>
        </div>
      </dl>
      {!isFew(asked) && (
        <>
          <Curve curve={curve} />
          {rows.length > 0 && (
            <table className={styles.table}>
              <caption>{curveWords.table}</caption>
              <thead>
                <tr>
                  {rows.map(({ minutes }) => (
                    <th key={minutes} scope="col">
                      {curveWords.column(minutes)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <tr>
                  {rows.map(({ minutes, share }) => (
                    <td key={minutes}>{shareText(share, 1)}</td>
                  ))}
                </tr>
              </tbody>
            </table>
          )}
        </>
      )}
      <p className={styles.note}>
        {figureWords.inquiries(asked)}. {curveWords.note}
      </p>
    </>
  );
}

/**
 * The minutes in the table. Ten and sixty are left out, because the ring shows their shares,
 * although only of inquiries whose clock has stopped.
 */
const told = [2, goalMinutes, 20, 40];

function fewText(asked: number): string {
  return curveWords.few(asked, figureWords.few);
}

function withinText(within: CalledWithin): string {
  if (within === null) return "–";
  if (within === "not_yet") return curveWords.notYet;
  return within === "over_an_hour" ? curveWords.over : curveWords.under(within);
}

const width = 480;
const height = 150;
const base = height - 26;
const top = 8;
const left = 44;

function Curve({ curve }: { curve: Figures["firstCall"]["curve"] }) {
  const x = (minutes: number) => left + ((width - left - 10) * minutes) / lateAfterMinutes;
  const y = (share: number) => base - (base - top) * share;
  const points = [{ minutes: 0, share: 0 }, ...curve].map((one) => ({
    minutes: one.minutes,
    at: `${x(one.minutes).toFixed(1)},${y(one.share).toFixed(1)}`,
  }));
  const onTime = points.filter(({ minutes }) => minutes <= onTimeMinutes);
  const slow = points.filter(({ minutes }) => minutes >= onTimeMinutes);
  return (
    <svg className={styles.curve} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {[0, 0.5, 0.9, 1].map((share) => (
        <g key={share}>
          <line className={styles.rule} x1={left} x2={width - 10} y1={y(share)} y2={y(share)} />
          {share !== 1 && (
            <text className={styles.label} x={left - 6} y={y(share) + 4} textAnchor="end">
              {share * 100}%
            </text>
          )}
        </g>
      ))}
      {[0, onTimeMinutes, 30, lateAfterMinutes].map((minutes) => (
        <text
          key={minutes}
          className={styles.label}
          x={x(minutes)}
          y={height - 4}
          textAnchor={minutes === 0 ? "start" : minutes === lateAfterMinutes ? "end" : "middle"}
        >
          {curveWords.minutes(minutes)}
        </text>
      ))}
      <line
        className={styles.limit}
        x1={x(onTimeMinutes)}
        x2={x(onTimeMinutes)}
        y1={top}
        y2={base}
      />
      <polyline
        className={`${styles.line} ${statusClass("lt10")}`}
        points={onTime.map(({ at }) => at).join(" ")}
      />
      <polyline
        className={`${styles.line} ${statusClass("lt60")}`}
        points={slow.map(({ at }) => at).join(" ")}
      />
    </svg>
  );
}
