// Computes the free call slots: business hours minus holidays, blocked times, booked calls and the
// notice. Pure.
import type { CallSettings } from "#contract/bookings.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { withFederalHolidays } from "#contract/office-hours.ts";
import { openTimesBetween } from "#contract/open-time.ts";
import { dayAfter, dayIn, startOfDay } from "#contract/zones.ts";

/** A span of time; its end is exclusive. */
export type Span = { from: Date; to: Date };

/** `calls` include the free time after each call. */
export type Taken = { calls: Span[]; blocks: Span[] };

/**
 * Returns the span that can be booked at `now`, regardless of what is taken: from the end of the
 * notice to the end of the last day.
 */
export function bookableSpan({ timeZone, noticeHours, daysAhead }: CallSettings, now: Date): Span {
  const lastDay = dayAfter(dayIn(now, timeZone), daysAhead);
  return {
    from: new Date(now.getTime() + noticeHours * hourMs),
    to: startOfDay(dayAfter(lastDay, 1), timeZone),
  };
}

/**
 * Returns the slots in order. Each span of business hours is divided into slots from its start,
 * each followed by its free time, so a booked call takes exactly one slot. Lengths are real time,
 * so a span with a clock change has an hour of slots more or less.
 */
export function freeSlots(settings: CallSettings, taken: Taken, now: Date): Date[] {
  if (!settings.isOn) return [];
  const { timeZone, minutes, bufferMinutes } = settings;
  const bookable = bookableSpan(settings, now);
  const isCallFree = freeOf(taken.calls);
  const isUnblocked = freeOf(taken.blocks);
  const lengthMs = minutes * minuteMs;
  const busyMs = lengthMs + bufferMinutes * minuteMs;
  const slots: Date[] = [];
  // Starts at the beginning of the day, so that the notice doesn't shift the slots.
  for (const { opensAt, closesAt } of openTimesBetween(
    startOfDay(dayIn(now, timeZone), timeZone),
    bookable.to,
    withFederalHolidays(settings),
  )) {
    for (let at = opensAt; at + lengthMs <= closesAt; at += busyMs) {
      if (at < bookable.from.getTime()) continue;
      const isFree = isCallFree(at, at + busyMs) && isUnblocked(at, at + lengthMs);
      if (isFree) slots.push(new Date(at));
    }
  }
  return slots;
}

/**
 * Returns a check that nothing overlaps a span. Call it in ascending order, so that all calls
 * together take linear time.
 */
function freeOf(spans: Span[]): (from: number, to: number) => boolean {
  const inOrder = merged(spans);
  let next = 0;
  return (from, to) => {
    while (next < inOrder.length && (inOrder[next]?.to ?? 0) <= from) next += 1;
    const following = inOrder[next];
    return !following || following.from >= to;
  };
}

/** Returns the spans in order, overlapping ones as one, in milliseconds. */
export function merged(spans: Span[]): { from: number; to: number }[] {
  const inOrder = spans
    .map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }))
    .toSorted((a, b) => a.from - b.from);
  const result: { from: number; to: number }[] = [];
  for (const span of inOrder) {
    const last = result.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else result.push({ ...span });
  }
  return result;
}
