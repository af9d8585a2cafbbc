// Group commit: items that arrive during a transaction wait, then share the next one, with its
// statements and its flush to disk. A single item is stored immediately.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { isDatabaseUnavailable } from "#server/errors.ts";

export type GroupCommit<Tools, Item, Result> = {
  /** Resolves to the item's result after the commit. */
  add(deps: Tools, item: Item): Promise<Result>;
  isStoring(db: Database): boolean;
};

/**
 * Groups commits: `store` stores several items in one transaction, in order, is idempotent, and
 * returns a result for each. Items with different keys don't share transactions or wait for each
 * other.
 */
export function groupCommit<Tools extends Pick<Deps, "db">, Item, Result>(
  store: (deps: Tools, items: Item[]) => Promise<Result[]>,
  keyOf: (item: Item) => string = () => "",
): GroupCommit<Tools, Item, Result> {
  const queues = new WeakMap<Database, Map<string, Waiting<Item, Result>[]>>();
  return {
    add(deps, item) {
      const ofDatabase = queues.get(deps.db) ?? new Map<string, Waiting<Item, Result>[]>();
      queues.set(deps.db, ofDatabase);
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const one = { item, resolve, reject };
      const key = keyOf(item);
      const waiting = ofDatabase.get(key);
      if (waiting) {
        waiting.push(one);
        return promise;
      }
      const queue = [one];
      ofDatabase.set(key, queue);
      const storeAll = (items: Item[]) => store(deps, items);
      void storeWaiting(storeAll, queue, () => ofDatabase.delete(key));
      return promise;
    },
    isStoring: (db) => (queues.get(db)?.size ?? 0) > 0,
  };
}

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};
type Store<Item, Result> = (items: Item[]) => Promise<Result[]>;

/** Keeps the transaction short: an item is usually a few hundred bytes, but may be a megabyte. */
const maxBatch = 50;
/**
 * The pause before the retry: long enough for a database restart, but short enough for the waiting
 * sender.
 */
const retryAfterMs = 1000;

/** Calls `end` once nothing is waiting. */
async function storeWaiting<Item, Result>(
  store: Store<Item, Result>,
  queue: Waiting<Item, Result>[],
  end: () => void,
) {
  while (queue.length > 0) {
    const batch = queue.splice(0, maxBatch);
    const databaseError = await settle(store, batch);
    // The queued items would fail too, and their senders will retry. Rejecting an item that already
    // has a result has no effect.
    if (!databaseError) continue;
    for (const { reject } of [...batch, ...queue.splice(0)]) reject(databaseError);
  }
  end();
}

/** Resolves or rejects each item. Stops and returns the error if the database is unavailable. */
async function settle<Item, Result>(
  store: Store<Item, Result>,
  together: Waiting<Item, Result>[],
): Promise<unknown> {
  try {
    const results = await storeOrRetry(
      store,
      together.map(({ item }) => item),
    );
    for (const [index, result] of results.entries()) together[index]?.resolve(result);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return error;
    const [only, ...others] = together;
    if (only && others.length === 0) return only.reject(error);
    // One item may be invalid and must not affect the others.
    for (const one of together) {
      const databaseError = await settle(store, [one]);
      if (databaseError) return databaseError;
    }
  }
}

/**
 * Retries once, because a restarting database is soon back. Doesn't wait for a database that stays
 * unavailable.
 */
async function storeOrRetry<Item, Result>(
  store: Store<Item, Result>,
  items: Item[],
): Promise<Result[]> {
  try {
    return await store(items);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    await sleep(retryAfterMs);
    return store(items);
  }
}
