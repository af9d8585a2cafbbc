// Imports leads that were fetched from Graph into the practice of their source.
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { minuteMs } from "#contract/durations.ts";
import type { WebhookMapping } from "#contract/sources.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import type { Transaction } from "#server/db/database.ts";
import { given, givenRows } from "#server/db/given-rows.ts";
import { announcedLeads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type IncomingInquiry, receiveInquiries } from "#server/desk/inquiries/receive-inquiry.ts";
import { queueAutomaticMails } from "#server/messages/mail/queue-automatic.ts";
import type { GraphLead } from "#server/outside/graph.ts";
import { readGraphTime } from "#server/outside/graph-pages.ts";
import { findOrAddCampaigns } from "#server/sources/campaigns/find-or-add-campaigns.ts";
import { isPossibleTime } from "./backfill-since.ts";
import { fieldsOf } from "./reader/fields.ts";
import { type FoundPerson, personOf, readPerson } from "./reader/reader.ts";
import { noteWithoutContact } from "./unread.ts";

export type Announced = typeof announcedLeads.$inferSelect;
export type Source = typeof sources.$inferSelect;
export type FetchedLead = { announced: Announced; source: Source; lead: GraphLead };

/**
 * Imports either all of the leads, in this order, or none. Idempotent. All of their sources belong
 * to this practice.
 */
export async function storeLeads(
  deps: Deps,
  clientId: string,
  fetched: FetchedLead[],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const open = await lockOpen(tx, fetched);
    const left = fetched.filter(({ announced }) => open.has(announced.platformLeadId));
    if (left.length === 0) return;
    const campaignIds = await findCampaigns(tx, clientId, left);
    const found = left.map(({ lead, source }) => findPerson(lead, source.mapping));
    const inquiries = left.map((one, index) => toInquiry(one, found[index] ?? null, campaignIds));
    const received = await receiveInquiries(deps, tx, clientId, inquiries, (some) =>
      queueAutomaticMails(deps, tx, {
        clientId,
        inquiryIds: some.map(({ inquiryId }) => inquiryId),
      }),
    );
    const stored = left.map(({ announced, source }, index) => ({
      platformLeadId: announced.platformLeadId,
      sourceId: source.id,
      inquiryId: received[index]?.inquiryId,
      withoutContactSince:
        found[index]?.isReachable || inquiries[index]?.isTest ? null : deps.now(),
    }));
    await tx
      .update(announcedLeads)
      .set({
        clientId,
        sourceId: given("sourceId"),
        inquiryId: given("inquiryId"),
        storedAt: deps.now(),
        withoutContactSince: given("withoutContactSince"),
        problem: null,
        failedAt: null,
      })
      .from(givenRows(announcedLeads, stored))
      .where(
        and(
          eq(announcedLeads.platform, "meta"),
          eq(announcedLeads.platformLeadId, given("platformLeadId")),
        ),
      );
    await tx
      .update(sources)
      .set({ failingSince: null })
      .where(
        and(
          eq(sources.clientId, clientId),
          inArray(sources.id, [...new Set(stored.map(({ sourceId }) => sourceId))]),
          isNotNull(sources.failingSince),
        ),
      );
    const without = stored.filter(({ withoutContactSince }) => withoutContactSince);
    await noteWithoutContact(
      deps,
      tx,
      clientId,
      without.map(({ sourceId }) => sourceId),
    );
  });
}

/** Locks the leads that no other worker has imported. Returns their ids. */
async function lockOpen(tx: Transaction, fetched: FetchedLead[]): Promise<Set<string>> {
  const ids = sql.param(fetched.map(({ announced }) => announced.platformLeadId));
  const rows = await tx
    .select({ platformLeadId: announcedLeads.platformLeadId })
    .from(announcedLeads)
    .where(
      and(
        eq(announcedLeads.platform, "meta"),
        sql`${announcedLeads.platformLeadId} = any(${ids}::text[])`,
        isNull(announcedLeads.storedAt),
      ),
    )
    // A fixed lock order prevents deadlocks.
    .orderBy(announcedLeads.platformLeadId)
    .for("update");
  return new Set(rows.map(({ platformLeadId }) => platformLeadId));
}

/** Returns the campaigns that Graph names, by the platform's id, and creates those that are new. */
function findCampaigns(tx: Transaction, clientId: string, fetched: FetchedLead[]) {
  const names = fetched.flatMap(({ lead: { campaign_id: id, campaign_name: name } }) =>
    id ? [[id, name ?? `Campaign ${id}`] as const] : [],
  );
  return findOrAddCampaigns(tx, clientId, "meta", new Map(names));
}

/**
 * A lead that is found later than this is late already, so it shares an alert with others that were
 * found late.
 */
const foundLateMs = lateAfterMinutes * minuteMs;

/** Makes an inquiry. Its campaign is the one from Graph, or else the one of the source. */
function toInquiry(
  { announced, source, lead }: FetchedLead,
  found: FoundPerson | null,
  campaignIds: ReadonlyMap<string, string>,
): IncomingInquiry {
  const { isBackfilled, createdAt: receivedAt } = announced;
  const submittedAt = submitTimeOf(announced, lead);
  return {
    sourceId: source.id,
    campaignId: lead.campaign_id ? (campaignIds.get(lead.campaign_id) ?? null) : source.campaignId,
    // All questions are stored as answers. The person's own come first, because the last ones are
    // dropped if there are too many.
    person: { ...(found ? personOf(found) : nobody), answers: [...lead.field_data, ...adOf(lead)] },
    submittedAt,
    receivedAt,
    // A lead from before its form was connected is untimed, as if it was imported from a file,
    // because the practice couldn't call it.
    isUntimed: isBackfilled && submittedAt < source.createdAt,
    isFoundLate: isBackfilled && receivedAt.getTime() - submittedAt.getTime() > foundLateMs,
    isTest: isTestLead(lead),
  };
}

/**
 * Returns the time of the submission if it is possible, because an impossible one could make the
 * practice look decades late.
 */
function submitTimeOf({ announcedAt, createdAt: receivedAt }: Announced, lead: GraphLead): Date {
  const said = [readGraphTime(lead.created_time), announcedAt];
  return said.find((at) => at !== null && isPossibleTime(at, receivedAt)) ?? receivedAt;
}

function findPerson(lead: GraphLead, of: WebhookMapping | null): FoundPerson | null {
  const body = metaBody(lead.field_data);
  return readPerson(fieldsOf(body), of ? { mapping: { body, of } } : {});
}

/** Returns the object in which a mapping's paths are looked up. It has the questions by name. */
export function metaBody(questions: { name: string; values: string[] }[]) {
  return { field_data: questions.map(({ name, values }) => ({ name, values })) };
}

const nobody = { firstName: "", lastName: "", email: "", phone: "" };

/**
 * Returns the ad and its ad set as answers. They have the names from Meta's own export, so that an
 * imported file has the same columns. An id is used only if there is no name.
 */
function adOf({ ad_id, ad_name, adset_id, adset_name }: GraphLead): GraphLead["field_data"] {
  return [...nameOrId("ad", ad_name, ad_id), ...nameOrId("adset", adset_name, adset_id)];
}

function nameOrId(level: "ad" | "adset", name = "", id = ""): GraphLead["field_data"] {
  if (name.trim()) return [{ name: `${level}_name`, values: [name] }];
  return id ? [{ name: `${level}_id`, values: [id] }] : [];
}

/**
 * Checks for a lead from Meta's testing tool, which fills every field with `<test lead: dummy data
 * for …>`.
 */
function isTestLead(lead: GraphLead): boolean {
  return lead.field_data.some((field) =>
    field.values.some((value) => value.startsWith("<test lead: dummy data")),
  );
}
