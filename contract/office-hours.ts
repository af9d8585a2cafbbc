// When the owner is at the phone. Holidays are nobody's knowledge here.

export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export type OfficeHours = {
  /** IANA name: the hours are those of this zone's clocks. */
  timeZone: string;
  /** What a visitor calls that zone. */
  zoneName: string;
  days: readonly (typeof weekdays)[number][];
  /** Hours of the day, `to` the first one at which nobody is there any more. */
  from: number;
  to: number;
};

/** Zones lie whole quarters of an hour apart, so an hour begins at one of them. */
const quarterMs = 15 * 60_000;
const quartersOfAWeek = 7 * 24 * 4;

/** The moment itself where it lies within the hours, else the next at which they begin. */
export function nextOfficeMoment(moment: Date, hours: OfficeHours): Date {
  const isIn = reader(hours);
  if (isIn(moment)) return moment;
  const first = Math.ceil(moment.getTime() / quarterMs);
  for (let quarter = first; quarter <= first + quartersOfAWeek; quarter += 1) {
    const next = new Date(quarter * quarterMs);
    if (isIn(next)) return next;
  }
  throw new Error("These hours have no day");
}

export function isOfficeMoment(moment: Date, hours: OfficeHours): boolean {
  return reader(hours)(moment);
}

/** `Monday, March 9 at 8 AM, Tampa time`. */
export function officeMomentText(moment: Date, { timeZone, zoneName }: OfficeHours): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(moment);
  const day = part({ weekday: "long", month: "long", day: "numeric" });
  // The hour does not part from its AM.
  return `${day} at ${part({ hour: "numeric" }).replace(/\s/, "\u00a0")}, ${zoneName}`;
}

function reader({ timeZone, days, from, to }: OfficeHours) {
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
