import { axisOf, Drawing, type Size, Words } from "./drawing.tsx";

/** Bars from 10 ms to 2.5 s on a logarithmic axis; from `tail` on they are the slow one in a hundred. */
const bars = 46;
const tail = 38;

export function Latency() {
  return (
    <Drawing
      wideWidth={528}
      label="How long requests take: half of them 41 ms, one in a hundred 1,340 ms"
      draw={draw}
    />
  );
}

/** Of the highest bar. */
function heightOf(bar: number): number {
  const body = Math.exp(-(((bar - 11) / (bar < 11 ? 5.4 : 9)) ** 2));
  const slow = 0.06 * Math.exp(-(((bar - 41.3) / 2.2) ** 2));
  return Math.max(0.008, body + slow);
}

function draw(size: Size) {
  const axis = axisOf(size);
  const step = size.width / bars;
  const highest = axis - 66;
  const barsFrom = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => {
      const bar = from + at;
      const height = round(highest * heightOf(bar));
      return `M${round(bar * step + 1)} ${axis}v-${height}h${round(step - 2)}v${height}z`;
    }).join("");
  const middle = 11.75 * step;
  const slow = 40.8 * step;
  return (
    <>
      <path d={barsFrom(0, tail)} fill="var(--edge)" opacity=".5" />
      <path d={barsFrom(tail, bars)} fill="var(--accent)" />
      <path
        d={`M0 ${axis}.5H${size.width}${[0, 1, 2].map((ten) => `M${round((ten * size.width) / 2.4 + 0.5)} ${axis}v9`).join("")}`}
        stroke="var(--edge)"
      />
      {["10 ms", "100 ms", "1 s"].map((says, ten) => (
        <Words key={says} x={round((ten * size.width) / 2.4) + 6} y={axis + 20} quiet={says} />
      ))}
      <path d={`M${round(middle)} 24V${axis}M${round(slow)} 96V${axis}`} stroke="var(--ink)" />
      <Words x={round(middle) + 8} y={34} strong="41 ms" quiet="half of the requests" />
      <Words x={round(slow) - 8} y={106} textAnchor="end" strong="1,340 ms" />
      <Words x={round(slow) - 8} y={124} textAnchor="end" quiet="one in a hundred" />
    </>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
