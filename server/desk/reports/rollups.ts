// Maintains the rollups, which are counts that each change updates in its own transaction, because
// counting rows gets slower as a practice grows. facts.ts defines what counts where.
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { rollups } from "#server/db/schema.ts";
import {
  type Change,
  type Counted,
  type Counter,
  changesBetween,
  counters,
  factsOf,
} from "./facts.ts";

/** Subtracts what the leads counted before the change, and adds what they count after it. */
export async function updateRollups(
  tx: Transaction,
  clientId: string,
  before: Counted[],
  after: Counted[],
): Promise<void> {
  await applyChanges(tx, clientId, changesBetween(before.flatMap(factsOf), after.flatMap(factsOf)));
}

/**
 * Applies changes to the rollups in one statement. If another transaction has locked a rollup's
 * row, adds a new row with the same key instead of waiting (`skip locked`). So intake isn't
 * serialized, and can't deadlock.
 */
export async function applyChanges(
  tx: Transaction,
  clientId: string,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const names = columns((name) => name);
  await tx.execute(sql`
    with locked as materialized (
      select ${rollupsLock("shared", clientId)}
    ), change as (
      select given.* from locked, jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given(
        part text, span text, since date, key text, ${columns((name) => `${name} int`)})
    ), held as (
      select change.*, (
        select id from rollups as kept
        where kept.client_id = ${clientId} and kept.part = change.part and kept.span = change.span
          and kept.since = change.since and kept.key = change.key
        limit 1 for update skip locked
      ) as kept_id
      from change
    ), added as (
      update rollups as kept set ${columns((name) => `${name} = kept.${name} + held.${name}`)}
      from held
      where kept.client_id = ${clientId} and kept.part = held.part and kept.span = held.span
        and kept.since = held.since and kept.key = held.key and kept.id = held.kept_id
    )
    insert into rollups (client_id, part, span, since, key, ${names})
    select ${clientId}, part, span, since, key, ${names} from held where kept_id is null`);
}

/**
 * Locks a practice's rollups until the end of the transaction. A change takes the lock in shared
 * mode and a rebuild in exclusive mode, so no change happens during a rebuild.
 */
export function rollupsLock(mode: "shared" | "exclusive", clientId: string): SQL {
  const lock = sql.raw(`pg_advisory_xact_lock${mode === "shared" ? "_shared" : ""}`);
  return sql`${lock}(hashtextextended(${`rollups ${clientId}`}, 0))`;
}

/**
 * Returns SQL for the number of a practice's leads in a part of the queue. The statement needs the
 * placeholder `clientId`.
 */
export function leadsCounted(part: "queue" | "uncalled" | "archived", isMeant = sql`true`) {
  return sql<number>`(
    select coalesce(sum(${rollups.leads}), 0)::int from ${rollups}
    where ${rollups.clientId} = ${sql.placeholder("clientId")} and ${rollups.part} = ${sql.raw(`'${part}'`)}
      and (${isMeant})
  )`;
}

/** Returns a comma-separated list with an entry for each counter. */
export function columns(entryOf: (name: Counter) => string): SQL {
  return sql.raw(counters.map(entryOf).join(", "));
}
