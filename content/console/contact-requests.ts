// The console's contact requests: what visitors of the two sites sent.

/** By the form that was submitted. */
export const contactRequestKinds = {
  personal: "Portfolio message",
  marketing: "Marketing message",
  makeover: "Makeover presentation",
  questionnaire: "Questionnaire",
} as const;

/** The columns of the CSV file, in their order. */
export const contactRequestColumns = {
  receivedAt: "Received at (UTC)",
  kind: "Form",
  state: "Status",
  fullName: "Name",
  email: "Email",
  phone: "Phone",
  message: "Message",
  questions: "Answers",
  firstVisit: "First visit",
  lastVisit: "Last visit",
  answeredAt: "Answered at (UTC)",
  closedAt: "Closed at (UTC)",
} as const;

export const contactRequestWords = {
  newOnes: (count: number) => `${count} new`,
  states: "Status",
  stateNames: { new: "New", answered: "Answered", closed: "Closed" },
  none: {
    all: "No messages yet. Anything sent from the two sites shows up here right away.",
    new: "No one is waiting for a reply.",
    answered: "No answered messages right now.",
    closed: "No closed messages yet.",
  },

  unfinished: "Unfinished",
  unfinishedNote: "Stopped after the first step. The form told them we’d keep these details.",
  makeoverNote: "The presentation is emailed automatically. Check the mail log for its status.",
  call: (when: string) => `Call ${when}`,
  noPackage: "No package chosen",

  reply: "Reply by email",
  replyTo: (name: string) => `Reply to ${name}`,
  to: (address: string) => `To ${address}`,
  signature: "We add your name and phone number below your reply.",
  send: "Send",
  answeredByPhone: "Mark as answered",
  reopen: "Reopen",
  close: "Close",
  yourReply: "Your reply",
  replyStates: {
    queued: "waiting to be sent",
    sending: "being sent",
    sent: "sent",
    failed: "not delivered (see the mail log)",
    unknown: "delivery unknown (see the mail log)",
    stopped: "not sent (see the mail log)",
  },

  attribution: {
    title: "Where this came from",
    first: "First visit",
    last: "Last visit",
    rows: {
      utm_source: "Source",
      utm_medium: "Medium",
      utm_campaign: "Campaign",
      utm_term: "Search term",
      utm_content: "Ad",
      gclid: "Google click ID",
      fbclid: "Meta click ID",
      referrer: "Referring page",
      landing: "Landing page",
      package: "Package requested",
      at: "Time",
    },
  },
} as const;
