// The phones of a practice from which its people may call a lead.
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Client } from "#contract/accounts.ts";
import { officePhones } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Lists the confirmed phones that can be called, in the practice's order. */
export async function listLinePhones(
  { db }: Pick<Deps, "db">,
  clientId: string,
): Promise<Client["linePhones"]> {
  return db
    .select({ _id: officePhones.id, name: officePhones.name })
    .from(officePhones)
    .where(
      and(
        ...[eq(officePhones.clientId, clientId), isNull(officePhones.endedAt)],
        ...[isNotNull(officePhones.confirmedAt), isNull(officePhones.problem)],
      ),
    )
    .orderBy(asc(officePhones.place), asc(officePhones.id));
}
