// The texts of a clock. Pure: the current time is an argument.
import { timeWords } from "#content/desk/outcomes.ts";
import type { Words } from "#content/words.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { bucketOf, goalMinutes, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";

export type ClockFace = {
  bucket: "lt10" | "lt60" | "other";
  /** The time, such as "8:12", or "1h 16m" for a late clock. */
  digits: string;
  /** The time left until the next limit, or what to do. */
  next: string;
  /**
   * Whether the clock is slow or late. Then it gets a solid tile, because the worst should stand
   * out most.
   */
  isUrgent: boolean;
  /** How much of the bar is filled, from 0 to 1. */
  filled: number;
  /**
   * The position of the bar's mark, from 0 to 1: first the five-minute goal, then the ten-minute
   * limit. Null once both have passed.
   */
  goalAt: number | null;
  /** The label at the bar's right end. */
  endLabel: string;
};

/** Returns the texts of a clock that has run for this long. */
export function clockFace(elapsedMs: number, words: Words["time"] = timeWords): ClockFace {
  const elapsed = Math.max(0, elapsedMs);
  const bucket = bucketOf(elapsed);
  const left = (minutes: number) => minutes * minuteMs - elapsed;
  if (bucket === "other") {
    const filled = { filled: 1, goalAt: null, endLabel: "" };
    return {
      bucket,
      digits: waitText(elapsed),
      next: words.callNow,
      isUrgent: true,
      ...filled,
    };
  }
  if (bucket === "lt60") {
    const minutes = Math.ceil(left(lateAfterMinutes) / minuteMs);
    return {
      bucket,
      digits: digitsText(elapsed),
      next: words.untilLate(minutes),
      isUrgent: true,
      filled: elapsed / (lateAfterMinutes * minuteMs),
      goalAt: onTimeMinutes / lateAfterMinutes,
      endLabel: "60:00",
    };
  }
  const isBeforeGoal = elapsed < goalMinutes * minuteMs;
  return {
    bucket,
    digits: digitsText(elapsed),
    next: isBeforeGoal
      ? words.toGoal(digitsText(left(goalMinutes)))
      : words.left(digitsText(left(onTimeMinutes))),
    isUrgent: false,
    filled: elapsed / (onTimeMinutes * minuteMs),
    goalAt: goalMinutes / onTimeMinutes,
    endLabel: "10:00",
  };
}

/** Returns how long it took until the first call: "4:12", "23 min", "1h 42m". */
export function tookText(elapsedMs: number): string {
  const bucket = bucketOf(elapsedMs);
  if (bucket === "lt10") return digitsText(elapsedMs);
  return bucket === "lt60" ? `${Math.floor(elapsedMs / minuteMs)} min` : waitText(elapsedMs);
}

/** Returns how long a wait is, in minutes or larger units: "7 min", "12h 5m", "3 days". */
export function waitText(elapsedMs: number): string {
  const minutes = Math.floor(elapsedMs / minuteMs);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes} min`;
}

/** Returns how long a call was: "45 s", "3 min 10 s", "1 h 4 min". */
export function lengthText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns a text such as "4 min ago", "in 12 min", "2 hr ago"; in days from 48 hours on. */
export function agoText(at: Date, now: Date): string {
  const minutes = Math.round((now.getTime() - at.getTime()) / minuteMs);
  const amount = Math.abs(minutes);
  if (amount < 1) return timeWords.now;
  const text =
    amount < 60
      ? `${amount} min`
      : amount < 48 * 60
        ? `${Math.round(amount / 60)} hr`
        : `${Math.round(amount / 1440)} days`;
  return minutes > 0 ? timeWords.ago(text) : timeWords.in(text);
}

/** Returns a text such as "38 min overdue", or "now" within the first minute. */
export function overdueText(dueAt: Date, now: Date): string {
  const lateMs = now.getTime() - dueAt.getTime();
  return lateMs < minuteMs ? timeWords.now : timeWords.overdue(waitText(lateMs));
}

/**
 * Returns how long a call has been running; null after an hour, because by then its outcome was
 * probably forgotten.
 */
export function callTimeText(calledAt: string, now: Date): string | null {
  const elapsedMs = Math.max(0, now.getTime() - new Date(calledAt).getTime());
  return elapsedMs < hourMs ? digitsText(elapsedMs) : null;
}

/** Returns a text such as "0:42" or "12:05". */
export function digitsText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
