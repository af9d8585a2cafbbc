// Receives submissions to keyed sources: parses them, stores inquiries, and records the result of
// each submission.
import { and, eq } from "drizzle-orm";
import type { DeliveryReason } from "#contract/sources.ts";
import type { Transaction } from "#server/db/database.ts";
import { hasEnded } from "#server/db/real-practices.ts";
import { sourceDeliveries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, isDatabaseUnavailable } from "#server/errors.ts";
import { groupCommit } from "#server/jobs/group-commit.ts";
import { readGoogleLead } from "./google.ts";
import { googleKeyOf, type KeyedKind, type KeyedSource } from "./keyed-sources.ts";
import type { Reading, ReceivedBody } from "./reading.ts";
import { lockForReplay } from "./replay-lock.ts";
import { type ReceivedSubmission, storeSubmissions } from "./store-submission.ts";
import { refuseBeyondLimit, TooManyUnmapped } from "./unmapped-limit.ts";
import { noteNotKept, noteUnread, updateUnread } from "./unread.ts";
import { maxFormBytes, readWebForm } from "./web-form.ts";
import { readWebhook } from "./webhook.ts";

type Reader = (deps: Deps, source: KeyedSource, received: ReceivedBody) => Promise<Reading>;

/** The reader for each kind of source. It throws an `AppError` for an unusable body. */
const readers: Record<KeyedKind, Reader> = {
  form: readWebForm,
  google: readGoogleLead,
  webhook: readWebhook,
};

type Outcome = {
  result: (typeof sourceDeliveries.$inferInsert)["result"];
  inquiryId: string | null;
  /** The reason, if the result is `refused`. */
  reason?: DeliveryReason;
};

/**
 * Receives a submission and returns once it is stored. Idempotent. Throws `AppError` for an
 * unusable body, and if the source has too many unmapped submissions. A bot's submission is
 * accepted silently. `alongside` writes in the same transaction, unless the source is full.
 */
export async function receive(
  deps: Deps,
  source: KeyedSource,
  sent: Pick<ReceivedBody, "body"> & Partial<ReceivedBody>,
  alongside?: Alongside,
): Promise<Outcome> {
  const received = {
    ...{ isFormEncoded: false, isTest: false, isReplayed: false, receivedAt: deps.now() },
    ...sent,
  };
  try {
    await countLarge(deps, source, received);
    const reading = await readers[source.kind](deps, source, received);
    const outcome = await arrivals.add(deps, { source, reading, received, alongside });
    if (outcome.reason === "full") throw new TooManyUnmapped();
    // Rejected as for a disconnected source, but stored in case the practice is restored.
    if (outcome.reason === "ended") throw new AppError("not_found");
    if (!bringsLead.has(outcome.result)) await keepIfFew(deps, source, received, outcome);
    return outcome;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    await keepIfFew(deps, source, received, refused(reasonOf(error)));
    throw error;
  }
}

/**
 * Replays a stored delivery in the caller's transaction, with its original time of receipt. Throws
 * `not_found`, `conflict` if the delivery is a lead already or was stored truncated, or the error
 * for which it was rejected if that still applies.
 */
export async function replayDelivery(
  deps: Deps,
  tx: Transaction,
  source: KeyedSource,
  id: string,
): Promise<Outcome> {
  const thisOne = and(
    eq(sourceDeliveries.clientId, source.clientId),
    eq(sourceDeliveries.sourceId, source.id),
    eq(sourceDeliveries.id, id),
  );
  if (await hasEnded({ db: tx }, source.clientId)) throw new AppError("conflict");
  await lockForReplay(tx, source.clientId);
  const [kept] = await tx.select().from(sourceDeliveries).where(thisOne).for("update");
  if (!kept) throw new AppError("not_found");
  if (!mayReplay(kept)) throw new AppError("conflict");
  const received = { ...kept, isReplayed: true };
  const reading = await readers[source.kind](deps, source, received);
  const [outcome] = await storeReadings(deps, tx, [{ source, reading, received }]);
  if (!outcome) throw notStored();
  await tx
    .update(sourceDeliveries)
    .set({ ...outcome, reason: null })
    .where(thisOne);
  await updateUnread(tx, source);
  return outcome;
}

/** Checks whether replaying a delivery could create a lead. */
export function mayReplay({
  result,
  body,
  isCut,
}: Pick<typeof sourceDeliveries.$inferSelect, "result" | "body" | "isCut">): boolean {
  return mayBringLead.has(result) && body !== "" && !isCut;
}

const mayBringLead: ReadonlySet<string> = new Set(["refused", "unmapped", "spam"]);

/** Results for which deliveries are stored without a limit. */
const bringsLead: ReadonlySet<Outcome["result"]> = new Set(["lead", "test", "unmapped"]);

type Alongside = (tx: Transaction) => Promise<void>;
type Read = { source: KeyedSource; reading: Reading; received: ReceivedBody };
type Arrival = Read & { alongside: Alongside | undefined };

/** Submissions of a practice that arrive while others are being stored share a transaction. */
const arrivals = groupCommit(storeTogether, ({ source }: Arrival) => source.clientId);

async function storeTogether(deps: Deps, together: Arrival[]): Promise<Outcome[]> {
  const clientId = together[0]?.source.clientId ?? "";
  return deps.db.transaction(async (tx) => {
    if (await hasEnded({ db: tx }, clientId)) return together.map(() => refused("ended"));
    const stored = await storeReadings(deps, tx, together);
    const rows = together.flatMap(({ source, received }, index) => {
      const outcome = stored[index];
      return outcome ? deliveryOf(deps, source, received, outcome) : [];
    });
    const isFull = await refuseBeyondLimit(tx, rows);
    const outcomes = stored.map((outcome, index) => (isFull[index] ? refused("full") : outcome));
    const kept = rows.filter((_, index) => bringsLead.has(outcomes[index]?.result ?? "refused"));
    if (kept.length > 0) await tx.insert(sourceDeliveries).values(kept);
    await noteUnread(deps, tx, kept);
    for (const [index, { alongside }] of together.entries()) {
      if (!isFull[index]) await alongside?.(tx);
    }
    return outcomes;
  });
}

/** Stores what was read, in order. All of it belongs to one practice. */
async function storeReadings(deps: Deps, tx: Transaction, arrived: Read[]): Promise<Outcome[]> {
  const submissions = arrived.flatMap(({ source, reading, received }): ReceivedSubmission[] =>
    "submission" in reading
      ? [{ source, submission: reading.submission, receivedAt: received.receivedAt }]
      : [],
  );
  const clientId = arrived[0]?.source.clientId ?? "";
  const stored = (await storeSubmissions(deps, tx, clientId, submissions)).values();
  return arrived.map(({ reading }) => {
    if (!("submission" in reading)) return { result: reading.result, inquiryId: null };
    const one = stored.next().value;
    if (!one) throw notStored();
    const { inquiryId, isKnown } = one;
    if (isKnown) return { result: "known", inquiryId };
    return { result: reading.submission.isTest ? "test" : "lead", inquiryId };
  });
}

function refused(reason: DeliveryReason): Outcome {
  return { result: "refused", inquiryId: null, reason };
}

function notStored(): Error {
  return new Error("The submission was not stored");
}

/** Most bodies from forms are shorter. */
const usualLength = 8192;

/**
 * Counts a large body toward the source's limit, because a stranger could fill the disk with large
 * bodies. Throws `too_many_requests`.
 */
async function countLarge(deps: Deps, source: KeyedSource, { body }: ReceivedBody) {
  if (body.length <= usualLength) return;
  await deps.limits.count("largeBodiesPerSource", source.id, Math.ceil(body.length / 1024));
}

/**
 * Stores a submission that didn't become a lead, unless there are many: a few show what a sender
 * does wrong. Over the limit, throws `too_many_requests` if the honeypot was filled in, because
 * that sender would otherwise believe it was accepted.
 */
async function keepIfFew(
  deps: Deps,
  source: KeyedSource,
  received: ReceivedBody,
  outcome: Outcome,
) {
  const isSpam = outcome.result === "spam";
  try {
    const rule = isSpam ? "hiddenFieldPerSource" : "deliveryWithoutLeadPerSource";
    await deps.limits.count(rule, source.id);
  } catch (error) {
    if (!(error instanceof AppError) || isSpam) throw error;
    if (outcome.result === "refused") await noteNotKept(deps, source);
    return;
  }
  const longest = await longestKept(deps, source, received);
  const kept = deliveryOf(deps, source, received, outcome, longest);
  await deps.db.transaction(async (tx) => {
    await tx.insert(sourceDeliveries).values(kept);
    await noteUnread(deps, tx, [kept]);
  });
}

/** The stored length is what a form accepts, so that a rejected submission can be replayed. */
const maxKeptLength = maxFormBytes;

/**
 * Returns how much of a body to store that didn't become a lead. Long bodies have a daily limit,
 * because anyone can send them, and each erasure reads all of them.
 */
async function longestKept(
  { limits }: Deps,
  source: KeyedSource,
  { body }: ReceivedBody,
): Promise<number> {
  if (body.length <= usualLength) return maxKeptLength;
  try {
    await limits.count("longWithoutLeadPerSource", source.id, Math.ceil(body.length / 1024));
    return maxKeptLength;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return usualLength;
  }
}

function deliveryOf(
  deps: Deps,
  source: KeyedSource,
  received: ReceivedBody,
  outcome: Outcome,
  longest = maxKeptLength,
): typeof sourceDeliveries.$inferInsert {
  // A duplicate is stored without a body, because the first delivery has it. If the person was
  // erased since, neither has one.
  const body = outcome.result !== "known" ? withoutKey(deps, source, received.body) : "";
  const { isFormEncoded, isTest, receivedAt } = received;
  return {
    ...{ clientId: source.clientId, sourceId: source.id, isFormEncoded, isTest, receivedAt },
    // PostgreSQL can't store a NUL character.
    body: body.slice(0, longest).toWellFormed().replaceAll("\0", "\ufffd"),
    isCut: body.length > longest,
    ...outcome,
  };
}

function withoutKey({ config }: Deps, source: KeyedSource, body: string): string {
  if (source.kind !== "google") return body;
  return (
    body
      .replaceAll(googleKeyOf(config.secret, source), "[key]")
      // The body may have another source's key, pasted by mistake, which is still valid for that
      // source.
      .replaceAll(/("google_key"\s*:\s*")[^"]*/gi, "$1[key]")
  );
}

/**
 * Returns the reason for an `AppError` from a reader, out of a closed list. Any other error is
 * unexpected.
 */
function reasonOf(error: unknown): DeliveryReason {
  if (error instanceof TooManyUnmapped) return "full";
  if (!(error instanceof AppError)) return "failed";
  if (error.code === "not_found") return "ended";
  if (error.code === "unauthorized") return "wrong_key";
  if (error.code === "too_many_requests") return "too_many";
  if (error.code === "too_large" || error.code === "malformed") return error.code;
  return error.fields.lead_id ? "no_id" : "no_person";
}
