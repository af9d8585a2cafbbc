// Decides whether a step of the ladder is still needed. Pure.
import type { AlertStep } from "#contract/alerts.ts";
import { minuteMs } from "#contract/durations.ts";
import type { inquiries, leads } from "#server/db/schema.ts";

export type Step = "closed" | AlertStep;

type Lead = Pick<
  typeof leads.$inferSelect,
  | "state"
  | "deletedAt"
  | "erasedAt"
  | "doNotCallSince"
  | "uncalledSince"
  | "callBackAt"
  | "openCalledAt"
>;
type Inquiry = Pick<
  typeof inquiries.$inferSelect,
  "clockStartedAt" | "firstCalledAt" | "firstSeenAt" | "receivedAt"
>;

/** `wait` means that someone may be on the phone with the person until that time. */
export type Verdict = "alert" | "stop" | { wait: Date };

/** After this many minutes, a call without an outcome counts as not made. */
export const callMinutes = 10;

type Judged = {
  lead: Lead;
  inquiry: Inquiry;
  dueAt: Date;
  /**
   * Whether an earlier attempt to send the alert failed. By now, the lead may have been seen or
   * called.
   */
  isRetry?: boolean;
};

/**
 * Decides at the time `now` whether a step still needs an alert. Deleted, archived, erased and
 * do-not-call leads don't alert anyone. The `now` step is sent to everyone if it is immediate; if
 * it had to wait for opening, it is sent only if no one has seen the lead.
 */
export function judge(
  step: Step,
  { lead, inquiry, dueAt, isRetry = false }: Judged,
  now: Date,
): Verdict {
  if (lead.deletedAt || lead.erasedAt || lead.doNotCallSince) return "stop";
  if (lead.state === "archived") return "stop";
  if (step === "callback") {
    const isDue = lead.state === "callback" && lead.callBackAt && lead.callBackAt <= now;
    return isDue ? "alert" : "stop";
  }
  if (isCalled(lead, inquiry)) return "stop";
  const isLater = isRetry || dueAt > inquiry.receivedAt;
  const isRepeated = step === "unseen" || (step === "now" && isLater);
  if (isRepeated && inquiry.firstSeenAt) return "stop";
  if ((step === "uncalled" || isRetry) && lead.openCalledAt) {
    const until = new Date(lead.openCalledAt.getTime() + callMinutes * minuteMs);
    if (until > now) return { wait: until };
  }
  return "alert";
}

/**
 * Checks whether a call stopped the inquiry's clock or, if the inquiry joined another one's clock,
 * that clock.
 */
function isCalled(lead: Lead, inquiry: Inquiry): boolean {
  return inquiry.clockStartedAt ? inquiry.firstCalledAt !== null : lead.uncalledSince === null;
}
