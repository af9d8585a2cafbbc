import { and, eq } from "drizzle-orm";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** Finds a practice that the owner may report to, which excludes demos. Throws `not_found`. */
export async function findPractice({ db }: Pick<Deps, "db">, clientId: string) {
  const [practice] = await db
    .select()
    .from(clients)
    .where(and(eq(clients.id, clientId), isRealPractice));
  if (!practice) throw new AppError("not_found");
  return practice;
}
