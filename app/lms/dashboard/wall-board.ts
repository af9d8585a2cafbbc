// Where each lead is shown on the wall. Pure.
import type { Lead } from "#contract/leads.ts";
import type { Bucket } from "#contract/timeliness.ts";

export type WallBoard<Some> = {
  /** The lead to call now; null if no one is waiting or all of them are being called. */
  now: Some | null;
  /** The next leads in the order to call; leads that are being called come last. */
  next: Some[];
  /** The late ones, longest first. */
  late: Some[];
};

/**
 * Assigns the leads, in the order to call, to their places. A late lead is the one to call only
 * when no one can still be called in time.
 */
export function wallBoard<Some extends Pick<Lead, "openCall" | "uncalledSince">>(
  leads: Some[],
  bucketOf: (lead: Some) => Bucket,
): WallBoard<Some> {
  const isLate = (lead: Some) => bucketOf(lead) === "other";
  const inTime = leads.filter((lead) => !isLate(lead));
  const late = leads
    .filter(isLate)
    .toSorted((a, b) => String(a.uncalledSince).localeCompare(String(b.uncalledSince)));
  const isFree = ({ openCall }: Some) => openCall === null;
  const now = inTime.find(isFree) ?? leads.find((lead) => isLate(lead) && isFree(lead)) ?? null;
  const others = inTime.filter((lead) => lead !== now);
  return {
    now,
    next: [...others.filter(isFree), ...others.filter((lead) => !isFree(lead))],
    late: late.filter((lead) => lead !== now),
  };
}
