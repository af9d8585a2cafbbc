// The owner's template sets: listed, read, named, deleted and restored.
import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { templateSetMessages } from "#content/console/template-sets.ts";
import type { AuditAction, AuditChange } from "#contract/audit.ts";
import {
  type DraftSettings,
  type DraftTemplate,
  type ListedSet,
  type PublishedSettings,
  type PublishedTemplate,
  setSettingNames,
  type TemplateSet,
  templateSetLimits,
} from "#contract/template-sets.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, templateSets, templateSetVersions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { areSameWords } from "./offers.ts";
import { draftSettingsOf } from "./set-settings.ts";
import { readStored } from "./stored-templates.ts";
import { countUsers, listUsers } from "./users.ts";

type Tools = Pick<Deps, "db" | "now">;
type Reader = { db: Deps["db"] | Transaction };

const notDeleted = isNull(templateSets.deletedAt);

/** Lists the sets, by name. */
export async function listSets({ db }: Reader): Promise<ListedSet[]> {
  const stored = await db
    .select()
    .from(templateSets)
    .where(notDeleted)
    .orderBy(asc(sql`lower(${templateSets.name})`));
  const rows = stored.map(readDraft);
  const latest = new Map((await readLatest({ db })).map((version) => [version.setId, version]));
  const users = await countUsers({ db });
  return rows.map((row) => ({
    ...toListed(row, latest.get(row.id)),
    practices: users.get(row.id)?.practices ?? 0,
    behind: users.get(row.id)?.behind ?? 0,
  }));
}

/** Throws `not_found`, even for a deleted set. */
export async function getSet({ db }: Reader, setId: string): Promise<TemplateSet> {
  const [stored] = await db
    .select()
    .from(templateSets)
    .where(and(eq(templateSets.id, setId), notDeleted));
  if (!stored) throw new AppError("not_found");
  const row = readDraft(stored);
  const versions = await db
    .select({
      ...{ number: templateSetVersions.number, note: templateSetVersions.note },
      publishedAt: templateSetVersions.publishedAt,
      author: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}`,
    })
    .from(templateSetVersions)
    .innerJoin(accounts, eq(accounts.id, templateSetVersions.accountId))
    .where(eq(templateSetVersions.setId, setId))
    .orderBy(desc(templateSetVersions.number));
  const [latest] = await readLatest({ db }, setId);
  const published = latest?.templates ?? [];
  return {
    ...toListed(row, latest),
    ...((await countUsers({ db }, setId)).get(setId) ?? { practices: 0, behind: 0 }),
    templates: row.templates.map((template) => ({
      ...template,
      state: stateOf(template, published),
    })),
    removed: removedFrom(row.templates, published).map(({ title }) => title),
    settings: draftSettingsOf(row.settings, latest?.settings ?? {}),
    versions: versions.map((version) => ({
      ...version,
      publishedAt: version.publishedAt.toISOString(),
    })),
    users: await listUsers({ db }, setId),
  };
}

type Latest = ReturnType<typeof readVersion>;
type Set = ReturnType<typeof readDraft>;

const readDraft = readStored<typeof templateSets.$inferSelect, DraftTemplate>;
const readVersion = readStored<typeof templateSetVersions.$inferSelect, PublishedTemplate>;

/** Returns the latest version of every set, or of a single set. */
export async function readLatest({ db }: Reader, setId?: string): Promise<Latest[]> {
  const rows = await db
    .selectDistinctOn([templateSetVersions.setId])
    .from(templateSetVersions)
    .where(setId ? eq(templateSetVersions.setId, setId) : undefined)
    .orderBy(templateSetVersions.setId, desc(templateSetVersions.number));
  return rows.map(readVersion);
}

/** Adds a set. Idempotent by `submissionId`. Throws `conflict` when another set has the name. */
export async function addSet(
  deps: Tools,
  visitor: Visitor,
  admin: SignedInAdmin,
  { name, submissionId }: { name: string; submissionId: string },
): Promise<TemplateSet> {
  await deps.db.transaction(async (tx) => {
    await lockNames(tx);
    if ((await tx.$count(templateSets, eq(templateSets.id, submissionId))) > 0) return;
    await requireFreeName(tx, submissionId, name);
    if ((await tx.$count(templateSets, notDeleted)) >= templateSetLimits.sets) {
      throw new AppError("conflict", {
        sentence: templateSetMessages.full(templateSetLimits.sets),
      });
    }
    await tx.insert(templateSets).values({ id: submissionId, name, createdAt: deps.now() });
    await record(deps, tx, visitor, admin, name, "template_set_added");
  });
  return getSet(deps, submissionId);
}

/** Throws `not_found`, and `conflict` when another set has the name. */
export async function renameSet(
  deps: Tools,
  visitor: Visitor,
  admin: SignedInAdmin,
  setId: string,
  name: string,
): Promise<TemplateSet> {
  await deps.db.transaction(async (tx) => {
    await lockNames(tx);
    await requireFreeName(tx, setId, name);
    const which = and(eq(templateSets.id, setId), notDeleted);
    // The lock above prevents a concurrent rename.
    const [before] = await tx.select({ name: templateSets.name }).from(templateSets).where(which);
    const renamed = await tx
      .update(templateSets)
      .set({ name })
      .where(which)
      .returning({ id: templateSets.id });
    if (!before || renamed.length === 0) throw new AppError("not_found");
    const changes = changesIn({ name: before.name }, { name });
    await record(deps, tx, visitor, admin, name, "template_set_renamed", changes);
  });
  return getSet(deps, setId);
}

/** Practices keep their copies, but get no more updates. */
export async function deleteSet(
  deps: Tools,
  visitor: Visitor,
  admin: SignedInAdmin,
  setId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [deleted] = await tx
      .update(templateSets)
      .set({ deletedAt: deps.now() })
      .where(and(eq(templateSets.id, setId), notDeleted))
      .returning({ name: templateSets.name });
    if (!deleted) throw new AppError("not_found");
    await record(deps, tx, visitor, admin, deleted.name, "template_set_deleted");
  });
}

/** Undoes the deletion; no effect on a set that isn't deleted. */
export async function restoreSet(
  deps: Tools,
  visitor: Visitor,
  admin: SignedInAdmin,
  setId: string,
): Promise<TemplateSet> {
  await deps.db.transaction(async (tx) => {
    await lockNames(tx);
    const [kept] = await tx.select().from(templateSets).where(eq(templateSets.id, setId));
    if (!kept) throw new AppError("not_found");
    if (kept.deletedAt === null) return;
    await requireFreeName(tx, setId, kept.name);
    await tx.update(templateSets).set({ deletedAt: null }).where(eq(templateSets.id, setId));
    await record(deps, tx, visitor, admin, kept.name, "template_set_restored");
  });
  return getSet(deps, setId);
}

export function stateOf(
  template: DraftTemplate,
  published: PublishedTemplate[],
): TemplateSet["templates"][number]["state"] {
  const before = published.find(({ _id }) => _id === template._id);
  if (!before) return "new";
  return before.title === template.title && areSameWords(before, template)
    ? "published"
    : "changed";
}

function removedFrom(draft: DraftTemplate[], published: PublishedTemplate[]) {
  return published.filter((before) => !draft.some(({ _id }) => _id === before._id));
}

type Draft = { templates: DraftTemplate[]; settings: DraftSettings };
type Published = { templates: PublishedTemplate[]; settings: PublishedSettings };

/** A set before its first version. */
export const nothingPublished: Published = { templates: [], settings: {} };

/** Checks whether publishing the draft would change anything. */
export function isDraftChanged(draft: Draft, published: Published): boolean {
  const settings = draftSettingsOf(draft.settings, published.settings);
  return (
    draft.templates.some((template) => stateOf(template, published.templates) !== "published") ||
    removedFrom(draft.templates, published.templates).length > 0 ||
    setSettingNames.some((name) => settings[name].state !== "published")
  );
}

function toListed(
  { id, name, templates, settings }: Set,
  latest: Latest | undefined,
): Omit<ListedSet, "practices" | "behind"> {
  const countOf = (kind: string) => templates.filter((one) => one.kind === kind).length;
  return {
    _id: id,
    name,
    counts: {
      ...{ note: countOf("note"), email: countOf("email") },
      ...{ text: countOf("text"), auto: countOf("auto") },
    },
    version: latest?.number ?? 0,
    publishedAt: latest?.publishedAt.toISOString() ?? null,
    isChanged: isDraftChanged({ templates, settings }, latest ?? nothingPublished),
  };
}

/**
 * Serializes changes of names, so that two owners can't both take a name or the last free place.
 */
async function lockNames(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('template set names', 0))`);
}

async function requireFreeName(tx: Transaction, setId: string, name: string) {
  const same = and(
    sql`lower(${templateSets.name}) = lower(${name})`,
    ne(templateSets.id, setId),
    notDeleted,
  );
  if ((await tx.$count(templateSets, same)) === 0) return;
  throw new AppError("conflict", { sentence: templateSetMessages.nameTaken });
}

export function record(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  name: string,
  action: AuditAction,
  changes: AuditChange[] = [],
): Promise<void> {
  const detail = { templateSet: name, ...changesDetail(changes) };
  return audit(deps, tx, { action, accountId, address, detail });
}
