// Archives and restores leads in bulk, all of them or none.
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { BulkArchiving, BulkRestoring } from "#contract/archive.ts";
import type { Lead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline } from "#server/desk/leads/lead.ts";
import { leadColumnsOf, toLead } from "#server/desk/leads/lead-rows.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/**
 * Archives these leads with a reason. A lead that is already archived keeps its reason, so this is
 * idempotent. If a lead isn't the practice's, throws `not_found` and archives none.
 */
export async function archiveLeads(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  { ids, reason }: BulkArchiving,
): Promise<Lead[]> {
  return changeTogether(deps, client, ids, (state) =>
    state === "archived" ? null : { kind: "archived", data: { reason } },
  );
}

/**
 * Restores these leads to their previous state: new, customer, or callback if one was promised.
 * Leads that aren't archived don't change. If a lead isn't the practice's, throws `not_found` and
 * restores none.
 */
export async function restoreLeads(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  { ids }: BulkRestoring,
): Promise<Lead[]> {
  return changeTogether(deps, client, ids, (state) =>
    state === "archived" ? { kind: "restored", data: {} } : null,
  );
}

type Entry = { kind: "archived" | "restored"; data: Record<string, unknown> };

async function changeTogether(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  ids: string[],
  entryFor: (state: Lead["state"]) => Entry | null,
): Promise<Lead[]> {
  return deps.db.transaction(async (tx) => {
    const changed: Lead[] = [];
    for (const lead of await lockLeads(tx, client, ids)) {
      const { _id: leadId, state } = lead;
      const entry = entryFor(state);
      if (!entry) {
        changed.push(lead);
        continue;
      }
      await addToTimeline(deps, tx, client, leadId, entry.kind, entry.data);
      changed.push(await refreshLead(tx, { clientId: client.clientId, leadId }));
    }
    return changed;
  });
}

/** Locks in a fixed order, so that two requests with the same leads don't deadlock. */
async function lockLeads(tx: Transaction, client: SignedInClient, ids: string[]): Promise<Lead[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const rows = await tx
    .select(leadColumnsOf(client.clientId))
    .from(leads)
    .where(
      and(eq(leads.clientId, client.clientId), inArray(leads.id, wanted), isNull(leads.deletedAt)),
    )
    .orderBy(leads.id)
    .for("no key update");
  if (rows.length < wanted.length) throw new AppError("not_found");
  return rows.map(toLead);
}
