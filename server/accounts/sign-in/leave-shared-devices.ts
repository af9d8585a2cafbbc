// After a deactivation or a new password, a person's old PIN no longer unlocks shared devices.
import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { devicePins, sessions } from "#server/db/schema.ts";

export async function leaveSharedDevices(
  tx: Transaction,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<void> {
  // Locks the sessions before their PINs, as a PIN attempt does.
  await tx.update(sessions).set({ unlockedBy: null }).where(eq(sessions.unlockedBy, accountId));
  await tx
    .delete(devicePins)
    .where(and(eq(devicePins.clientId, clientId), eq(devicePins.accountId, accountId)));
}
