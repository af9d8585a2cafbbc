// The time of a call, and the due time of its callback. Pure.
import type { CallRequest } from "#contract/calls.ts";
import { AppError } from "#server/errors.ts";
import { parseCallbackTime } from "./callbacks.ts";

/**
 * Returns the time of a call: when the tap arrived, or the earlier time that was entered. Throws
 * `invalid` for a time in the future or before the inquiry.
 */
export function readCallTime(
  input: Pick<CallRequest, "calledAt" | "agoMs">,
  { now, askedAt }: { now: Date; askedAt: Date },
): Date {
  if (!input.calledAt) return tapTime(input, now, askedAt);
  const calledAt = new Date(input.calledAt);
  if (calledAt > now) throw new AppError("invalid", { fields: { calledAt: "in_the_future" } });
  if (calledAt < askedAt) throw new AppError("invalid", { fields: { calledAt: "before_inquiry" } });
  return calledAt;
}

/**
 * Returns the time of a tap, ignoring an implausible `agoMs`. The result is never before the
 * inquiry, even if the server's clock was set back, so that a call made now can always be recorded.
 */
function tapTime({ agoMs = 0 }: Pick<CallRequest, "agoMs">, now: Date, askedAt: Date): Date {
  const tappedAt = new Date(now.getTime() - agoMs);
  if (tappedAt >= askedAt) return tappedAt;
  return now >= askedAt ? now : askedAt;
}

/**
 * Returns when the callback is due if the outcome is "callback", which requires a time; null for
 * other outcomes. Throws `invalid`.
 */
export function readCallbackOf(
  { outcome, callBackAt }: Pick<CallRequest, "outcome" | "callBackAt">,
  { calledAt, now }: { calledAt: Date; now: Date },
): Date | null {
  if (outcome !== "call_back") return null;
  if (!callBackAt) throw new AppError("invalid", { fields: { callBackAt: "required" } });
  return parseCallbackTime(callBackAt, { since: calledAt, now });
}
