// Removes an erased person from files that were uploaded in the last 24 hours.
import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { leadImportChunks, leadImportRows, leadImports } from "#server/db/schema.ts";
import { announceProgress, withoutPreview } from "./imports.ts";

type Person = { id: string; phone: string; isPhoneValid: boolean; email: string };

/** The states in which the stored file may have the person in rows that the dry run hasn't read. */
const withFile = ["mapping", "checking", "checked", "refused"] as const;

/**
 * Deletes the rows with the lead, its phone number or its email address. A file that hasn't been
 * imported is discarded, because a person can't be removed from its bytes.
 */
export async function eraseFromImports(
  tx: Transaction,
  clientId: string,
  { id, phone, isPhoneValid, email }: Person,
): Promise<void> {
  const own = eq(leadImportRows.clientId, clientId);
  const named: (SQL | undefined)[] = [
    eq(leadImportRows.newLeadId, id),
    eq(leadImportRows.matchLeadId, id),
    isPhoneValid ? eq(leadImportRows.phone, phone) : undefined,
    email ? eq(leadImportRows.email, email) : undefined,
    // All rejected rows are deleted, because they weren't parsed and may contain anyone.
    eq(leadImportRows.outcome, "rejected"),
  ];
  await tx.delete(leadImportRows).where(and(own, or(...named)));
  const open = await tx
    .update(leadImports)
    .set({ state: "canceled", run: null, ...withoutPreview })
    .where(and(eq(leadImports.clientId, clientId), inArray(leadImports.state, [...withFile])))
    .returning({ id: leadImports.id });
  const ids = open.map((one) => one.id);
  for (const importId of ids) await announceProgress(tx, { clientId, importId });
  await tx
    .delete(leadImportChunks)
    .where(and(eq(leadImportChunks.clientId, clientId), inArray(leadImportChunks.importId, ids)));
  await tx.delete(leadImportRows).where(and(own, inArray(leadImportRows.importId, ids)));
}
