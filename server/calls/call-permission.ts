// Whether a person may be called: what the person, or somebody who answers for them, asked for.
import type { CallPermission, Lead } from "#contract/leads.ts";
import { leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { lockLead, note, thisLead } from "#server/leads/lead.ts";
import { refreshLead } from "#server/leads/refresh-lead.ts";
import type { SignedInClient } from "#server/signed-in.ts";

/**
 * Marks a lead as not to be called, or takes the mark off; each with its reason on the timeline.
 * What stands already is left as it is. The mark warns before a call and forbids none: the person
 * may have asked again since. Throws `not_found`.
 */
export async function recordCallPermission(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  { isAllowed, reason }: CallPermission,
): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    const lead = await lockLead(tx, client, leadId);
    if (isAllowed !== (lead.doNotCallSince === null)) {
      await tx
        .update(leads)
        .set({
          doNotCallSince: isAllowed ? null : deps.now(),
          doNotCallReason: isAllowed ? "" : reason,
        })
        .where(thisLead(client, leadId));
      await note(deps, tx, client, leadId, isAllowed ? "may_call" : "do_not_call", { reason });
    }
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}
