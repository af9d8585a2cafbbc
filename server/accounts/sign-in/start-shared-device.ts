// Turning a browser into a shared device.
import { and, eq, isNull } from "drizzle-orm";
import { peopleMessages } from "#content/desk/people.ts";
import { may } from "#contract/roles.ts";
import type { SharedDeviceStart } from "#contract/shared-devices.ts";
import { sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { lockVerifiedAccount } from "#server/people/accounts.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { verifyPassword, wrongPassword } from "#server/people/verify-password.ts";
import { audit } from "#server/records/audit/audit.ts";
import { endMatchingSessions } from "./end-sessions.ts";
import { sessionIdOf } from "./find-session.ts";
import { keepNotifications } from "./replaced-sessions.ts";
import { openSession } from "./sessions.ts";
import { savePin } from "./shared-device-pins.ts";

/**
 * Handles `POST /api/shared-device`: replaces the manager's session with an unlocked shared one.
 * Its new token hides data cached for the old session from the device's users. Throws `invalid` for
 * a wrong password, and `unauthorized` if the session has ended since.
 */
export async function startSharedDevice(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient & { sessionId: string },
  { password, idleMinutes, initials, pin }: SharedDeviceStart,
): Promise<{ token: string }> {
  const { clientId } = client;
  const proved = await verifyPassword(deps, client, "password", password);
  const pinHash = await hashPassword(pin);
  return deps.db.transaction(async (tx) => {
    const account = await lockVerifiedAccount(tx, proved);
    if (!account) throw wrongPassword("password");
    if (!account.role || !may(account.role, "sharedDevices")) {
      throw new AppError("forbidden", { sentence: peopleMessages.managersOnly });
    }
    const isOrdinary = and(eq(sessions.id, client.sessionId), isNull(sessions.sharedAt));
    const ended = await endMatchingSessions(deps, tx, isOrdinary);
    if (ended.length === 0) throw new AppError("unauthorized");
    const token = await openSession(deps, tx, visitor, { id: account.id, kind: "client" });
    const sessionId = await sessionIdOf(tx, token);
    await keepNotifications(tx, clientId, [client.sessionId], sessionId);
    const now = deps.now();
    await tx
      .update(sessions)
      .set({ sharedAt: now, idleMinutes, unlockedBy: account.id, activeAt: now })
      .where(eq(sessions.id, sessionId));
    const device = { clientId, sessionId };
    await savePin(deps, tx, visitor, { ...device, accountId: account.id, initials, pinHash });
    const { address } = visitor;
    await audit(deps, tx, { action: "device_shared", accountId: account.id, clientId, address });
    return { token };
  });
}
