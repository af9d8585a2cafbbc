// The order of the queue, by which a client finds the position of a changed lead without a request.
// The server's order is written in SQL (`server/desk/queue/lanes.ts`, `queue-order.ts`), and a test
// compares the two.
import type { Lead } from "./leads.ts";
import type { LeadSort } from "./queue.ts";
import { type ClockStarts, wallStarts } from "./timeliness.ts";

/**
 * A lead's position, which consists of the part of the order, the time within that part, and the
 * id. Compare positions of the same sort order with `comparePlaces`.
 */
export type LeadPlace = { part: number; at: number; id: string; isDescending: boolean };

/**
 * Returns whether the queue lists the lead at this time, which it does if the lead is new or has a
 * due callback.
 */
export function isInQueue({ state, callBackAt }: Lead, asOf: Date): boolean {
  if (state === "callback") return callBackAt !== null && Date.parse(callBackAt) <= asOf.getTime();
  return state === "new";
}

/**
 * Returns a lead's position in the queue. In the orders `next` and `deadline`, leads only move back
 * as time passes. `starts` measures their waits, and all hours count without it.
 */
export function placeOf(
  lead: Lead,
  sort: LeadSort,
  asOf: Date,
  starts: ClockStarts = wallStarts(asOf),
): LeadPlace {
  const place = (part: number, at: number, isDescending = false) => ({
    part,
    at,
    id: lead._id,
    isDescending,
  });
  const startedAt = Date.parse(lead.timeReceived);
  if (sort === "newest") return place(1, startedAt, true);
  if (sort === "oldest") return place(1, startedAt);
  if (lead.doNotCall) return place(6, Date.parse(lead.doNotCall.since), true);
  if (lead.state === "callback") return place(4, Date.parse(lead.callBackAt ?? ""));
  if (!lead.uncalledSince) {
    // The longest untouched lead comes first, which is counted from the last call or, without one,
    // from the inquiry.
    return place(5, Date.parse(lead.lastCalledAt ?? lead.timeReceived));
  }
  const since = Date.parse(lead.uncalledSince);
  const { goal, onTime, late } = starts;
  const isWithin = (limit: Date) => since > limit.getTime();
  const dueAt = (limit: Date) => since + starts.asOf.getTime() - limit.getTime();
  // Leads with the least time left until the next limit come first, followed by late leads, newest
  // first.
  if (sort === "next" && isWithin(goal)) return place(1, dueAt(goal));
  if (isWithin(onTime)) return place(1, dueAt(onTime));
  if (isWithin(late)) return place(sort === "next" ? 2 : 1, dueAt(late));
  return place(3, since, true);
}

/** Compares two positions of the same order. Negative if `a` comes before `b`. */
export function comparePlaces(a: LeadPlace, b: LeadPlace): number {
  if (a.part !== b.part) return a.part - b.part;
  const ascending = a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  return a.isDescending ? -ascending : ascending;
}
