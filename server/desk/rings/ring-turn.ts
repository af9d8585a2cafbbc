// Which lead's ring starts next at a practice, and which phone it calls next. Pure.
import { burstSize } from "#contract/alerts.ts";
import { minuteMs } from "#contract/durations.ts";
import { comparePlaces, type LeadPlace } from "#contract/place-in-queue.ts";
import type { Attempt } from "#server/desk/phone/ring.ts";

/** A ring that hasn't started, or is between two rounds. */
export type WaitingRing = {
  ringId: string;
  leadId: string;
  dueAt: Date;
  /** It has already called a phone, so it doesn't join another ring. */
  isStarted: boolean;
  /** The lead came while the practice was closed, so its ring is due at opening. */
  isFromClosed: boolean;
  /** Its place in the queue's order, `next`. */
  place: LeadPlace;
};

export type PracticeNow = {
  /**
   * A ring has a phone on the line. Only one at a time, so that the practice's other lines stay
   * free.
   */
  isRinging: boolean;
  /** Leads that a person calls from the screen. */
  calledOnScreen: ReadonlySet<string>;
  /** Rings that started in the last minute. */
  startedInMinute: number;
  /** When the last ring for a burst started. */
  burstAt: Date | null;
};

export type Turn = {
  /** The ring to start now, and for how many leads: more than one in a burst. */
  start: { ring: WaitingRing; leads: number } | null;
  /** They don't ring, because the burst's ring is for them, too. */
  joined: WaitingRing[];
  screenWon: WaitingRing[];
  /** Due for too long. The alerts and the list still show these leads. */
  dropped: WaitingRing[];
};

/**
 * How long after it is due a ring may still start. All leads of a night are due at the same moment,
 * so they have time to ring one after the other.
 */
const keptMs = { open: minuteMs, closed: 30 * minuteMs };

/**
 * Decides what happens to a practice's waiting rings now. Rings that aren't in any list keep
 * waiting.
 */
export function nextTurn(waiting: WaitingRing[], practice: PracticeNow, now: Date): Turn {
  const { calledOnScreen, burstAt, isRinging, startedInMinute } = practice;
  const screenWon = waiting.filter(({ leadId }) => calledOnScreen.has(leadId));
  const others = waiting.filter(({ leadId }) => !calledOnScreen.has(leadId));
  const isTooLate = ({ dueAt, isFromClosed }: WaitingRing) =>
    waitedMs(dueAt, now) > keptMs[isFromClosed ? "closed" : "open"];
  const dropped = others.filter(isTooLate);
  const due = others
    .filter((ring) => waitedMs(ring.dueAt, now) >= 0 && !isTooLate(ring))
    .toSorted((one, other) => comparePlaces(one.place, other.place));
  const fresh = due.filter(({ isStarted }) => !isStarted);
  const hasBurst = burstAt !== null && waitedMs(burstAt, now) < minuteMs;
  const settled = { start: null, joined: hasBurst ? fresh : [], screenWon, dropped };
  const first = due.find(({ isStarted }) => isStarted || !hasBurst);
  if (isRinging || !first) return settled;
  const isBurst = !first.isStarted && startedInMinute + fresh.length > burstSize;
  if (!isBurst) return { ...settled, start: { ring: first, leads: 1 } };
  const joined = fresh.filter((ring) => ring !== first);
  return { ...settled, start: { ring: first, leads: fresh.length }, joined };
}

/** How often a ring calls each phone, and the pause between rounds. */
const maxRounds = 3;
const pauseMs = 2 * minuteMs;

export type CalledPhone = { phoneId: string; ending: Attempt["ending"]; endedAt: Date };

/**
 * Returns the phone that a ring calls next, and from when, or null if none is left. `phoneIds`: the
 * practice's confirmed phones in its order. `called`: the ring's earlier calls. A phone that
 * skipped the lead or can't be called isn't called for it again.
 */
export function nextPhone(
  phoneIds: string[],
  called: CalledPhone[],
): { phoneId: string; notBefore: Date | null } | null {
  const out = called.filter(({ ending }) => ending === "skipped" || ending === "failed");
  const usable = phoneIds
    .filter((phoneId) => !out.some((one) => one.phoneId === phoneId))
    .map((phoneId) => ({
      phoneId,
      rounds: called.filter((one) => one.phoneId === phoneId).length,
    }));
  const round = Math.min(...usable.map(({ rounds }) => rounds));
  const next = usable.find(({ rounds }) => rounds === round);
  if (!next || round >= maxRounds) return null;
  const isNewRound = round > 0 && usable.every(({ rounds }) => rounds === round);
  const lastEndedAt = Math.max(...called.map(({ endedAt }) => endedAt.getTime()));
  return {
    phoneId: next.phoneId,
    notBefore: isNewRound ? new Date(lastEndedAt + pauseMs) : null,
  };
}

/** Negative if it isn't due yet. */
function waitedMs(dueAt: Date, now: Date): number {
  return now.getTime() - dueAt.getTime();
}
