// What a practice can change about itself: its information, and what its lead desk remembers.
import { and, eq } from "drizzle-orm";
import type { Client, DeskSettingsChange, ProfileChange } from "#contract/accounts.ts";
import { getClient, lockAccount } from "#server/accounts/accounts.ts";
import { audit } from "#server/audit/audit.ts";
import { accounts, clients } from "#server/db/schema.ts";
import { isVersion, nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/signed-in.ts";

/** `PATCH /api/clients/me`. Throws `stale` when the profile has changed since it was read. */
export async function changeProfile(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient,
  change: ProfileChange,
): Promise<Client> {
  const { changedAt, ...fields } = change;
  const { firstName, lastName, ...practice } = fields;
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, client.accountId);
    const profileChangedAt = nextVersion(clients.profileChangedAt, deps.now());
    const [saved] = await tx
      .update(clients)
      .set({ ...practice, profileChangedAt })
      .where(and(eq(clients.id, client.clientId), isVersion(clients.profileChangedAt, changedAt)))
      .returning({ id: clients.id });
    if (!saved) throw new AppError("stale");
    if (firstName !== undefined || lastName !== undefined) {
      await tx
        .update(accounts)
        .set({ firstName, lastName })
        .where(and(eq(accounts.id, client.accountId), eq(accounts.clientId, client.clientId)));
    }
    await audit(deps, tx, {
      action: "profile_changed",
      ...client,
      address: visitor.address,
      // The names of the fields, never their values.
      detail: { fields: Object.keys(fields).join(" ") },
    });
  });
  return getClient(deps, client);
}

/** `PATCH /api/clients/me/desk`. The last change wins. */
export async function changeDeskSettings(
  deps: Deps,
  client: SignedInClient,
  change: DeskSettingsChange,
): Promise<Client> {
  // Drizzle refuses an update without values.
  if (Object.keys(change).length > 0) {
    await deps.db.update(clients).set(change).where(eq(clients.id, client.clientId));
  }
  return getClient(deps, client);
}
