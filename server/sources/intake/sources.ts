// Sources, as the owner and the managers of a practice see them.
import { and, asc, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { hourMs } from "#contract/durations.ts";
import {
  hostedFormPath,
  type OwnSources,
  type Source,
  type SourceDetail,
  type SourceKind,
  type SourceState,
  sourceProblems,
  usualHostedForm,
} from "#contract/sources.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import { campaigns, clients, inquiries, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { asKeyed, googleKeyOf } from "./keyed-sources.ts";
import { readUsualGap } from "./silent-sources.ts";
import { problemColumns } from "./source-problems.ts";

export type SourceOf = { id: string; clientId: string };

/**
 * Returns the practice of a source for the owner, who has only the source's id. Throws `not_found`.
 */
export async function findPracticeOf({ db }: Deps, id: string): Promise<SourceOf> {
  const [found] = await db
    .select({ id: sources.id, clientId: sources.clientId })
    .from(sources)
    .where(and(eq(sources.id, id), isListed, isOfRealPractice(sources.clientId)));
  if (!found) throw new AppError("not_found");
  return found;
}

/** Returns the sources of a practice, for its managers. */
export async function listOwnSources({ db }: Deps, clientId: string): Promise<OwnSources> {
  const rows = await readOwn(db, clientId, eq(sources.clientId, clientId));
  return { sources: rows.map(toSource) };
}

/** Returns a source with its settings. Throws `not_found`. */
export async function getSource(deps: Deps, which: SourceOf): Promise<SourceDetail> {
  const [row] = await readOwn(deps.db, which.clientId, whichSource(which));
  if (!row) throw new AppError("not_found");
  const { source } = row;
  const gap = await readUsualGap(deps, which);
  const keyed = source.endedAt ? null : asKeyed(source);
  return {
    ...toSource(row),
    url: keyed && `${deps.config.origin}/api/intake/${keyed.kind}/${keyed.formKey}`,
    googleKey: keyed?.kind === "google" ? googleKeyOf(deps.config.secret, keyed) : null,
    meta: metaOf(deps, source),
    gapHours: gap && {
      usual: inHours(gap.usualMs),
      silentAfter: inHours(gap.silentAfterMs),
    },
    problems: problemsOf(row),
    notKeptSince: source.notKeptSince?.toISOString() ?? null,
    thanksUrl: source.thanksUrl,
    allowedOrigins: source.allowedOrigins,
    mapping: source.mapping,
    campaign: source.campaignId,
    campaigns: await listCampaigns(deps, source),
    hostedForm:
      keyed?.kind === "form"
        ? {
            url: `${deps.config.origin}${hostedFormPath}/${keyed.formKey}`,
            settings: source.hostedForm ?? usualHostedForm,
          }
        : null,
    changedAt: source.changedAt.toISOString(),
  };
}

function metaOf(
  { config }: Pick<Deps, "config">,
  { kind, metaPageId, metaFormId, metaPageToken, backfilledUntil }: typeof sources.$inferSelect,
): SourceDetail["meta"] {
  if (kind !== "meta" || !metaPageId || !metaFormId) return null;
  const usesAgencyToken = !metaPageToken && Boolean(config.meta.pageToken);
  return {
    ...{ page: metaPageId, form: metaFormId, usesAgencyToken },
    hasToken: usesAgencyToken || Boolean(metaPageToken),
    fetchedAt: backfilledUntil?.toISOString() ?? null,
  };
}

/** The maximum number of campaigns to choose from. A practice usually has only a few. */
const maxCampaigns = 200;

function listCampaigns(
  { db }: Pick<Deps, "db">,
  { clientId, campaignId }: typeof sources.$inferSelect,
) {
  const isOpen = isNull(campaigns.endedAt);
  return db
    .select({ _id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.clientId, clientId),
        isNull(campaigns.mergedInto),
        isNull(campaigns.deletedAt),
        campaignId ? or(isOpen, eq(campaigns.id, campaignId)) : isOpen,
      ),
    )
    .orderBy(asc(campaigns.name), asc(campaigns.id))
    .limit(maxCampaigns);
}

export const inHours = (ms: number) => Math.max(1, Math.ceil(ms / hourMs));

/** Returns the row of a source. Throws `not_found`. */
export async function getSourceRow({ db }: Pick<Deps, "db">, which: SourceOf) {
  const [row] = await db.select().from(sources).where(whichSource(which));
  if (!row) throw new AppError("not_found");
  return row;
}

/** Leaves out sources that can't be set up, such as the one for people who call. */
export const isListed = ne(sources.kind, "manual");

function whichSource({ id, clientId }: SourceOf): SQL | undefined {
  return and(eq(sources.clientId, clientId), eq(sources.id, id), isListed);
}

export const listedOf = (clientId: string | PgColumn) => ({
  source: sources,
  practice: clients.name,
  lastLeadAt: sql<string | null>`(
    select max(${inquiries.receivedAt}) from ${inquiries}
    where ${inquiries.clientId} = ${clientId} and ${inquiries.sourceId} = ${sources.id})`,
});

export type SourceRow = {
  source: typeof sources.$inferSelect;
  practice: string;
  lastLeadAt: string | null;
};

/** Reads the sources of a practice. `isOwn` can narrow them down. */
function readOwn(db: Deps["db"], clientId: string, isOwn: SQL | undefined): Promise<SourceRow[]> {
  return db
    .select(listedOf(clientId))
    .from(sources)
    .innerJoin(clients, eq(clients.id, sources.clientId))
    .where(and(isOwn, isListed))
    .orderBy(sql`lower(${sources.name})`, sources.id);
}

export function toSource({ source, practice, lastLeadAt }: SourceRow): Source {
  return {
    _id: source.id,
    practice: { _id: source.clientId, name: practice },
    // `isListed` has left out any other kind.
    kind: source.kind as SourceKind,
    name: source.name,
    state: stateOf({ source, lastLeadAt }),
    unread: source.endedAt ? 0 : source.unread,
    lastLeadAt: lastLeadAt && new Date(lastLeadAt).toISOString(),
    createdAt: source.createdAt.toISOString(),
  };
}

type Judged = Pick<SourceRow, "source" | "lastLeadAt">;

function stateOf(row: Judged): SourceState {
  if (row.source.endedAt) return "ended";
  return problemsOf(row)[0]?.kind ?? "active";
}

function problemsOf({ source, lastLeadAt }: Judged): SourceDetail["problems"] {
  if (source.endedAt) return [];
  return sourceProblems.flatMap((kind) => {
    const since = source[problemColumns[kind]];
    // A silence ends with the next lead, although it is stored until the next hourly check.
    const isOver = kind === "silent" && since && lastLeadAt && new Date(lastLeadAt) > since;
    return since && !isOver ? [{ kind, since: since.toISOString() }] : [];
  });
}
