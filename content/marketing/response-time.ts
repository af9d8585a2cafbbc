// What the marketing site says about the agency's own response time, while an owner publishes it.
import type { OwnResponseTime } from "#contract/contact-request-work.ts";

/** With fewer requests there is no sentence: a median of a few says nothing. */
export const publishedFrom = 10;

/**
 * Returns the sentence, or null if there is nothing to say yet. A bad figure is said like a good
 * one.
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
