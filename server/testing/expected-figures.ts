// Computes a practice's figures from its leads' timelines, by the published rules. It doesn't use
// the app's own code, so that a test can compare the two.
import type { LeadDetail } from "#contract/lead-detail.ts";

const minuteMs = 60_000;

export type Reading = "wall" | "open";
export type Bucket = "lt10" | "lt60" | "other" | "running";

/** Business hours that are the same every day, such as "08:00" to "23:00", in that time zone. */
export type Hours = { timeZone: string; from: string; to: string };

/** One wait for a first call, according to the timeline. */
export type Wait = {
  inquiryId: string;
  askedAt: number;
  calledAt: number | null;
  isEnteredLater: boolean;
  isReached: boolean;
  isBooked: boolean;
  campaign: string | null;
  source: string | null;
};

const reaching = ["spoke", "booked", "call_back", "not_interested", "asked_to_stop"];

/**
 * Returns the waits. An inquiry before the first call doesn't change the clock that is running. An
 * inquiry after a call starts a new clock.
 */
export function waitsIn(detail: LeadDetail): Wait[] {
  const asks = timedAsks(detail);
  const calls = recordedCalls(detail).toSorted((a, b) => a.at - b.at);
  const waits: Wait[] = [];
  for (const { inquiryId, at } of asks) {
    const before = waits.at(-1);
    if (before && (before.calledAt === null || before.calledAt >= at)) continue;
    const inquiry = detail.inquiries.find(({ _id }) => _id === inquiryId);
    const first = calls.find((call) => call.at >= at);
    waits.push({
      inquiryId,
      askedAt: at,
      calledAt: first?.at ?? null,
      isEnteredLater: first?.isEnteredLater ?? false,
      isReached: false,
      isBooked: false,
      campaign: inquiry?.campaign ?? null,
      source: inquiry?.source ?? null,
    });
  }
  return waits.map((wait, index) => {
    const end = waits[index + 1]?.askedAt ?? Number.POSITIVE_INFINITY;
    const outcomes = calls
      .filter(({ at }) => at >= wait.askedAt && at < end)
      .map(({ outcome }) => outcome);
    return {
      ...wait,
      isReached: outcomes.some((outcome) => reaching.includes(outcome)),
      isBooked: outcomes.includes("booked"),
    };
  });
}

/** Returns the recorded calls that aren't void. */
export function recordedCalls({ timeline, calls }: LeadDetail) {
  const ids = (wanted: string) =>
    timeline.filter(({ kind }) => kind === wanted).map(({ data }) => data.callId);
  const taken = [...ids("call_voided"), ...ids("call_joined")];
  const told = ids("called").filter((id) => !taken.includes(id));
  return calls
    .filter(({ _id }) => told.includes(_id))
    .map(({ calledAt, outcome, isEnteredLater }) => ({
      ...{ at: Date.parse(calledAt), outcome: outcome ?? "", isEnteredLater },
    }));
}

/**
 * Returns the inquiries that have a clock. Leads entered by hand don't have one, because no one
 * pressed Submit, and tests don't either.
 */
function timedAsks({ timeline, inquiries }: LeadDetail) {
  const tests = inquiries.filter(({ isTest }) => isTest).map(({ _id }) => _id);
  return timeline
    .filter(({ kind, by }) => kind === "submitted" && by === null)
    .map(({ at, data }) => ({ inquiryId: String(data.inquiryId), at: Date.parse(at) }))
    .filter(({ inquiryId }) => !tests.includes(inquiryId))
    .toSorted((a, b) => a.at - b.at);
}

/** How to compute figures: at what time, and with which business hours. */
export type View = { reading: Reading; now: number; hours: Hours };

export function waitedMinutes(wait: Wait, { reading, now, hours }: View): number {
  const end = wait.calledAt ?? now;
  const ms = reading === "wall" ? end - wait.askedAt : openMs(wait.askedAt, end, hours);
  return ms / minuteMs;
}

export function expectedBucketOf(wait: Wait, view: View): Bucket {
  const minutes = waitedMinutes(wait, view);
  if (minutes >= 60) return "other";
  if (wait.calledAt === null) return "running";
  return minutes < 10 ? "lt10" : "lt60";
}

export const isOne = (bucket: Bucket, view: View) => (wait: Wait) =>
  expectedBucketOf(wait, view) === bucket;

/** Counts the open minutes one by one in local time, like a person who watches a clock. */
function openMs(from: number, to: number, hours: Hours): number {
  let sum = 0;
  for (let at = from; at < to; ) {
    const next = Math.min(to, (Math.floor(at / minuteMs) + 1) * minuteMs);
    const clock = clockIn(at, hours.timeZone);
    if (clock >= hours.from && clock < hours.to) sum += next - at;
    at = next;
  }
  return sum;
}

/**
 * Returns the time within which a share of all inquiries was called, and the share at each reported
 * minute. A limit of `null` means over an hour. A running clock counts for as long as it has run so
 * far, and is censored after that (Kaplan and Meier, 1958).
 */
export function calledWithin(waits: Wait[], view: View) {
  const told = waits.map((wait) => ({
    minutes: waitedMinutes(wait, view),
    isCalled: wait.calledAt !== null,
  }));
  // If only business hours count, only the two limits are stored.
  const ends =
    view.reading === "wall" ? Array.from({ length: 60 }, (_, index) => index + 1) : [10, 60];
  const shares = new Map<number, number>();
  let waiting = 1;
  let begin = 0;
  for (const end of ends) {
    const atRisk = told.filter(({ minutes }) => minutes >= begin);
    const called = atRisk.filter(({ minutes, isCalled }) => isCalled && minutes < end);
    if (atRisk.length > 0) waiting *= 1 - called.length / atRisk.length;
    shares.set(end, 1 - waiting);
    begin = end;
  }
  const late = told.filter(({ minutes }) => minutes >= 60);
  const lateCalled = late.filter(({ isCalled }) => isCalled).length;
  const atLast = 1 - waiting * (1 - lateCalled / Math.max(1, late.length));
  const reach = (share: number): number | "over_an_hour" | "not_yet" => {
    for (const [minutes, reached] of shares) if (reached > share - 1e-9) return minutes;
    return atLast > share - 1e-9 ? "over_an_hour" : "not_yet";
  };
  return { half: reach(0.5), nineInTen: reach(0.9), shares };
}

/** Returns the weekday (0 is Sunday) and the hour of the inquiry. */
export function hourOf(wait: Wait, timeZone: string): { weekday: number; hour: number } {
  const weekday = formatIn(timeZone, { weekday: "long" }).format(wait.askedAt);
  return {
    weekday: days.indexOf(weekday),
    hour: Number(clockIn(wait.askedAt, timeZone).slice(0, 2)),
  };
}

/** Returns the local day of the inquiry, such as "2026-03-17". */
export function dayOf(at: number, timeZone: string): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const [month, day, year] = formatIn(timeZone, options).format(at).split("/");
  return `${year}-${month}-${day}`;
}

/** Returns the time in that time zone, such as "07:56". */
export function clockIn(at: number, timeZone: string): string {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return formatIn(timeZone, options).format(at);
}

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...options });
  formats.set(key, format);
  return format;
}
