// Splits the time between Submit and the first call into parts. Pure.
import type { Inquiry } from "#contract/inquiries.ts";

type Moments = Pick<
  Inquiry,
  "submittedAt" | "receivedAt" | "alertedAt" | "firstSeenAt" | "firstCalledAt"
>;

export const responseTimeParts = ["platform", "shown", "seen", "called"] as const;
export type ResponseTimePart = { name: (typeof responseTimeParts)[number]; ms: number };

/**
 * Returns the length of each part. A part whose end isn't known is merged into the next one. If the
 * times are out of order, for example because a call was logged late, the part's length is zero.
 * The sum is always the time until the first call, or until now.
 */
export function responseTimeOf(
  inquiry: Moments,
  now: Date,
): { totalMs: number; parts: ResponseTimePart[] } {
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
  return { totalMs: to - from, parts };
}
