// Fetches a lead that Meta announced from the Graph API, and stores it as an inquiry.
import { and, eq, isNull, sql } from "drizzle-orm";
import { importProblems } from "#content/console/problems.ts";
import { failedImportNotice } from "#content/emails/failed-import-notice.ts";
import { refusedTokenNotice } from "#content/emails/refused-token-notice.ts";
import { intakeMessages } from "#content/messages.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import type { Transaction } from "#server/db/database.ts";
import { announcedLeads, campaigns, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { receiveInquiry } from "#server/inquiries/receive-inquiry.ts";
import { queueOwnerNotice } from "#server/mail/owner-notice.ts";
import { queueAutomaticMails } from "#server/mail/queue-automatic.ts";
import { type GraphLead, GraphRefusal } from "#server/outside/graph.ts";
import { Unreadable } from "#server/sealed.ts";
import { yieldToDeliveries } from "./deliveries.ts";
import { readPageToken } from "./page-tokens.ts";
import { oneLine, readTypedPerson } from "./typed-person.ts";

/**
 * Fetches an announced lead and imports it into its practice. Idempotent. Throws when a retry may
 * help; on the last attempt, or when it cannot help, records a failed import with its reason.
 */
export async function fetchAnnouncedLead(
  deps: Deps,
  platformLeadId: string,
  isLastAttempt: boolean,
): Promise<void> {
  const announced = await findAnnounced(deps, platformLeadId);
  if (!announced || announced.storedAt) return;
  const source = await findSource(deps, announced);
  const giveUp = (problem: string) =>
    recordFailedImport(deps, announced, { problem, isForGood: true, source: source ?? undefined });
  if (!source) return giveUp(importProblems.noPractice);
  if (!source.metaPageToken && !deps.config.meta.pageToken) {
    return giveUp(importProblems.noToken);
  }
  try {
    const token = tokenOf(deps, source);
    const lead = await deps.graph.getLead(platformLeadId, token);
    await yieldToDeliveries(deps);
    await storeLead(deps, announced, source, lead);
  } catch (error) {
    if (!(error instanceof GraphRefusal)) {
      if (isLastAttempt) await giveUp(importProblems.notSaved);
      throw error;
    }
    if (error.isTokenRefused) await notifyTokenRefused(deps, source, error.message);
    if (error.isForGood || isLastAttempt) return giveUp(error.message);
    await recordFailedImport(deps, announced, { problem: error.message, isForGood: false });
    throw error;
  }
}

type Announced = typeof announcedLeads.$inferSelect;
type Source = typeof sources.$inferSelect;

async function findAnnounced(deps: Deps, platformLeadId: string): Promise<Announced | null> {
  const [row] = await deps.db.select().from(announcedLeads).where(announcedKey(platformLeadId));
  return row ?? null;
}

async function findSource(deps: Deps, announced: Announced): Promise<Source | null> {
  const [source] = await deps.db
    .select()
    .from(sources)
    .where(
      and(
        eq(sources.metaPageId, announced.pageId),
        eq(sources.metaFormId, announced.formId),
        isNull(sources.endedAt),
      ),
    );
  return source ?? null;
}

/**
 * Throws `GraphRefusal` as Graph would, so that the owner is notified once, and the lead is
 * retried.
 */
function tokenOf({ config }: Deps, { metaPageToken }: Source): string {
  try {
    return metaPageToken
      ? readPageToken(config.secret, metaPageToken)
      : (config.meta.pageToken ?? "");
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new GraphRefusal(intakeMessages.unreadableToken, false, true);
  }
}

async function storeLead(deps: Deps, announced: Announced, source: Source, lead: GraphLead) {
  await deps.db.transaction(async (tx) => {
    const [open] = await tx
      .select({ storedAt: announcedLeads.storedAt })
      .from(announcedLeads)
      .where(announcedKey(announced.platformLeadId))
      .for("update");
    // Another worker was faster.
    if (!open || open.storedAt) return;
    const { inquiryId } = await receiveInquiry(deps, tx, {
      clientId: source.clientId,
      sourceId: source.id,
      campaignId: await campaignOf(tx, source, lead),
      person: readPerson(lead),
      submittedAt: submittedAt(lead) ?? announced.announcedAt,
      receivedAt: announced.createdAt,
      isTest: isTestLead(lead),
    });
    await queueAutomaticMails(deps, tx, { clientId: source.clientId, inquiryId });
    await tx
      .update(announcedLeads)
      .set({
        clientId: source.clientId,
        sourceId: source.id,
        inquiryId,
        storedAt: deps.now(),
        problem: null,
        failedAt: null,
      })
      .where(announcedKey(announced.platformLeadId));
    await tx.update(sources).set({ failingSince: null }).where(thisSource(source));
  });
}

/** Notifies once, until the source works again: only the owner can provide a new token. */
async function notifyTokenRefused(deps: Deps, source: Source, problem: string) {
  await deps.db.transaction(async (tx) => {
    const [told] = await tx
      .update(sources)
      .set({ failingSince: deps.now() })
      .where(and(thisSource(source), isNull(sources.failingSince)))
      .returning({ id: sources.id });
    if (!told) return;
    await queueOwnerNotice(deps, tx, {
      kind: "refused-token-notice",
      words: refusedTokenNotice,
      fields: {
        source: source.name,
        page: source.metaPageId,
        problem,
        link: `${deps.config.origin}/admin`,
      },
    });
  });
}

function thisSource(source: Source) {
  return and(eq(sources.clientId, source.clientId), eq(sources.id, source.id));
}

/** The source's own campaign, or the one that Graph names, created when first seen. */
async function campaignOf(tx: Transaction, source: Source, lead: GraphLead) {
  if (!lead.campaign_id) return source.campaignId;
  const named = {
    clientId: source.clientId,
    platform: "meta" as const,
    platformCampaignId: lead.campaign_id,
    name: lead.campaign_name ?? `Campaign ${lead.campaign_id}`,
  };
  await tx.insert(campaigns).values(named).onConflictDoNothing();
  const [campaign] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.clientId, source.clientId),
        eq(campaigns.platform, "meta"),
        eq(campaigns.platformCampaignId, lead.campaign_id),
      ),
    );
  return campaign?.id ?? null;
}

type Trouble = { problem: string; isForGood: boolean; source?: Source };

/** Gives up on a lead and notifies its owner: once a day per form, however many leads it brings. */
async function recordFailedImport(deps: Deps, announced: Announced, trouble: Trouble) {
  const { problem, isForGood, source } = trouble;
  const { platformLeadId, pageId, formId } = announced;
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    await tx
      .update(announcedLeads)
      .set({
        problem,
        attempts: sql`${announcedLeads.attempts} + 1`,
        failedAt: isForGood ? now : null,
      })
      .where(announcedKey(platformLeadId));
    if (!isForGood) return;
    await queueOwnerNotice(deps, tx, {
      kind: "failed-import-notice",
      words: failedImportNotice,
      fields: {
        source: source?.name ?? `page ${pageId}`,
        page: pageId,
        form: formId,
        problem,
        link: `${deps.config.origin}/admin`,
      },
      causeKey: `failed-import:${pageId}:${formId}:${now.toISOString().slice(0, 10)}`,
    });
  });
}

/** Meta's standard questions. They and all other questions are also stored as answers. */
function readPerson(lead: GraphLead): IncomingLead {
  const field = (name: string) =>
    oneLine(lead.field_data.find((one) => one.name === name)?.values[0] ?? "");
  const [firstOfFull = "", ...restOfFull] = field("full_name").split(/\s+/);
  const person = readTypedPerson({
    firstName: field("first_name") || firstOfFull,
    lastName: field("last_name") || restOfFull.join(" "),
    email: field("email"),
    phone: field("phone_number") || field("phone"),
  });
  return { ...person, answers: lead.field_data };
}

/** Graph's format is `2026-03-17T12:14:51+0000`. */
function submittedAt(lead: GraphLead): Date | null {
  const moment = new Date(lead.created_time.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** Meta's testing tool fills every field with `<test lead: dummy data for …>`. */
function isTestLead(lead: GraphLead): boolean {
  return lead.field_data.some((field) =>
    field.values.some((value) => value.startsWith("<test lead: dummy data")),
  );
}

function announcedKey(platformLeadId: string) {
  return and(
    eq(announcedLeads.platform, "meta"),
    eq(announcedLeads.platformLeadId, platformLeadId),
  );
}
