// Compares orders in which a front desk can call its leads. Simulates days on which one person
// calls one lead after the other, in each order, and compares the share of inquiries that get their
// first call in time.
import type { Lead } from "#contract/leads.ts";
import { comparePlaces, placeOf } from "#contract/place-in-queue.ts";
import { goalMinutes, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import type { Figure } from "./report.ts";

const minuteMs = 60_000;
const days = 200;
const dayStart = Date.UTC(2026, 2, 17);
const opens = dayStart + 8 * 60 * minuteMs;
const closes = dayStart + 17 * 60 * minuteMs;
const lunch = { from: dayStart + 12 * 60 * minuteMs, to: dayStart + 13 * 60 * minuteMs };

/**
 * The relative number of inquiries in each hour of the day. People read ads at lunch and in the
 * evening.
 */
const byHour = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 9, 10, 11, 9, 8, 8, 8, 9, 10, 11, 12, 11, 8, 4];

/** The number of inquiries in 24 hours, and the average minutes between two calls. */
const loads = [
  { perDay: 30, minutesPerCall: 5 },
  { perDay: 60, minutesPerCall: 5 },
  { perDay: 60, minutesPerCall: 8 },
  { perDay: 90, minutesPerCall: 5 },
  { perDay: 90, minutesPerCall: 8 },
];

type Waiting = { id: string; since: number };
type Order = (one: Waiting, other: Waiting, now: number) => number;

const queueOrder =
  (sort: "next" | "deadline"): Order =>
  (one, other, now) => {
    const place = ({ id, since }: Waiting) => placeOf(uncalled(id, since), sort, new Date(now));
    return comparePlaces(place(one), place(other));
  };

const orders: Record<string, Order> = {
  next: queueOrder("next"),
  deadline: queueOrder("deadline"),
  "newest first": (one, other) => other.since - one.since,
  "oldest first": (one, other) => one.since - other.since,
};

export async function orderOfCalls(): Promise<Figure[]> {
  return loads.flatMap(({ perDay, minutesPerCall }) =>
    Object.entries(orders).map(([name, order]) => {
      const waits = Array.from({ length: days }, (_, day) =>
        callAll(inquiriesOf(day, perDay), order, minutesPerCall, random(day + 1000)),
      ).flat();
      const shareUnder = (minutes: number) => {
        const inTime = waits.filter((wait) => wait < minutes * minuteMs).length;
        return `${((100 * inTime) / waits.length).toFixed(1)}% under ${minutes}`;
      };
      return {
        name: `${perDay} a day, a call takes ${minutesPerCall} minutes: ${name}`,
        measured: [goalMinutes, onTimeMinutes, lateAfterMinutes].map(shareUnder).join(", "),
        budget: "",
        bare: "",
      };
    }),
  );
}

/**
 * Returns how long each inquiry waited for its first call, in business hours. The time is infinite
 * if there was no call.
 */
function callAll(
  inquiries: Waiting[],
  order: Order,
  minutesPerCall: number,
  rnd: () => number,
): number[] {
  const waits = new Map<Waiting, number>();
  let now = opens;
  while (now < closes) {
    if (now >= lunch.from && now < lunch.to) now = lunch.to;
    const waiting = inquiries.filter((one) => one.since <= now && !waits.has(one));
    const [next] = waiting.sort((one, other) => order(one, other, now));
    if (next) {
      waits.set(next, now - next.since);
      now += minutesPerCall * (0.5 + rnd()) * minuteMs;
    } else {
      const coming = inquiries.find(({ since }) => since > now);
      // It takes half a minute to notice the lead.
      now = coming ? coming.since + minuteMs / 2 : closes;
    }
  }
  return inquiries
    .filter(({ since }) => since >= opens && since < closes)
    .map((one) => waits.get(one) ?? Number.POSITIVE_INFINITY);
}

/** Returns a day's inquiries in order, from the previous closing time to this one. */
function inquiriesOf(day: number, perDay: number): Waiting[] {
  const rnd = random(day);
  const total = byHour.reduce((sum, count) => sum + count, 0);
  const inquiries: Waiting[] = [];
  for (let hour = 17 - 24; hour < 17; hour += 1) {
    const rate = ((byHour.at(hour % 24) ?? 0) / total) * perDay;
    // Inquiries arrive as a Poisson process, so the time to the next one is exponentially
    // distributed.
    for (let at = toNext(rate, rnd); at < 1; at += toNext(rate, rnd)) {
      const since = dayStart + (hour + at) * 60 * minuteMs;
      inquiries.push({ id: `${day}-${inquiries.length}`, since });
    }
  }
  return inquiries;
}

function toNext(rate: number, rnd: () => number): number {
  return -Math.log(1 - rnd()) / rate;
}

/** Returns random numbers that are the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Returns a lead with the fields that the queue's order reads. */
function uncalled(id: string, since: number): Lead {
  const at = new Date(since).toISOString();
  return { _id: id, state: "new", timeReceived: at, uncalledSince: at, doNotCall: null } as Lead;
}
