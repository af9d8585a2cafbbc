import { and, eq } from "drizzle-orm";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** One that the owner may report to: no demo. Throws `not_found`. */
export async function findPractice({ db }: Pick<Deps, "db">, clientId: string) {
  const [practice] = await db
    .select()
    .from(clients)
    .where(and(eq(clients.id, clientId), isRealPractice));
  if (!practice) throw new AppError("not_found");
  return practice;
}
