// Hands a written text to the provider. Claims it first, as `send-mail.ts` does with an email.
import { and, eq, sql } from "drizzle-orm";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { TextProblem, TextRefusal } from "#contract/texts.ts";
import type { Transaction } from "#server/db/database.ts";
import { texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import { findMissedCall, readMissedCallPermission } from "./answer-missed-call.ts";
import { type TextKey, thisText } from "./lead-texts.ts";
import type { MissedCallRefusal } from "./missed-call-permission.ts";
import { readTextPermission } from "./read-permission.ts";
import { type Outcome, type OutgoingRow, settleText } from "./settle-text.ts";

/**
 * The database's clock may be ahead, so a job may start early. By more than this, the text waits for
 * another job.
 */
const earlyMs = 1000;
/** Before the provider is asked again. */
const againMs = minuteMs;
/** If the provider hasn't reported the end by then, it is asked. */
const silentMs = hourMs;
/** The provider delivers it within this time, or not at all: never at night. */
const validSeconds = 600;

/**
 * Sends one text. Commits it as `sending` before the handoff. If the process dies in between, it
 * becomes `unknown` (`sweepTexts`), and is never sent again. Idempotent.
 */
export async function sendText(deps: Deps, key: TextKey): Promise<void> {
  const claimed = await deps.db.transaction((tx) => claim(deps, tx, key));
  if (!claimed || !deps.texts) return;
  const { row, from } = claimed;
  const answer = await deps.texts.send({
    ...{ to: row.phone, from, body: row.body, validSeconds },
    statusCallback: statusUrl(deps, row),
  });
  await deps.db.transaction(async (tx) => {
    const now = await lockText(tx, key);
    // A report about this attempt may have come before the response.
    if (!now || now.attempts !== row.attempts) return;
    if (answer.result === "later") return waitAgain(deps, tx, now);
    if (answer.result === "unknown") return markUnknown(deps, tx, now);
    const outcome: Outcome =
      answer.result === "accepted"
        ? { state: "accepted", sid: answer.sid }
        : { state: "failed", code: answer.result === "refused" ? (answer.code ?? 0) : 0 };
    await settleText(deps, tx, now, outcome);
  });
}

/** The response was lost: only a report can still tell what became of the text. */
export async function markUnknown(
  { metrics }: Pick<Deps, "metrics">,
  tx: Transaction,
  row: OutgoingRow,
): Promise<void> {
  const { clientId, leadId, id } = row;
  const lost = await tx
    .update(texts)
    .set({ state: "unknown" })
    .where(and(thisText({ clientId, textId: id }), eq(texts.state, "sending")))
    .returning({ id: texts.id });
  if (lost.length === 0) return;
  metrics.texts.add({ result: "unknown" });
  if (leadId) await notifyPractice(tx, { clientId, leadId, kind: "lead" });
}

/** Claims a queued text for exactly one caller, unless the lead can't be texted anymore. */
async function claim(deps: Deps, tx: Transaction, key: TextKey) {
  const row = await lockText(tx, key);
  if (row?.state !== "queued" || !row.leadId) return null;
  const now = deps.now();
  const waitMs = row.dueAt ? row.dueAt.getTime() - now.getTime() : 0;
  if (waitMs > earlyMs) {
    await deps.jobs.enqueue(tx, "send-text", key, { startAfter: Math.ceil(waitMs / 1000) });
    return null;
  }
  const { refusal, from } = await permissionOf(deps, tx, row);
  const isLate = row.expiresAt !== null && row.expiresAt < now;
  if (refusal || isLate) {
    await giveUp(deps, tx, row, refusal ? problems[refusal] : "late");
    return null;
  }
  const [claimed] = await tx
    .update(texts)
    .set({ state: "sending", sid: null, sendingAt: now, attempts: sql`${texts.attempts} + 1` })
    .where(thisText(key))
    .returning();
  if (!claimed) return null;
  const startAfter = new Date(now.getTime() + silentMs);
  await deps.jobs.enqueue(tx, "look-up-text", key, { startAfter });
  return { row: claimed, from };
}

/** A lead that was deleted since isn't texted, and neither is another number. */
async function permissionOf(
  deps: Deps,
  tx: Transaction,
  { id, clientId, leadId, phone, callId }: OutgoingRow,
): Promise<{ refusal: Refusal | null; from: string }> {
  try {
    if (callId) {
      const call = await findMissedCall(tx, { clientId, callId });
      if (!call) return { refusal: "off", from: "" };
      return await readMissedCallPermission({ ...deps, db: tx }, call, id);
    }
    const permission = await readTextPermission({ ...deps, db: tx }, clientId, leadId ?? "");
    return permission.phone === phone ? permission : { refusal: "number", from: "" };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return { refusal: "off", from: "" };
    throw error;
  }
}

type Refusal = TextRefusal | MissedCallRefusal;

const problems: Record<Refusal, TextProblem> = {
  ...{ off: "failed", test: "failed", opted_out: "opted_out", do_not_call: "opted_out" },
  ...{ number: "failed", no_consent: "failed", hours: "late", own_phone: "failed" },
  ...{ answered: "late", called_again: "late", recent: "late", closed: "late", late: "late" },
};

async function giveUp(deps: Deps, tx: Transaction, row: OutgoingRow, problem: TextProblem) {
  const { clientId, leadId, id } = row;
  await tx
    .update(texts)
    .set({ state: "failed", problem, reportedAt: deps.now() })
    .where(thisText({ clientId, textId: id }));
  if (leadId) await notifyPractice(tx, { clientId, leadId, kind: "lead" });
}

/** The provider certainly didn't take it, and may take it in a minute. */
async function waitAgain(deps: Deps, tx: Transaction, row: OutgoingRow) {
  deps.metrics.texts.add({ result: "later" });
  const { clientId, id: textId } = row;
  const dueAt = new Date(deps.now().getTime() + againMs);
  if (row.expiresAt && dueAt > row.expiresAt) return giveUp(deps, tx, row, "late");
  await tx.update(texts).set({ state: "queued", dueAt }).where(thisText({ clientId, textId }));
  await deps.jobs.enqueue(tx, "send-text", { clientId, textId }, { startAfter: dueAt });
}

export async function lockText(tx: Transaction, key: TextKey): Promise<OutgoingRow | null> {
  const [row] = await tx.select().from(texts).where(thisText(key)).for("update");
  return row ?? null;
}

/** Twilio's signature covers the query, and each attempt has its own address. */
function statusUrl({ config }: Deps, { clientId, id, attempts }: OutgoingRow): string {
  const query = new URLSearchParams({
    ...{ practice: clientId, text: id, attempt: String(attempts) },
  });
  return `${config.origin}/api/texts/status?${query}`;
}
