// The footer of a practice's emails to its leads.
export const emailWords = {
  /** Under an email that was sent automatically. */
  why: (practice: string) =>
    `You received this because you asked ${practice} to contact you. Don’t want these emails?`,
  unsubscribe: "Unsubscribe",
} as const;

/** The unsubscribe page. The address follows. */
export const unsubscribeWords = {
  title: "Stop automatic emails",
  ask: (practice: string) => `Do you want ${practice} to stop sending automatic emails to`,
  stop: "Stop these emails",
  done: (practice: string) => `Done. ${practice} won’t send any more automatic emails to`,
} as const;
