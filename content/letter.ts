// What stands around every e-mail of a practice to its leads.
export const emailWords = {
  /** Under an e-mail that left by itself. */
  why: (practice: string) =>
    `You get this because you asked ${practice} to be contacted. You would rather not?`,
  unsubscribe: "Stop automatic e-mails",
} as const;
