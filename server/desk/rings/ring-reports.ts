// What the provider's report about one line means for a ring. Pure.

import type { LineEnding, RingEvent } from "#server/desk/phone/ring.ts";
import type { CallReport, CallStatus } from "#server/outside/voice.ts";

const endings = new Map<CallStatus, LineEnding>([
  ["completed", "completed"],
  ["busy", "busy"],
  ["no-answer", "no_answer"],
  ["canceled", "canceled"],
  ["failed", "failed"],
]);

/**
 * Returns the event of a report about the lead's line or a call to an office phone. Null before a
 * phone rings: an office phone may hang up on a line that was only `initiated`, and nobody was
 * called. The time is the provider's, unless it is missing or in the future.
 */
export function eventOf(
  report: CallReport,
  line: { attempt: number } | "lead",
  receivedAt: Date,
): RingEvent | null {
  const at = report.at && report.at < receivedAt ? report.at : receivedAt;
  const as = endings.get(report.status);
  if (line === "lead") {
    if (as) return { kind: "lead_ended", as, seconds: report.seconds, at };
    if (report.status === "in-progress") return { kind: "lead_answered", at };
    return report.status === "ringing" ? { kind: "lead_dialed", at } : null;
  }
  const { attempt } = line;
  if (as) return { kind: "ended", attempt, as, at };
  if (report.status === "in-progress") {
    return { kind: "answered", attempt, by: report.answeredBy, at };
  }
  return report.status === "ringing" ? { kind: "ringing", attempt, at } : null;
}
