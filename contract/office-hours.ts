// When the owner answers the phone. Holidays are not considered.

export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export type OfficeHours = {
  /** IANA name of the hours' time zone. */
  timeZone: string;
  /** The zone's name for visitors. */
  zoneName: string;
  days: readonly (typeof weekdays)[number][];
  /** Hours of the day; `to` is exclusive. */
  from: number;
  to: number;
};

/** Time zone offsets are multiples of a quarter hour, so every local hour begins at one. */
const quarterMs = 15 * 60_000;
const quartersOfAWeek = 7 * 24 * 4;

/** The moment itself if it is within the hours, else the start of the next office hours. */
export function nextOfficeMoment(moment: Date, hours: OfficeHours): Date {
  const isIn = isOfficeMomentIn(hours);
  if (isIn(moment)) return moment;
  const first = Math.ceil(moment.getTime() / quarterMs);
  for (let quarter = first; quarter <= first + quartersOfAWeek; quarter += 1) {
    const next = new Date(quarter * quarterMs);
    if (isIn(next)) return next;
  }
  throw new Error("These hours have no day");
}

export function isOfficeMoment(moment: Date, hours: OfficeHours): boolean {
  return isOfficeMomentIn(hours)(moment);
}

/** `Monday, March 9 at 8 am, Tampa time`. */
export function officeMomentText(moment: Date, { timeZone, zoneName }: OfficeHours): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(moment);
  const day = part({ weekday: "long", month: "long", day: "numeric" });
  // A non-breaking space keeps the hour and am/pm together.
  return `${day} at ${part({ hour: "numeric" }).toLowerCase().replace(/\s/, "\u00a0")}, ${zoneName}`;
}

function isOfficeMomentIn({ timeZone, days, from, to }: OfficeHours) {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "numeric",
    hourCycle: "h23",
  });
  return (moment: Date) => {
    const parts = clock.formatToParts(moment);
    const read = (type: "weekday" | "hour") => parts.find((part) => part.type === type)?.value;
    const hour = Number(read("hour"));
    return days.some((day) => day === read("weekday")) && hour >= from && hour < to;
  };
}
