// The console's Today page: what needs attention, and how each practice is doing.
import { limitWords } from "#content/response-limits.ts";
export const todayWords = {
  title: "Today",
  toDo: "Needs your attention",
  nothing: "You’re all caught up.",
  nothingWhy:
    "No practices are waiting for approval, no contact requests are waiting for a call or a reply, no emails are stuck, no source has a problem, no number may be labeled spam, no invoice is due or unpaid, and every lead that Meta announced is here or was dismissed.",
  /** For a helper, who sees no practices. */
  nothingOfRequests: "No contact requests are waiting for a call or a reply.",
  approval: "Practices waiting for your approval",
  review: "Review",
  confirmed: "email address confirmed",
  notConfirmed: "email address not confirmed yet",
  calls: "Calls booked for today",
  allCalls: "See all calls",
  contactRequests: "Open contact requests",
  allOpen: (count: number) => `See all ${count} open requests`,
  /** The steps that an owner planned for today or earlier. */
  steps: "Next steps due",
  allDue: (count: number) => `See all ${count} due steps`,
  allPending: (count: number) => `See all ${count}`,
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
  failedLeadNotifications: "Failed lead notifications",
  broken: "Sources with a problem",
  allBroken: (count: number) => `See all ${count} sources with a problem`,
  labeled: "Numbers that may be labeled spam",
  labeledWhy:
    "In the last 7 days, at most half as many of its calls to leads were answered as in the 28 days before.",
  allLabeled: (count: number) => `See all ${count}`,
  tokens: "Tokens to renew",
  tokenExpires: (day: string) => `The Meta token is valid until ${day}`,
  tokenExpiresWhy: "Without a new one, no more leads come in from Meta.",
  reports: "Last month’s reports to send",
  allReports: (count: number) => `See all ${count}`,
  send: "Send",
  invoices: "Invoices",
  invoicesDue: (count: number) =>
    count === 1 ? "1 practice’s invoice is due" : `${count} practices’ invoices are due`,
  invoicesUnpaid: (count: number) =>
    count === 1
      ? "1 practice hasn’t paid an invoice"
      : `${count} practices haven’t paid an invoice`,
  unread: "Submissions that we couldn’t fully read",
  failedLeadNotificationsOf: (page: string, form: string) => `Page ${page}, form ${form}`,
  failedLeads: (count: number) => (count === 1 ? "1 lead" : `${count} leads`),
  failedReason: (problem: string, count: number) =>
    count === 1 ? problem : `Newest reason: ${problem}`,
  allForms: (count: number) => `See all ${count} forms`,
  beingFetched: "Trying again…",
  again: "Try again",
  dismiss: "Dismiss",
  askDismiss: (count: number) =>
    count === 1 ? "Dismiss this lead?" : `Dismiss these ${count} leads?`,
  dismissMeans:
    "We stop trying to fetch them. They stay in the source’s list of submissions, where you can still try again.",
  dismissMeansOfNobody:
    "We stop trying to fetch them. Once a source is connected to this form, they’re in its list of submissions, where you can still try again.",
  practices: "Practices",
  span: "last 30 days",
  noPractices: "No practices yet. To add one, send an invitation.",
  invite: "Invite a practice",
  nobodyWaits: "No one is waiting",
  allPractices: (count: number) => `See all ${count} practices`,
  nobodyAsked: "No inquiries.",
  notCountedYet: "No inquiries to count yet.",
  onTime: (count: number, total: number) =>
    total === 1
      ? `${count} of 1 inquiry got a call in ${limitWords.onTime}`
      : `${count} of ${total} inquiries got a call in ${limitWords.onTime}`,
} as const;
