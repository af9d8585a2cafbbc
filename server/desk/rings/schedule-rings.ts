// Enqueues rings in the transaction that causes them: a new inquiry, or a call from the screen.
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { insertOf } from "#server/db/given-rows.ts";
import { clients, rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { readOpenHours } from "#server/people/open-hours.ts";
import { ringDueAt } from "./ring-permission.ts";

type Received = {
  leadId: string;
  inquiryId: string;
  sourceId: string | null;
  receivedAt: Date;
  /** Phones don't ring for an inquiry that was found late. */
  isFoundLate?: boolean | undefined;
};

/** Schedules a ring for each inquiry from a form if the practice has turned ringing on. */
export async function scheduleRings(
  { jobs, voice }: Pick<Deps, "jobs" | "voice">,
  tx: Transaction,
  clientId: string,
  received: Received[],
): Promise<void> {
  const live = received.filter(({ isFoundLate }) => !isFoundLate);
  if (!voice || live.length === 0) return;
  const [practice] = await tx
    .select({ delaySeconds: clients.ringDelaySeconds })
    .from(clients)
    .where(and(eq(clients.id, clientId), isNotNull(clients.ringsOnAt)));
  if (!practice) return;
  const hoursAt = await readOpenHours(
    { db: tx },
    clientId,
    live.map(({ receivedAt }) => receivedAt),
  );
  const rows = live.flatMap(({ leadId, inquiryId, sourceId, receivedAt }) => {
    const dueAt = ringDueAt(receivedAt, practice.delaySeconds, hoursAt(receivedAt));
    return dueAt ? { leadId, inquiryId, sourceId, dueAt } : [];
  });
  if (rows.length === 0) return;
  await tx.execute(insertOf(rings, clientId, rows));
  const times = new Set(rows.map(({ dueAt }) => dueAt.getTime()));
  await jobs.enqueueAll(
    tx,
    "ring-practice",
    [...times].map((at) => ({ payload: { clientId }, startAfter: new Date(at) })),
  );
}

/** Ends the ring of a lead that someone is calling from the screen. */
export async function scheduleScreenCall(
  { jobs }: Pick<Deps, "jobs">,
  tx: Transaction,
  { clientId, leadId }: { clientId: string; leadId: string },
): Promise<void> {
  const [open] = await tx
    .select({ id: rings.id })
    .from(rings)
    .where(and(eq(rings.clientId, clientId), eq(rings.leadId, leadId), isNull(rings.settledAt)))
    .limit(1);
  if (open) await jobs.enqueue(tx, "ring-practice", { clientId });
}
