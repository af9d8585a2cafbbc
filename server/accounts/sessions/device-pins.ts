// A person who was deactivated, or has a new password, unlocks no shared device by an old PIN.
import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { devicePins, sessions } from "#server/db/schema.ts";

export async function leaveSharedDevices(
  tx: Transaction,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<void> {
  // The sessions before their PINs, like an attempt at one.
  await tx.update(sessions).set({ unlockedBy: null }).where(eq(sessions.unlockedBy, accountId));
  await tx
    .delete(devicePins)
    .where(and(eq(devicePins.clientId, clientId), eq(devicePins.accountId, accountId)));
}
