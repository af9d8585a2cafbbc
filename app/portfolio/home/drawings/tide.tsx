import { drawingWords } from "#content/portfolio-words.ts";
import { Drawing, Mark } from "./drawing.tsx";

const words = drawingWords.tide;

/**
 * One day's high and low tides, in hours since midnight and in feet. The first and the last are
 * outside the plot.
 */
const waters = [
  { hour: -5.2, feet: 2.4 },
  { hour: 1.35, feet: -0.1, says: "1:21" },
  { hour: 7.85, feet: 2.0, says: "7:51" },
  { hour: 13.15, feet: 0.9, says: "1:09" },
  { hour: 19.25, feet: 2.6, says: "7:15" },
  { hour: 25.6, feet: 0.2 },
];
const nowHour = 16.1;

const x = (hour: number) => Math.round(hour * 10);
/**
 * Returns the position in percent from the top. There is space for the labels above the highest and
 * below the lowest tide.
 */
const y = (feet: number) => Math.round(84 - ((feet + 0.1) * 58) / 2.7);

const line = waters
  .map(({ hour, feet }, at) => {
    const before = waters[at - 1];
    if (!before) return `M${x(hour)} ${y(feet)}`;
    // The curve is horizontal at each tide. This is the single Bézier curve that comes closest to a
    // cosine.
    const reach = (hour - before.hour) * 0.3642;
    return `C${x(before.hour + reach)} ${y(before.feet)} ${x(hour - reach)} ${y(feet)} ${x(hour)} ${y(feet)}`;
  })
  .join("");

export function Tide() {
  return (
    <Drawing
      label={words.label}
      units={[240, 100]}
      parts={24}
      axis={words.axis}
      plot={
        <>
          <path d={`${line}V100H-52z`} fill="var(--accent)" opacity=".13" />
          <path
            d={line}
            fill="none"
            stroke="var(--accent)"
            strokeWidth="2.5"
            vectorEffect="non-scaling-stroke"
          />
        </>
      }
    >
      {waters.map(
        ({ hour, feet, says }) =>
          says && (
            <Mark
              key={says}
              at={[percentOfDay(hour), y(feet)]}
              kind={feet < 1 ? "below" : "above"}
              strong={says}
              quiet={words.feet(`${feet < 0 ? "−" : ""}${Math.abs(feet).toFixed(1)}`)}
            />
          ),
      )}
      <Mark at={[percentOfDay(nowHour), 6]} kind="before" strong={words.now} />
    </Drawing>
  );
}

function percentOfDay(hour: number): number {
  return Math.round((hour * 1000) / 24) / 10;
}
