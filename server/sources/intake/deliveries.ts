// Stores webhook deliveries verbatim, with the leads that they name and a job for each lead, before
// they are acknowledged. Deliveries that arrive while others are being stored become one batch
// (group commit), which shares the cost of a transaction and its flush to disk.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { MetaLeadgen } from "#contract/intake.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { groupCommit } from "#server/jobs/group-commit.ts";

export type AnnouncedLead = Required<MetaLeadgen>;
export type Delivery = {
  body: string;
  announced: AnnouncedLead[];
  receivedAt: Date;
  /** Whether the lead was found in the form's list, without a webhook. */
  isBackfilled?: boolean;
};

/** Stores a delivery. Resolves after the commit. Idempotent for each lead. */
export function storeDelivery(deps: Tools, delivery: Delivery): Promise<void> {
  return waiting.add(deps, delivery);
}

/**
 * Resolves when no delivery is being stored: usually immediately, and after a short wait in a
 * burst. Deliveries take precedence because their senders time out, while a lead that is already
 * stored can wait.
 */
export async function yieldToDeliveries({ db }: Pick<Deps, "db">): Promise<void> {
  for (let waitedMs = 0; waiting.isStoring(db) && waitedMs < maxYieldMs; waitedMs += yieldStepMs) {
    await sleep(yieldStepMs);
  }
}

const yieldStepMs = 20;
const maxYieldMs = 200;

type Tools = Pick<Deps, "db" | "jobs">;

const waiting = groupCommit(store);

async function store({ db, jobs }: Tools, together: Delivery[]): Promise<undefined[]> {
  const rows = together.map((delivery) => ({ id: randomUUID(), ...delivery }));
  const named = rows.flatMap(({ id, announced, receivedAt, isBackfilled = false }) =>
    announced.map((leadgen) => ({ deliveryId: id, receivedAt, isBackfilled, ...leadgen })),
  );
  // A fixed lock order prevents deadlocks between two processes.
  const inLockOrder = named.toSorted((one, other) => (one.leadgen_id < other.leadgen_id ? -1 : 1));
  await db.transaction(async (tx) => {
    const inserted = await insert(tx, rows, inLockOrder);
    if (inserted.length === 0) return;
    const fresh = new Set(inserted.map(({ platformLeadId }) => platformLeadId));
    // Jobs are enqueued in the order in which Meta sent the leads, once for each lead.
    const announced = [...new Set(named.map(({ leadgen_id }) => leadgen_id))];
    const payloads = announced
      .filter((id) => fresh.has(id))
      .map((platformLeadId) => ({ platformLeadId }));
    await jobs.enqueueAll(
      tx,
      "fetch-announced-lead",
      payloads.map((payload) => ({ payload })),
    );
  });
  return together.map(() => undefined);
}

type DeliveryRow = Delivery & { id: string };
type Announcement = AnnouncedLead & {
  deliveryId: string;
  receivedAt: Date;
  isBackfilled: boolean;
};

/**
 * Inserts deliveries and leads, and returns the leads that are new. The text of the statement never
 * changes: each column is one array parameter, because building the text of fifty rows took longer
 * than storing them.
 */
async function insert(tx: Transaction, rows: DeliveryRow[], named: Announcement[]) {
  const column = <Row>(from: Row[], value: (row: Row) => string | Date | boolean) =>
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
      announced_at, created_at, is_backfilled)
    select 'meta', * from unnest(
      ${column(named, (one) => one.leadgen_id)}::text[],
      ${column(named, (one) => one.deliveryId)}::uuid[],
      ${column(named, (one) => one.page_id)}::text[],
      ${column(named, (one) => one.form_id)}::text[],
      ${column(named, (one) => new Date(one.created_time * 1000))}::timestamptz[],
      ${column(named, (one) => one.receivedAt)}::timestamptz[],
      ${column(named, (one) => one.isBackfilled)}::boolean[])
    on conflict do nothing
    returning platform_lead_id as "platformLeadId"`);
  return fresh;
}

/**
 * Joins the ids into a text, because a column of PostgreSQL arrays can't have different lengths.
 * The ids have only digits.
 */
function leadIdsOf({ announced }: Delivery): string {
  return [...new Set(announced.map(({ leadgen_id }) => leadgen_id))].join(",");
}
