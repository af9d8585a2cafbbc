// Durations in milliseconds. A day always has 24 hours here, even if clocks change. For calendar
// days, see `dayAfter` (zones.ts).
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
