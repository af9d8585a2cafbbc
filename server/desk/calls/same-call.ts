// Whether two devices recorded the same call. Pure.
import { sameCallMinutes } from "#contract/calls.ts";
import { minuteMs } from "#contract/durations.ts";

const sameCallMs = sameCallMinutes * minuteMs;

/**
 * A call from its start until its outcome was recorded. A call logged after the fact lasts no time.
 */
export type CallSpan = { calledAt: Date; outcomeAt: Date; isEnteredLater: boolean };

/** Checks whether two calls overlap, or are closer together than it takes to dial again. */
export function mayBeSameCall(one: CallSpan, other: CallSpan): boolean {
  return Math.max(startOf(one), startOf(other)) - Math.min(endOf(one), endOf(other)) < sameCallMs;
}

const startOf = ({ calledAt }: CallSpan) => calledAt.getTime();
const endOf = ({ calledAt, outcomeAt, isEnteredLater }: CallSpan) =>
  (isEnteredLater ? calledAt : outcomeAt).getTime();
