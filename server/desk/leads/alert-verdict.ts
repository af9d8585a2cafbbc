// Decides whether a step of the ladder is still needed. Pure.
import { minuteMs } from "#contract/durations.ts";
import type { inquiries, leads } from "#server/db/schema.ts";

export type Step = "closed" | "now" | "unseen" | "uncalled" | "callback" | "text" | "called";

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

/** `wait` means that someone is on the phone with the person. */
export type Verdict = "alert" | "stop" | { wait: Date };

/** After this time, a call without an outcome counts as not made. */
export const callMinutes = 10;

type Judged = {
  lead: Lead;
  inquiry: Inquiry;
  dueAt: Date;
  /** An earlier attempt wasn't accepted, so the alert may be out of date. */
  isRetry?: boolean;
};

/**
 * Decides what to do about a step at `now`. Deleted, archived, erased and do-not-call leads don't
 * alert anyone. The `now` step is sent to everyone immediately; at opening, it is sent only if the
 * lead hasn't been seen.
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

/** A call that stops a clock also counts for the inquiries that joined it. */
function isCalled(lead: Lead, inquiry: Inquiry): boolean {
  return inquiry.clockStartedAt ? inquiry.firstCalledAt !== null : lead.uncalledSince === null;
}
