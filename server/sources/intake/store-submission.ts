// Stores each submission to a keyed source as an inquiry, exactly once.
import { createHash, createHmac } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { intakeMessages } from "#content/messages.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Attribution, IncomingLead } from "#contract/inquiries.ts";
import type { Transaction } from "#server/db/database.ts";
import { insertOf } from "#server/db/given-rows.ts";
import { campaigns, formSubmissions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { receiveInquiries } from "#server/desk/inquiries/receive-inquiry.ts";
import { queueAutomaticMails } from "#server/messages/mail/queue-automatic.ts";
import { findOrAddCampaigns } from "#server/sources/campaigns/find-or-add-campaigns.ts";
import { matchCampaign } from "#server/sources/campaigns/match-campaign.ts";
import type { KeyedSource } from "./keyed-sources.ts";

export type Submission = {
  person: IncomingLead;
  submittedAt: Date;
  isTest: boolean;
  consent?: string | undefined;
  attribution?: Attribution | null;
  /** The campaign's id from Google. If there is none, the campaign of the source is used. */
  googleCampaignId?: string | undefined;
  /** What identifies the submission: two with the same identity are the same one. */
  identity: string;
  /** Whether the identity is valid for only a few minutes, because the sender gave no id. */
  isBriefly: boolean;
  /**
   * What the person wrote, if the sender's id may be that of a contact: the same identity with
   * other words is another inquiry. Undefined if the id is the submission's own.
   */
  words?: string | undefined;
};

export type ReceivedSubmission = {
  source: KeyedSource;
  submission: Submission;
  receivedAt: Date;
};

export type StoredSubmission = { inquiryId: string; isKnown: boolean };

/** How long identical bodies without an id count as the same submission. */
const sameBodyMinutes = 10;

/**
 * Stores the submissions of one practice in order, in the caller's transaction. Idempotent by
 * identity, even if a submission is sent twice at the same time.
 */
export async function storeSubmissions(
  deps: Deps,
  tx: Transaction,
  clientId: string,
  received: ReceivedSubmission[],
): Promise<StoredSubmission[]> {
  if (received.length === 0) return [];
  const known = await findKnown(deps, tx, clientId, received);
  // If the same submission is in this transaction twice, the first one counts.
  const first = firstOfEach(received.filter((one) => !known(one)));
  const fresh = [...new Set(first.values())];
  const inquiryIds = await storeFresh(deps, tx, clientId, fresh);
  const stored = new Map(fresh.map((one, index) => [one, inquiryIds[index]]));
  return received.map((one) => {
    const inquiryId = known(one) ?? stored.get(first.get(one) ?? one);
    if (!inquiryId) throw new Error("The submission was not stored");
    return { inquiryId, isKnown: !stored.has(one) };
  });
}

/** Maps each submission to the first one that it repeats, which may be itself. */
function firstOfEach(
  received: ReceivedSubmission[],
): ReadonlyMap<ReceivedSubmission, ReceivedSubmission> {
  const first = new Map<string, ReceivedSubmission>();
  return new Map(
    received.map((one) => {
      const { words } = one.submission;
      const key = keyOf(one);
      const known = first.get(words ? `${key} ${words}` : key) ?? one;
      // Without words, it repeats any submission with the same identity.
      if (!first.has(key)) first.set(key, known);
      if (words && known === one) first.set(`${key} ${words}`, one);
      return [one, known];
    }),
  );
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * Returns the identity to keep after a person is erased. It is a keyed hash: it still recognizes
 * the same submission, but can't be turned back into it.
 */
export function erasedIdentity(secret: string, identity: string): string {
  return `forgotten:${createHmac("sha256", secret).update(identity).digest("base64url")}`;
}

/**
 * Returns a keyed hash of what a person wrote, which can be retained after an erasure: equal words
 * of another submission have another hash.
 */
function hashOfWords({ config }: Pick<Deps, "config">, one: ReceivedSubmission): string | null {
  const { words } = one.submission;
  if (words === undefined) return null;
  const text = `words:${keyOf(one)}:${words}`;
  return createHmac("sha256", config.hashSecret).update(text).digest("base64url");
}

function keyOf({ source, submission }: ReceivedSubmission): string {
  return `${source.id} ${submission.identity}`;
}

/**
 * Locks the identities of these submissions until the transaction ends. Returns the inquiries of
 * those that were stored before.
 */
async function findKnown(
  deps: Pick<Deps, "config">,
  tx: Transaction,
  clientId: string,
  received: ReceivedSubmission[],
): Promise<(one: ReceivedSubmission) => string | null> {
  // A fixed lock order prevents deadlocks.
  const keys = [...new Set(received.map((one) => `${clientId} ${keyOf(one)}`))].sort();
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${sql.param(keys)}::text[]) as given (key)`);
  const identitiesOf = ({ submission: { identity } }: ReceivedSubmission) => [
    identity,
    erasedIdentity(deps.config.hashSecret, identity),
  ];
  const sourceIds = sql.param(received.map(({ source }) => source.id));
  const identities = sql.param(received.flatMap(identitiesOf));
  const { sourceId, identity, wordsHash: words, receivedAt, inquiryId } = formSubmissions;
  const rows = await tx
    .selectDistinctOn([sourceId, identity, words], {
      ...{ sourceId, identity, words, receivedAt, inquiryId },
    })
    .from(formSubmissions)
    .where(
      and(
        eq(formSubmissions.clientId, clientId),
        sql`${sourceId} = any(${sourceIds}::uuid[])`,
        sql`${identity} = any(${identities}::text[])`,
      ),
    )
    .orderBy(sourceId, identity, words, desc(receivedAt));
  const stored = Map.groupBy(rows, (row) => `${row.sourceId} ${row.identity}`);
  return (one) => {
    const { isBriefly, words: said } = one.submission;
    const since = new Date(one.receivedAt.getTime() - sameBodyMinutes * minuteMs);
    const hash = said ? hashOfWords(deps, one) : null;
    const found = identitiesOf(one)
      .flatMap((text) => stored.get(`${one.source.id} ${text}`) ?? [])
      .filter((row) => !isBriefly || row.receivedAt > since)
      // A row without a hash is from a version that didn't compare words.
      .find((row) => hash === null || row.words === null || row.words === hash);
    return found?.inquiryId ?? null;
  };
}

/** Stores the new submissions. Returns the ids of their inquiries. */
async function storeFresh(
  deps: Deps,
  tx: Transaction,
  clientId: string,
  fresh: ReceivedSubmission[],
): Promise<string[]> {
  if (fresh.length === 0) return [];
  const campaignOf = await findCampaigns(tx, clientId, fresh);
  const inquiries = fresh.map((one) => ({
    sourceId: one.source.id,
    campaignId: campaignOf(one),
    person: one.submission.person,
    submittedAt: one.submission.submittedAt,
    receivedAt: one.receivedAt,
    isTest: one.submission.isTest,
    consent: one.submission.consent,
    attribution: one.submission.attribution ?? null,
  }));
  const stored = await receiveInquiries(deps, tx, clientId, inquiries, (some) =>
    queueAutomaticMails(deps, tx, {
      clientId,
      inquiryIds: some.map(({ inquiryId }) => inquiryId),
    }),
  );
  const rows = fresh.map((one, index) => ({
    ...{ sourceId: one.source.id, identity: one.submission.identity },
    ...{ receivedAt: one.receivedAt, wordsHash: hashOfWords(deps, one) },
    inquiryId: stored[index]?.inquiryId,
  }));
  await tx.execute(insertOf(formSubmissions, clientId, rows));
  return stored.map(({ inquiryId }) => inquiryId);
}

/**
 * Finds the campaign of each submission: the one that Google names, which is created if it is new;
 * or the one that the attribution names; or the one of the source. An attribution never creates a
 * campaign, because anyone can put it in a URL.
 */
async function findCampaigns(tx: Transaction, clientId: string, fresh: ReceivedSubmission[]) {
  // A test lead from Google names a campaign that doesn't exist.
  const idOf = ({ submission: { googleCampaignId, isTest } }: ReceivedSubmission) =>
    isTest ? undefined : googleCampaignId;
  const names = fresh.flatMap((one) => {
    const id = idOf(one);
    return id ? [[id, intakeMessages.unknownCampaign] as const] : [];
  });
  const ids = await findOrAddCampaigns(tx, clientId, "google", new Map(names));
  const isAttributed = fresh.some(({ submission }) => submission.attribution);
  const own = isAttributed ? await listOwn(tx, clientId) : [];
  const attributed = ({ submission: { attribution } }: ReceivedSubmission) =>
    attribution ? matchCampaign(attribution, own) : null;
  return (one: ReceivedSubmission) =>
    ids.get(idOf(one) ?? "") ?? attributed(one) ?? one.source.campaignId;
}

/**
 * The newest campaigns that are compared with an attribution. A practice usually has only a few.
 */
const maxCampaigns = 500;

function listOwn(tx: Transaction, clientId: string) {
  const { id, name, platform, platformCampaignId, endedAt, createdAt } = campaigns;
  const isHidden = sql<boolean>`coalesce(${campaigns.mergedInto}::text, ${campaigns.deletedAt}::text) is not null`;
  return tx
    .select({ id, name, platform, platformCampaignId, endedAt, isHidden })
    .from(campaigns)
    .where(eq(campaigns.clientId, clientId))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxCampaigns);
}
