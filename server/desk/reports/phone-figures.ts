// What a practice's phones and texts do for its response time: decision 118 has the cases. Pure.
import { dayMs, minuteMs } from "#contract/durations.ts";
import { minForMedian, type RingFigures, type TextFigures } from "#contract/figures.ts";
import { afterOpenMinutes, type BusinessHours, openSpansOf } from "#contract/open-time.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { dayIn, momentAt } from "#contract/zones.ts";
import { calledWithin, minuteWaits } from "#server/desk/clock/called-within.ts";

/**
 * Inquiries of one group with the same wait. `minute`: whole minutes from the start of the clock to
 * the first call, or to now if there is none.
 */
export type WaitCount = { minute: number; isCalled: boolean; inquiries: number };

/** Uncalled inquiries count too: see `calledWithin`. */
export function firstCallsOf(counts: WaitCount[]): RingFigures["on"] {
  const sumOf = (isWanted: (one: WaitCount) => boolean) =>
    counts.filter(isWanted).reduce((sum, one) => sum + one.inquiries, 0);
  const inquiries = sumOf(() => true);
  if (inquiries < minForMedian) return { inquiries, half: null };
  const waits = minuteWaits(
    (minute) => sumOf((one) => one.isCalled && one.minute === minute),
    (minute) => sumOf((one) => !one.isCalled && one.minute === minute),
  );
  const late = (isCalled: boolean) =>
    sumOf((one) => one.isCalled === isCalled && one.minute >= lateAfterMinutes);
  return {
    inquiries,
    half: calledWithin(0.5, waits, { called: late(true), uncalled: late(false) }),
  };
}

/**
 * Returns the end of the business day in which a text has to be answered: closing time of the day,
 * or of the next day with business hours if it came after closing. A day later for a practice that
 * is never open.
 */
export function answerDueAt(askedAt: Date, hours: BusinessHours): Date {
  const opensAt = afterOpenMinutes(askedAt, 0, hours);
  const day = opensAt && dayIn(opensAt, hours.timeZone);
  const last = day && openSpansOf(day, hours).at(-1);
  return last ? momentAt(day, last.to, hours.timeZone) : new Date(askedAt.getTime() + dayMs);
}

export type Conversation = {
  askedAt: Date;
  /** The first text or call of the practice after that, or null. */
  answeredAt: Date | null;
  dueAt: Date;
  /** When the person opted out of texts, or null if they didn't, or allowed them again before. */
  stoppedAt: Date | null;
};

/**
 * Someone who opted out before an answer was due may not be answered by text, so they don't count as
 * unanswered. A later opt-out changes nothing.
 */
export function textFiguresOf(all: Conversation[], now: Date): TextFigures {
  const counted = all.filter(
    ({ answeredAt, stoppedAt, dueAt }) =>
      stoppedAt === null || stoppedAt >= dueAt || (answeredAt !== null && answeredAt < stoppedAt),
  );
  const isWaiting = ({ answeredAt, dueAt }: Conversation) => answeredAt === null && now < dueAt;
  const decided = counted.filter((one) => !isWaiting(one));
  return {
    conversations: counted.length,
    answeredInDay: decided.filter(({ answeredAt, dueAt }) => answeredAt && answeredAt < dueAt)
      .length,
    waiting: counted.length - decided.length,
    medianMinutes: medianMinutesOf(decided),
  };
}

/** The smallest whole number of minutes within which half were answered. */
function medianMinutesOf(decided: Conversation[]): TextFigures["medianMinutes"] {
  if (decided.length < minForMedian) return null;
  const waits = decided
    .flatMap(({ askedAt, answeredAt }) =>
      answeredAt ? answeredAt.getTime() - askedAt.getTime() : [],
    )
    .toSorted((one, other) => one - other);
  const half = waits[Math.ceil(decided.length / 2) - 1];
  return half === undefined ? "not_yet" : Math.floor(half / minuteMs) + 1;
}
