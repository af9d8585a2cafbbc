// Re-authentication: a session lasts a year, so exports and erasures ask for the password.
import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, Visitor } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";
import { isTooOld } from "./proof-age.ts";

/**
 * Throws `proof_required`. `provenAt` is null for a demo's session, which doesn't have a password.
 */
export function refuseOldProof({ now }: Pick<Deps, "now">, provenAt: Date | null): void {
  if (provenAt && isTooOld(provenAt, now())) throw new AppError("proof_required");
}

/**
 * Records that the session's person has just re-authenticated. Throws `unauthorized` if the session
 * has ended.
 */
export async function recordProof(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { address }: Visitor,
  { accountId, clientId, sessionId }: SignedInAccount,
): Promise<void> {
  const proved = await tx
    .update(sessions)
    .set({ provenAt: deps.now() })
    .where(thisSession(accountId, sessionId))
    .returning({ id: sessions.id });
  if (proved.length === 0) throw new AppError("unauthorized");
  await audit(deps, tx, { action: "proved_again", accountId, clientId, address });
}

/**
 * Returns when the session's person last authenticated. Throws `unauthorized` if the session has
 * ended.
 */
export async function whenProven(
  tx: Transaction,
  accountId: string,
  sessionId: string,
): Promise<Date> {
  const [session] = await tx
    .select({ provenAt: sessions.provenAt })
    .from(sessions)
    .where(thisSession(accountId, sessionId));
  if (!session) throw new AppError("unauthorized");
  return session.provenAt;
}

function thisSession(accountId: string, sessionId: string) {
  return and(
    eq(sessions.id, sessionId),
    eq(sessions.accountId, accountId),
    isNull(sessions.endedAt),
  );
}
