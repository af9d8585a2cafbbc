// Records what became of a text at the provider, at once or in a report: the same consequences for
// the same error.
import { and, eq, gt, isNotNull } from "drizzle-orm";
import { textsFilteredNotice, textsUnregisteredNotice } from "#content/emails/texts-blocked.ts";
import { dayMs } from "#contract/durations.ts";
import type { TextState } from "#contract/texts.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients, texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { expiryOf, thisText } from "./lead-texts.ts";
import { stopTexts } from "./opt-outs.ts";
import { retryDelayMs, stateAfter, textProblemOf } from "./text-state.ts";

export type OutgoingRow = typeof texts.$inferSelect;
/** `code`: Twilio's error, or 0. */
export type Outcome = { state: TextState; sid?: string; code?: number };

/** Filtered texts in a day after which the owner is told. */
const filteredPerDay = 3;

/**
 * Settles a text whose row the caller has locked. An outcome that is older than what is known
 * changes nothing, except that it may tell the provider's id.
 */
export async function settleText(
  deps: Deps,
  tx: Transaction,
  row: OutgoingRow,
  { state: reported, sid, code = 0 }: Outcome,
): Promise<void> {
  const { clientId, leadId, attempts } = row;
  const isThis = thisText({ clientId, textId: row.id });
  const state = stateAfter(row.state, reported);
  const known = { sid: row.sid ?? sid ?? null };
  if (state === row.state) {
    // One that waits for its next attempt doesn't have that attempt's id yet.
    const isNews = known.sid !== row.sid && state !== "queued";
    if (isNews) await tx.update(texts).set(known).where(isThis);
    return;
  }
  const delayMs = state === "failed" ? retryDelayMs(code, attempts) : null;
  const now = deps.now();
  if (delayMs !== null) {
    // It certainly didn't arrive. Its next attempt gets another id, and is judged again.
    const dueAt = new Date(now.getTime() + delayMs);
    await tx
      .update(texts)
      .set({
        ...{ state: "queued", problem: null, sid: null, reportedAt: now },
        ...{ dueAt, expiresAt: expiryOf(dueAt) },
      })
      .where(isThis);
    await deps.jobs.enqueue(tx, "send-text", { clientId, textId: row.id }, { startAfter: dueAt });
  } else {
    const problem = state === "failed" ? textProblemOf(code) : null;
    deps.metrics.texts.add({ result: problem ?? state });
    await tx
      .update(texts)
      .set({ ...known, state, problem, reportedAt: now })
      .where(isThis);
    if (problem === "opted_out") await stopTexts(deps, tx, row, "provider");
    if (problem === "filtered") await reportFiltered(deps, tx, clientId);
    if (problem === "unregistered") await turnOff(deps, tx, clientId);
  }
  if (leadId) await notifyPractice(tx, { clientId, leadId, kind: "lead" });
}

/** Tells the owner once a day if the carriers take several of a practice's texts for spam. */
async function reportFiltered(deps: Deps, tx: Transaction, clientId: string) {
  const now = deps.now();
  const filtered = await tx.$count(
    texts,
    and(
      ...[eq(texts.clientId, clientId), eq(texts.problem, "filtered")],
      gt(texts.createdAt, new Date(now.getTime() - dayMs)),
    ),
  );
  if (filtered < filteredPerDay) return;
  await tellOwner(deps, tx, clientId, {
    kind: "texts-filtered",
    words: textsFilteredNotice,
    causeKey: `texts-filtered:${now.toISOString().slice(0, 10)}`,
  });
}

/** Every text would fail, and a carrier may fine them. */
async function turnOff(deps: Deps, tx: Transaction, clientId: string) {
  const stopped = await tx
    .update(clients)
    .set({ textsOnAt: null })
    .where(and(eq(clients.id, clientId), isNotNull(clients.textsOnAt)))
    .returning({ id: clients.id });
  if (stopped.length === 0) return;
  const detail = changesDetail(changesIn({ textsToLeads: "on" }, { textsToLeads: null }));
  await audit(deps, tx, { action: "texts_changed", clientId, address: "", detail });
  await tellOwner(deps, tx, clientId, {
    kind: "texts-unregistered",
    words: textsUnregisteredNotice,
    causeKey: `texts-unregistered:${deps.now().toISOString().slice(0, 10)}`,
  });
}

async function tellOwner(
  deps: Deps,
  tx: Transaction,
  clientId: string,
  notice: { kind: string; words: { subject: string; text: string }; causeKey: string },
) {
  const [practice] = await tx
    .select({ name: clients.name })
    .from(clients)
    .where(eq(clients.id, clientId));
  const fields = {
    practice: practice?.name ?? "",
    link: `${deps.config.origin}/admin/practice?id=${clientId}`,
  };
  await queueOwnerNotice(deps, tx, { clientId, fields, ...notice });
}
