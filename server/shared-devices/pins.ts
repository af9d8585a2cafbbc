// The PINs of one shared device.
import { and, eq, ne } from "drizzle-orm";
import { audit } from "#server/audit/audit.ts";
import type { Transaction } from "#server/db/database.ts";
import { devicePins } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/signed-in.ts";

type Pin = Pick<
  typeof devicePins.$inferSelect,
  "clientId" | "sessionId" | "accountId" | "initials" | "pinHash"
>;

/**
 * Sets or replaces a person's PIN. The caller holds the lock of the session's row, so that no two
 * people take the same initials. Throws `invalid` for initials that somebody else has here.
 */
export async function savePin(
  deps: Pick<Deps, "now">,
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
  const set = { initials, pinHash, createdAt: deps.now() };
  await tx
    .insert(devicePins)
    .values({ clientId, sessionId, accountId, ...set })
    .onConflictDoUpdate({
      target: [devicePins.clientId, devicePins.sessionId, devicePins.accountId],
      set,
    });
  await audit(deps, tx, { action: "device_pin_set", accountId, clientId, address });
}

export function isPinOf(device: { clientId: string; sessionId: string }, accountId: string) {
  return and(
    eq(devicePins.clientId, device.clientId),
    eq(devicePins.sessionId, device.sessionId),
    eq(devicePins.accountId, accountId),
  );
}
