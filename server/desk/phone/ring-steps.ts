// A ring told step by step, as a lead's timeline lists it. Pure: the same events give the same steps
// in any order, because they are read from the ring that follows from them.
import type { NotDialedReason, RingStepKind } from "#contract/timeline.ts";
import {
  type Attempt,
  firstAt,
  type KeyAnswer,
  type LineEnding,
  only,
  type Ring,
  type RingEvent,
  ringOf,
} from "./ring.ts";

/** `attempt`: the call of the office phone; of the lead's line, the one whose key dialed it. */
type RingStep = { at: Date; attempt: number } & (
  | { kind: Exclude<RingStepKind, "lead_not_dialed" | "ring_refused"> }
  | { kind: "lead_not_dialed"; why: NotDialedReason }
);

/** Returns the steps, oldest first. */
export function stepsOf(events: RingEvent[]): RingStep[] {
  const ring = ringOf(events);
  const steps = [
    ...ring.attempts.flatMap((attempt) => attemptSteps(attempt, events)),
    ...leadSteps(ring, events),
  ];
  return steps.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** Someone else was first, so nobody at this phone missed the lead. */
const overtaken = new Set<KeyAnswer>(["taken", "screen_won", "over"]);

function attemptSteps({ attempt, ending, endedAt }: Attempt, all: RingEvent[]): RingStep[] {
  const own = all.filter((event) => "attempt" in event && event.attempt === attempt);
  const startedAt = firstAt(only(own, "placed")) ?? firstAt(own);
  if (!startedAt) return [];
  const keys = only(own, "key");
  const isHeard = only(own, "ringing").length + only(own, "answered").length + keys.length > 0;
  const atEnd = { attempt, at: endedAt && later(endedAt, startedAt) };
  // The provider's own end of a call that never rang.
  if (!isHeard && ending === "canceled") return [];
  if (!isHeard && ending === "failed") return stepAt("phone_not_rung", atEnd);
  const wonAt = firstAt(only(all, "screen_won"));
  const isOvertaken =
    keys.some(({ answer }) => overtaken.has(answer)) || (wonAt && endedAt && wonAt <= endedAt);
  const isMissed = ending === "no_key" || ending === "busy" || ending === "no_answer";
  const skippedAt = firstAt(keys.filter(({ answer }) => answer === "skip"));
  return [
    { kind: "phone_rang", attempt, at: startedAt },
    ...stepAt("phone_skipped", { attempt, at: skippedAt }),
    ...(isMissed && !isOvertaken ? stepAt("phone_missed", atEnd) : []),
  ];
}

function leadSteps(ring: Ring, events: RingEvent[]): RingStep[] {
  const { accepted, calledAt, leadAnsweredAt, leadEnding, state } = ring;
  if (!accepted) return [];
  const { attempt, at: pressedAt } = accepted;
  // The provider reports whole seconds, so its times may be before the key.
  const after = (at: Date | null) => ({ attempt, at: at && later(at, pressedAt) });
  const endedAt = firstAt(only(events, "lead_ended"));
  // The report of the dialing may be lost, or come last.
  const dialedAt = firstAt([
    ...[...only(events, "lead_dialed"), ...only(events, "lead_answered")],
    ...only(events, "lead_ended"),
  ]);
  const lineAt = endedAt ?? ring.attempts.find((one) => one.attempt === attempt)?.endedAt ?? null;
  const failedAt = state === "failed" ? after(lineAt).at : null;
  const failed: RingStep[] = failedAt
    ? [{ kind: "lead_not_dialed", attempt, at: failedAt, why: reasonOf(leadEnding) }]
    : [];
  return [
    { kind: "phone_accepted", ...accepted },
    ...(calledAt ? stepAt("lead_dialed", after(dialedAt)) : []),
    ...stepAt("lead_answered", after(leadAnsweredAt)),
    ...failed,
  ];
}

/** twilio.com/docs/voice/api/call-resource: a failed number most likely doesn't exist. */
function reasonOf(leadEnding: LineEnding | null): NotDialedReason {
  return leadEnding === "failed" ? "number" : "hung_up";
}

type PlainKind = Exclude<RingStepKind, "lead_not_dialed" | "ring_refused">;

/** Returns no step without a time. */
function stepAt(
  kind: PlainKind,
  { attempt, at }: { attempt: number; at: Date | null },
): RingStep[] {
  return at ? [{ kind, attempt, at }] : [];
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
