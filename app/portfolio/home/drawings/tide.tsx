import { axisOf, Drawing, type Size, Words } from "./drawing.tsx";

/** High and low waters of one day: hours since midnight, feet. The first and last lie outside of it. */
const waters = [
  { hour: -5.2, feet: 2.4 },
  { hour: 1.35, feet: -0.1, says: "1:21" },
  { hour: 7.85, feet: 2.0, says: "7:51" },
  { hour: 13.15, feet: 0.9, says: "1:09" },
  { hour: 19.25, feet: 2.6, says: "7:15" },
  { hour: 25.6, feet: 0.2 },
];
/** Between two waters at 13:09 and 19:15, on the curve. */
const now = { hour: 16.1, feet: 1.71 };
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const named: Record<number, string> = { 6: "6 am", 12: "noon", 18: "6 pm" };

export function Tide() {
  return (
    <Drawing
      wideWidth={752}
      label="A day of tides in Tampa Bay as one curve, with the time now"
      draw={draw}
    />
  );
}

function draw(size: Size) {
  const axis = axisOf(size);
  const x = (hour: number) => round((hour * size.width) / 24);
  const y = (feet: number) => round(axis - 40 - ((feet + 0.1) * (axis - 104)) / 2.7);
  const curve = waters.map(({ hour, feet }, at) => {
    const before = waters[at - 1];
    if (!before) return `M${x(hour)} ${y(feet)}`;
    // Flat at each water: a cosine, as near as one Bézier comes to it.
    const reach = (hour - before.hour) * 0.3642;
    return `C${x(before.hour + reach)} ${y(before.feet)} ${x(hour - reach)} ${y(feet)} ${x(hour)} ${y(feet)}`;
  });
  const line = curve.join("");
  return (
    <>
      <path d={`${line}V${axis}H${x(-5.2)}z`} fill="var(--accent)" opacity=".13" />
      <path d={line} fill="none" stroke="var(--accent)" strokeWidth="2.5" />
      <path
        d={`M0 ${axis}.5H${size.width}${hours.map((hour) => `M${x(hour) + 0.5} ${axis}v${hour % 6 ? 5 : 9}`).join("")}`}
        stroke="var(--edge)"
      />
      {Object.entries(named).map(([hour, says]) => (
        <Words key={says} x={x(Number(hour)) + 6} y={axis + 20} quiet={says} />
      ))}
      <path d={`M${x(now.hour)} 18V${axis}`} stroke="var(--ink)" />
      <circle cx={x(now.hour)} cy={y(now.feet)} r="5" fill="var(--ink)" />
      <Words x={x(now.hour) - 8} y={28} textAnchor="end" strong="Now" />
      {waters.map(
        ({ hour, feet, says }) =>
          says && (
            <g key={says}>
              <circle
                cx={x(hour)}
                cy={y(feet)}
                r="3.5"
                fill="var(--surface)"
                stroke="var(--accent)"
                strokeWidth="2"
              />
              <Words
                x={Math.max(48, x(hour))}
                y={y(feet) + (feet < 1 ? 24 : -14)}
                textAnchor="middle"
                strong={says}
                quiet={`${feet < 0 ? "−" : ""}${Math.abs(feet).toFixed(1)} ft`}
              />
            </g>
          ),
      )}
    </>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
