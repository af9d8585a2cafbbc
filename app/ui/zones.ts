// Time zone arithmetic in the app, by Intl: the server's polyfill is too large for a browser.

const dayMs = 24 * 60 * 60_000;

/** The day of a moment in that time zone: "2026-03-17". */
export function dayIn(at: Date, timeZone: string): string {
  return shownAt(at, timeZone).toISOString().slice(0, 10);
}

/** The hour of the day, 0 to 23. */
export function hourIn(at: Date, timeZone: string): number {
  return shownAt(at, timeZone).getUTCHours();
}

/** The local date and time, to the minute: "2026-03-18T09:00". The inverse of `instantAt`. */
export function localText(at: Date, timeZone: string): string {
  return shownAt(at, timeZone).toISOString().slice(0, 16);
}

/** A local date and time as typed, such as "2026-03-18T09:00", as an instant; null: invalid. */
export function instantAt(wall: string, timeZone: string): Date | null {
  const [day = "", time = ""] = wall.split("T");
  return Number.isNaN(Date.parse(`${wall}Z`)) ? null : instantOn(day, time, timeZone);
}

/** When a day such as "2026-03-17" begins; at 1 am where clocks skip its midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantOn(day, "00:00", timeZone);
}

/** A skipped local time is an hour later; a repeated one is its first occurrence. */
function instantOn(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`);
  const aheadMs = (at: number) => shownAt(new Date(at), timeZone).getTime() - at;
  // No zone changes its clocks twice within two days.
  const [before, after] = [aheadMs(asUtc - dayMs), aheadMs(asUtc + dayMs)];
  const isAfter = aheadMs(asUtc - before) !== before && aheadMs(asUtc - after) === after;
  return new Date(asUtc - (isAfter ? after : before));
}

/** The day that many days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The local date and time of a moment, as if it were UTC. */
function shownAt(at: Date, timeZone: string): Date {
  const shown = formatIn(timeZone, {
    ...{ year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  }).format(at);
  const [month, day, year, hour, minute] = shown.match(/\d+/g) ?? [];
  const withinMinuteMs = at.getTime() % 60_000;
  return new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`) + withinMinuteMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Cached: creating a formatter costs as much as fifty uses, and a list needs four per row. Without
 * a time zone, the reader's own.
 */
export function formatIn(timeZone: string | undefined, options: Intl.DateTimeFormatOptions) {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...options });
  formats.set(key, format);
  return format;
}
