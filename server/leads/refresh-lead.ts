// Recomputes a lead: its clocks, its state, and the denormalized columns for the queue and the
// figures.
import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Lead } from "#contract/leads.ts";
import { type Clock, clocksOf } from "#server/clock/clock.ts";
import type { Transaction } from "#server/db/database.ts";
import { leads } from "#server/db/schema.ts";
import { notifyPractice } from "#server/live/desk-events.ts";
import { updateRollups } from "#server/reports/rollups.ts";
import { type Events, type LeadKey, readEvents } from "./lead-events.ts";
import { leadColumnsOf, toLead } from "./lead-rows.ts";
import { standingNow } from "./standing-now.ts";
import { computeInquiries } from "./timed-inquiries.ts";

/**
 * Recomputes a lead's clocks, its state and the denormalized columns from all of its events. Every
 * verb that adds an event calls this in its transaction, with the lead's row locked.
 */
export async function refreshLead(
  tx: Transaction,
  key: LeadKey,
  event: "inquiry" | "lead" = "lead",
): Promise<Lead> {
  const events = await readEvents(tx, key);
  const clocks = clocksOf(
    events.allInquiries.map(({ id, submittedAt, isTest, isUntimed }) => ({
      id,
      submittedAt,
      isTimed: !isTest && !isUntimed,
    })),
    events.made.map(({ id, calledAt, isEnteredLater }) => ({ id, calledAt, isEnteredLater })),
  );
  const judged = await computeInquiries(tx, events, clocks);
  const row = await writeLead(tx, key, events, clocks);
  await updateRollups(
    tx,
    key.clientId,
    { lead: row.before, inquiries: events.allInquiries },
    { lead: row.lead, inquiries: judged },
  );
  await notifyPractice(tx, { ...key, kind: event });
  return toLead(row);
}

/** Returns the lead's row after and before the update. */
async function writeLead(tx: Transaction, key: LeadKey, events: Events, clocks: Clock[]) {
  const { allInquiries, made, open, changes } = events;
  const newestInquiry = allInquiries.at(-1);
  const newestClock = clocks.at(-1);
  const lastCall = made.at(-1);
  if (!newestInquiry) throw new Error("The lead has no inquiry");
  // Entries by hand have no source, and do not replace the known one.
  const withOrigin =
    allInquiries.findLast((inquiry) => inquiry.sourceId ?? inquiry.campaignId) ?? newestInquiry;
  const erasedAt = changes.find(({ kind }) => kind === "erased")?.at;
  const before = alias(leads, "before");
  const [row] = await tx
    .update(leads)
    .set({
      ...standingNow(events, newestClock?.firstCall === null),
      // An erased lead counts as before.
      ...(erasedAt ? { erasedAt } : { isCounted: sql`${leads.deletedAt} is null` }),
      campaignId: withOrigin.campaignId,
      sourceId: withOrigin.sourceId,
      isTest: allInquiries.every((inquiry) => inquiry.isTest),
      receivedAt: newestInquiry.receivedAt,
      startedAt: newestClock?.startedAt ?? newestInquiry.submittedAt,
      uncalledSince: newestClock && !newestClock.firstCall ? newestClock.startedAt : null,
      firstCalledAt: newestClock?.firstCall?.calledAt ?? null,
      askedAgainAt: newestClock?.askedAgainAt.at(-1) ?? null,
      askedAs: differingName(newestInquiry),
      attempts: made.length,
      lastOutcome: lastCall?.outcome ?? null,
      lastCalledAt: lastCall?.calledAt ?? null,
      thirdLastCalledAt: made.at(-3)?.calledAt ?? null,
      openCallId: open?.id ?? null,
      openCalledAt: open?.calledAt ?? null,
      touchedAt: lastCall?.calledAt ?? newestInquiry.submittedAt,
    })
    // The self-join returns the row as it was before.
    .from(before)
    .where(
      and(
        eq(leads.clientId, key.clientId),
        eq(leads.id, key.leadId),
        eq(before.clientId, leads.clientId),
        eq(before.id, leads.id),
      ),
    )
    .returning({ ...leadColumnsOf(key.clientId), before });
  if (!row) throw new Error("The lead that was just written no longer exists");
  return row;
}

/** The name on this inquiry, or null when it equals the lead's. */
function differingName({ firstName, lastName }: { firstName: string; lastName: string }) {
  const name = `${firstName} ${lastName}`.trim();
  return sql`case when lower(trim(${leads.firstName} || ' ' || ${leads.lastName})) <> lower(${name}::text) and ${name}::text <> '' then ${name}::text end`;
}
