// Stores keyed sources' submissions as inquiries, each once.
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
import { matchCampaign } from "#server/sources/campaigns/match-campaign.ts";
import type { KeyedSource } from "./keyed-sources.ts";

export type Submission = {
  person: IncomingLead;
  submittedAt: Date;
  isTest: boolean;
  consent?: string | undefined;
  attribution?: Attribution | null;
  /** Google's campaign id, or null to use the source's campaign. */
  googleCampaignId?: string | undefined;
  /** Two submissions with the same identity are the same submission. */
  identity: string;
  /** Whether the identity is valid for only a few minutes, because the sender didn't give an id. */
  isBriefly: boolean;
};

export type ReceivedSubmission = {
  source: KeyedSource;
  submission: Submission;
  receivedAt: Date;
};

export type StoredSubmission = { inquiryId: string; isKnown: boolean };

/** Without an id, identical bodies within this time count as one submission. */
const sameBodyMinutes = 10;

/**
 * Stores one practice's submissions in order, in the caller's transaction. Idempotent by identity,
 * even if one is sent twice at the same time.
 */
export async function storeSubmissions(
  deps: Deps,
  tx: Transaction,
  clientId: string,
  received: ReceivedSubmission[],
): Promise<StoredSubmission[]> {
  if (received.length === 0) return [];
  const known = await findKnown(deps, tx, clientId, received);
  // If this transaction has duplicates, the first one counts.
  const fresh = [
    ...new Map(
      received
        .filter((one) => !known(one))
        .toReversed()
        .map((one) => [keyOf(one), one]),
    ).values(),
  ].toReversed();
  const inquiryIds = await storeFresh(deps, tx, clientId, fresh);
  const stored = new Map(fresh.map((one, index) => [keyOf(one), inquiryIds[index]]));
  return received.map((one) => {
    const inquiryId = known(one) ?? stored.get(keyOf(one));
    if (!inquiryId) throw new Error("The submission was not stored");
    return { inquiryId, isKnown: !fresh.includes(one) };
  });
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * Returns the identity to store for an erased person's submission: a keyed hash that still
 * recognizes the same submission, and is useless without it.
 */
export function erasedIdentity(secret: string, identity: string): string {
  return `forgotten:${createHmac("sha256", secret).update(identity).digest("base64url")}`;
}

function keyOf({ source, submission }: ReceivedSubmission): string {
  return `${source.id} ${submission.identity}`;
}

/**
 * Locks the submissions until the transaction ends. Finds the inquiry of a submission that was
 * stored before.
 */
async function findKnown(
  { config }: Pick<Deps, "config">,
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
    erasedIdentity(config.hashSecret, identity),
  ];
  const sourceIds = sql.param(received.map(({ source }) => source.id));
  const identities = sql.param(received.flatMap(identitiesOf));
  const { sourceId, identity, receivedAt, inquiryId } = formSubmissions;
  const rows = await tx
    .selectDistinctOn([sourceId, identity], { sourceId, identity, receivedAt, inquiryId })
    .from(formSubmissions)
    .where(
      and(
        eq(formSubmissions.clientId, clientId),
        sql`${sourceId} = any(${sourceIds}::uuid[])`,
        sql`${identity} = any(${identities}::text[])`,
      ),
    )
    .orderBy(sourceId, identity, desc(receivedAt));
  const newest = new Map(rows.map((row) => [`${row.sourceId} ${row.identity}`, row]));
  return (one) => {
    const since = new Date(one.receivedAt.getTime() - sameBodyMinutes * minuteMs);
    const found = identitiesOf(one)
      .flatMap((text) => newest.get(`${one.source.id} ${text}`) ?? [])
      .find((row) => !one.submission.isBriefly || row.receivedAt > since);
    return found?.inquiryId ?? null;
  };
}

/** Stores the new submissions and returns their inquiries' ids. */
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
  const rows = fresh.map(({ source, submission: { identity }, receivedAt }, index) => ({
    ...{ sourceId: source.id, identity, receivedAt },
    inquiryId: stored[index]?.inquiryId,
  }));
  await tx.execute(insertOf(formSubmissions, clientId, rows));
  return stored.map(({ inquiryId }) => inquiryId);
}

/**
 * Finds the campaign that Google names, created when first seen, or else the one that matches the
 * attribution, or else the source's own. An attribution never creates one, because anyone can put
 * it in a URL.
 */
async function findCampaigns(tx: Transaction, clientId: string, fresh: ReceivedSubmission[]) {
  // Google's test leads name a campaign that doesn't exist.
  const nameOf = ({ submission: { googleCampaignId, isTest } }: ReceivedSubmission) =>
    isTest ? undefined : googleCampaignId;
  // A fixed order prevents deadlocks.
  const named = [...new Set(fresh.flatMap((one) => nameOf(one) ?? []))].sort();
  const ids = new Map<string, string>();
  for (const platformCampaignId of named) {
    ids.set(platformCampaignId, await makeCampaign(tx, clientId, platformCampaignId));
  }
  const isAttributed = fresh.some(({ submission }) => submission.attribution);
  const own = isAttributed ? await listOwn(tx, clientId) : [];
  const attributed = ({ submission: { attribution } }: ReceivedSubmission) =>
    attribution ? matchCampaign(attribution, own) : null;
  return (one: ReceivedSubmission) =>
    ids.get(nameOf(one) ?? "") ?? attributed(one) ?? one.source.campaignId;
}

/** A practice usually has only a few. If it has more than this, the newest count. */
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

async function makeCampaign(
  tx: Transaction,
  clientId: string,
  platformCampaignId: string,
): Promise<string> {
  const named = {
    ...{ clientId, platform: "google" as const, platformCampaignId },
    name: intakeMessages.unknownCampaign,
  };
  await tx.insert(campaigns).values(named).onConflictDoNothing();
  const [campaign] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.clientId, clientId),
        eq(campaigns.platform, "google"),
        eq(campaigns.platformCampaignId, platformCampaignId),
      ),
    );
  if (!campaign) throw new Error("The campaign was not stored");
  return campaign.id;
}
