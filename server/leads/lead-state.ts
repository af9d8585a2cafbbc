// What a lead has become through its asks, calls and archivings. Pure, and blind to their order of
// arrival: each counts at the moment when it happened.
import type { CallOutcome, LeadState } from "#contract/leads.ts";

export type LeadEvent =
  | { kind: "asked"; at: Date }
  | { kind: "called"; at: Date; outcome: CallOutcome; callBackAt: Date | null }
  | { kind: "call_back_set"; at: Date; callBackAt: Date }
  | { kind: "archived"; at: Date; reason: string }
  /** An undo gives back what the archiving took away; any other way back is a new beginning. */
  | { kind: "restored"; at: Date; isUndo?: boolean };

export type Standing = {
  state: LeadState;
  callBackAt: Date | null;
  archivedAt: Date | null;
  archiveReason: string | null;
  /** The first booking that is not void. A later archiving or asking again does not take it back. */
  bookedAt: Date | null;
};

const fresh: Standing = {
  state: "new",
  callBackAt: null,
  archivedAt: null,
  archiveReason: null,
  bookedAt: null,
};

const ranks = { asked: 0, called: 1, call_back_set: 2, archived: 3, restored: 4 } as const;

export function standingOf(events: LeadEvent[]): Standing {
  let standing = fresh;
  let beforeArchiving: Standing | null = null;
  const inOrder = events.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || ranks[a.kind] - ranks[b.kind],
  );
  for (const event of inOrder) {
    const before = standing;
    const isUndo = event.kind === "restored" && event.isUndo;
    standing = isUndo && beforeArchiving ? beforeArchiving : after(before, event);
    beforeArchiving = event.kind === "archived" && before.state !== "archived" ? before : null;
  }
  return standing;
}

function after(standing: Standing, event: LeadEvent): Standing {
  const { bookedAt } = standing;
  switch (event.kind) {
    case "asked":
    case "restored":
      return { ...fresh, bookedAt };
    case "call_back_set":
      return { ...fresh, state: "callback", callBackAt: event.callBackAt, bookedAt };
    case "archived":
      return archived(bookedAt, event.at, event.reason);
    case "called":
      return afterCall(standing, event);
  }
}

function afterCall(standing: Standing, call: Extract<LeadEvent, { kind: "called" }>): Standing {
  const { bookedAt } = standing;
  switch (call.outcome) {
    case "spoke":
    case "voicemail":
    case "no_answer":
      // The call-back was made; anything else stays what it is.
      return standing.state === "callback" ? { ...fresh, bookedAt } : standing;
    case "booked":
      return { ...fresh, state: "customer", bookedAt: bookedAt ?? call.at };
    case "call_back":
      return { ...fresh, state: "callback", callBackAt: call.callBackAt ?? call.at, bookedAt };
    case "not_interested":
    case "wrong_number":
      return archived(bookedAt, call.at, call.outcome);
  }
}

function archived(bookedAt: Date | null, at: Date, reason: string): Standing {
  return { ...fresh, state: "archived", archivedAt: at, archiveReason: reason, bookedAt };
}
