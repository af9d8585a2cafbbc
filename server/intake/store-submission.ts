// Stores what a keyed source was sent as an inquiry, once.
import { createHash, createHmac } from "node:crypto";
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { intakeMessages } from "#content/messages.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaigns, formSubmissions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { receiveInquiry } from "#server/inquiries/receive-inquiry.ts";
import { queueAutomaticMails } from "#server/mail/queue-automatic.ts";
import type { KeyedSource } from "./keyed-sources.ts";

export type Submission = {
  person: IncomingLead;
  submittedAt: Date;
  isTest: boolean;
  consent?: string | undefined;
  /** Google's own; null: the source's. */
  googleCampaignId?: string | undefined;
  /** Two submissions with the same one are the same submission. */
  identity: string;
  /** Only within some minutes: the sender gave it no id. */
  isBriefly: boolean;
};

/** Without an id, identical bodies within this time count as one submission. */
const sameBodyMinutes = 10;

/** Idempotent by the submission's identity, also when it is sent twice at the same time. */
export async function storeSubmission(
  deps: Deps,
  tx: Transaction,
  source: KeyedSource,
  submission: Submission,
  receivedAt: Date,
): Promise<{ inquiryId: string; isKnown: boolean }> {
  const { clientId } = source;
  const key = `${clientId} ${source.id} ${submission.identity}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const known = await findKnown(deps, tx, source, submission, receivedAt);
  if (known) return { inquiryId: known, isKnown: true };
  const { inquiryId } = await receiveInquiry(deps, tx, {
    clientId,
    sourceId: source.id,
    campaignId: await campaignOf(tx, source, submission),
    person: submission.person,
    submittedAt: submission.submittedAt,
    receivedAt,
    isTest: submission.isTest,
    consent: submission.consent,
  });
  await queueAutomaticMails(deps, tx, { clientId, inquiryId });
  const { identity } = submission;
  await tx
    .insert(formSubmissions)
    .values({ clientId, sourceId: source.id, identity, inquiryId, receivedAt });
  return { inquiryId, isKnown: false };
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * Replaces the identity of an erased person's submission: a keyed hash that still recognizes the
 * same submission, and is useless without it.
 */
export function erasedIdentity(secret: string, identity: string): string {
  return `forgotten:${createHmac("sha256", secret).update(identity).digest("base64url")}`;
}

async function findKnown(
  deps: Deps,
  tx: Transaction,
  source: KeyedSource,
  { identity, isBriefly }: Submission,
  receivedAt: Date,
): Promise<string | null> {
  const since = new Date(receivedAt.getTime() - sameBodyMinutes * 60_000);
  const identities = [identity, erasedIdentity(deps.config.secret, identity)];
  const [known] = await tx
    .select({ inquiryId: formSubmissions.inquiryId })
    .from(formSubmissions)
    .where(
      and(
        eq(formSubmissions.clientId, source.clientId),
        eq(formSubmissions.sourceId, source.id),
        inArray(formSubmissions.identity, identities),
        isBriefly ? gt(formSubmissions.receivedAt, since) : undefined,
      ),
    )
    .orderBy(desc(formSubmissions.receivedAt))
    .limit(1);
  return known?.inquiryId ?? null;
}

/** The source's own campaign, or the one that Google names, created when first seen. */
async function campaignOf(
  tx: Transaction,
  { clientId, campaignId }: KeyedSource,
  { googleCampaignId, isTest }: Submission,
): Promise<string | null> {
  // Google's test leads name a campaign that nobody has.
  if (!googleCampaignId || isTest) return campaignId;
  const named = {
    ...{ clientId, platform: "google" as const, platformCampaignId: googleCampaignId },
    name: intakeMessages.googleCampaign(googleCampaignId),
  };
  await tx.insert(campaigns).values(named).onConflictDoNothing();
  const [campaign] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.clientId, clientId),
        eq(campaigns.platform, "google"),
        eq(campaigns.platformCampaignId, googleCampaignId),
      ),
    );
  return campaign?.id ?? null;
}
