// Determines a contact request's state. Pure. Calls, callbacks, closings and reopenings count as
// for a lead (`standingOf`). In addition, a reply counts as contact, and an invitation as won.
import { spokenOutcomes } from "#contract/call-outcomes.ts";
import type { CloseReason, ContactRequestState } from "#contract/contact-request-work.ts";
import { type LeadEvent, type Standing, standingOf } from "#server/desk/leads/lead-state.ts";

export type ContactRequestFacts = {
  /** True for a complete questionnaire, and for any other form. */
  isFinished: boolean;
  receivedAt: Date;
  /** Calls with an outcome that are not void. */
  calls: Extract<LeadEvent, { kind: "called" }>[];
  changes: Exclude<LeadEvent, { kind: "called" | "inquired" }>[];
  /** The time of the first reply by email, or when the request was marked as answered. */
  answeredAt: Date | null;
  invitedAt: Date | null;
  /** A booked call that isn't canceled. */
  booking: { startsAt: Date; bookedAt: Date } | null;
};

/**
 * Requests closed for these reasons count as closed, not lost, because there was nothing to win.
 */
const neutral: CloseReason[] = ["done", "spam"];

export function contactRequestStanding(facts: ContactRequestFacts): {
  state: ContactRequestState;
  standing: Standing;
} {
  const { receivedAt, calls, changes, invitedAt, booking } = facts;
  const standing = standingOf([
    { kind: "inquired", at: receivedAt },
    ...calls,
    ...changes,
    ...(booking ? [promiseOf(booking, calls)] : []),
    // An invited person counts as a customer, as after a successful call.
    ...(invitedAt
      ? [{ kind: "called", at: invitedAt, outcome: "booked", callBackAt: null } as const]
      : []),
  ]);
  return { state: stateOf(standing, facts), standing };
}

/**
 * A booked call is promised like a callback, as soon as it's booked. An earlier call that reached
 * no one doesn't change the promise.
 */
function promiseOf(
  { startsAt, bookedAt }: NonNullable<ContactRequestFacts["booking"]>,
  calls: ContactRequestFacts["calls"],
): Extract<LeadEvent, { kind: "call_back_set" }> {
  const unreached = calls.filter(
    ({ at, outcome }) => at < startsAt && (outcome === "no_answer" || outcome === "voicemail"),
  );
  const at = Math.max(bookedAt.getTime(), ...unreached.map((call) => call.at.getTime()));
  return { kind: "call_back_set", at: new Date(at), callBackAt: startsAt };
}

function stateOf(standing: Standing, facts: ContactRequestFacts): ContactRequestState {
  switch (standing.state) {
    case "customer":
      return "won";
    case "callback":
      return "callback";
    case "archived":
      return neutral.some((reason) => reason === standing.archiveReason) ? "closed" : "lost";
    case "new": {
      const isSpokenTo = facts.calls.some(({ outcome }) => spokenOutcomes.includes(outcome));
      if (facts.answeredAt || isSpokenTo) return "contacted";
      if (facts.calls.length > 0) return "attempted";
      return facts.isFinished ? "new" : "unfinished";
    }
  }
}
