// Computes a lead's state from its inquiries, calls and archivings. Pure. The order in which events
// arrive doesn't matter, because each counts at its own time.
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { LeadState } from "#contract/leads.ts";

/** An account's id. Null or omitted if the person is unknown, or if no person did it. */
type Person = string | null;

export type LeadEvent =
  | { kind: "inquired"; at: Date }
  | { kind: "called"; at: Date; outcome: CallOutcome; callBackAt: Date | null; by?: Person }
  | { kind: "call_back_set"; at: Date; callBackAt: Date }
  | { kind: "archived"; at: Date; reason: string; by?: Person }
  | { kind: "restored"; at: Date };

export type Standing = {
  state: LeadState;
  callBackAt: Date | null;
  archivedAt: Date | null;
  archiveReason: string | null;
  archivedBy: Person;
  /**
   * When the first booking that isn't void was made. Archiving or another inquiry doesn't clear it.
   */
  bookedAt: Date | null;
};

const fresh: Standing = {
  state: "new",
  callBackAt: null,
  archivedAt: null,
  archiveReason: null,
  archivedBy: null,
  bookedAt: null,
};

const ranks = { inquired: 0, called: 1, call_back_set: 2, archived: 3, restored: 4 } as const;

export function standingOf(events: LeadEvent[]): Standing {
  let standing = fresh;
  // The state that a restore returns to while the lead is archived.
  let underneath = fresh;
  const inOrder = events.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || ranks[a.kind] - ranks[b.kind],
  );
  for (const event of inOrder) {
    const isArchived = standing.state === "archived";
    if (event.kind === "restored") {
      standing = isArchived ? underneath : standing;
      continue;
    }
    underneath = withoutArchiving(isArchived ? underneath : standing, event);
    standing = after(standing, event);
  }
  return standing;
}

type Change = Exclude<LeadEvent, { kind: "restored" }>;

function after(standing: Standing, event: Change): Standing {
  const { bookedAt } = standing;
  switch (event.kind) {
    case "inquired":
      return { ...fresh, bookedAt };
    case "call_back_set":
      return { ...fresh, state: "callback", callBackAt: event.callBackAt, bookedAt };
    case "archived":
      return archived(bookedAt, event, event.reason);
    case "called":
      return afterCall(standing, event);
  }
}

function withoutArchiving(standing: Standing, event: Change): Standing {
  if (event.kind === "archived") return standing;
  const next = after(standing, event);
  if (next.state !== "archived") return next;
  // A call completes a callback, but a customer remains a customer.
  return standing.state === "customer" ? standing : { ...fresh, bookedAt: standing.bookedAt };
}

function afterCall(standing: Standing, call: Extract<LeadEvent, { kind: "called" }>): Standing {
  const { bookedAt } = standing;
  switch (call.outcome) {
    case "spoke":
    case "voicemail":
    case "no_answer":
      // A call completes a callback and doesn't change any other state.
      return standing.state === "callback" ? { ...fresh, bookedAt } : standing;
    case "booked":
      return { ...fresh, state: "customer", bookedAt: bookedAt ?? call.at };
    case "call_back":
      return { ...fresh, state: "callback", callBackAt: call.callBackAt ?? call.at, bookedAt };
    case "not_interested":
    case "wrong_number":
    case "asked_to_stop":
      return archived(bookedAt, call, call.outcome);
  }
}

function archived(
  bookedAt: Date | null,
  { at, by = null }: { at: Date; by?: Person },
  reason: string,
): Standing {
  const why = { archivedAt: at, archiveReason: reason, archivedBy: by };
  return { ...fresh, state: "archived", ...why, bookedAt };
}
