// A login in a browser that is still logged in replaces the previous session's cookie, so it ends
// that session.
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { pushDevices, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { endMatchingSessions } from "./end-sessions.ts";

/** Ends this browser's open sessions of that kind, for any account. Returns the ended ones. */
export function endReplaced(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  kind: (typeof sessions.$inferSelect)["kind"],
  deviceHash: string,
): Promise<{ id: string; accountId: string }[]> {
  const open = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(eq(sessions.deviceHash, deviceHash), eq(sessions.kind, kind), isNull(sessions.endedAt)),
    )
    // A fixed lock order prevents deadlocks.
    .orderBy(sessions.id)
    .for("no key update");
  return endMatchingSessions(deps, tx, inArray(sessions.id, open));
}

/** Moves a browser's notifications, which end with its session, to the session that replaces it. */
export async function keepNotifications(
  tx: Transaction,
  clientId: string,
  endedSessionIds: string[],
  sessionId: string,
): Promise<void> {
  if (endedSessionIds.length === 0) return;
  const ofBrowser = inArray(pushDevices.sessionId, endedSessionIds);
  await tx
    .update(pushDevices)
    .set({ sessionId })
    .where(and(eq(pushDevices.clientId, clientId), ofBrowser));
}
