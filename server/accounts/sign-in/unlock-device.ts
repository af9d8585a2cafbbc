// Unlocking a shared device, by PIN or by password, and locking it.
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { PasswordUnlock, PinUnlock } from "#contract/shared-devices.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, devicePins, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { lockAccount, lockVerifiedAccount } from "#server/people/accounts.ts";
import { hashPassword, isPassword } from "#server/people/passwords.ts";
import { verifyPassword, wrongPassword } from "#server/people/verify-password.ts";
import { audit } from "#server/records/audit/audit.ts";
import { deviceLocksAt } from "./device-lock.ts";
import {
  type Device,
  forgiveAttempt,
  isOpenDevice,
  isPinOf,
  savePin,
  takeAttempt,
} from "./shared-device-pins.ts";

/**
 * Handles `POST /api/shared-device/unlocks`. Wrong attempts are counted per person and device, and
 * per hour for all people together. Returns when the device locks again. Throws `invalid` for a
 * wrong PIN, and for any PIN after too many wrong ones.
 */
export async function unlockByPin(
  deps: Deps,
  visitor: Visitor,
  device: Device,
  { accountId, pin }: PinUnlock,
): Promise<Date> {
  const attempt = await takeAttempt(deps, device, accountId);
  if (!attempt) throw refused("too_many_pins");
  const isThisPin = isPinOf(device, accountId);
  const [known] = await deps.db.select().from(devicePins).where(isThisPin);
  const isRight = await isPassword(known?.pinHash ?? null, pin);
  if (!known || !isRight) {
    await auditWrongPin(deps, visitor, device, accountId, attempt);
    throw refused(attempt.isLast ? "too_many_pins" : "wrong_pin");
  }
  return deps.db.transaction(async (tx) => {
    // The person may have been deactivated or gotten a new PIN while this one was hashed.
    const account = await lockAccount(tx, accountId);
    const isSame = and(isThisPin, eq(devicePins.pinHash, known.pinHash));
    if (!account || account.deactivatedAt || (await tx.$count(devicePins, isSame)) === 0) {
      throw refused("wrong_pin");
    }
    await forgiveAttempt(tx, device, accountId);
    const locksAt = await unlock(deps, tx, device, accountId);
    const who = { accountId, clientId: device.clientId, address: visitor.address };
    await audit(deps, tx, { action: "device_unlocked_by_pin", ...who });
    return locksAt;
  });
}

/** Records whose PIN was attempted; who attempted it is unknown. */
async function auditWrongPin(
  deps: Deps,
  { address }: Visitor,
  { clientId }: Device,
  accountId: string,
  { isLast }: { isLast: boolean },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const isPerson = and(eq(accounts.id, accountId), eq(accounts.clientId, clientId));
    const isOurs = (await tx.$count(accounts, isPerson)) > 0;
    const about = { clientId, address, ...(isOurs && { detail: { person: accountId } }) };
    await audit(deps, tx, { action: "device_wrong_pin", ...about });
    if (isLast) await audit(deps, tx, { action: "device_pins_refused", ...about });
  });
}

/**
 * Handles `POST /api/shared-device/passwords`: the only way in after too many wrong PINs, and the
 * way to set a PIN. Throws `not_found` for someone in another practice, `invalid` for a wrong
 * password.
 */
export async function unlockByPassword(
  deps: Deps,
  visitor: Visitor,
  device: Device,
  { accountId, password, initials, pin }: PasswordUnlock,
): Promise<Date> {
  const { clientId } = device;
  const isActivePerson = and(
    eq(accounts.id, accountId),
    eq(accounts.clientId, clientId),
    isNull(accounts.deactivatedAt),
  );
  if ((await deps.db.$count(accounts, isActivePerson)) === 0) throw new AppError("not_found");
  const { sessionId } = device;
  await deps.limits.count("devicePasswordPerAccount", accountId);
  const proved = await verifyPassword(deps, { accountId, sessionId }, "password", password);
  const pinHash = pin && (await hashPassword(pin));
  return deps.db.transaction(async (tx) => {
    const account = await lockVerifiedAccount(tx, proved);
    if (!account || account.deactivatedAt) throw wrongPassword("password");
    const locksAt = await unlock(deps, tx, device, accountId);
    await tx.update(devicePins).set({ wrongPins: 0 }).where(isPinOf(device, accountId));
    const { address } = visitor;
    await audit(deps, tx, { action: "device_unlocked", accountId, clientId, address });
    if (initials && pinHash) {
      await savePin(deps, tx, visitor, { ...device, accountId, initials, pinHash });
    }
    return locksAt;
  });
}

/** Handles `POST /api/shared-device/locks`. Idempotent. */
export async function lockDevice({ db }: Pick<Deps, "db">, device: Device): Promise<void> {
  await db.update(sessions).set({ unlockedBy: null }).where(isOpenDevice(device));
}

/**
 * Handles `POST /api/shared-device/activity`. It never unlocks a device, because the guard rejects
 * locked ones.
 */
export async function noteActivity(
  { db, now }: Pick<Deps, "db" | "now">,
  device: Device,
): Promise<void> {
  await db
    .update(sessions)
    .set({ activeAt: now() })
    .where(and(isOpenDevice(device), isNotNull(sessions.unlockedBy)));
}

/** Throws `unauthorized` if the session has ended since. */
async function unlock(
  { now }: Pick<Deps, "now">,
  tx: Transaction,
  device: Device,
  accountId: string,
): Promise<Date> {
  const [session] = await tx
    .update(sessions)
    .set({ unlockedBy: accountId, activeAt: now() })
    .where(isOpenDevice(device))
    .returning();
  const locksAt = session && deviceLocksAt({ ...session, unlockedByLeftAt: null });
  if (!locksAt) throw new AppError("unauthorized");
  return locksAt;
}

function refused(code: "wrong_pin" | "too_many_pins"): AppError {
  return new AppError("invalid", { fields: { pin: code } });
}
