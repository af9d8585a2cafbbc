// A person who was deactivated unlocks no shared device, also not after they are reactivated.
import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { devicePins, sessions } from "#server/db/schema.ts";

export async function leaveSharedDevices(
  tx: Transaction,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<void> {
  await tx
    .delete(devicePins)
    .where(and(eq(devicePins.clientId, clientId), eq(devicePins.accountId, accountId)));
  await tx.update(sessions).set({ unlockedBy: null }).where(eq(sessions.unlockedBy, accountId));
}
