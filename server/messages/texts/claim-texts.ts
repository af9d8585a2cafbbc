// Gives a lead the texts that came from its number before it was a lead.
import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { texts, timeline } from "#server/db/schema.ts";

export async function claimTexts(
  tx: Transaction,
  { clientId, leadId, phone }: { clientId: string; leadId: string; phone: string },
): Promise<void> {
  const claimed = await tx
    .update(texts)
    .set({ leadId })
    .where(and(eq(texts.clientId, clientId), eq(texts.phone, phone), isNull(texts.leadId)))
    .returning({ id: texts.id, at: texts.createdAt });
  if (claimed.length === 0) return;
  const entries = claimed.map(({ id, at }) => ({
    ...{ clientId, leadId, kind: "text_received" as const, at, data: { textId: id } },
  }));
  await tx.insert(timeline).values(entries);
}
