// The console's mail log.

/** The columns of the log, and of the exported file, in order. */
export const mailColumns = {
  to: "To",
  subject: "Subject",
  kind: "Type",
  state: "Status",
  practice: "Practice",
  time: "Time",
} as const;

const kindNames = new Map([
  ["lead", "To a lead"],
  ["auto", "Automatic, to a lead"],
  ["monday", "Monday email"],
  ["month", "Month on the first"],
  ["yesterday", "Yesterday’s numbers"],
]);

/** Names an email's type. For example, "recover-password" is "Recover password". */
export function mailKindText(kind: string): string {
  const text = kind.replaceAll("-", " ");
  return kindNames.get(kind) ?? text.charAt(0).toUpperCase() + text.slice(1);
}

export const mailLogWords = {
  count: (total: number) => (total === 1 ? "1 email" : `${total.toLocaleString("en-US")} emails`),
  countedUpTo: (most: number) => `More than ${most.toLocaleString("en-US")} emails`,
  noServer: "No mail server is set up, so email waits here in the outbox.",
  setUpServer: "Set one up",
  noMatch: "No emails match.",
  none: "No emails yet.",
  state: "Status",
  practice: "Practice",
  everyPractice: "All, including our own",
  search: "Search",
  searchHint: "Address or subject",
  sort: "Sort by",
  newestFirst: "Newest first",
  agency: "Our own",
  attempts: (count: number) => `${count} attempts`,
  sendAgain: "Send again",
  dismiss: "Dismiss",
  dismissed: "Dismissed",
  text: "Show text",
  notWrittenYet: "The text is filled in when the email is sent.",
} as const;
