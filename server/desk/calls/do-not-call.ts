// The do-not-call mark that a call's outcome sets and the call's undo removes.
import { and, desc, eq, inArray } from "drizzle-orm";
import { askedToStopReason } from "#content/desk/outcomes.ts";
import type { Transaction } from "#server/db/database.ts";
import { leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, type lockLead, thisLead } from "#server/desk/leads/lead.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

type Tools = Pick<Deps, "now">;

/** Marks a lead as do not call. An existing mark keeps its time and reason. */
export async function markDoNotCall(
  deps: Tools,
  tx: Transaction,
  client: SignedInClient,
  { leadId, callId }: { leadId: string; callId: string },
): Promise<void> {
  const [lead] = await tx
    .select({ since: leads.doNotCallSince })
    .from(leads)
    .where(thisLead(client, leadId));
  if (!lead || lead.since) return;
  const reason = askedToStopReason;
  await tx
    .update(leads)
    .set({ doNotCallSince: deps.now(), doNotCallReason: reason })
    .where(thisLead(client, leadId));
  await addToTimeline(deps, tx, client, leadId, "do_not_call", { reason, callId });
}

/** Removes the mark if this call set it and no one has changed it since. */
export async function unmarkDoNotCall(
  deps: Tools,
  tx: Transaction,
  client: SignedInClient,
  lead: Awaited<ReturnType<typeof lockLead>>,
  callId: string,
): Promise<void> {
  if (!lead.doNotCallSince) return;
  const [newest] = await tx
    .select({ data: timeline.data })
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, client.clientId),
        eq(timeline.leadId, lead.id),
        inArray(timeline.kind, ["do_not_call", "may_call"]),
      ),
    )
    .orderBy(desc(timeline.at), desc(timeline.id))
    .limit(1);
  if (newest?.data.callId !== callId) return;
  await tx
    .update(leads)
    .set({ doNotCallSince: null, doNotCallReason: "" })
    .where(thisLead(client, lead.id));
  await addToTimeline(deps, tx, client, lead.id, "may_call", { reason: "", callId });
}
