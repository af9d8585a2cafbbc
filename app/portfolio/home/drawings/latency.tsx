import { drawingWords } from "#content/portfolio-words.ts";
import { Drawing, Mark } from "./drawing.tsx";

const words = drawingWords.latency;

/**
 * The bars are on a logarithmic axis, with eighteen per factor of ten. The slowest one percent of
 * requests begins at the bar `tail`.
 */
const bars = 46;
const tail = 30;
const perTen = 18;
/**
 * The first bar without a request, because no request waits longer than the stall, which lasts one
 * second.
 */
const end = 38;

/**
 * Returns a bar's height as a share of the highest bar. A request that comes during a stall waits
 * until the stall ends, so every wait up to a second is equally likely. On this axis, the bars
 * therefore become higher toward the end.
 */
function heightOf(bar: number): number {
  const body = Math.exp(-(((bar - 11) / (bar < 11 ? 5.4 : 9)) ** 2));
  const slow = 0.06 * 10 ** ((bar - end + 1) / perTen);
  return Math.max(0.008, body + slow);
}

function barsFrom(from: number, to: number): string {
  const each = Array.from({ length: to - from }, (_, at) => {
    const height = Math.round(200 - 150 * heightOf(from + at));
    return `M${2 * (from + at) + 1} 200V${height}`;
  });
  return each.join("");
}

export function Latency() {
  return (
    <Drawing
      label={words.label}
      units={[2 * bars, 200]}
      axis={words.axis.map((says, ten) => ({
        at: Math.round((ten * 100 * perTen) / bars),
        says,
      }))}
      plot={
        <>
          <path d={barsFrom(0, tail)} stroke="var(--edge)" strokeWidth="1.65" opacity=".5" />
          <path d={barsFrom(tail, end)} stroke="var(--accent)" strokeWidth="1.65" />
        </>
      }
    >
      <Mark at={[24, 8]} kind="after" strong={words.median.value} quiet={words.median.says} />
      <Mark at={[66, 40]} kind="after" strong={words.tail.value} quiet={words.tail.says} />
    </Drawing>
  );
}
