// The next attempt to reach a lead that was called without success, by the practice's plan. Pure.
import type { Client } from "#contract/accounts.ts";
import type { Lead } from "#contract/leads.ts";
import { afterOpenMinutes, type BusinessHours } from "#contract/open-time.ts";
import { warningsOf } from "./call-warnings.ts";

/**
 * `next`: when the attempt of that number is due; null: the practice is never open. `done`: all
 * attempts were made.
 */
export type NextTry =
  | { kind: "next"; number: number; of: number; dueAt: Date | null }
  | { kind: "done"; made: number };

type Planned = Pick<Client, "attempts" | "attemptGapHours"> & BusinessHours;

/** A lead that can't be called within this many steps has no due time. */
const maxSteps = 500;
const stepMinutes = 15;

/** Null: the plan is not about this lead. */
export function nextTry(lead: Lead, client: Planned): NextTry | null {
  const isTried = lead.lastOutcome === "no_answer" || lead.lastOutcome === "voicemail";
  if (lead.state !== "new" || lead.uncalledSince || lead.doNotCall || lead.openCall) return null;
  if (!isTried || !lead.lastCalledAt) return null;
  const { attempts: of, attemptGapHours } = client;
  if (lead.attempts >= of) return { kind: "done", made: lead.attempts };
  const dueAt = callableAfter(lead, new Date(lead.lastCalledAt), attemptGapHours * 60, client);
  return { kind: "next", number: lead.attempts + 1, of, dueAt };
}

/** When the practice is next open, and the hour and number of calls are legal for the person. */
function callableAfter(lead: Lead, since: Date, minutes: number, hours: BusinessHours) {
  let at = afterOpenMinutes(since, minutes, hours);
  for (let step = 0; at && step < maxSteps; step += 1) {
    // If business hours end exactly then, moves on to the next opening.
    const opened = afterOpenMinutes(new Date(at.getTime() + 1), 0, hours);
    if (opened && opened.getTime() > at.getTime() + 1) at = opened;
    if (warningsOf(lead, at, hours.timeZone).length === 0) return at;
    at = afterOpenMinutes(at, stepMinutes, hours);
  }
  return null;
}
