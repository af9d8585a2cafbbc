// Decides how a lead's wait is shown in the practice's counting mode. Pure.
import { minuteMs } from "#contract/durations.ts";
import type { CountingMode } from "#contract/figures.ts";
import {
  afterOpenMinutes,
  type BusinessHours,
  isOpenAt,
  openMsBetween,
} from "#contract/open-time.ts";
import { type Bucket, bucketOf, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";

/**
 * `elapsedMs`: what the clock shows. `waitedMs`: the whole wait. `closed`: the practice is closed
 * and the lead isn't late, so the clock is paused; a call before `dueAt` still falls into `bucket`.
 */
export type Waiting = { elapsedMs: number; waitedMs: number } & (
  | { kind: "running"; bucket: Bucket }
  | { kind: "closed"; bucket: "lt10" | "lt60"; dueAt: Date }
);

/**
 * Returns how to show a wait. A late lead's clock shows the whole wait even while the practice is
 * closed.
 */
export function waitingOf(
  since: Date,
  now: Date,
  reading: CountingMode,
  hours: BusinessHours,
): Waiting {
  const waitedMs = Math.max(0, now.getTime() - since.getTime());
  const byWall: Waiting = {
    kind: "running",
    bucket: bucketOf(waitedMs),
    elapsedMs: waitedMs,
    waitedMs,
  };
  if (reading === "wall") return byWall;
  const openMs = openMsBetween(since, now, hours, lateAfterMinutes * minuteMs);
  const bucket = bucketOf(openMs);
  if (bucket === "other") return { ...byWall, bucket };
  if (isOpenAt(now, hours)) return { kind: "running", bucket, elapsedMs: openMs, waitedMs };
  const limit = bucket === "lt10" ? onTimeMinutes : lateAfterMinutes;
  const dueAt = afterOpenMinutes(since, limit, hours);
  // For a practice that is never open, all hours count, as they do in its figures.
  return dueAt ? { kind: "closed", bucket, dueAt, elapsedMs: openMs, waitedMs } : byWall;
}
