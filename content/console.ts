// The words of the owner's console.

/** What a visitor sent, by the form that it came from. */
export const contactRequestKinds = {
  personal: "Portfolio message",
  marketing: "Marketing message",
  makeover: "Makeover presentation",
  questionnaire: "Questionnaire",
} as const;

export const todayWords = {
  title: "Today",
  toDo: "What needs you",
  nothing: "Nothing needs you.",
  nothingWhy:
    "No practice waits to be let in, nobody waits for an answer, no mail is in trouble, and every lead that a platform announced stands in its desk.",
  approval: "Practices that wait for your approval",
  review: "Review",
  confirmed: "address confirmed",
  notConfirmed: "address not confirmed yet",
  contactRequests: "New contact requests",
  unfinished: "Unfinished",
  allNew: (count: number) => `All ${count} new`,
  allContactRequests: "All contact requests",
  mail: "Mail in trouble",
  refused: (count: number) =>
    count === 1 ? "One mail was refused" : `${count} mails were refused`,
  unknown: (count: number) =>
    count === 1 ? "One mail may not have left" : `${count} mails may not have left`,
  notSending: (count: number) =>
    count === 1 ? "One mail waits in the outbox" : `${count} mails wait in the outbox`,
  noServer: "No mail server is configured.",
  look: "Look",
  failedImports: "Leads that are in no desk yet",
  failedImportsOf: (page: string, form: string) => `Page ${page}, form ${form}`,
  beingFetched: "Being fetched.",
  again: "Fetch again",
  practices: "Practices",
  span: "last 7 days",
  noPractices: "No practice is at work yet. An invitation is the shortest way.",
  invite: "Invite a practice",
  nobodyWaits: "Nobody waits",
  waiting: (count: number) => `${count} not called, the longest for`,
  nobodyAsked: "Nobody asked.",
  onTime: (count: number, total: number) =>
    total === 1
      ? `${count} of 1 inquiry was called in under 10 minutes`
      : `${count} of ${total} inquiries were called in under 10 minutes`,
} as const;
