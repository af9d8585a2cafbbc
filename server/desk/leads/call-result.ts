// Stores the result of a call, whether a person enters it on screen or presses its key on the phone.
import { and, eq } from "drizzle-orm";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type CallResult = {
  clientId: string;
  leadId: string;
  callId: string;
  outcome: CallOutcome;
  /** Who enters it, or null for a key of an office phone, which is no person. */
  accountId: string | null;
  callBackAt: Date | null;
};

/** The caller holds the lead's lock, has checked that there is no result yet, and refreshes the lead. */
export async function storeResult(
  { now }: Pick<Deps, "now">,
  tx: Transaction,
  { clientId, leadId, callId, outcome, accountId, callBackAt }: CallResult,
): Promise<void> {
  const at = now();
  await tx
    .update(calls)
    .set({ outcome, outcomeAt: at, outcomeBy: accountId, callBackAt })
    .where(and(eq(calls.clientId, clientId), eq(calls.id, callId)));
  await tx.insert(timeline).values({
    ...{ clientId, leadId, kind: "called", at, accountId },
    data: { callId, outcome },
  });
}
