// Unlocking a shared device, by PIN or by password, and locking it.
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { maxWrongPins, type PasswordUnlock, type PinUnlock } from "#contract/shared-devices.ts";
import { lockAccount, lockVerifiedAccount } from "#server/accounts/accounts.ts";
import { hashPassword, isPassword } from "#server/accounts/passwords.ts";
import { verifyPassword, wrongPassword } from "#server/accounts/verify-password.ts";
import { audit } from "#server/audit/audit.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, devicePins, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { deviceLocksAt } from "#server/sessions/device-lock.ts";
import type { Visitor } from "#server/signed-in.ts";
import { isPinOf, savePin } from "./pins.ts";

/** The shared device that asks: its session, and the practice of it. */
export type Device = { clientId: string; sessionId: string };

/**
 * `POST /api/shared-device/unlocks`. Each attempt is counted before its hash is looked at, so that of
 * many at once only `maxWrongPins` are. Returns when it locks again. Throws `invalid` for a wrong
 * PIN, and for every PIN after too many.
 */
export async function unlockByPin(
  deps: Deps,
  visitor: Visitor,
  device: Device,
  { accountId, pin }: PinUnlock,
): Promise<Date> {
  const [counted] = await deps.db
    .update(sessions)
    .set({ wrongPins: sql`${sessions.wrongPins} + 1` })
    .where(and(isOpenDevice(device), lt(sessions.wrongPins, maxWrongPins)))
    .returning({ wrongPins: sessions.wrongPins });
  if (!counted) throw refused("too_many_pins");
  const isThisPin = isPinOf(device, accountId);
  const [known] = await deps.db.select().from(devicePins).where(isThisPin);
  const isRight = await isPassword(known?.pinHash ?? null, pin);
  if (!known || !isRight) {
    if (counted.wrongPins < maxWrongPins) throw refused("wrong_pin");
    const { clientId } = device;
    const { address } = visitor;
    await deps.db.transaction((tx) =>
      audit(deps, tx, { action: "device_pins_refused", clientId, address }),
    );
    throw refused("too_many_pins");
  }
  return deps.db.transaction(async (tx) => {
    // Deactivated, or a new PIN, while this one was hashed.
    const account = await lockAccount(tx, accountId);
    const isSame = and(isThisPin, eq(devicePins.pinHash, known.pinHash));
    if (!account || account.deactivatedAt || (await tx.$count(devicePins, isSame)) === 0) {
      throw refused("wrong_pin");
    }
    return unlock(deps, tx, device, accountId);
  });
}

/**
 * `POST /api/shared-device/passwords`: the only way in after too many wrong PINs, and the way to a
 * PIN. Throws `not_found` for somebody of another practice, `invalid` for a wrong password.
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
  const proved = await verifyPassword(deps, accountId, "password", password);
  const pinHash = pin && (await hashPassword(pin));
  return deps.db.transaction(async (tx) => {
    const account = await lockVerifiedAccount(tx, proved);
    if (!account || account.deactivatedAt) throw wrongPassword("password");
    const locksAt = await unlock(deps, tx, device, accountId);
    const { address } = visitor;
    await audit(deps, tx, { action: "device_unlocked", accountId, clientId, address });
    if (initials && pinHash) {
      await savePin(deps, tx, visitor, { ...device, accountId, initials, pinHash });
    }
    return locksAt;
  });
}

/** `POST /api/shared-device/locks`. Idempotent. */
export async function lockDevice({ db }: Pick<Deps, "db">, device: Device): Promise<void> {
  await db.update(sessions).set({ unlockedBy: null }).where(isOpenDevice(device));
}

/** `POST /api/shared-device/activity`. Never unlocks: the guard admits no locked device. */
export async function noteActivity(
  { db, now }: Pick<Deps, "db" | "now">,
  device: Device,
): Promise<void> {
  await db
    .update(sessions)
    .set({ activeAt: now() })
    .where(and(isOpenDevice(device), isNotNull(sessions.unlockedBy)));
}

/** Throws `unauthorized` when the session has ended meanwhile. */
async function unlock(
  { now }: Pick<Deps, "now">,
  tx: Transaction,
  device: Device,
  accountId: string,
): Promise<Date> {
  const [session] = await tx
    .update(sessions)
    .set({ unlockedBy: accountId, activeAt: now(), wrongPins: 0 })
    .where(isOpenDevice(device))
    .returning();
  const locksAt = session && deviceLocksAt({ ...session, unlockedByLeftAt: null });
  if (!locksAt) throw new AppError("unauthorized");
  return locksAt;
}

function isOpenDevice({ sessionId }: Device) {
  return and(eq(sessions.id, sessionId), isNotNull(sessions.sharedAt), isNull(sessions.endedAt));
}

function refused(code: "wrong_pin" | "too_many_pins"): AppError {
  return new AppError("invalid", { fields: { pin: code } });
}
