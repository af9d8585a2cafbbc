// The marketing site's sentence about the agency's own response time, which is shown if an owner
// publishes it.
import type { OwnResponseTime } from "#contract/contact-request-work.ts";

/**
 * The sentence is shown only for at least this many requests, because the median of a few means
 * nothing.
 */
export const publishedFrom = 10;

/**
 * Returns the sentence, or null if there isn't enough data yet. It states a bad figure as plainly
 * as a good one.
 */
export function responseTimeSentence({ n, median }: OwnResponseTime): string | null {
  if (n < publishedFrom || median === null) return null;
  if (median === "not_yet") return `Half of our last ${n} inquiries haven’t gotten a call yet.`;
  if (median === "over_an_hour") {
    return `Our median response time for our last ${n} inquiries is over an hour.`;
  }
  const minutes = median === 1 ? "a minute" : `${median} minutes`;
  return `Our median response time for our last ${n} inquiries is under ${minutes}.`;
}
