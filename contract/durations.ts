// Lengths of time in milliseconds. A day is 24 hours, also when clocks change: a day of a calendar is
// `dayAfter` (zones.ts).
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
