// What stands around every email of a practice to its leads.
export const emailWords = {
  /** Under an email that was sent automatically. */
  why: (practice: string) =>
    `You received this because you asked ${practice} to contact you. Don’t want these emails?`,
  unsubscribe: "Unsubscribe",
} as const;
