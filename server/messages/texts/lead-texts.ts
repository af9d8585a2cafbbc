// Shows, writes and reads a practice's texts with one lead.
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import { textMessages } from "#content/messages.ts";
import { minuteMs } from "#contract/durations.ts";
import { segmentsOf } from "#contract/text-segments.ts";
import { type LeadTexts, type NewText, type Text, undoTextSeconds } from "#contract/texts.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, lockLead } from "#server/desk/leads/lead.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { readTextPermission } from "./read-permission.ts";

/** How long a text that someone wrote waits: an undo's request also takes a moment. */
const holdMs = (undoTextSeconds + 2) * 1000;
/** How long a text may wait for the provider. */
const waitMinutes = 10;
/** More than two people write to each other. */
const maxShown = 500;

type Reader = { db: Deps["db"] | Transaction };

/**
 * Returns a lead's texts, and whether it can be texted now. Throws `not_found` for another practice's
 * lead.
 */
export async function listLeadTexts(
  deps: Deps,
  clientId: string,
  leadId: string,
): Promise<LeadTexts> {
  const { refusal } = await readTextPermission(deps, clientId, leadId);
  const rows = await selectTexts(deps, clientId, eq(texts.leadId, leadId))
    .orderBy(desc(texts.createdAt), desc(texts.id))
    .limit(maxShown);
  return { texts: rows.map(toText).toReversed(), refusal };
}

/**
 * Writes a text to a lead. Idempotent by submission id. Throws `not_found`, and `conflict` with the
 * reason if the lead can't be texted now.
 */
export async function sendLeadText(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  { submissionId: id, body }: NewText,
): Promise<void> {
  const { clientId, accountId } = client;
  // The practice's limit is last, so that texts rejected by the lead's limit don't use it up.
  await deps.limits.count("leadTextsPerLead", `${clientId} ${leadId}`);
  await deps.limits.count("leadTextsPerPractice", clientId);
  await deps.db.transaction(async (tx) => {
    // Locks the lead, so that a concurrent STOP or erasure either waits for this text or has already
    // run.
    await lockLead(tx, client, leadId);
    const [known] = await tx
      .select({ leadId: texts.leadId })
      .from(texts)
      .where(thisText({ clientId, textId: id }));
    if (known && known.leadId !== leadId) throw new AppError("conflict");
    if (known) return;
    const { refusal, phone } = await readTextPermission({ ...deps, db: tx }, clientId, leadId);
    if (refusal) throw new AppError("conflict", { sentence: textMessages.refusals[refusal] });
    const now = deps.now();
    const dueAt = new Date(now.getTime() + holdMs);
    await tx.insert(texts).values({
      ...{ clientId, id, leadId, direction: "out", phone, body, state: "queued", accountId },
      ...{ segments: segmentsOf(body).segments, createdAt: now, dueAt, expiresAt: expiryOf(dueAt) },
    });
    await addToTimeline(deps, tx, client, leadId, "text_written", { textId: id });
    await deps.jobs.enqueue(tx, "send-text", { clientId, textId: id }, { startAfter: dueAt });
    await notifyPractice(tx, { clientId, leadId, kind: "lead" });
  });
}

/**
 * Undoes a text that hasn't been handed to the provider. Idempotent. Throws `not_found`, and
 * `conflict` once it was handed over.
 */
export async function undoLeadText(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  textId: string,
): Promise<void> {
  const { clientId } = client;
  await deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    const isThis = and(thisText({ clientId, textId }), eq(texts.leadId, leadId));
    const [row] = await tx
      .select()
      .from(texts)
      .where(and(isThis, eq(texts.direction, "out")))
      .for("update");
    if (!row) throw new AppError("not_found");
    if (row.state === "undone") return;
    // One that waits for its next attempt was handed over before.
    if (row.state !== "queued" || row.attempts > 0) {
      throw new AppError("conflict", { sentence: textMessages.tooLate });
    }
    await tx.update(texts).set({ state: "undone" }).where(isThis);
    await notifyPractice(tx, { clientId, leadId, kind: "lead" });
  });
}

/** Marks the lead's texts as read for everyone at the practice. Idempotent; throws `not_found`. */
export async function readLeadTexts(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
): Promise<void> {
  const { clientId } = client;
  await deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    const read = await markRead(deps, tx, { clientId, leadId });
    if (read) await notifyPractice(tx, { clientId, leadId, kind: "lead" });
  });
}

/** Returns whether any of the lead's texts was unread. */
export async function markRead(
  { now }: Pick<Deps, "now">,
  tx: Transaction,
  { clientId, leadId }: { clientId: string; leadId: string },
): Promise<boolean> {
  const read = await tx
    .update(texts)
    .set({ readAt: now() })
    .where(
      and(
        ...[eq(texts.clientId, clientId), eq(texts.leadId, leadId)],
        ...[eq(texts.direction, "in"), isNull(texts.readAt)],
      ),
    )
    .returning({ id: texts.id });
  return read.length > 0;
}

/** Returns when a text that is due now isn't sent anymore: what it says may no longer be true. */
export function expiryOf(dueAt: Date): Date {
  return new Date(dueAt.getTime() + waitMinutes * minuteMs);
}

/** Selects a practice's texts, each with the name of the person who wrote it. */
export function selectTexts({ db }: Reader, clientId: string, which: SQL) {
  return db
    .select({ text: texts, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(texts)
    .leftJoin(accounts, eq(accounts.id, texts.accountId))
    .where(and(eq(texts.clientId, clientId), which))
    .$dynamic();
}

export function toText({ text, firstName, lastName }: TextRow): Text {
  return {
    _id: text.id,
    direction: text.direction,
    body: text.body,
    state: text.state,
    problem: text.problem,
    mediaCount: text.mediaCount,
    media: text.media.map(({ type }) => type),
    isUnread: text.direction === "in" && text.readAt === null,
    at: text.createdAt.toISOString(),
    by: firstName === null ? null : `${firstName} ${lastName}`,
  };
}

type TextRow = Awaited<ReturnType<typeof selectTexts>>[number];
export type TextKey = { clientId: string; textId: string };

export function thisText({ clientId, textId }: TextKey) {
  return and(eq(texts.clientId, clientId), eq(texts.id, textId));
}
