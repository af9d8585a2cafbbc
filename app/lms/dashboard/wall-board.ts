// Decides where each lead appears on the wall. Pure.
import { isBeingCalled, type Lead } from "#contract/leads.ts";
import type { Bucket } from "#contract/timeliness.ts";

export type WallBoard<Some> = {
  /** The lead to call now, or null if no one is waiting or all of them are being called. */
  now: Some | null;
  /** The leads after that, in the order to call. Leads that are being called come last. */
  next: Some[];
  /** The late leads, longest wait first. */
  late: Some[];
};

/**
 * Assigns leads, given in the order to call, to their places on the wall. A late lead becomes the
 * one to call only if no lead can still be called on time.
 */
export function wallBoard<Some extends Pick<Lead, "openCall" | "ring" | "uncalledSince">>(
  leads: Some[],
  bucketOf: (lead: Some) => Bucket,
): WallBoard<Some> {
  const isLate = (lead: Some) => bucketOf(lead) === "other";
  const inTime = leads.filter((lead) => !isLate(lead));
  const late = leads
    .filter(isLate)
    .toSorted((a, b) => String(a.uncalledSince).localeCompare(String(b.uncalledSince)));
  const isFree = (lead: Some) => !isBeingCalled(lead);
  const now = inTime.find(isFree) ?? leads.find((lead) => isLate(lead) && isFree(lead)) ?? null;
  const others = inTime.filter((lead) => lead !== now);
  return {
    now,
    next: [...others.filter(isFree), ...others.filter((lead) => !isFree(lead))],
    late: late.filter((lead) => lead !== now),
  };
}
