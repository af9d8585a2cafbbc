// Many leads at once: put away with one reason, and brought back. All of them or none.
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { BulkArchiving, BulkRestoring } from "#contract/archive.ts";
import type { Lead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { note } from "#server/leads/lead.ts";
import { leadColumnsOf, toLead } from "#server/leads/lead-rows.ts";
import { refreshLead } from "#server/leads/refresh-lead.ts";
import type { SignedInClient } from "#server/signed-in.ts";

/**
 * Archives these leads with a reason; those that are archived already keep theirs, so that asking
 * twice does it once. Throws `not_found`, and archives none, when one of them is not the practice's.
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
 * Brings these leads back from the archive as what they were: new, a customer, or to be called back
 * when that was promised. Those that are not in it stay as they are. Throws `not_found`, and restores none, when one of them is not the practice's.
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
      await note(deps, tx, client, leadId, entry.kind, entry.data);
      changed.push(await refreshLead(tx, { clientId: client.clientId, leadId }));
    }
    return changed;
  });
}

/** Always in the same order, so that two who change the same leads never wait in a circle. */
async function lockLeads(tx: Transaction, client: SignedInClient, ids: string[]): Promise<Lead[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const rows = await tx
    .select(leadColumnsOf(client.clientId))
    .from(leads)
    .where(
      and(eq(leads.clientId, client.clientId), inArray(leads.id, wanted), isNull(leads.deletedAt)),
    )
    .orderBy(leads.id)
    .for("update");
  if (rows.length < wanted.length) throw new AppError("not_found");
  return rows.map(toLead);
}
