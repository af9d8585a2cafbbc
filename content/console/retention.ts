// How long records are stored, for a practice's page and for the system screen.
import type { RetentionKind } from "#contract/retention.ts";

export const retentionWords = {
  title: "Data retention",
  about:
    "How long this practice’s records are kept. If you choose a shorter time, older records are deleted overnight.",
  kinds: {
    deliveries: "Submissions",
    sessions: "Past logins",
    auditEntries: "Audit log",
  } satisfies Record<RetentionKind, string>,
  help: {
    deliveries: "Webhooks and forms as they came in. They contain what people typed.",
    sessions: "Where people at the practice were logged in.",
    auditEntries: "Who did what.",
  } satisfies Record<RetentionKind, string>,
  save: "Save",
  period(days: number): string {
    if (days % 365 !== 0) return `${days} days`;
    return days === 365 ? "1 year" : `${days / 365} years`;
  },
} as const;
