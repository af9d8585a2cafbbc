// Lists the devices that are logged in to an account, and logs them out.
import { and, desc, eq, gt, isNotNull, isNull, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Device } from "#contract/accounts.ts";
import type { Transaction } from "#server/db/database.ts";
import { sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, Visitor } from "#server/http/signed-in.ts";
import { lockAccount } from "#server/people/accounts.ts";
import { audit } from "#server/records/audit/audit.ts";
import { endMatchingSessions } from "./end-sessions.ts";
import { forgetDevices, forgetOtherDevices } from "./known-devices.ts";

/** Lists this device first, then the most recently used. */
export async function listDevices(
  deps: Pick<Deps, "db" | "now">,
  { accountId, sessionId }: SignedInAccount,
): Promise<Device[]> {
  const usedAt = sql<Date>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`.mapWith(
    sessions.createdAt,
  );
  const rows = await deps.db
    .select({ session: sessions, usedAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, deps.now()),
      ),
    )
    .orderBy(desc(eq(sessions.id, sessionId)), desc(usedAt), desc(sessions.id));
  return rows.map(({ session, usedAt }) => ({
    _id: session.id,
    device: session.device,
    address: session.address,
    signedInAt: session.createdAt.toISOString(),
    lastUsedAt: usedAt.toISOString(),
    isThis: session.id === sessionId,
  }));
}

/**
 * Logs out a device and forgets its browser. Another account's device doesn't exist for the caller.
 */
export async function endDevice(
  deps: Deps,
  visitor: Visitor,
  account: SignedInAccount,
  deviceId: string,
): Promise<void> {
  const { accountId, clientId } = account;
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const ended = await endMatchingSessions(
      deps,
      tx,
      and(eq(sessions.accountId, accountId), eq(sessions.id, deviceId)),
    );
    if (ended.length === 0) throw new AppError("not_found");
    await forgetUnused(tx, accountId, deviceId);
    const { address } = visitor;
    await audit(deps, tx, { action: "device_ended", accountId, clientId, address });
  });
}

/** Logs out every device but the caller's, and forgets their browsers. */
export async function endOtherDevices(
  deps: Deps,
  visitor: Visitor,
  { accountId, clientId, sessionId }: SignedInAccount,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    await endMatchingSessions(
      deps,
      tx,
      and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId)),
    );
    await forgetOtherDevices(tx, accountId, visitor);
    const { address } = visitor;
    await audit(deps, tx, { action: "other_devices_ended", accountId, clientId, address });
  });
}

/** Forgets the logged-out device's browser, unless another session of the account is open in it. */
async function forgetUnused(tx: Transaction, accountId: string, deviceId: string) {
  const open = alias(sessions, "open_session");
  const isInUse = tx
    .select({ id: open.id })
    .from(open)
    .where(
      and(
        eq(open.accountId, accountId),
        eq(open.deviceHash, sessions.deviceHash),
        isNull(open.endedAt),
      ),
    );
  const unused = await tx
    .select({ deviceHash: sessions.deviceHash })
    .from(sessions)
    .where(and(eq(sessions.id, deviceId), isNotNull(sessions.deviceHash), notExists(isInUse)));
  const hashes = unused.flatMap(({ deviceHash }) => deviceHash ?? []);
  if (hashes.length > 0) await forgetDevices(tx, accountId, hashes);
}
