// Gives leads the texts that came from their numbers before they were leads.
import { sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { texts, timeline } from "#server/db/schema.ts";

/** `phone`: in E.164. One statement for any number of leads. */
export async function claimTexts(
  tx: Transaction,
  clientId: string,
  owners: { leadId: string; phone: string }[],
): Promise<void> {
  if (owners.length === 0) return;
  const { rows } = await tx.execute<{ id: string; leadId: string; at: string }>(sql`
    update ${texts} as claimed set lead_id = given.lead_id
    from unnest(
      ${sql.param(owners.map(({ leadId }) => leadId))}::uuid[],
      ${sql.param(owners.map(({ phone }) => phone))}::text[]
    ) as given (lead_id, phone)
    where claimed.client_id = ${clientId} and claimed.phone = given.phone
      and claimed.lead_id is null
    returning claimed.id, claimed.lead_id as "leadId", claimed.created_at as at`);
  if (rows.length === 0) return;
  const entries = rows.map(({ id, leadId, at }) => ({
    ...{ clientId, leadId, kind: "text_received" as const, at: new Date(at), data: { textId: id } },
  }));
  await tx.insert(timeline).values(entries);
}
