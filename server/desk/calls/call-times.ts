// When a call was made, and when its callback is due. Pure.
import type { CallRequest } from "#contract/calls.ts";
import { AppError } from "#server/errors.ts";
import { parseCallbackTime } from "./callbacks.ts";

/**
 * The time of a call: the tap's receipt, or an earlier one that was entered. Throws `invalid` in the
 * future and before the person asked.
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
 * An implausible measurement is ignored. A call is never earlier than the inquiry, not even after this
 * machine's clock was set back: what somebody does now can always be recorded.
 */
function tapTime({ agoMs = 0 }: Pick<CallRequest, "agoMs">, now: Date, askedAt: Date): Date {
  const tappedAt = new Date(now.getTime() - agoMs);
  if (tappedAt >= askedAt) return tappedAt;
  return now >= askedAt ? now : askedAt;
}

/** The time that the outcome "callback" needs; null for the others. Throws `invalid`. */
export function readCallbackOf(
  { outcome, callBackAt }: Pick<CallRequest, "outcome" | "callBackAt">,
  { calledAt, now }: { calledAt: Date; now: Date },
): Date | null {
  if (outcome !== "call_back") return null;
  if (!callBackAt) throw new AppError("invalid", { fields: { callBackAt: "required" } });
  return parseCallbackTime(callBackAt, { since: calledAt, now });
}
