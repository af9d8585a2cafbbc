// Lists a source's submissions (for Meta, its lead notifications), opens one, and replays one.
import { and, desc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { uuid } from "#contract/fields.ts";
import {
  type OpenedDelivery,
  type OwnersDeliveriesQuery,
  type SourceDeliveries,
  type SourceDelivery,
  sourceLimits,
} from "#contract/sources.ts";
import type { Transaction } from "#server/db/database.ts";
import { announcedLeads, deliveries, inquiries, sourceDeliveries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { foreignCursor } from "#server/http/cursor.ts";
import { audit, auditView } from "#server/records/audit/audit.ts";
import type { Editor } from "./change-sources.ts";
import { replayFailedLeadNotification } from "./failed-lead-notifications.ts";
import { googleFields } from "./google.ts";
import { asKeyed } from "./keyed-sources.ts";
import { fieldsOf, type NamedField } from "./reader/fields.ts";
import { mayReplay, replayDelivery } from "./receive.ts";
import { getSourceRow, type SourceOf } from "./sources.ts";
import { metaBody } from "./store-fetched-leads.ts";
import { beginningOf, isInBody, isOfPerson } from "./submission-text.ts";
import { formBody } from "./web-form.ts";
import { webhookBody } from "./webhook.ts";

const page = 50;

type Row = Awaited<ReturnType<typeof getSourceRow>>;

/** Where a page starts: after an item, or with an item. `among`: only these items. */
type Start = {
  after?: string | undefined;
  from?: string | undefined;
  among?: string[] | undefined;
};

/** Lists a source's deliveries, newest first. Throws `not_found`. */
export async function listSourceDeliveries(
  deps: Deps,
  which: SourceOf,
  { cursor, lead }: Pick<OwnersDeliveriesQuery, "cursor" | "lead">,
): Promise<SourceDeliveries> {
  const source = await getSourceRow(deps, which);
  const isMeta = source.kind === "meta";
  const isSought = lead !== undefined && cursor === undefined;
  const from = isSought
    ? await (isMeta ? findLastAnnounced(deps, source, lead) : findLastKeyed(deps, source, lead))
    : undefined;
  const start = { after: cursor, from };
  const rows = await (isMeta ? listAnnounced(deps, source, start) : listKeyed(deps, source, start));
  const shown = rows.slice(0, page);
  const last = shown.at(-1);
  return { deliveries: shown, nextCursor: rows.length > page && last ? last._id : null };
}

/** How many deliveries a request searches. */
const scanLimit = 1000;

/**
 * Lists a source's deliveries of the people that a search finds, newest first. As in the search
 * "Find anything", the practice gets an audit entry with the number of deliveries, but without the
 * text. Throws `not_found`.
 */
export async function searchSourceDeliveries(
  deps: Deps,
  { accountId, address }: { accountId: string; address: string },
  which: SourceOf,
  { cursor, search }: { cursor?: string | undefined; search: string },
): Promise<SourceDeliveries> {
  const source = await getSourceRow(deps, which);
  const isMeta = source.kind === "meta";
  const scanned = await (isMeta ? scanAnnounced : scanKeyed)(deps, source, search, cursor);
  const matches = scanned.filter(({ isMatch }) => isMatch).map(({ id }) => id);
  const among = matches.slice(0, page);
  const isLast = scanned.length < scanLimit;
  const next = matches.length > page ? among.at(-1) : isLast ? null : scanned.at(-1)?.id;
  if (among.length === 0) return { deliveries: [], nextCursor: next ?? null };
  const deliveries = await (isMeta ? listAnnounced : listKeyed)(deps, source, { among });
  await auditView(deps, {
    ...{ accountId, address, clientId: source.clientId, action: "people_found" },
    detail: { submissions: String(deliveries.length), source: source.id },
  });
  return { deliveries, nextCursor: next ?? null };
}

type Scanned = { id: string; isMatch: boolean }[];

async function scanKeyed(
  { db }: Deps,
  { clientId, id: sourceId }: Row,
  search: string,
  after: string | undefined,
): Promise<Scanned> {
  if (after !== undefined && !isId(after)) throw foreignCursor();
  const { id, inquiryId, body } = sourceDeliveries;
  const newest = db
    .select({ id, inquiryId, text: beginningOf(body).as("text") })
    .from(sourceDeliveries)
    .where(
      and(
        eq(sourceDeliveries.clientId, clientId),
        eq(sourceDeliveries.sourceId, sourceId),
        after ? lt(id, after) : undefined,
      ),
    )
    .orderBy(desc(id))
    .limit(scanLimit)
    .as("newest");
  const isMatch = sql<boolean>`case when ${inquiries.id} is null
    then ${isInBody(sql`${newest.text}`, search)} else ${isOfPerson(search)} end`;
  return db
    .select({ id: newest.id, isMatch })
    .from(newest)
    .leftJoin(inquiries, and(eq(inquiries.clientId, clientId), eq(inquiries.id, newest.inquiryId)))
    .orderBy(desc(newest.id));
}

/** A lead that isn't imported has no person yet. */
function scanAnnounced(
  { db }: Deps,
  source: Row,
  search: string,
  after: string | undefined,
): Promise<Scanned> {
  const isMatch = sql<boolean>`coalesce(${isOfPerson(search)}, false)`;
  return db
    .select({ id: announcedLeads.platformLeadId, isMatch })
    .from(announcedLeads)
    .leftJoin(
      inquiries,
      and(eq(inquiries.clientId, source.clientId), eq(inquiries.id, announcedLeads.inquiryId)),
    )
    .where(and(...ofForm(source), after === undefined ? undefined : isOlder(source, after, sql`<`)))
    .orderBy(desc(announcedLeads.createdAt), desc(announcedLeads.platformLeadId))
    .limit(scanLimit);
}

/** Returns a delivery with its body. Audited. Throws `not_found`. */
export async function openDelivery(
  deps: Deps,
  reader: Editor,
  which: SourceOf,
  id: string,
): Promise<OpenedDelivery> {
  const source = await getSourceRow(deps, which);
  const found =
    source.kind === "meta"
      ? await findAnnouncement(deps, source, id)
      : await findKeyed(deps, source, id);
  if (!found) throw new AppError("not_found");
  await audit(deps, deps.db, {
    ...{ ...reader, clientId: source.clientId, action: "delivery_opened" },
    detail: { source: source.id, delivery: id },
  });
  const { body, isCut } = found;
  return { body, isCut, places: isCut ? [] : placesIn(source, found) };
}

/**
 * Replays a delivery: parses it again or, for Meta, fetches the lead again. Throws the same errors
 * as `replayDelivery`.
 */
export async function replaySourceDelivery(
  deps: Deps,
  editor: Editor,
  which: SourceOf,
  id: string,
) {
  const source = await getSourceRow(deps, which);
  if (source.kind === "meta" && !(await findAnnouncement(deps, source, id))) {
    throw new AppError("not_found");
  }
  return deps.db.transaction(async (tx) => {
    const result = await replay(deps, tx, source, id);
    const about = { clientId: source.clientId, detail: { source: source.id, delivery: id } };
    await audit(deps, tx, { ...editor, ...about, action: "delivery_replayed" });
    return result;
  });
}

async function replay(deps: Deps, tx: Transaction, source: Row, id: string) {
  if (source.kind === "meta") {
    await replayFailedLeadNotification(deps, tx, id);
    return "waiting";
  }
  const keyed = asKeyed(source);
  if (!keyed || !isId(id)) throw new AppError("not_found");
  return (await replayDelivery(deps, tx, keyed, id)).result;
}

function isId(id: string): boolean {
  return uuid.safeParse(id).success;
}

async function findLastKeyed({ db }: Deps, { clientId, id }: Row, lead: string) {
  const [last] = await db
    .select({ id: sourceDeliveries.id })
    .from(inquiries)
    .innerJoin(
      sourceDeliveries,
      and(
        eq(sourceDeliveries.clientId, inquiries.clientId),
        eq(sourceDeliveries.inquiryId, inquiries.id),
      ),
    )
    .where(
      and(
        eq(inquiries.clientId, clientId),
        eq(inquiries.leadId, lead),
        eq(sourceDeliveries.sourceId, id),
      ),
    )
    .orderBy(desc(sourceDeliveries.id))
    .limit(1);
  return last?.id;
}

async function listKeyed(
  { db }: Deps,
  { clientId, id }: Row,
  { after, from, among }: Start,
): Promise<SourceDelivery[]> {
  if (after !== undefined && !isId(after)) throw foreignCursor();
  const rows = await db
    .select({ delivery: sourceDeliveries, lead: inquiries.leadId })
    .from(sourceDeliveries)
    .leftJoin(
      inquiries,
      and(
        eq(inquiries.clientId, sourceDeliveries.clientId),
        eq(inquiries.id, sourceDeliveries.inquiryId),
      ),
    )
    .where(
      and(
        eq(sourceDeliveries.clientId, clientId),
        eq(sourceDeliveries.sourceId, id),
        // Ids are uuidv7, which sort by time.
        after ? lt(sourceDeliveries.id, after) : undefined,
        from ? lte(sourceDeliveries.id, from) : undefined,
        among && inArray(sourceDeliveries.id, among),
      ),
    )
    .orderBy(desc(sourceDeliveries.id))
    .limit(page + 1);
  return rows.map(({ delivery, lead }) => ({
    _id: delivery.id,
    receivedAt: delivery.receivedAt.toISOString(),
    result: delivery.result,
    reason: delivery.reason,
    problem: null,
    lead,
    mayReplay: mayReplay(delivery),
  }));
}

async function findKeyed({ db }: Deps, { clientId, id: sourceId }: Row, id: string) {
  if (!isId(id)) return null;
  const { body, isCut, isFormEncoded } = sourceDeliveries;
  const [found] = await db
    .select({ body, isCut, isFormEncoded })
    .from(sourceDeliveries)
    .where(
      and(
        eq(sourceDeliveries.clientId, clientId),
        eq(sourceDeliveries.sourceId, sourceId),
        eq(sourceDeliveries.id, id),
      ),
    );
  return found ? { ...found, answers: null } : null;
}

async function findLastAnnounced({ db }: Deps, source: Row, lead: string) {
  const [last] = await db
    .select({ id: announcedLeads.platformLeadId })
    .from(inquiries)
    .innerJoin(
      announcedLeads,
      and(
        eq(announcedLeads.clientId, inquiries.clientId),
        eq(announcedLeads.inquiryId, inquiries.id),
      ),
    )
    .where(
      and(
        eq(inquiries.clientId, source.clientId),
        eq(inquiries.leadId, lead),
        eq(announcedLeads.pageId, source.metaPageId ?? ""),
        eq(announcedLeads.formId, source.metaFormId ?? ""),
      ),
    )
    .orderBy(desc(announcedLeads.createdAt), desc(announcedLeads.platformLeadId))
    .limit(1);
  return last?.id;
}

async function listAnnounced(
  { db }: Deps,
  source: Row,
  { after, from, among }: Start,
): Promise<SourceDelivery[]> {
  const rows = await db
    .select({ announced: announcedLeads, lead: inquiries.leadId, isTest: inquiries.isTest })
    .from(announcedLeads)
    .leftJoin(
      inquiries,
      and(eq(inquiries.clientId, source.clientId), eq(inquiries.id, announcedLeads.inquiryId)),
    )
    .where(
      and(
        ...ofForm(source),
        after === undefined ? undefined : isOlder(source, after, sql`<`),
        from === undefined ? undefined : isOlder(source, from, sql`<=`),
        among && inArray(announcedLeads.platformLeadId, among),
      ),
    )
    .orderBy(desc(announcedLeads.createdAt), desc(announcedLeads.platformLeadId))
    .limit(page + 1);
  return rows.map(({ announced, lead, isTest }) => ({
    _id: announced.platformLeadId,
    receivedAt: announced.createdAt.toISOString(),
    result: announced.storedAt
      ? isTest
        ? "test"
        : announced.withoutContactSince
          ? "no_contact"
          : "lead"
      : announced.dismissedAt
        ? "dismissed"
        : announced.failedAt
          ? "refused"
          : "waiting",
    reason: null,
    problem: announced.problem,
    lead,
    mayReplay: announced.failedAt !== null && announced.storedAt === null,
  }));
}

function isOlder(source: Row, than: string, compared: SQL) {
  const { createdAt, platformLeadId } = announcedLeads;
  return sql`(${createdAt}, ${platformLeadId}) ${compared} (
    select ${createdAt}, ${platformLeadId} from ${announcedLeads}
    where ${and(...ofForm(source), eq(platformLeadId, than))})`;
}

async function findAnnouncement({ db }: Deps, source: Row, id: string) {
  const [found] = await db
    .select({ body: deliveries.body, answers: inquiries.answers })
    .from(announcedLeads)
    .leftJoin(deliveries, eq(deliveries.id, announcedLeads.deliveryId))
    .leftJoin(
      inquiries,
      and(eq(inquiries.clientId, source.clientId), eq(inquiries.id, announcedLeads.inquiryId)),
    )
    .where(and(...ofForm(source), eq(announcedLeads.platformLeadId, id)));
  if (!found) return null;
  return { body: found.body ?? "", isCut: false, isFormEncoded: false, answers: found.answers };
}

/**
 * Until a Meta lead is imported, it doesn't belong to a practice, and its form identifies its
 * source. The form of a disconnected source may belong to another practice by now.
 */
function ofForm({ clientId, metaPageId, metaFormId, endedAt }: Row) {
  const isOwn = eq(announcedLeads.clientId, clientId);
  return [
    eq(announcedLeads.pageId, metaPageId ?? ""),
    eq(announcedLeads.formId, metaFormId ?? ""),
    endedAt ? isOwn : or(isNull(announcedLeads.clientId), isOwn),
  ] as const;
}

type Opened = NonNullable<Awaited<ReturnType<typeof findAnnouncement | typeof findKeyed>>>;

/**
 * Returns the fields that can be mapped; none if the body is neither JSON nor a form. For Meta,
 * they come from the imported lead, because a notification doesn't have answers.
 */
function placesIn(source: Row, opened: Opened): OpenedDelivery["places"] {
  try {
    // A path that is too long to store is replaced by the position.
    const fields = fieldsIn[source.kind](opened).map(({ path, position, ...field }) => ({
      ...field,
      pointer: path.length <= sourceLimits.pointer ? path : position,
    }));
    const named = fields.filter(({ pointer }) => isPointer(pointer));
    return named.map(({ pointer, label: name, values }) => ({
      ...{ pointer, name },
      sample: values.join(", ").slice(0, maxSampleLength).toWellFormed(),
    }));
  } catch {
    return [];
  }
}

const fieldsIn: Record<Row["kind"], (opened: Opened) => NamedField[]> = {
  google: ({ body }) => googleFields(body),
  form: ({ body, isFormEncoded }) => fieldsOf(formBody(body, isFormEncoded)),
  webhook: ({ body, isFormEncoded }) => fieldsOf(webhookBody(body, isFormEncoded)),
  meta: ({ answers }) => (answers ? fieldsOf(metaBody(answers)) : []),
  manual: () => [],
};

function isPointer(path: string): boolean {
  return path !== "" && path.length <= sourceLimits.pointer;
}

const maxSampleLength = 80;
