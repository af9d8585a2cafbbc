// Describes an email's delivery state in words.
import { emailWords, mailStateWords } from "#content/desk/emails.ts";
import type { LeadEmail } from "#contract/mail.ts";

/** Returns a text such as "Sent automatically", "Waiting · automatic", "Sent". */
export function mailStateText({ state, kind }: Pick<LeadEmail, "state" | "kind">): string {
  if (kind !== "auto") return mailStateWords[state];
  if (state === "sent") return emailWords.sentAutomatically;
  return mailStateWords[state] + emailWords.automatic;
}

/**
 * Returns the problem in words. A mail server's reply starts with a three-digit code (RFC 5321);
 * any other text is our own.
 */
export function problemText(problem: string): string {
  return /^\d{3}[ -]/.test(problem) ? emailWords.serverSaid(problem) : problem;
}
