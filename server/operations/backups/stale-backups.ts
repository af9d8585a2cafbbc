// Decides which backups are no longer needed. Pure.
import { dayMs } from "#contract/durations.ts";
import { dayOf } from "#contract/zones.ts";
import type { Backup } from "./backup-folder.ts";

/**
 * How many days, weeks and months keep their newest backup, counting only those that have a backup.
 */
export const keptPer = { day: 7, week: 4, month: 6 } as const;

/** The facts that decide whether a backup is stale, in the folder or in the bucket. */
type Judged = Pick<Backup, "isScheduled" | "takenAt" | "verifiedAt">;

type Period = keyof typeof keptPer;

/** January 5, 1970 was a Monday. */
const firstMonday = 4;

const periodOf: Record<Period, (at: Date) => string> = {
  day: dayOf,
  week: (at) => String(Math.floor((at.getTime() / dayMs - firstMonday) / 7)),
  month: (at) => at.toISOString().slice(0, 7),
};

/**
 * Returns the scheduled backups that may be deleted. Only verified ones count as backups: one that
 * failed its check is stale once a later one passes. Days, weeks (from Monday) and months are in
 * UTC. Manual backups are never stale.
 */
export function staleBackups<One extends Judged>(backups: One[]): One[] {
  const scheduled = backups.filter(({ isScheduled }) => isScheduled);
  const verified = scheduled
    .filter(({ verifiedAt }) => verifiedAt !== null)
    .toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
  const newest = verified[0]?.takenAt.getTime() ?? Number.NEGATIVE_INFINITY;
  const kept = new Set<One>();
  for (const [period, most] of Object.entries(keptPer) as [Period, number][]) {
    const firstOf = new Map<string, One>();
    for (const backup of verified) {
      const key = periodOf[period](backup.takenAt);
      if (!firstOf.has(key)) firstOf.set(key, backup);
    }
    for (const backup of [...firstOf.values()].slice(0, most)) kept.add(backup);
  }
  return scheduled.filter((one) =>
    one.verifiedAt === null ? one.takenAt.getTime() < newest : !kept.has(one),
  );
}
