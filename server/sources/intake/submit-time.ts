import { dayMs } from "#contract/durations.ts";
import { instant } from "#contract/fields.ts";

/**
 * How old a sender's time may be. The sender says when the person clicked Submit, but anyone can
 * forge a form, and a time longer ago or in the future would falsify the practice's response time.
 */
const maxTrustedAgeMs = dayMs;

/** Returns the first value that is a time, if it can be trusted; otherwise the time of receipt. */
export function submitTime(said: unknown[], receivedAt: Date): Date {
  const at = said.map(momentOf).find((moment) => moment !== null);
  if (at === undefined) return receivedAt;
  const agoMs = receivedAt.getTime() - at;
  return agoMs >= 0 && agoMs <= maxTrustedAgeMs ? new Date(at) : receivedAt;
}

/**
 * Unix time in seconds, which has ten digits until 2286, or in milliseconds, which has thirteen.
 */
const unixTime = /^\d{10}(\d{3})?$/;

function momentOf(said: unknown): number | null {
  const text = String(said);
  if (unixTime.test(text)) return Number(text) * (text.length === 10 ? 1000 : 1);
  const { data } = instant.safeParse(said);
  return data === undefined ? null : Date.parse(data);
}
