// What a practice can change about itself: its profile, and its lead desk's settings.
import { and, eq } from "drizzle-orm";
import type { Client, DeskSettingsChange, ProfileChange } from "#contract/accounts.ts";
import { refuseOldProof } from "#server/accounts/sign-in/proofs.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, clients } from "#server/db/schema.ts";
import { isVersion, nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName } from "#server/documents/greeting/safe-greeting.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { getClient, lockAccount } from "#server/people/accounts.ts";
import { audit } from "#server/records/audit/audit.ts";
import { tellRedirected } from "./people-emails.ts";

/**
 * Handles `PATCH /api/clients/me`. Throws `stale` when the profile has changed since it was read,
 * and `proof_required` for a new reply-to address, so that someone at an unattended screen can't
 * redirect patients' replies. Managers are emailed about a new reply-to address.
 */
export async function changeProfile(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient & { provenAt: Date | null },
  change: ProfileChange,
): Promise<Client> {
  const { changedAt, ...fields } = change;
  const { firstName, lastName, ...practice } = fields;
  const { accountId, clientId, provenAt } = client;
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    let isRedirected = false;
    if (practice.replyTo !== undefined) {
      const [before] = await tx
        .select({ replyTo: clients.replyTo })
        .from(clients)
        .where(eq(clients.id, clientId));
      isRedirected = before?.replyTo !== practice.replyTo;
      if (isRedirected) refuseOldProof(deps, provenAt);
    }
    const profileChangedAt = nextVersion(clients.profileChangedAt, deps.now());
    const [saved] = await tx
      .update(clients)
      .set({ ...practice, profileChangedAt })
      .where(and(eq(clients.id, clientId), isVersion(clients.profileChangedAt, changedAt)))
      .returning({ id: clients.id });
    if (!saved) throw new AppError("stale");
    if (firstName !== undefined || lastName !== undefined) {
      await tx
        .update(accounts)
        .set({ firstName, lastName })
        .where(and(eq(accounts.id, accountId), eq(accounts.clientId, clientId)));
    }
    if (isRedirected) await tellRedirected(deps, tx, await nameOf(tx, accountId), clientId);
    await audit(deps, tx, {
      action: "profile_changed",
      ...{ accountId, clientId },
      address: visitor.address,
      // The entry has the names of the fields, never their values.
      detail: { fields: Object.keys(fields).join(" ") },
    });
  });
  return getClient(deps, client);
}

/** Returns the person's name, or null if it isn't plausible as a name. */
async function nameOf(tx: Transaction, accountId: string): Promise<string | null> {
  const [person] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  return safeGreetingName(`${person?.firstName} ${person?.lastName}`);
}

/** Handles `PATCH /api/clients/me/desk`. The last change wins. */
export async function changeDeskSettings(
  deps: Deps,
  client: SignedInClient,
  change: DeskSettingsChange,
): Promise<Client> {
  // Drizzle rejects an update without values.
  if (Object.keys(change).length > 0) {
    await deps.db.update(clients).set(change).where(eq(clients.id, client.clientId));
  }
  return getClient(deps, client);
}
