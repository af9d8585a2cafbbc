// Reads what an event stream sends about changed leads: their rows and the queue's counts. The cost
// of this one query doesn't depend on how many rows a screen shows.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { DeskChange } from "#contract/desk-events.ts";
import { wallStarts } from "#contract/timeliness.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import { campaigns, leads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  isUnansweredOf,
  leadOf,
  listedLead,
  missedCallOf,
  ringNowOf,
  toLead,
  unreadTextsOf,
} from "#server/desk/leads/lead-rows.ts";
import { walkValues } from "#server/desk/queue/queue-order.ts";
import { doNotCallInQueue, inQueue, uncalledInQueue } from "#server/desk/queue/queue-page.ts";
import { unreadThreadsOf } from "#server/people/practice-texts.ts";
import { dueCallbacks } from "./callbacks.ts";

/**
 * Returns the leads with these ids (null if deleted or erased) and the queue's counts, as of `now`.
 */
export async function readChangedLeads(
  { db }: Pick<Deps, "db">,
  clientId: string,
  leadIds: string[],
  now: Date,
): Promise<DeskChange> {
  const rows = await changed(db).execute({
    ...walkValues({ clientId, asOf: now, starts: wallStarts(now), after: null }),
    now,
    leadIds,
  });
  const [first] = rows;
  if (!first) throw new Error("The counts returned no row");
  const byId = new Map(
    rows.flatMap(({ lead, ...origin }) => (lead ? [[lead.id, toLead({ lead, ...origin })]] : [])),
  );
  return {
    client: clientId,
    leads: leadIds.map((leadId) => ({ leadId, lead: byId.get(leadId) ?? null })),
    queue: { total: first.total, uncalled: first.uncalled, doNotCall: first.doNotCall },
    callbacks: { due: first.due, nextDueAt: first.nextDueAt?.toISOString() ?? null },
    unreadTexts: first.unreadThreads,
    now: now.toISOString(),
  };
}

const given = sql.placeholder;

const changed = cachedQuery((db: Database) =>
  db
    .select({
      lead: listedLead,
      campaign: campaigns.name,
      script: campaigns.script,
      source: sources.name,
      ring: ringNowOf(given("clientId")),
      isUnanswered: isUnansweredOf(given("clientId")),
      unreadTexts: unreadTextsOf(given("clientId")),
      missedCallAt: missedCallOf(given("clientId")),
      total: inQueue,
      uncalled: uncalledInQueue,
      doNotCall: doNotCallInQueue,
      ...dueCallbacks,
      unreadThreads: unreadThreadsOf(given("clientId")),
    })
    // A row for the counts, which is returned even if none of the leads can be read.
    .from(sql`(select 1) as one`)
    .leftJoin(
      leads,
      and(
        eq(leads.clientId, given("clientId")),
        sql`${leads.id} = any(${given("leadIds")}::uuid[])`,
        // This also excludes erased leads, because they are marked as deleted.
        isNull(leads.deletedAt),
      ),
    )
    .leftJoin(campaigns, leadOf.campaign)
    .leftJoin(sources, leadOf.source)
    .prepare("changed_leads"),
);
