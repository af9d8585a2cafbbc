// Messages over the bus in `desk-bus.tsx`. For example, key C makes `dashboard/use-row-keys.ts` send
// `callLead`, which the lead's `CallButton` (`calls/call-button.tsx`) handles with `useCall`. That
// sends `callStarted`, and `desk-focus.ts` then moves the focus.
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { Lead } from "#contract/leads.ts";

/** The lead whose row has or last had focus. */
export type FocusedLead = { lead: Lead; canCall: boolean };

export type DeskMessage = DeskCommand | DeskFact;

/** Asks another part to do something. */
type DeskCommand =
  /** Handled by the lead's call button, which may ask for confirmation first. */
  | { type: "callLead"; leadId: string }
  /** Handled by the lead's outcome panel. */
  | { type: "giveOutcome"; leadId: string; outcome: CallOutcome }
  /** Handled by the queue or the lead's page, which asks for a reason. */
  | { type: "archiveLead"; leadId: string }
  /** Handled by the queue: moves focus from its search to its first row. */
  | { type: "focusFirst" }
  /** Handled by the new-leads bar, which shows a sample alert. */
  | { type: "alertTested" }
  /** Handled by the lead's row. */
  | { type: "focusLead"; leadId: string };

/** Reports an event. */
type DeskFact =
  /** The user's own changes, after which the queue's rows may move. */
  | { type: "callStarted" | "callUndone"; leadId: string }
  | { type: "outcomeSaved"; leadId: string; isInQueue: boolean }
  | { type: "leadBooked"; leadId: string; callId: string; name: string }
  | { type: "callsSaved" | "leadsArchived" }
  | { type: "newLeadsShown"; leadIds: string[] }
  /** Another device opened or closed a lead. */
  | { type: "presenceChanged" }
  /** Only for `desk-focus.ts`. */
  | { type: "leadFocused"; current: FocusedLead | null }
  | { type: "questionOpened"; leadId: string; calledAt: string }
  | { type: "questionClosed"; leadId: string }
  | { type: "focusMoved" | "keyPressed" | "pointerPressed" | "rowPicked" | "screenOpened" };
