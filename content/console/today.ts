// The console's first screen: what needs attention, and how each practice is doing.
export const todayWords = {
  title: "Today",
  toDo: "Needs your attention",
  nothing: "You’re all caught up.",
  nothingWhy:
    "No practices are waiting for approval, no messages are waiting for a reply, no email is stuck, and every lead was imported.",
  approval: "Practices waiting for your approval",
  review: "Review",
  confirmed: "email address confirmed",
  notConfirmed: "email address not confirmed yet",
  contactRequests: "New contact requests",
  unfinished: "Unfinished",
  allNew: (count: number) => `See all ${count} new`,
  allContactRequests: "All contact requests",
  mail: "Email problems",
  refused: (count: number) =>
    count === 1 ? "1 email wasn’t delivered" : `${count} emails weren’t delivered`,
  unknown: (count: number) =>
    count === 1 ? "1 email may not have been sent" : `${count} emails may not have been sent`,
  notSending: (count: number) =>
    count === 1 ? "1 email is waiting in the outbox" : `${count} emails are waiting in the outbox`,
  noServer: "No mail server is set up.",
  look: "View",
  failedImports: "Failed lead imports",
  failedImport: (id: string) => `Lead ${id}`,
  failedImportsOf: (page: string, form: string) => `Page ${page}, form ${form}`,
  beingFetched: "Trying again…",
  again: "Try again",
  practices: "Practices",
  span: "last 7 days",
  noPractices: "No practices yet. To add one, send an invitation.",
  invite: "Invite a practice",
  nobodyWaits: "No one is waiting",
  /** Followed by the longest wait. */
  waiting: (count: number) => `${count} not called yet, longest wait`,
  unreachable:
    "They’re open, but a new lead would reach no one: no open screen, no notifications, no alert address.",
  nobodyAsked: "No inquiries.",
  onTime: (count: number, total: number) =>
    total === 1
      ? `${count} of 1 inquiry got a call in under 10 minutes`
      : `${count} of ${total} inquiries got a call in under 10 minutes`,
} as const;
