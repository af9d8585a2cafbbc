// The messages on the bus in `desk-bus.tsx`. For example, the key C makes
// `dashboard/use-row-keys.ts` send `callLead`; the lead's `CallButton` handles it with `useCall`,
// which sends `callStarted`; and `desk-focus.ts` then moves the focus.
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { Lead } from "#contract/leads.ts";

/** The lead whose row has the focus, or had it last. */
export type FocusedLead = { lead: Lead; canCall: boolean };

export type DeskMessage = DeskCommand | DeskFact;

/** A message that asks another part of the desk to do something. */
type DeskCommand =
  /** Handled by the lead's call button, which may ask for confirmation first. */
  | { type: "callLead"; leadId: string }
  /** Handled by the lead's outcome panel. */
  | { type: "giveOutcome"; leadId: string; outcome: CallOutcome }
  /** Handled by the queue or the lead's page, which asks for a reason. */
  | { type: "archiveLead"; leadId: string }
  /** Handled by the queue, which moves the focus from its search to its first row. */
  | { type: "focusFirst" }
  /** Handled by the new-lead alert, which shows a sample. */
  | { type: "alertTested" }
  /** Handled by the lead's row, which takes the focus. */
  | { type: "focusLead"; leadId: string };

/** A message that reports what has happened. */
type DeskFact =
  /** The user's own actions, after which the queue's rows may move. */
  | { type: "callStarted" | "callUndone"; leadId: string }
  /** The user wants to add a call's result, after asking to be asked later. */
  | { type: "resultWanted"; leadId: string }
  | { type: "outcomeSaved"; leadId: string; isInQueue: boolean }
  /** `near`: where on the screen the panel's top was; null in the queue and in the bar. */
  | { type: "leadBooked"; leadId: string; callId: string; name: string; near: number | null }
  | { type: "callsSaved" | "leadsArchived" }
  | { type: "newLeadsShown"; leadIds: string[] }
  /** Another device has opened or closed a lead. */
  | { type: "presenceChanged" }
  /** Sent only for `desk-focus.ts`. */
  | { type: "leadFocused"; current: FocusedLead | null }
  | { type: "questionOpened"; leadId: string; calledAt: string }
  | { type: "questionClosed"; leadId: string }
  | { type: "focusMoved" | "keyPressed" | "pointerPressed" | "rowPicked" | "screenOpened" };
