// Webhook deliveries: stored verbatim, with the leads that they name and a job for each, before
// they are acknowledged. Deliveries that arrive while others are being stored are stored in one
// batch (group commit), so that they share the cost of a transaction and its flush to disk.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { MetaLeadgen } from "#contract/intake.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { isDatabaseUnavailable } from "#server/errors.ts";

export type AnnouncedLead = Required<MetaLeadgen>;
export type Delivery = { body: string; announced: AnnouncedLead[]; receivedAt: Date };

/** Resolves after the commit. Idempotent per lead. */
export function storeDelivery(deps: Pick<Deps, "db" | "jobs">, delivery: Delivery): Promise<void> {
  const queue = queueOf(deps.db);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  queue.waiting.push({ delivery, resolve, reject });
  if (!queue.isStoring) void storeWaiting(deps, queue);
  return promise;
}

/**
 * Resolves when no delivery is being stored: normally immediately, in a burst after a short wait at
 * most. Deliveries go first because their senders have a timeout, while a stored lead is safe.
 */
export async function yieldToDeliveries({ db }: Pick<Deps, "db">): Promise<void> {
  const queue = queueOf(db);
  for (let waitedMs = 0; queue.isStoring && waitedMs < maxYieldMs; waitedMs += yieldStepMs) {
    await sleep(yieldStepMs);
  }
}

const yieldStepMs = 20;
const maxYieldMs = 200;

type Waiting = { delivery: Delivery; resolve: () => void; reject: (error: unknown) => void };
type Queue = { waiting: Waiting[]; isStoring: boolean };

/**
 * Keeps the transaction short: a delivery is usually a few hundred bytes, but may be a megabyte.
 */
const maxBatch = 50;
/** Long enough for a database restart, short enough for the waiting sender. */
const retryAfterMs = 1000;

const queues = new WeakMap<Database, Queue>();

function queueOf(db: Database): Queue {
  const queue = queues.get(db) ?? { waiting: [], isStoring: false };
  queues.set(db, queue);
  return queue;
}

async function storeWaiting(deps: Pick<Deps, "db" | "jobs">, queue: Queue): Promise<void> {
  queue.isStoring = true;
  while (queue.waiting.length > 0) {
    const batch = queue.waiting.splice(0, maxBatch);
    const databaseError = await settle(deps, batch);
    // The queued deliveries would fail too: their senders will retry. For deliveries that were
    // answered already, the rejection has no effect.
    if (!databaseError) continue;
    for (const { reject } of [...batch, ...queue.waiting.splice(0)]) reject(databaseError);
  }
  queue.isStoring = false;
}

/**
 * Resolves or rejects each of them. When the database is unavailable it stops, and returns the
 * error.
 */
async function settle(deps: Pick<Deps, "db" | "jobs">, together: Waiting[]): Promise<unknown> {
  try {
    const all = together.map(({ delivery }) => delivery);
    await storeOrRetry(deps, all);
    for (const { resolve } of together) resolve();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return error;
    const [only, ...others] = together;
    if (only && others.length === 0) return only.reject(error);
    // One of them may be invalid, and must not affect the others.
    for (const one of together) {
      const databaseError = await settle(deps, [one]);
      if (databaseError) return databaseError;
    }
  }
}

/**
 * Retries once: a restarting database is back in a moment; one that stays unavailable is not waited
 * for.
 */
async function storeOrRetry(deps: Pick<Deps, "db" | "jobs">, together: Delivery[]): Promise<void> {
  try {
    await store(deps, together);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    await sleep(retryAfterMs);
    await store(deps, together);
  }
}

async function store({ db, jobs }: Pick<Deps, "db" | "jobs">, together: Delivery[]) {
  const rows = together.map((delivery) => ({ id: randomUUID(), ...delivery }));
  const named = rows.flatMap(({ id, announced, receivedAt }) =>
    announced.map((leadgen) => ({ deliveryId: id, receivedAt, ...leadgen })),
  );
  // A fixed lock order prevents deadlocks between two processes.
  const inLockOrder = named.toSorted((one, other) => (one.leadgen_id < other.leadgen_id ? -1 : 1));
  await db.transaction(async (tx) => {
    const inserted = await insert(tx, rows, inLockOrder);
    if (inserted.length === 0) return;
    const fresh = new Set(inserted.map(({ platformLeadId }) => platformLeadId));
    // In the order of announcement, each once.
    const announced = [...new Set(named.map(({ leadgen_id }) => leadgen_id))];
    const payloads = announced.filter((id) => fresh.has(id)).map((platformLeadId) => ({ platformLeadId }));
    await jobs.enqueueAll(
      tx,
      "fetch-announced-lead",
      payloads.map((payload) => ({ payload })),
    );
  });
}

type DeliveryRow = Delivery & { id: string };
type Announcement = AnnouncedLead & { deliveryId: string; receivedAt: Date };

/**
 * One statement with a constant text, one array parameter per column: building the text of fifty
 * rows took longer than storing them. Returns those that were not announced before.
 */
async function insert(tx: Transaction, rows: DeliveryRow[], named: Announcement[]) {
  const column = <Row>(from: Row[], value: (row: Row) => string | Date) =>
    sql.param(from.map(value));
  const { rows: fresh } = await tx.execute<{ platformLeadId: string }>(sql`
    with delivered as (
      insert into deliveries (platform, id, body, received_at, platform_lead_ids)
      select 'meta', id, body, received_at, string_to_array(lead_ids, ',') from unnest(
        ${column(rows, (row) => row.id)}::uuid[],
        ${column(rows, (row) => row.body)}::text[],
        ${column(rows, (row) => row.receivedAt)}::timestamptz[],
        ${column(rows, leadIdsOf)}::text[]) as delivered (id, body, received_at, lead_ids)
    )
    insert into announced_leads (platform, platform_lead_id, delivery_id, page_id, form_id,
      announced_at, created_at)
    select 'meta', * from unnest(
      ${column(named, (one) => one.leadgen_id)}::text[],
      ${column(named, (one) => one.deliveryId)}::uuid[],
      ${column(named, (one) => one.page_id)}::text[],
      ${column(named, (one) => one.form_id)}::text[],
      ${column(named, (one) => new Date(one.created_time * 1000))}::timestamptz[],
      ${column(named, (one) => one.receivedAt)}::timestamptz[])
    on conflict do nothing
    returning platform_lead_id as "platformLeadId"`);
  return fresh;
}

/**
 * One text per list: PostgreSQL arrays of different lengths cannot form a column. The ids are
 * digits.
 */
function leadIdsOf({ announced }: Delivery): string {
  return [...new Set(announced.map(({ leadgen_id }) => leadgen_id))].join(",");
}
