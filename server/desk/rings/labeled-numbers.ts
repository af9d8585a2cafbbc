// Finds the practices whose number phone companies may label as spam.
import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import { calls, clients, ringCalls, ringEvents } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { earlierDays, mayBeLabeledSpam, recentDays } from "#server/desk/phone/spam-label.ts";

/**
 * Returns the practices' ids. Only calls from a practice's present number count, no matter who
 * started them, and only those whose line's end was reported: a lost report is not an unanswered call.
 */
export async function findLabeledNumbers({ db, now }: Pick<Deps, "db" | "now">): Promise<string[]> {
  const asOf = now().getTime();
  const daysAgo = (days: number) => new Date(asOf - days * dayMs);
  // A ring may have called several phones, and reports may contradict each other.
  const counted = await db
    .select({
      clientId: calls.clientId,
      isRecent: sql<boolean>`${gte(calls.calledAt, daysAgo(recentDays))}`,
      calls: sql<number>`count(distinct ${calls.id})`.mapWith(Number),
      answered: sql<number>`count(distinct ${calls.id})
        filter (where ${ringEvents.detail} = 'completed')`.mapWith(Number),
    })
    .from(clients)
    .innerJoin(
      calls,
      and(
        ...[eq(calls.clientId, clients.id), isNotNull(calls.ringId)],
        gte(calls.calledAt, daysAgo(recentDays + earlierDays)),
      ),
    )
    .innerJoin(
      ringCalls,
      and(
        ...[eq(ringCalls.clientId, calls.clientId), eq(ringCalls.ringId, calls.ringId)],
        eq(ringCalls.fromNumber, clients.phoneNumber),
      ),
    )
    .innerJoin(
      ringEvents,
      and(
        ...[eq(ringEvents.clientId, calls.clientId), eq(ringEvents.ringId, calls.ringId)],
        eq(ringEvents.kind, "lead_ended"),
      ),
    )
    .groupBy(sql`1, 2`);
  const none = { calls: 0, answered: 0 };
  return [...Map.groupBy(counted, ({ clientId }) => clientId)].flatMap(([clientId, spans]) => {
    const recent = spans.find(({ isRecent }) => isRecent) ?? none;
    const earlier = spans.find(({ isRecent }) => !isRecent) ?? none;
    return mayBeLabeledSpam(recent, earlier) ? clientId : [];
  });
}
