import { Drawing, Mark } from "./drawing.tsx";

/** Bars on a logarithmic axis, eighteen to a factor of ten; from `tail` on the slow one in a hundred. */
const bars = 46;
const tail = 38;
const perTen = 18;

/** Of the highest one. */
function heightOf(bar: number): number {
  const body = Math.exp(-(((bar - 11) / (bar < 11 ? 5.4 : 9)) ** 2));
  const slow = 0.06 * Math.exp(-(((bar - 41.3) / 2.2) ** 2));
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
      label="How long requests take: half of them 41 ms, one in a hundred 1,340 ms"
      units={[2 * bars, 200]}
      axis={["10 ms", "100 ms", "1 s"].map((says, ten) => ({
        at: Math.round((ten * 100 * perTen) / bars),
        says,
      }))}
      plot={
        <>
          <path d={barsFrom(0, tail)} stroke="var(--edge)" strokeWidth="1.65" opacity=".5" />
          <path d={barsFrom(tail, bars)} stroke="var(--accent)" strokeWidth="1.65" />
        </>
      }
    >
      <Mark at={[24, 8]} kind="after" strong="41 ms" quiet="half of the requests" />
      <Mark at={[83, 40]} kind="before" strong="1,340 ms" quiet={"\none in a hundred"} />
    </Drawing>
  );
}
