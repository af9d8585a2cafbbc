// An account's second factors, and whether a code is correct.
import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { factors, recoveryCodes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { isSealed, type Sealed, seal, Unreadable, unseal } from "#server/secrets/sealed.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { acceptedStep } from "./totp.ts";

export type FactorRow = typeof factors.$inferSelect;

const sealPurpose = "second factor";

export function sealSecret({ config }: Pick<Deps, "config">, secret: string): Sealed {
  return seal(config.secret, sealPurpose, secret);
}

/** Returns the factors that a login requires; if there are none, the password is enough. */
export function confirmedFactors(
  db: Database | Transaction,
  accountId: string,
): Promise<FactorRow[]> {
  return db
    .select()
    .from(factors)
    .where(and(eq(factors.accountId, accountId), isNotNull(factors.confirmedAt)))
    .orderBy(asc(factors.createdAt), asc(factors.id));
}

/**
 * Checks an authenticator app's code or an unused recovery code, and uses it up if it is right. The
 * caller holds the account's lock, so that two requests can't use the same code.
 */
export async function useCode(
  deps: Pick<Deps, "now" | "config">,
  tx: Transaction,
  accountId: string,
  code: string,
): Promise<"totp" | "recovery" | null> {
  for (const row of await confirmedFactors(tx, accountId)) {
    const lastStep = row.kind === "totp" ? stepOf(deps, row, code) : null;
    if (lastStep === null) continue;
    await tx
      .update(factors)
      .set({ lastStep, lastUsedAt: deps.now() })
      .where(eq(factors.id, row.id));
    return "totp";
  }
  const [used] = await tx
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.accountId, accountId),
        eq(recoveryCodes.codeHash, hashRecoveryCode(code)),
      ),
    )
    .returning();
  return used ? "recovery" : null;
}

/** Returns the time step of an authenticator app's code, if the code is right and unused. */
export function stepOf(
  deps: Pick<Deps, "now" | "config">,
  row: FactorRow,
  code: string,
): number | null {
  const secret = readSecret(deps, row);
  return secret === null
    ? null
    : acceptedStep(secret, code, { now: deps.now(), lastStep: row.lastStep });
}

/**
 * Returns null if the factor was sealed with another SECRET; recovery codes still work in that
 * case.
 */
function readSecret({ config }: Pick<Deps, "config">, { secret }: FactorRow): string | null {
  if (secret === null || !isSealed(secret)) return null;
  try {
    return unseal(config.secret, sealPurpose, secret);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
