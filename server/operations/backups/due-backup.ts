// Decides when the next scheduled backup is due. Pure.
import { dayMs } from "#contract/durations.ts";

/** 3 or 4 am in Tampa: the quietest hour, before the day's first leads. */
export const backupHourUtc = 8;

/**
 * Checks whether the backup hour has passed since the newest verified backup was taken, so that
 * there is one backup a day. A process that was off at night takes the backup when it runs again.
 */
export function isBackupDue(lastTakenAt: Date | null, now: Date): boolean {
  if (lastTakenAt === null) return true;
  const today = new Date(now);
  const hour = today.setUTCHours(backupHourUtc, 0, 0, 0);
  const lastDue = hour <= now.getTime() ? hour : hour - dayMs;
  return lastTakenAt.getTime() < lastDue;
}
