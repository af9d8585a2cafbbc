// Decides where keyboard focus goes when the focused element is removed. A message creates a plan
// and replaces an older one. The plan moves focus once nothing else has it, and restores it after
// re-renders until the user acts. Pure.
import { isBeingCalled, type Lead } from "#contract/leads.ts";
import type { DeskMessage, FocusedLead } from "./desk-messages.ts";

export type FocusPlan = { hasMoved: boolean } & (
  | { to: "question" | "callButton"; leadId: string }
  /** To the lead that has waited longest for its first call. */
  | { to: "nextLead" }
  /** To the row that takes the current row's place. */
  | { to: "sameRow" }
  /** To the first of these leads that has a row. */
  | { to: "newLeads"; leadIds: string[] }
);

export type DeskFocus = {
  plan: FocusPlan | null;
  current: FocusedLead | null;
  /** The open outcome panels. */
  questions: { leadId: string; calledAt: string }[];
};

export const noFocus: DeskFocus = { plan: null, current: null, questions: [] };

export function focusAfter(before: DeskFocus, message: DeskMessage): DeskFocus {
  const { plan } = before;
  const hasMoved = false;
  switch (message.type) {
    case "callStarted":
    case "resultWanted":
      return { ...before, plan: { to: "question", leadId: message.leadId, hasMoved } };
    case "outcomeSaved":
      if (message.isInQueue) return { ...before, plan: { to: "nextLead", hasMoved } };
      return { ...before, plan: { to: "callButton", leadId: message.leadId, hasMoved } };
    case "callUndone":
      return { ...before, plan: { to: "callButton", leadId: message.leadId, hasMoved } };
    case "leadsArchived":
      return { ...before, plan: { to: "sameRow", hasMoved } };
    case "newLeadsShown":
      return { ...before, plan: { to: "newLeads", leadIds: message.leadIds, hasMoved } };
    case "focusMoved":
      return { ...before, plan: plan && (isTakenOnce(plan) ? null : { ...plan, hasMoved: true }) };
    case "keyPressed":
      // A key press before the focus has moved, for example while the list is loading, doesn't
      // cancel the plan.
      return plan?.hasMoved ? { ...before, plan: null } : before;
    case "pointerPressed":
    // Sent when J or K has moved the focus.
    case "rowPicked":
    case "screenOpened":
      return { ...before, plan: null };
    case "leadFocused":
      return { ...before, current: message.current };
    case "questionOpened": {
      const { leadId, calledAt } = message;
      return { ...before, questions: [...before.questions, { leadId, calledAt }] };
    }
    case "questionClosed": {
      // A lead's panel may close in one part of the screen after it has opened in another.
      const closed = before.questions.findIndex(({ leadId }) => leadId === message.leadId);
      return { ...before, questions: before.questions.filter((_, index) => index !== closed) };
    }
    default:
      return before;
  }
}

/**
 * Returns whether the plan moves the focus only once, as soon as its target appears. Other plans
 * move it whenever nothing has the focus.
 */
export function isTakenOnce({ to }: FocusPlan): boolean {
  return to === "question" || to === "newLeads";
}

/**
 * Returns the index of the row that gets the focus, or null if there is none. `at`: the index of
 * the current row.
 */
export function rowFor(plan: FocusPlan | null, leads: Lead[], at: number): number | null {
  if (plan?.to === "sameRow") return at;
  if (plan?.to === "nextLead") {
    const next = leads.findIndex(
      (lead) => lead.uncalledSince && !isBeingCalled(lead) && !lead.doNotCall,
    );
    return next < 0 ? at : next;
  }
  if (plan?.to !== "newLeads") return null;
  const first = leads.findIndex(({ _id }) => plan.leadIds.includes(_id));
  return first < 0 ? null : first;
}

/**
 * Returns the lead to whose call an outcome key applies: the current lead if its panel is open, or
 * else the lead with the newest call.
 */
export function askedLead({ current, questions }: DeskFocus): string | null {
  const own = questions.find(({ leadId }) => leadId === current?.lead._id);
  const newest = questions.toSorted((a, b) => a.calledAt.localeCompare(b.calledAt)).at(-1);
  return (own ?? newest)?.leadId ?? null;
}
