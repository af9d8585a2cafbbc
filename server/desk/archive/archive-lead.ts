// Archives one lead with a reason, and restores it.
import type { Lead } from "#contract/leads.ts";
import { leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, lockLead, readLead, thisLead } from "#server/desk/leads/lead.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/** Archives a lead with a reason. Its clock continues, because only a call stops it. */
export async function archiveLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  reason: string,
): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    await addToTimeline(deps, tx, client, leadId, "archived", { reason });
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}

/** Restores an archived or deleted lead. A lead in any other state isn't changed. */
export async function restoreLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    const [lead] = await tx
      .select()
      .from(leads)
      .where(thisLead(client, leadId))
      .for("no key update");
    if (!lead || lead.erasedAt || lead.mergedInto) throw new AppError("not_found");
    // Another inquiry or a booking may already have reopened the lead.
    if (!lead.deletedAt && lead.state !== "archived") return readLead(tx, client, leadId);
    await addToTimeline(deps, tx, client, leadId, lead.deletedAt ? "undeleted" : "restored", {});
    await tx.update(leads).set({ deletedAt: null }).where(thisLead(client, leadId));
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}
