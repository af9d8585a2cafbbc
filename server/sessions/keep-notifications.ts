// This browser's notifications end with its session: they continue with the new one.
import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { pushDevices, sessions } from "#server/db/schema.ts";
import { hashToken } from "./find-session.ts";

/** Returns the id of the new session, which `token` opens. */
export async function keepNotifications(
  tx: Transaction,
  clientId: string,
  endedSessionId: string,
  token: string,
): Promise<string> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)));
  if (!session) throw new Error("The session was not stored");
  const ofBrowser = eq(pushDevices.sessionId, endedSessionId);
  await tx
    .update(pushDevices)
    .set({ sessionId: session.id })
    .where(and(eq(pushDevices.clientId, clientId), ofBrowser));
  return session.id;
}
