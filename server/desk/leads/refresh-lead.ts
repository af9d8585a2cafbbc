// Recomputes a lead: its clocks, its state, and the denormalized columns for the queue and reports.
import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Lead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { given, givenRows } from "#server/db/given-rows.ts";
import { accounts, leads } from "#server/db/schema.ts";
import { type Clock, clocksOf } from "#server/desk/clock/clock.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { updateRollups } from "#server/desk/reports/rollups.ts";
import {
  type CountedCall,
  type Events,
  type Inquiry,
  type LeadKey,
  readEvents,
} from "./lead-events.ts";
import { leadColumnsOf, toLead } from "./lead-rows.ts";
import { partsOf, standingOfAll } from "./merged-leads.ts";
import { contactsIn, searchTextOf } from "./search-text.ts";
import { standingNow } from "./standing-now.ts";
import { computeInquiries } from "./timed-inquiries.ts";

/**
 * Recomputes a lead's clocks, state and denormalized columns from all of its events. Every function
 * that adds an event calls this in its transaction, with the lead's row locked.
 */
export async function refreshLead(tx: Transaction, { clientId, leadId }: LeadKey): Promise<Lead> {
  const [lead] = await refreshLeads(tx, clientId, [leadId], "lead");
  if (!lead) throw new Error("The lead was not refreshed");
  return lead;
}

/**
 * Recomputes several distinct leads, none of which is merged into another, and the leads merged
 * into them. Returns the given leads in the given order. `newIds` are the leads that this
 * transaction inserted, which don't count in any figure yet.
 */
export async function refreshLeads(
  tx: Transaction,
  clientId: string,
  leadIds: string[],
  kind: "inquiry" | "lead",
  newIds: ReadonlySet<string> = new Set(),
): Promise<Lead[]> {
  const eventsOf = await readEvents(tx, clientId, leadIds);
  const refreshed = [...eventsOf].flatMap(([leadId, events]) => refreshedBy(leadId, events));
  await nameCallers(tx, refreshed, eventsOf);
  const judged = await computeInquiries(tx, clientId, refreshed);
  const rows = await writeLeads(tx, clientId, refreshed);
  const before = rows.flatMap((row, index) =>
    newIds.has(row.lead.id)
      ? []
      : [{ lead: row.before, inquiries: refreshed[index]?.inquiries ?? [] }],
  );
  const after = rows.map(({ lead }, index) => ({ lead, inquiries: judged[index] ?? [] }));
  await updateRollups(tx, clientId, before, after);
  await notifyPractice(tx, ...leadIds.map((leadId) => ({ clientId, leadId, kind })));
  return rows.filter(({ lead }) => lead.mergedInto === null).map(toLead);
}

/** Sets who made each open call. Few leads have one, so usually there is no query. */
async function nameCallers(tx: Transaction, refreshed: Refreshed[], eventsOf: Map<string, Events>) {
  const open = new Map(
    [...eventsOf.values()].flatMap((events) =>
      events.open ? [[events.open.id, events.open] as const] : [],
    ),
  );
  const callers = new Set([...open.values()].flatMap(({ accountId }) => accountId ?? []));
  const rows =
    callers.size === 0
      ? []
      : await tx
          .select({ id: accounts.id, firstName: accounts.firstName })
          .from(accounts)
          .where(inArray(accounts.id, [...callers]));
  const nameOf = new Map(rows.map(({ id, firstName }) => [id, firstName]));
  for (const { values } of refreshed) {
    const call = values.openCallId && open.get(values.openCallId);
    if (!call) continue;
    values.openCalledBy = call.accountId ? (nameOf.get(call.accountId) ?? null) : call.phoneName;
  }
}

type Refreshed = {
  inquiries: Inquiry[];
  calls: CountedCall[];
  clocks: Clock[];
  values: ReturnType<typeof valuesOf>;
};

/** Returns the computed values for the lead itself, and for each lead merged into it. */
function refreshedBy(leadId: string, events: Events): Refreshed[] {
  const parts = partsOf(leadId, events).map((part) => {
    const clocks = clocksOf(
      part.own.allInquiries.map(({ id, submittedAt, isTest, isUntimed }) => ({
        id,
        submittedAt,
        isTimed: !isTest && !isUntimed,
      })),
      part.calls.map(({ id, calledAt, isEnteredLater }) => ({ id, calledAt, isEnteredLater })),
    );
    return { ...part, clocks, isWaiting: clocks.at(-1)?.firstCall === null };
  });
  return parts.map(({ leadId: partId, own, calls, clocks }) => {
    const values = valuesOf({ leadId: partId, events: own, clocks });
    const of = { inquiries: own.allInquiries, calls, clocks };
    if (parts.length === 1) return { ...of, values };
    if (partId !== leadId) {
      const { erasedAt } = lastingOf(events);
      return { ...of, values: { ...values, erasedAt, mergedInto: leadId } };
    }
    const waits = parts.flatMap((part) =>
      part.isWaiting ? (part.clocks.at(-1)?.startedAt ?? []) : [],
    );
    const uncalledSince =
      waits.length > 0 ? new Date(Math.min(...waits.map((at) => at.getTime()))) : null;
    // In reports, the survivor counts by its own inquiries only, so a merge doesn't change any
    // figure.
    const { bookedAt } = values;
    const shown = {
      ...lastingOf(events),
      ...standingOfAll(events, parts),
      uncalledSince,
      bookedAt,
      askedAs: nameGivenIn(events, ["changed", "merged"]),
      search: contactsIn(events.allInquiries),
    };
    return { ...of, values: { ...values, ...callsOf(events, values.touchedAt), ...shown } };
  });
}

/**
 * Writes the computed values, and returns each lead's row from before and after, in the given
 * order.
 */
async function writeLeads(tx: Transaction, clientId: string, refreshed: Refreshed[]) {
  const values = refreshed.map((one) => one.values);
  const before = alias(leads, "before");
  const computed = Object.keys(values[0] ?? {}).filter((name) => !ownRule.includes(name));
  const written = await tx
    .update(leads)
    .set({
      ...Object.fromEntries(computed.map((name) => [name, given(name)])),
      erasedAt: sql`coalesce(${given("erasedAt")}, ${leads.erasedAt})`,
      // An erased lead counts as it did before. A merged lead counts unless its survivor is
      // deleted.
      isCounted: sql`case when ${given("erasedAt")} is not null then ${leads.isCounted}
        when ${given("mergedInto")} is null then ${leads.deletedAt} is null
        else (select survivor.deleted_at is null from ${leads} as survivor
          where survivor.client_id = ${clientId} and survivor.id = ${given("mergedInto")}) end`,
      // `askedAs` is the name on the newest inquiry, or null if it equals the lead's own name.
      search: searchTextOf(given("search")),
      askedAs: sql`case when lower(trim(${leads.firstName} || ' ' || ${leads.lastName})) <> lower(${given("askedAs")}) and ${given("askedAs")} <> '' then ${given("askedAs")} end`,
    })
    // The self-join makes `returning` include the rows from before the update.
    .from(before)
    .innerJoin(givenRows(leads, values), eq(before.id, given("id")))
    .where(
      and(
        eq(leads.clientId, clientId),
        eq(leads.id, before.id),
        eq(before.clientId, leads.clientId),
      ),
    )
    .returning({ ...leadColumnsOf(clientId), before });
  const rowOf = new Map(written.map((row) => [row.lead.id, row]));
  return values.map(({ id }) => {
    const row = rowOf.get(id);
    if (!row) throw new Error("The lead that was just written no longer exists");
    return row;
  });
}

/**
 * The computed columns that `writeLeads` doesn't write as they are, because they also depend on the
 * lead's stored row.
 */
const ownRule = ["id", "erasedAt", "askedAs", "search"];

function valuesOf({ leadId, events, clocks }: { leadId: string; events: Events; clocks: Clock[] }) {
  const { allInquiries } = events;
  const newestInquiry = allInquiries.at(-1);
  const newestClock = clocks.at(-1);
  if (!newestInquiry) throw new Error("The lead has no inquiry");
  // The newest inquiry with a source or campaign. A manual entry has none, so it doesn't replace
  // them.
  const withOrigin =
    allInquiries.findLast((inquiry) => inquiry.sourceId ?? inquiry.campaignId) ?? newestInquiry;
  return {
    id: leadId,
    mergedInto: null as string | null,
    ...standingNow(events, newestClock?.firstCall === null),
    ...lastingOf(events),
    campaignId: withOrigin.campaignId,
    sourceId: withOrigin.sourceId,
    isTest: allInquiries.every((inquiry) => inquiry.isTest),
    receivedAt: newestInquiry.receivedAt,
    startedAt: newestClock?.startedAt ?? newestInquiry.submittedAt,
    uncalledSince: newestClock && !newestClock.firstCall ? newestClock.startedAt : null,
    firstCalledAt: newestClock?.firstCall?.calledAt ?? null,
    askedAgainAt: newestClock?.askedAgainAt.at(-1) ?? null,
    askedAs: nameGivenIn(events, ["changed"]),
    search: contactsIn(allInquiries),
    ...callsOf(events, newestInquiry.submittedAt),
  };
}

/** Returns the name on the newest inquiry; empty if the practice has changed the name since. */
function nameGivenIn({ allInquiries, changes }: Events, by: string[]): string {
  const newest = allInquiries.at(-1);
  if (!newest || changes.some(({ kind, at }) => by.includes(kind) && at >= newest.receivedAt)) {
    return "";
  }
  return `${newest.firstName} ${newest.lastName}`.trim();
}

function callsOf({ made, open }: Events, askedAt: Date) {
  const lastCall = made.at(-1);
  return {
    attempts: made.length,
    lastOutcome: lastCall?.outcome ?? null,
    lastCalledAt: lastCall?.calledAt ?? null,
    thirdLastCalledAt: made.at(-3)?.calledAt ?? null,
    openCallId: open?.id ?? null,
    openCalledAt: open?.calledAt ?? null,
    openCalledBy: null as string | null,
    touchedAt: lastCall?.calledAt ?? askedAt,
  };
}

function lastingOf({ changes }: Events) {
  return { erasedAt: changes.find(({ kind }) => kind === "erased")?.at ?? null };
}
