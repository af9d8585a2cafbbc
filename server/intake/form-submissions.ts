// Stores the submissions of web forms, each once, as inquiries. Those of one practice that arrive
// while others are being stored share a transaction (group commit).
import { createHmac } from "node:crypto";
import { and, eq, max, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { insertOf } from "#server/db/given-rows.ts";
import { formSubmissions, type sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { groupCommit } from "#server/group-commit.ts";
import { receiveInquiries } from "#server/inquiries/receive-inquiry.ts";
import { queueAutomaticMails } from "#server/mail/queue-automatic.ts";
import type { Submission } from "./submission.ts";

export type FormSource = typeof sources.$inferSelect;
type Received = { source: FormSource; submission: Submission; identity: string; receivedAt: Date };

/** Without a submission id, identical fields within this time count as one submission. */
const sameFieldsMinutes = 10;

/** Resolves after the commit. Idempotent per submission. */
export function storeSubmission(deps: Deps, received: Received): Promise<void> {
  return submissions.add(deps, received);
}

const submissions = groupCommit(storeTogether, ({ source }: Received) => source.clientId);

/**
 * Replaces the identity of an erased person's submission: a keyed hash that still recognizes the
 * same submission, and is useless without it.
 */
export function erasedIdentity(secret: string, identity: string): string {
  return `forgotten:${createHmac("sha256", secret).update(identity).digest("base64url")}`;
}

/** All of one practice. */
async function storeTogether(deps: Deps, received: Received[]): Promise<void> {
  const clientId = received[0]?.source.clientId ?? "";
  await deps.db.transaction(async (tx) => {
    const fresh = await takeFresh(deps, tx, clientId, received);
    if (fresh.length === 0) return;
    const inquiries = fresh.map(({ source, submission, receivedAt }) => ({
      sourceId: source.id,
      campaignId: source.campaignId,
      person: submission.person,
      submittedAt: submission.submittedAt,
      receivedAt,
      isTest: false,
      consent: submission.consent,
    }));
    const stored = await receiveInquiries(deps, tx, clientId, inquiries, (some) =>
      queueAutomaticMails(deps, tx, {
        clientId,
        inquiryIds: some.map(({ inquiryId }) => inquiryId),
      }),
    );
    const rows = fresh.map(({ source, identity, receivedAt }, index) => ({
      ...{ sourceId: source.id, identity, receivedAt },
      inquiryId: stored[index]?.inquiryId,
    }));
    await tx.execute(insertOf(formSubmissions, clientId, rows));
  });
}

/** Those that were not received before, each once, locked until the end of the transaction. */
async function takeFresh(
  { config }: Pick<Deps, "config">,
  tx: Transaction,
  clientId: string,
  received: Received[],
): Promise<Received[]> {
  const keyOf = (sourceId: string, identity: string) => `${clientId} ${sourceId} ${identity}`;
  const erased = (identity: string) => erasedIdentity(config.secret, identity);
  const byKey = new Map(
    // The first of several counts.
    received.toReversed().map((one) => [keyOf(one.source.id, one.identity), one]),
  );
  // A fixed lock order prevents deadlocks.
  const keys = sql.param([...byKey.keys()].sort());
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys}::text[]) as given (key)`);
  const identities = received.flatMap(({ identity }) => [identity, erased(identity)]);
  const known = await tx
    .select({
      sourceId: formSubmissions.sourceId,
      identity: formSubmissions.identity,
      receivedAt: max(formSubmissions.receivedAt),
    })
    .from(formSubmissions)
    .where(
      and(
        eq(formSubmissions.clientId, clientId),
        sql`${formSubmissions.sourceId} = any(${sql.param(received.map(({ source }) => source.id))}::uuid[])`,
        sql`${formSubmissions.identity} = any(${sql.param(identities)}::text[])`,
      ),
    )
    .groupBy(formSubmissions.sourceId, formSubmissions.identity);
  const newestOf = new Map(
    known.map(({ sourceId, identity, receivedAt }) => [keyOf(sourceId, identity), receivedAt]),
  );
  return [...byKey.values()].toReversed().filter(({ source, submission, ...one }) => {
    const since = new Date(one.receivedAt.getTime() - sameFieldsMinutes * 60_000);
    return [one.identity, erased(one.identity)].every((identity) => {
      const newest = newestOf.get(keyOf(source.id, identity));
      return !newest || (submission.submissionId === null && newest <= since);
    });
  });
}
