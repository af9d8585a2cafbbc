// Do-not-call marks, requested by the lead or by someone on their behalf.
import type { CallPermission } from "#contract/calls.ts";
import type { Lead } from "#contract/leads.ts";
import { leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, lockLead, thisLead } from "#server/desk/leads/lead.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/**
 * Sets or clears a lead's do-not-call mark and adds the reason to the timeline. A request for the
 * current state changes nothing. The mark removes the lead from the call order and from alerts. It
 * only warns before a call, because the person may have inquired again. Throws `not_found`.
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
      await addToTimeline(deps, tx, client, leadId, isAllowed ? "may_call" : "do_not_call", {
        reason,
      });
    }
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}
