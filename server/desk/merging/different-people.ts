// Stores that two leads are "not the same person", so that they aren't suggested as duplicates
// again.
import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { differentPeople, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/**
 * Records that two leads aren't the same person. Idempotent. Throws `not_found`, and `conflict` if
 * both ids are the same lead.
 */
export async function tellApart(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  otherId: string,
): Promise<void> {
  const pair = pairOf(client, leadId, otherId);
  await deps.db.transaction(async (tx) => {
    await refuseUnknown(tx, client, [leadId, otherId]);
    const at = deps.now();
    await tx
      .insert(differentPeople)
      .values({ ...pair, accountId: client.accountId, at })
      .onConflictDoNothing();
    await notifyBoth(tx, client, [leadId, otherId]);
  });
}

/**
 * Lets the two leads be suggested as duplicates again. Idempotent. Throws the same errors as
 * `tellApart`.
 */
export async function suggestAgain(
  deps: Pick<Deps, "db">,
  client: SignedInClient,
  leadId: string,
  otherId: string,
): Promise<void> {
  const { clientId, ...ids } = pairOf(client, leadId, otherId);
  await deps.db.transaction(async (tx) => {
    await refuseUnknown(tx, client, [leadId, otherId]);
    await tx
      .delete(differentPeople)
      .where(
        and(
          eq(differentPeople.clientId, clientId),
          eq(differentPeople.leadId, ids.leadId),
          eq(differentPeople.otherLeadId, ids.otherLeadId),
        ),
      );
    await notifyBoth(tx, client, [leadId, otherId]);
  });
}

/**
 * Returns the same key for two leads in either order. Throws `conflict` if both are the same lead.
 */
export function pairOf({ clientId }: SignedInClient, one: string, other: string) {
  if (one === other) throw new AppError("conflict");
  const [leadId, otherLeadId] = one < other ? [one, other] : [other, one];
  return { clientId, leadId, otherLeadId };
}

async function refuseUnknown(tx: Transaction, { clientId }: SignedInClient, ids: string[]) {
  for (const id of ids) {
    const [lead] = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.clientId, clientId), eq(leads.id, id), isNull(leads.deletedAt)));
    if (!lead) throw new AppError("not_found");
  }
}

function notifyBoth(tx: Transaction, { clientId }: SignedInClient, ids: string[]) {
  return notifyPractice(tx, ...ids.map((leadId) => ({ clientId, leadId, kind: "lead" as const })));
}
