// The keys that identify this product to push services (VAPID). They are created on first use and
// stored in the database, because browsers subscribe with them and all machines need the same ones.
import { isNull, sql } from "drizzle-orm";
import webPush from "web-push";
import type { Database, Transaction } from "#server/db/database.ts";
import { pushDevices, vapidKeys } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { VapidKeys } from "#server/outside/push.ts";
import { type Sealed, seal, Unreadable, unseal } from "#server/secrets/sealed.ts";

type Tools = Pick<Deps, "db" | "config" | "now">;
const purpose = "vapid private key";

/** Returns the keys, and creates them if there are none that this SECRET can read. */
export async function getVapidKeys(deps: Tools): Promise<VapidKeys> {
  return (await readKeys(deps.db, deps)) ?? (await makeKeys(deps));
}

async function readKeys(
  db: Database | Transaction,
  { config }: Pick<Deps, "config">,
): Promise<VapidKeys | null> {
  const [kept] = await db.select().from(vapidKeys);
  if (!kept) return null;
  try {
    const privateKey = unseal(config.secret, purpose, kept.privateKey as Sealed);
    return { publicKey: kept.publicKey, privateKey };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Subscriptions with the old keys no longer work, so each device resubscribes at its next load. */
async function makeKeys(deps: Tools): Promise<VapidKeys> {
  return deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('vapid keys', 0))`);
    // Another process created the keys first.
    const kept = await readKeys(tx, deps);
    if (kept) return kept;
    const keys = webPush.generateVAPIDKeys();
    const row = {
      publicKey: keys.publicKey,
      privateKey: seal(deps.config.secret, purpose, keys.privateKey),
      createdAt: deps.now(),
    };
    const replaced = await tx.delete(vapidKeys).returning({ publicKey: vapidKeys.publicKey });
    await tx.insert(vapidKeys).values(row);
    if (replaced.length === 0) return keys;
    await tx
      .update(pushDevices)
      .set({ endedAt: deps.now(), problem: "gone" })
      .where(isNull(pushDevices.endedAt));
    return keys;
  });
}
