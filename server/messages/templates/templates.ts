// A practice's templates: created, found, copied, deleted and restored.
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { templateMessages } from "#content/messages.ts";
import { starterTemplates } from "#content/templates.ts";
import type { Language } from "#contract/languages.ts";
import {
  type EarlierTemplate,
  type Template,
  type TemplateChange,
  type TemplateInput,
  type TemplateKind,
  type TemplateList,
  type TemplateQuery,
  templateLimits,
} from "#contract/templates.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaigns, templates } from "#server/db/schema.ts";
import { isVersion, nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { checkPlainText, checkWords } from "#server/messages/merge-fields/check-words.ts";
import { refuseUnknownPictures } from "#server/messages/pictures/pictures.ts";
import { missingWords } from "./stored-words.ts";

/** Lists all of the templates, by title. */
export async function listTemplates(
  deps: Deps,
  client: SignedInClient,
  { kind, search }: TemplateQuery,
): Promise<TemplateList> {
  const sought = search?.toLowerCase();
  const rows = await deps.db
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.clientId, client.clientId),
        isNull(templates.deletedAt),
        kind && eq(templates.kind, kind),
        // Doesn't use LIKE, because `%` and `_` would be wildcards.
        sought
          ? sql`strpos(lower(${templates.title} || ' ' || ${templates.subject}), ${sought}) > 0`
          : undefined,
      ),
    )
    .orderBy(asc(templates.title), asc(templates.id));
  return {
    templates: rows.map(toTemplate),
    campaigns: await deps.db
      .select({ _id: campaigns.id, name: campaigns.name })
      .from(campaigns)
      .where(
        and(
          eq(campaigns.clientId, client.clientId),
          isNull(campaigns.endedAt),
          isNull(campaigns.mergedInto),
          isNull(campaigns.deletedAt),
        ),
      )
      .orderBy(asc(campaigns.name)),
  };
}

/** Throws `not_found` for another practice's template, and for a deleted template. */
export async function getTemplate(
  deps: Deps,
  client: SignedInClient,
  templateId: string,
): Promise<Template> {
  const [row] = await deps.db
    .select()
    .from(templates)
    .where(and(thisTemplate(client, templateId), isNull(templates.deletedAt)));
  if (!row) throw new AppError("not_found");
  return toTemplate(row);
}

export async function addTemplate(
  deps: Deps,
  client: SignedInClient,
  input: TemplateInput,
): Promise<Template> {
  const values = checkTemplate(input);
  await refuseUnknownPictures(deps, client.clientId, values.body);
  return deps.db.transaction(async (tx) => {
    await requireRoom(tx, client, input.kind);
    return insertTemplate(deps, tx, client, values);
  });
}

/** Changes a template, but never its kind. Throws `stale` when it has changed since it was read. */
export async function changeTemplate(
  deps: Deps,
  client: SignedInClient,
  templateId: string,
  { changedAt, ...input }: TemplateChange,
): Promise<Template> {
  const values = checkTemplate(input);
  await refuseUnknownPictures(deps, client.clientId, values.body);
  const found = and(
    thisTemplate(client, templateId),
    eq(templates.kind, input.kind),
    isNull(templates.deletedAt),
  );
  const [row] = await deps.db
    .update(templates)
    .set({ ...values, changedAt: nextVersion(templates.changedAt, deps.now()) })
    .where(and(found, isVersion(templates.changedAt, changedAt)))
    .returning();
  if (row) return toTemplate(row);
  throw new AppError((await deps.db.$count(templates, found)) > 0 ? "stale" : "not_found");
}

/** Soft-deletes a template. An automatic template stops immediately. */
export async function deleteTemplate(
  deps: Deps,
  client: SignedInClient,
  templateId: string,
): Promise<void> {
  const [row] = await deps.db
    .update(templates)
    .set({ deletedAt: deps.now() })
    .where(and(thisTemplate(client, templateId), isNull(templates.deletedAt)))
    .returning({ id: templates.id });
  if (!row) throw new AppError("not_found");
}

/** Undoes the deletion; no effect on a template that isn't deleted. */
export async function restoreTemplate(
  deps: Deps,
  client: SignedInClient,
  templateId: string,
): Promise<Template> {
  return deps.db.transaction(async (tx) => {
    const [kept] = await tx
      .select()
      .from(templates)
      .where(thisTemplate(client, templateId))
      .for("update");
    if (!kept) throw new AppError("not_found");
    if (kept.deletedAt === null) return toTemplate(kept);
    await requireRoom(tx, client, kept.kind);
    await tx.update(templates).set({ deletedAt: null }).where(thisTemplate(client, templateId));
    return toTemplate(kept);
  });
}

/** Copies a template. A copied automatic email is off until it is switched on. */
export async function copyTemplate(
  deps: Deps,
  client: SignedInClient,
  templateId: string,
): Promise<Template> {
  const { title, ...original } = await getTemplate(deps, client, templateId);
  const copyOf = templateMessages.copyOf(title.slice(0, templateLimits.title - 10));
  return deps.db.transaction(async (tx) => {
    await requireRoom(tx, client, original.kind);
    return insertTemplate(deps, tx, client, {
      ...{ kind: original.kind, subject: original.subject, body: original.body, title: copyOf },
      language: original.language,
      ...{ delayMinutes: original.delayMinutes, isActive: false },
      ...{ isInOpenHoursOnly: original.isInOpenHoursOnly, campaignIds: original.campaigns },
      receivedWhile: original.receivedWhile,
    });
  });
}

/**
 * Creates the starter templates. Throws `conflict` when a template of that kind and language
 * already exists, or when there is no room.
 */
export async function addStarters(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  kind: TemplateKind,
  language: Language = "en",
): Promise<Template[]> {
  return deps.db.transaction(async (tx) => {
    if ((await countKept(tx, client, kind, language)) > 0) {
      throw new AppError("conflict", { sentence: templateMessages.notEmpty });
    }
    const written: Template[] = [];
    for (const starter of starterTemplates[language][kind]) {
      await requireRoom(tx, client, kind);
      written.push(await insertTemplate(deps, tx, client, checkTemplate(starter)));
    }
    return written;
  });
}

type Values = Omit<
  typeof templates.$inferInsert,
  "clientId" | "id" | "createdAt" | "changedAt" | "deletedAt"
>;

type Practice = Pick<SignedInClient, "clientId">;

function checkTemplate(input: TemplateInput): Values {
  if (input.kind === "note") return input;
  if (input.kind === "text") {
    checkPlainText(input.body);
    return input;
  }
  const { kind, title, language } = input;
  const words = { ...checkWords(input), language };
  if (kind === "email") return { kind, title, ...words };
  const { isActive, delayMinutes, isInOpenHoursOnly, receivedWhile } = input;
  const campaignIds = [...new Set(input.campaigns)];
  const times = { delayMinutes, isInOpenHoursOnly, receivedWhile };
  return { kind, title, ...words, isActive, ...times, campaignIds };
}

/** Stores a template. `values` may name the set's template that it was copied from. */
export async function insertTemplate(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: Practice,
  values: Values,
): Promise<Template> {
  const at = { createdAt: deps.now(), changedAt: deps.now() };
  const [row] = await tx
    .insert(templates)
    .values({ ...values, ...at, clientId: client.clientId })
    .returning();
  if (!row) throw new Error("The template was not stored");
  return toTemplate(row);
}

/** Throws `conflict` if the practice already has the maximum number of templates of this kind. */
export async function requireRoom(tx: Transaction, client: Practice, kind: TemplateKind) {
  if ((await countKept(tx, client, kind)) < templateLimits.perKind) return;
  throw new AppError("conflict", { sentence: templateMessages.full(templateLimits.perKind) });
}

/** Counts the templates under a lock, so that two requests can't both take the last free place. */
export async function countKept(
  tx: Transaction,
  { clientId }: Practice,
  kind: TemplateKind,
  language?: Language,
) {
  const key = `templates ${clientId} ${kind}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  return tx.$count(
    templates,
    and(
      eq(templates.clientId, clientId),
      eq(templates.kind, kind),
      language && eq(templates.language, language),
      isNull(templates.deletedAt),
    ),
  );
}

function thisTemplate({ clientId }: SignedInClient, templateId: string) {
  return and(eq(templates.clientId, clientId), eq(templates.id, templateId));
}

export function toTemplate(row: typeof templates.$inferSelect): Template {
  return {
    _id: row.id,
    kind: row.kind,
    title: row.title,
    subject: row.subject,
    body: row.body,
    language: row.language,
    isActive: row.isActive,
    delayMinutes: row.delayMinutes,
    isInOpenHoursOnly: row.isInOpenHoursOnly,
    receivedWhile: row.receivedWhile,
    campaigns: row.campaignIds,
    changedAt: row.changedAt.toISOString(),
    earlier: row.earlier && toEarlier(row.earlier),
  };
}

function toEarlier({ setVersion: _, ...earlier }: EarlierTemplate): Template["earlier"] {
  return { ...missingWords, ...earlier };
}
