// A webhook's delivery: stored as it came, with the leads that it names and a job for each, before
// it is acknowledged. Those that come while others are being stored are stored together: what a
// transaction costs, and its flush to the disk, is then paid once for all of them.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { MetaLeadgen } from "#contract/intake.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { isDatabaseAway } from "#server/errors.ts";

export type AnnouncedLead = Required<MetaLeadgen>;
export type Delivery = { body: string; announced: AnnouncedLead[]; receivedAt: Date };

/** Resolves after the commit. The same lead announced again changes nothing. */
export function storeDelivery(deps: Pick<Deps, "db" | "jobs">, delivery: Delivery): Promise<void> {
  const queue = queueOf(deps.db);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  queue.waiting.push({ delivery, resolve, reject });
  if (!queue.isStoring) void storeWaiting(deps, queue);
  return promise;
}

/**
 * Resolves when nothing is being stored, at once on any usual day; in a burst after a moment all
 * the same. What an acknowledgement waits for goes first: its sender counts the seconds, and a lead
 * that is stored is safe.
 */
export async function letDeliveriesPass({ db }: Pick<Deps, "db">): Promise<void> {
  const queue = queueOf(db);
  for (let waitedMs = 0; queue.isStoring && waitedMs < longestPassMs; waitedMs += passMs) {
    await sleep(passMs);
  }
}

const passMs = 20;
const longestPassMs = 200;

type Waiting = { delivery: Delivery; resolve: () => void; reject: (error: unknown) => void };
type Queue = { waiting: Waiting[]; isStoring: boolean };

/** So that one transaction stays short: a delivery is a few hundred bytes, but may be a megabyte. */
const mostTogether = 50;
/** Long enough for a database that restarts, short enough for a sender that waits. */
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
    const together = queue.waiting.splice(0, mostTogether);
    const away = await settle(deps, together);
    // Whoever waits behind them would wait in vain too: their senders try again. To those that were
    // answered a refusal is no news.
    if (away) for (const { reject } of [...together, ...queue.waiting.splice(0)]) reject(away);
  }
  queue.isStoring = false;
}

/** Answers each of them; when the database is away it stops, and hands the error back. */
async function settle(deps: Pick<Deps, "db" | "jobs">, together: Waiting[]): Promise<unknown> {
  try {
    const all = together.map(({ delivery }) => delivery);
    await storeOrRetry(deps, all);
    for (const { resolve } of together) resolve();
  } catch (error) {
    if (isDatabaseAway(error)) return error;
    const [only, ...others] = together;
    if (only && others.length === 0) return only.reject(error);
    // One of them may be at fault, and the others must not suffer for it.
    for (const one of together) {
      const away = await settle(deps, [one]);
      if (away) return away;
    }
  }
}

/** A database that restarts is back in a moment; one that stays away is not waited for. */
async function storeOrRetry(deps: Pick<Deps, "db" | "jobs">, together: Delivery[]): Promise<void> {
  try {
    await store(deps, together);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    await sleep(retryAfterMs);
    await store(deps, together);
  }
}

async function store({ db, jobs }: Pick<Deps, "db" | "jobs">, together: Delivery[]) {
  const rows = together.map((delivery) => ({ id: randomUUID(), ...delivery }));
  const named = rows.flatMap(({ id, announced, receivedAt }) =>
    announced.map((leadgen) => ({ deliveryId: id, receivedAt, ...leadgen })),
  );
  // Always in the same order, so that two processes never wait for each other in a circle.
  named.sort((one, other) => (one.leadgen_id < other.leadgen_id ? -1 : 1));
  await db.transaction(async (tx) => {
    const fresh = await insert(tx, rows, named);
    if (fresh.length > 0) await jobs.enqueueAll(tx, "fetch-announced-lead", fresh);
  });
}

type DeliveryRow = Delivery & { id: string };
type Announcement = AnnouncedLead & { deliveryId: string; receivedAt: Date };

/**
 * In one statement whose text is always the same, a column to a parameter: writing out fifty rows of
 * values took longer than storing them. Returns those that were not announced before.
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

/** A list in one text: arrays of different lengths are no column. The ids are digits. */
function leadIdsOf({ announced }: Delivery): string {
  return [...new Set(announced.map(({ leadgen_id }) => leadgen_id))].join(",");
}
