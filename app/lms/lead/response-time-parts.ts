// The response time of an inquiry: in the practice's counting mode, and split into parts. Pure.
import { type Waiting, waitingOf } from "#app/ui/calling/waiting.ts";
import type { CountingMode } from "#contract/figures.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import type { BusinessHours } from "#contract/open-time.ts";

type Moments = Pick<
  Inquiry,
  "submittedAt" | "receivedAt" | "alertedAt" | "firstSeenAt" | "firstCalledAt"
>;

export const responseTimeParts = ["platform", "shown", "seen", "called"] as const;
export type ResponseTimePart = { name: (typeof responseTimeParts)[number]; ms: number };

/**
 * Returns how long the inquiry waited for its first call, in the practice's counting mode, like the
 * lead's clock. Without a call, it waits until now.
 */
export function responseWaiting(
  { submittedAt, clockStartedAt, firstCalledAt }: Timed,
  now: Date,
  practice: { reading: CountingMode } & BusinessHours,
): Waiting {
  const until = firstCalledAt ? new Date(firstCalledAt) : now;
  return waitingOf(new Date(clockStartedAt ?? submittedAt), until, practice.reading, practice);
}

type Timed = Pick<Inquiry, "submittedAt" | "clockStartedAt" | "firstCalledAt">;

/**
 * Returns the length of each part, counting all hours. A part whose end isn't known is merged into the next one. If the
 * times are out of order, for example because a call was logged late, the part's length is zero.
 * The sum is always the time until the first call, or until now.
 */
export function splitResponseTime(inquiry: Moments, now: Date): ResponseTimePart[] {
  const from = new Date(inquiry.submittedAt).getTime();
  const to = Math.max(from, inquiry.firstCalledAt ? Date.parse(inquiry.firstCalledAt) : +now);
  const ends = [
    { name: "platform", at: inquiry.receivedAt },
    { name: "shown", at: inquiry.alertedAt },
    { name: "seen", at: inquiry.firstSeenAt },
    { name: "called", at: new Date(to).toISOString() },
  ] as const;
  let reached = from;
  const parts: ResponseTimePart[] = [];
  for (const { name, at } of ends) {
    if (!at) continue;
    const end = Math.min(to, Math.max(reached, Date.parse(at)));
    parts.push({ name, ms: end - reached });
    reached = end;
  }
  return parts;
}
