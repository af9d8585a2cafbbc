// The history of a made-up practice: plausible people and their calls, up to the current minute. All
// people are fictional: 555-01xx numbers, example.com addresses.
import { demoPeople } from "#content/demo.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";

const { firstNames, lastNames } = demoPeople;
// The area code 813 is left out: anyone who adds a lead by hand is likely to type a Tampa number,
// and a number identifies a person.
const areas = ["727", "941", "863"];

/** Returns a fictional person; each index gives a different person. */
export function personAt(index: number) {
  const firstName = firstNames[index % firstNames.length] ?? "";
  const lastName = lastNames[(index * 7 + Math.floor(index / 30)) % lastNames.length] ?? "";
  const area = areas[Math.floor(index / 100) % areas.length];
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${index}@example.com`
      .toLowerCase()
      .normalize("NFD")
      .replace(/[^a-z0-9.@-]/g, ""),
    phone: `+1${area}55501${String(index % 100).padStart(2, "0")}`,
  };
}

type MadeCall = { calledAt: Date; outcome: CallOutcome; callBackAt: Date; recordedAt?: Date };

/**
 * Makes a practice's inquiries over `days`, five a day, with their calls. The calls get faster over
 * the weeks, are slower at noon and on Monday mornings, and come in the early morning for overnight
 * inquiries. `ask` makes the person who inquires at a given time.
 */
export function makeHistory<Asked>(
  options: { now: number; days: number; random: () => number },
  ask: (submittedAt: number) => Asked,
): { asked: Asked; calls: MadeCall[] }[] {
  const { now, days, random } = options;
  return Array.from({ length: days * 5 }, (_, index) => {
    const submittedAt = askedAt(now, days - index / 5, random);
    const asked = ask(submittedAt);
    const skill = 0.65 + (0.35 * index) / (days * 5);
    let calledAt = submittedAt + minutesToCall(submittedAt, skill, random) * minuteMs;
    const isLate = calledAt - submittedAt > 60 * minuteMs;
    const outcomes = outcomesOf(random, isLate);
    if (now - submittedAt > followUpDays * dayMs && !isEnd(outcomes.at(-1))) {
      outcomes.push("not_interested");
    }
    const calls: MadeCall[] = [];
    for (const outcome of outcomes) {
      // Skips further calls whose time is still in the future.
      if (calls.length > 0 && calledAt > now - minuteMs) break;
      const at = Math.min(calledAt, now - minuteMs);
      calledAt = whileOpen(calledAt + (20 + random() * 600) * minuteMs);
      calls.push({
        calledAt: new Date(at),
        outcome,
        callBackAt: new Date(halfHourWhileOpen(now + (1 + random() * 5) * dayMs)),
        // Occasionally a call is logged after the fact.
        ...(random() < 0.04 && { recordedAt: new Date(Math.min(at + 25 * minuteMs, now)) }),
      });
    }
    return { asked, calls };
  });
}

/** Follow-ups end after this many days. */
const followUpDays = 6;

function isEnd(outcome?: CallOutcome): boolean {
  return outcome !== "spoke" && outcome !== "voicemail" && outcome !== "no_answer";
}

/** Tampa is four or five hours behind UTC; for inquiry times, four is close enough. */
const utcOffsetMs = 4 * hourMs;

/** Moves a call to a weekday between 8 and 5, in summer and winter. */
function whileOpen(at: number): number {
  const local = new Date(at - utcOffsetMs);
  const [weekday, hour] = [local.getUTCDay(), local.getUTCHours()];
  if (isWeekday(weekday) && hour >= 9 && hour < 17) return at;
  return openingAfter(local, 9) + utcOffsetMs + (at % (50 * minuteMs));
}

/** People schedule a callback for 2:30, not for 2:33. */
function halfHourWhileOpen(at: number): number {
  return Math.floor(whileOpen(at) / (30 * minuteMs)) * 30 * minuteMs;
}

function isWeekday(weekday: number): boolean {
  return weekday > 0 && weekday < 6;
}

/**
 * Returns this time, or closing time of the last open day if the practice is closed then. The
 * sample callbacks become due, and are agreed on, while someone is at the desk.
 */
export function lastWhileOpen(at: number): number {
  const local = new Date(at - utcOffsetMs);
  const [weekday, hour] = [local.getUTCDay(), local.getUTCHours()];
  if (isWeekday(weekday) && hour >= 9 && hour < 17) return at;
  const isToday = isWeekday(weekday) && hour >= 17;
  const days = isToday ? 0 : weekday === 0 ? 2 : weekday === 1 ? 3 : 1;
  const day = local.getUTCDate() - days;
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), day, 17) + utcOffsetMs;
}

/** Returns the local opening hour: today if that's still ahead, otherwise on the next open day. */
function openingAfter(local: Date, opensAt: number): number {
  const [weekday, hour] = [local.getUTCDay(), local.getUTCHours()];
  const isToday = hour < opensAt && isWeekday(weekday);
  const days = isToday ? 0 : weekday === 5 ? 3 : weekday === 6 ? 2 : 1;
  const day = local.getUTCDate() + days;
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), day, opensAt);
}

/**
 * Returns a time on that day before now: most inquiries come during business hours, some in the
 * evening, few at night.
 */
function askedAt(now: number, daysAgo: number, random: () => number): number {
  const midnight = Math.floor((now - utcOffsetMs) / dayMs - daysAgo) * dayMs + utcOffsetMs;
  const luck = random();
  const hour =
    luck < 0.76 ? 8 + random() * 8.3 : luck < 0.95 ? 17 + random() * 5 : (random() * 8) | 0;
  const weekday = new Date(midnight - utcOffsetMs).getUTCDay();
  // Ads pause on most weekends.
  const pauseMs = weekday === 0 && random() < 0.6 ? 2 * dayMs : 0;
  const at = midnight - pauseMs + hour * hourMs + random() * 40 * minuteMs;
  return beforeOpening(at < now - 5 * hourMs ? at : at - dayMs, now);
}

/**
 * Returns this time, or the same time on an earlier day if the practice hasn't opened since. Someone
 * else waits for the opening: the last hours are left to the people whom the caller adds.
 */
function beforeOpening(at: number, now: number): number {
  const local = new Date(at - utcOffsetMs);
  const [weekday, hour] = [local.getUTCDay(), local.getUTCHours()];
  if (isWeekday(weekday) && hour >= 8 && hour < 17) return at;
  const calledUntil = openingAfter(local, 8) + utcOffsetMs + lastCallMs;
  return calledUntil < now ? at : beforeOpening(at - dayMs, now);
}

/** Calls about inquiries from outside business hours are made within this time after opening. */
const lastCallMs = 35 * minuteMs;

/** `skill`: 1 for a practice that has learned to call on time. */
function minutesToCall(submittedAt: number, skill: number, random: () => number): number {
  const local = new Date(submittedAt - utcOffsetMs);
  const [weekday, hour] = [local.getUTCDay(), local.getUTCHours()];
  const isOpenDay = isWeekday(weekday);
  const luck = random();
  if (isOpenDay && hour >= 8 && hour < 17) {
    const isBusy = hour === 12 || (weekday === 1 && hour < 10);
    if (luck < (isBusy ? 0.6 : 0.92) * skill) return 1 + random() * 8.5;
    return luck < (isBusy ? 0.9 : 0.98) ? 11 + random() * 40 : 62 + random() * 90;
  }
  // In the evening and on Saturday someone sometimes still checks the phone.
  if (hour >= 8 && hour < 21 && luck < 0.55) return 2 + random() * (isOpenDay ? 11 : 40);
  const opening = openingAfter(local, 8);
  return (opening - local.getTime()) / minuteMs + 2 + random() * 30;
}

/** A lead's call outcomes, in order. Leads who waited long are harder to reach. */
function outcomesOf(random: () => number, isLate: boolean): CallOutcome[] {
  const luck = isLate ? 0.28 + random() * 0.72 : random();
  if (isLate && luck > 0.7) return ["voicemail", "no_answer"];
  if (luck < 0.3) return ["booked"];
  if (luck < 0.45) return ["no_answer", "booked"];
  if (luck < 0.6) return ["voicemail", "no_answer", "not_interested"];
  if (luck < 0.68) return ["wrong_number"];
  if (luck < 0.78) return ["spoke", "call_back"];
  if (luck < 0.88) return ["not_interested"];
  if (luck < 0.95) return ["no_answer"];
  return ["voicemail", "no_answer"];
}

/** Creates a small PRNG (Mulberry32), identical on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
