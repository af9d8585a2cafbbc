// The PINs of one shared device.
import { and, eq, gte, isNotNull, isNull, lt, lte, ne, notExists, or, sql } from "drizzle-orm";
import { devicePinSet } from "#content/emails/device-pin-set.ts";
import { site } from "#content/site.ts";
import { hourMs } from "#contract/durations.ts";
import { maxWrongPins, maxWrongPinsPerHour } from "#contract/shared-devices.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, clients, devicePins, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { audit } from "#server/records/audit/audit.ts";

/** A shared device: its session and its practice. */
export type Device = { clientId: string; sessionId: string };

type Pin = Pick<
  typeof devicePins.$inferSelect,
  "clientId" | "sessionId" | "accountId" | "initials" | "pinHash"
>;

/**
 * Sets or replaces a person's PIN. The caller holds the session's row lock, so that two people
 * can't take the same initials. Throws `invalid` for initials that someone else has on this device.
 */
export async function savePin(
  deps: Pick<Deps, "db" | "now" | "config" | "jobs">,
  tx: Transaction,
  { address }: Visitor,
  pin: Pin,
): Promise<void> {
  const { clientId, sessionId, accountId, initials, pinHash } = pin;
  const ofDevice = and(eq(devicePins.clientId, clientId), eq(devicePins.sessionId, sessionId));
  const isTaken = and(
    ofDevice,
    eq(devicePins.initials, initials),
    ne(devicePins.accountId, accountId),
  );
  if ((await tx.$count(devicePins, isTaken)) > 0) {
    throw new AppError("invalid", { fields: { initials: "initials_taken" } });
  }
  const set = { initials, pinHash, wrongPins: 0, createdAt: deps.now() };
  await tx
    .insert(devicePins)
    .values({ clientId, sessionId, accountId, ...set })
    .onConflictDoUpdate({
      target: [devicePins.clientId, devicePins.sessionId, devicePins.accountId],
      set,
    });
  await audit(deps, tx, { action: "device_pin_set", accountId, clientId, address });
  await tellPinSet(deps, tx, pin);
}

/** Notifies the person, because someone who knows their password may have set the PIN. */
async function tellPinSet(
  deps: Pick<Deps, "db" | "now" | "config" | "jobs">,
  tx: Transaction,
  { accountId, clientId }: Pin,
): Promise<void> {
  const isPerson = and(eq(accounts.id, accountId), eq(accounts.clientId, clientId));
  const [person] = await tx.select().from(accounts).where(isPerson);
  const [practice] = await tx.select().from(clients).where(eq(clients.id, clientId));
  if (!person) return;
  await queueMail(deps, tx, {
    kind: "device-pin-set",
    to: person.email,
    words: devicePinSet,
    fields: {
      ...{ firstName: person.firstName, practice: practice?.name, phone: site.phone },
      recover: `${deps.config.origin}/lms/recover`,
    },
  });
}

/**
 * Counts an attempt before its PIN is checked, so that concurrent attempts can't exceed the limit.
 * Returns null after too many attempts, and the PIN isn't checked. `isLast`: the next attempt would
 * be too many. `forgiveAttempt` resets the count after a correct PIN.
 */
export async function takeAttempt(
  { db, now }: Pick<Deps, "db" | "now">,
  device: Device,
  accountId: string,
): Promise<{ isLast: boolean } | null> {
  const hourAgo = new Date(now().getTime() - hourMs);
  const isOver = or(isNull(sessions.wrongPinsSince), lte(sessions.wrongPinsSince, hourAgo));
  const isUnderLimit = or(isOver, lt(sessions.wrongPins, maxWrongPinsPerHour));
  const isThisPin = isPinOf(device, accountId);
  const usedUp = and(isThisPin, gte(devicePins.wrongPins, maxWrongPins));
  return db.transaction(async (tx) => {
    // Locks the session before its PINs, as every change of both does. This is a separate
    // statement, because a statement that waited for the lock itself wouldn't see the previous
    // attempt's count.
    await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(isOpenDevice(device))
      .for("no key update");
    const [counted] = await tx
      .update(sessions)
      .set({
        wrongPins: sql`case when ${isOver} then 1 else ${sessions.wrongPins} + 1 end`,
        wrongPinsSince: sql`case when ${isOver} then ${now().toISOString()}::timestamptz else ${sessions.wrongPinsSince} end`,
      })
      .where(
        and(
          isOpenDevice(device),
          isUnderLimit,
          notExists(tx.select().from(devicePins).where(usedUp)),
        ),
      )
      .returning({ wrongPins: sessions.wrongPins });
    if (!counted) return null;
    const [pin] = await tx
      .update(devicePins)
      .set({ wrongPins: sql`${devicePins.wrongPins} + 1` })
      .where(and(isThisPin, lt(devicePins.wrongPins, maxWrongPins)))
      .returning({ wrongPins: devicePins.wrongPins });
    // If the person has no PIN, an attempt counts only toward the device's limit.
    if (!pin && (await tx.$count(devicePins, isThisPin)) > 0) return null;
    return {
      isLast: counted.wrongPins >= maxWrongPinsPerHour || (pin?.wrongPins ?? 0) >= maxWrongPins,
    };
  });
}

/** Resets the person's count after a correct PIN, and removes the attempt from the hourly count. */
export async function forgiveAttempt(tx: Transaction, device: Device, accountId: string) {
  await tx
    .update(sessions)
    .set({ wrongPins: sql`greatest(${sessions.wrongPins} - 1, 0)` })
    .where(isOpenDevice(device));
  await tx.update(devicePins).set({ wrongPins: 0 }).where(isPinOf(device, accountId));
}

/** Checks whether the device has used up its wrong PINs for this hour. */
export function hasTooManyWrongPins(
  { wrongPins, wrongPinsSince }: Pick<typeof sessions.$inferSelect, "wrongPins" | "wrongPinsSince">,
  now: Date,
): boolean {
  if (!wrongPinsSince || now.getTime() - wrongPinsSince.getTime() >= hourMs) return false;
  return wrongPins >= maxWrongPinsPerHour;
}

export function isOpenDevice({ sessionId }: Device) {
  return and(eq(sessions.id, sessionId), isNotNull(sessions.sharedAt), isNull(sessions.endedAt));
}

export function isPinOf(device: Device, accountId: string) {
  return and(
    eq(devicePins.clientId, device.clientId),
    eq(devicePins.sessionId, device.sessionId),
    eq(devicePins.accountId, accountId),
  );
}
