// The agency's own drawing: a clock with the ten minutes in which a call is on time. The part that
// has passed is pale.
import { onTimeMinutes } from "#contract/timeliness.ts";
import { Picture } from "./picture.tsx";

export function Clock() {
  return <Picture name="clock" viewBox="-104 -104 208 208" />;
}

/** Renders the drawing as a separate file. */
export const ClockDrawing = () => <ClockFace radius={100} minutes={2.7} />;

const ticks = Array.from({ length: 12 }, (_, hour) => hour * 5);

/** Draws the clock around the origin. `minutes`: how many of the ten have passed. */
export function ClockFace({ radius, minutes }: { radius: number; minutes: number }) {
  const line = Math.max(1.6, radius / 40);
  const at = (minute: number, share: number) => {
    const angle = (minute / 30) * Math.PI;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)];
    return `${inTenths(x * radius * share)} ${inTenths(y * radius * share)}`;
  };
  const wedge = (from: number, to: number) => {
    const arc = `A${inTenths(radius * 0.76)} ${inTenths(radius * 0.76)} 0 0 1 ${at(to, 0.76)}`;
    return `M0 0L${at(from, 0.76)}${arc}z`;
  };
  return (
    <g fill="none" stroke="var(--ink)" strokeWidth={line} strokeLinecap="round">
      <circle r={radius} fill="var(--surface)" />
      <g stroke="none" fill="var(--sun)">
        <path d={wedge(0, minutes)} opacity="0.3" />
        <path d={wedge(minutes, onTimeMinutes)} />
      </g>
      <path d={ticks.map((minute) => `M${at(minute, 0.84)}L${at(minute, 0.91)}`).join("")} />
      <path d={`M0 0L${at(minutes, 0.76)}`} strokeWidth={line * 1.5} />
      <circle r={line * 1.6} fill="var(--ink)" stroke="none" />
    </g>
  );
}

function inTenths(position: number): number {
  return Math.round(position * 10) / 10;
}
