// Whether two devices tell of one call. Pure.
import { sameCallMinutes } from "#contract/leads.ts";

const sameCallMs = sameCallMinutes * 60_000;

/** From when it was begun until somebody said what came of it; one that is entered later is a moment. */
export type CallSpan = { calledAt: Date; outcomeAt: Date; isEnteredLater: boolean };

/** Two spans that overlap, or lie closer than a person takes to dial once more. */
export function mayBeSameCall(one: CallSpan, other: CallSpan): boolean {
  return Math.max(startOf(one), startOf(other)) - Math.min(endOf(one), endOf(other)) < sameCallMs;
}

const startOf = ({ calledAt }: CallSpan) => calledAt.getTime();
const endOf = ({ calledAt, outcomeAt, isEnteredLater }: CallSpan) =>
  (isEnteredLater ? calledAt : outcomeAt).getTime();
