// Computes a lead's state from all of its events. Pure.
import type { Call, Change, Events, Inquiry } from "./lead-events.ts";
import { type LeadEvent, type Standing, standingOf } from "./lead-state.ts";

/** Returns the current state. `isWaiting` means that a clock is running. */
export function standingNow({ allInquiries, made, changes }: Events, isWaiting: boolean): Standing {
  const inAll = standingOf([
    ...allInquiries.map((inquiry): LeadEvent => ({ kind: "inquired", at: inquiry.submittedAt })),
    ...made.flatMap((call): LeadEvent[] => {
      const { outcome, callBackAt } = call;
      const [at, by] = [countedAt(call, changes), call.outcomeBy ?? call.accountId];
      return outcome ? [{ kind: "called", at, outcome, callBackAt, by }] : [];
    }),
    ...changes.flatMap(toEvent),
  ]);
  if (!isWaiting) return inAll;
  return { ...standingOf(sinceLastInquiry(allInquiries, changes)), bookedAt: inAll.bookedAt };
}

/**
 * Returns the changes that count while the lead is waiting for a first call: those written after
 * the newest inquiry was stored. Their times aren't compared, because a platform may report an
 * inquiry hours late. A callback doesn't count, because it doesn't postpone a first call.
 */
function sinceLastInquiry(allInquiries: Inquiry[], changes: Change[]): LeadEvent[] {
  return changes
    .filter(
      ({ id, kind }) =>
        kind !== "call_back_set" && allInquiries.every((inquiry) => inquiry.id < id),
    )
    .flatMap(toEvent);
}

/**
 * Returns the time at which a call counts: when it was made or, if the lead was archived before its
 * outcome was reported, the time of that report.
 */
function countedAt({ calledAt, outcomeAt }: Call, changes: Change[]): Date {
  if (!outcomeAt) return calledAt;
  const isRecordedAfter = changes.some(
    ({ kind, at }) => kind === "archived" && at > calledAt && at <= outcomeAt,
  );
  return isRecordedAfter ? outcomeAt : calledAt;
}

function toEvent({ kind, at, accountId, data }: Change): LeadEvent[] {
  // An erased lead counts as archived, so that it isn't in any queue.
  if (kind === "archived" || kind === "erased") {
    // Imports and erasures archive leads on no one's behalf.
    const by = kind === "archived" && !data.importId ? accountId : null;
    return [{ kind: "archived", at, reason: String(data.reason ?? ""), by }];
  }
  if (kind === "call_back_set")
    return [{ kind, at, callBackAt: new Date(String(data.callBackAt)) }];
  return kind === "restored" ? [{ kind, at }] : [];
}
