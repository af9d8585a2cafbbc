// How long the records of a practice are stored. The owner can store some of them longer for one
// practice.
import { z } from "zod";

/**
 * The default number of days for every practice, and the most days that the owner can set for one
 * practice.
 */
export const practiceRetention = {
  /**
   * Webhooks and forms as they were received. They repeat what a person typed, so they aren't
   * stored for years on end.
   */
  deliveries: { days: 90, most: 2 * 365 },
  /** Sessions that have ended or expired. */
  sessions: { days: 30, most: 2 * 365 },
  /**
   * The default is two years, because questions about access come late. The maximum of ten years
   * covers what an insurer may ask for.
   */
  auditEntries: { days: 2 * 365, most: 10 * 365 },
} as const;
export type RetentionKind = keyof typeof practiceRetention;

const days = (kind: RetentionKind) => {
  const limits = practiceRetention[kind];
  return z.int("invalid").min(limits.days, "invalid").max(limits.most, "invalid");
};

export const PracticeRetention = z.object({
  deliveries: days("deliveries"),
  sessions: days("sessions"),
  auditEntries: days("auditEntries"),
});
export type PracticeRetention = z.infer<typeof PracticeRetention>;

/** `PATCH /api/admin/clients/{id}/retention`. Values that are omitted don't change. */
export const RetentionChange = PracticeRetention.partial();
export type RetentionChange = z.infer<typeof RetentionChange>;

export const RetentionChanged = z.object({ retention: PracticeRetention, message: z.string() });
