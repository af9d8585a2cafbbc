// Emails to leads, as they appear on a lead's page, on the page of all emails, and in the owner's
// mail log.

/** The status of an email. */
export const mailStateWords = {
  queued: "Waiting",
  sending: "Sending",
  sent: "Sent",
  failed: "Not delivered",
  unknown: "Delivery unknown",
  stopped: "Not sent",
} as const;

export const mailStopWords = {
  unsubscribed: "They opted out of your automatic emails.",
  refused: "Their mail server rejects this address, so automatic emails are off.",
  desk: "They asked you to stop, so automatic emails are off.",
} as const;

export const emailWords = {
  label: "Emails",
  one: "Email",
  write: "Write an email",
  failed: "We couldn’t load the emails.",
  allEmails: "All emails",
  noneTitle: "No emails yet.",
  noneLike: "No emails with this status.",
  none: "Emails you send and automatic emails show up here with their status.",
  noServer: "Email isn’t set up yet. Emails will wait in the outbox until it is.",
  noAddress: "This lead has no email address.",
  automaticGo: "Automatic emails are on for this address.",
  stop: "Turn off",
  allow: "Turn back on",
  automatic: " · automatic",
  sentAutomatically: "Sent automatically",
  to: (address: string) => ` · to ${address}`,
  sendsAt: (at: string) => `, sends ${at}`,
  /** Quotes the mail server's reply. */
  serverSaid: (answer: string) => `The mail server said: ${answer}`,
  resend: "Send again",
  resent: "Resent",
  maybeTwo: "It may have arrived. If you send it again, they may get it twice.",
  notWrittenYet: "The fields are filled in when it’s sent.",
  status: "Status",
  older: "Older emails",
} as const;

/** For writing an email to a lead. */
export const writeWords = {
  template: "Template",
  blank: "Blank email",
  to: "To",
  /** Shown if the person who sent the latest inquiry didn't give an email address. */
  othersAddress: (name: string) => `They didn’t give an email. This is the one of ${name}.`,
  subject: "Subject",
  message: "Message",
  preview: "Preview",
  sent: "Sent",
  queued: "Queued",
  /** Shown if no mail server is configured. */
  queuedUntil: "It goes out when email is set up.",
  /** The dialog before a different template replaces what was typed. */
  replacing: { title: "Replace what you wrote?", confirm: "Replace" },
  /** The dialog before Cancel discards what was typed. */
  discarding: { title: "Discard what you wrote?", confirm: "Discard" },
  keepWriting: "Keep writing",
} as const;

/** A preview of an email as its recipient sees it. */
export const emailFrameWords = {
  title: "Email",
  from: "From",
  to: "To",
  noAddress: "no address yet",
  replyTo: "Replies go to",
  subject: "Subject",
  shownOn: "Preview on",
  widths: { wide: "Computer", narrow: "Phone" },
} as const;
