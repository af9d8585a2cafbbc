// Ends sessions, and deletes the PINs of shared devices with them.
import { and, inArray, isNull, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { devicePins, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Ends the matching open sessions and returns them. */
export async function endMatchingSessions(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  matching: SQL | undefined,
): Promise<{ id: string; accountId: string }[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: deps.now() })
    .where(and(matching, isNull(sessions.endedAt)))
    .returning({ id: sessions.id, accountId: sessions.accountId, sharedAt: sessions.sharedAt });
  const shared = ended.flatMap(({ id, sharedAt }) => (sharedAt ? id : []));
  if (shared.length > 0) {
    await tx.delete(devicePins).where(inArray(devicePins.sessionId, shared));
  }
  return ended;
}
