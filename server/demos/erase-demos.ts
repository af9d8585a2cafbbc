// Deletes every row of a demo after it ends.
import { and, eq, isNotNull, lte } from "drizzle-orm";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { erasePracticeRows } from "#server/records/retention/erase-practice.ts";

/** Erases the demos that have ended. Idempotent. */
export async function eraseEndedDemos(deps: Pick<Deps, "db" | "now">): Promise<void> {
  const ended = await deps.db
    .select({ id: clients.id })
    .from(clients)
    .where(and(clients.isDemo, isNotNull(clients.demoEndsAt), lte(clients.demoEndsAt, deps.now())));
  for (const { id } of ended) await erasePractice(deps, id);
}

/** Erases a demo or a template. Has no effect on a real practice. */
export async function erasePractice({ db }: Pick<Deps, "db">, clientId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Copying a template and adding a lead lock the practice, too, so they finish before this or
    // don't find the practice.
    const [demo] = await tx
      .select({ id: clients.id })
      .from(clients)
      .where(and(eq(clients.id, clientId), clients.isDemo))
      .for("update");
    if (demo) await erasePracticeRows(tx, clientId);
  });
}
