// Sources as the owner and a practice's managers see them.
import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import {
  hostedFormPath,
  type OwnSources,
  type Source,
  type SourceDetail,
  type SourceKind,
  type SourceState,
  type Sources,
  type SourcesQuery,
  sourceProblems,
  usualHostedForm,
} from "#contract/sources.ts";
import { clients, inquiries, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { isOfRealPractice, isRealPractice } from "#server/real-practices.ts";
import { asKeyed, googleKeyOf } from "./keyed-sources.ts";
import { problemColumns } from "./source-problems.ts";

const perPage = 50;

export type SourceOf = { id: string; clientId: string };

/** Every practice's sources, by practice and name. */
export async function listSources(
  { db }: Deps,
  { search = "", page = 1 }: SourcesQuery,
): Promise<Sources> {
  // A literal search, in which % and _ are themselves.
  const text = search.toLowerCase();
  const matching = and(
    isRealPractice,
    isListed,
    text
      ? sql`position(${text} in lower(${clients.name} || ' ' || ${sources.name})) > 0`
      : undefined,
  );
  const [counted] = await db
    .select({ total: sql<number>`count(*)::integer` })
    .from(sources)
    .innerJoin(clients, eq(clients.id, sources.clientId))
    .where(matching);
  const rows = await db
    .select(listed)
    .from(sources)
    .innerJoin(clients, eq(clients.id, sources.clientId))
    .where(matching)
    .orderBy(sql`lower(${clients.name})`, asc(clients.id), sql`lower(${sources.name})`, sources.id)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const total = counted?.total ?? 0;
  return { sources: rows.map(toSource), total, pages: Math.max(1, Math.ceil(total / perPage)) };
}

/** Which practice's it is, for the owner, who names it by its id. Throws `not_found`. */
export async function findPracticeOf({ db }: Deps, id: string): Promise<SourceOf> {
  const [found] = await db
    .select({ id: sources.id, clientId: sources.clientId })
    .from(sources)
    .where(and(eq(sources.id, id), isListed, isOfRealPractice(sources.clientId)));
  if (!found) throw new AppError("not_found");
  return found;
}

/** A practice's own. */
export async function listOwnSources({ db }: Deps, clientId: string): Promise<OwnSources> {
  const rows = await readOwn(db, eq(sources.clientId, clientId));
  return { sources: rows.map(toSource) };
}

/** Throws `not_found`. */
export async function getSource(deps: Deps, which: SourceOf): Promise<SourceDetail> {
  const [row] = await readOwn(deps.db, whichSource(which));
  if (!row) throw new AppError("not_found");
  const { source } = row;
  const keyed = source.endedAt ? null : asKeyed(source);
  const { metaPageId: page, metaFormId: form } = source;
  return {
    ...toSource(row),
    url: keyed && `${deps.config.origin}/api/intake/${keyed.kind}/${keyed.formKey}`,
    googleKey: keyed?.kind === "google" ? googleKeyOf(deps.config.secret, keyed) : null,
    meta:
      source.kind === "meta" && page && form
        ? { page, form, hasToken: Boolean(source.metaPageToken ?? deps.config.meta.pageToken) }
        : null,
    problems: problemsOf(row),
    thanksUrl: source.thanksUrl,
    allowedOrigins: source.allowedOrigins,
    mapping: source.mapping,
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

/** The row itself. Throws `not_found`. */
export async function getSourceRow({ db }: Pick<Deps, "db">, which: SourceOf) {
  const [row] = await db.select().from(sources).where(whichSource(which));
  if (!row) throw new AppError("not_found");
  return row;
}

/** Leads that were entered by hand come from nowhere that could be set up. */
const isListed = ne(sources.kind, "manual");

function whichSource({ id, clientId }: SourceOf): SQL | undefined {
  return and(eq(sources.clientId, clientId), eq(sources.id, id), isListed);
}

const listed = {
  source: sources,
  practice: clients.name,
  lastLeadAt: sql<string | null>`(
    select max(${inquiries.receivedAt}) from ${inquiries}
    where ${inquiries.clientId} = ${sources.clientId} and ${inquiries.sourceId} = ${sources.id})`,
};

type Row = { source: typeof sources.$inferSelect; practice: string; lastLeadAt: string | null };

/** `isOwn` binds the practice. */
function readOwn(db: Deps["db"], isOwn: SQL | undefined): Promise<Row[]> {
  return db
    .select(listed)
    .from(sources)
    .innerJoin(clients, eq(clients.id, sources.clientId))
    .where(and(isOwn, isListed))
    .orderBy(sql`lower(${sources.name})`, sources.id);
}

function toSource({ source, practice, lastLeadAt }: Row): Source {
  return {
    _id: source.id,
    practice: { _id: source.clientId, name: practice },
    // `isListed`
    kind: source.kind as SourceKind,
    name: source.name,
    state: stateOf({ source, lastLeadAt }),
    lastLeadAt: lastLeadAt && new Date(lastLeadAt).toISOString(),
    createdAt: source.createdAt.toISOString(),
  };
}

type Judged = Pick<Row, "source" | "lastLeadAt">;

function stateOf(row: Judged): SourceState {
  if (row.source.endedAt) return "ended";
  return problemsOf(row)[0]?.kind ?? "active";
}

function problemsOf({ source, lastLeadAt }: Judged): SourceDetail["problems"] {
  if (source.endedAt) return [];
  return sourceProblems.flatMap((kind) => {
    const since = source[problemColumns[kind]];
    // The next hourly look writes down that it has ended.
    const isOver = kind === "silent" && since && lastLeadAt && new Date(lastLeadAt) > since;
    return since && !isOver ? [{ kind, since: since.toISOString() }] : [];
  });
}
