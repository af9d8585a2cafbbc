// The draft of a set's next version. Templates and settings are saved one at a time, so that two
// owners can work on different ones. Practices don't see anything before it is published.
import { and, eq, isNull } from "drizzle-orm";
import { templateSetMessages } from "#content/console/template-sets.ts";
import { pictureAddress } from "#contract/pictures.ts";
import {
  type DraftTemplate,
  type NewSetTemplate,
  type NewVersion,
  type SetSettingsChange,
  type SetTemplateChange,
  type SettingValue,
  setSettingNames,
  templateSetLimits,
} from "#contract/template-sets.ts";
import type { Transaction } from "#server/db/database.ts";
import { templateSets, templateSetVersions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { checkPlainText, checkWords } from "#server/messages/merge-fields/check-words.ts";
import { areSameWords } from "./offers.ts";
import { publishedSettingsOf } from "./set-settings.ts";
import { readStored } from "./stored-templates.ts";
import { isDraftChanged, nothingPublished, readLatest, record } from "./template-sets.ts";

type Tools = Pick<Deps, "db" | "now">;

/** Adds a template. Idempotent by `_id`. Throws `conflict` when the set is full. */
export async function addTemplate(
  deps: Tools,
  setId: string,
  { _id, ...input }: NewSetTemplate,
): Promise<void> {
  const words = checkTemplate(input);
  await changeDraft(deps, setId, (draft) => {
    if (draft.some((one) => one._id === _id)) return draft;
    if (draft.length >= templateSetLimits.templates) {
      const sentence = templateSetMessages.setFull(templateSetLimits.templates);
      throw new AppError("conflict", { sentence });
    }
    return [...draft, { _id, ...words, changedAt: deps.now().toISOString() }];
  });
}

/** A template's kind can't change. Throws `stale` if the template has changed since it was read. */
export async function changeTemplate(
  deps: Tools,
  setId: string,
  templateId: string,
  { changedAt, ...input }: SetTemplateChange,
): Promise<void> {
  const words = checkTemplate(input);
  await changeDraft(deps, setId, (draft) => {
    const before = draft.find(({ _id }) => _id === templateId);
    if (before?.kind !== words.kind) throw new AppError("not_found");
    if (changedAt && changedAt !== before.changedAt) throw new AppError("stale");
    const next = { _id: templateId, ...words, changedAt: laterThan(before.changedAt, deps.now()) };
    return draft.map((one) => (one._id === templateId ? next : one));
  });
}

/** Throws `not_found`. To undo the removal, add the template again with the same id. */
export async function deleteTemplate(deps: Deps, setId: string, templateId: string): Promise<void> {
  await changeDraft(deps, setId, (draft) => {
    const kept = draft.filter(({ _id }) => _id !== templateId);
    if (kept.length === draft.length) throw new AppError("not_found");
    return kept;
  });
}

/** Changes which settings the draft carries. The last change wins. Throws `not_found`. */
export async function changeSettings(
  deps: Tools,
  setId: string,
  change: SetSettingsChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { settings: before } = await lockDraft(tx, setId);
    const settings = {
      week: changedSetting(before.week, change.week, deps.now()),
      attemptGaps: changedSetting(before.attemptGaps, change.attemptGaps, deps.now()),
      sources: changedSetting(before.sources, change.sources, deps.now()),
    };
    await tx.update(templateSets).set({ settings }).where(eq(templateSets.id, setId));
  });
}

function changedSetting<Value extends SettingValue>(
  before: { value: Value; changedAt: string } | undefined,
  value: Value | null | undefined,
  now: Date,
) {
  if (value === undefined) return before;
  if (value === null) return undefined;
  return { value, changedAt: before ? laterThan(before.changedAt, now) : now.toISOString() };
}

/**
 * Publishes the draft. Idempotent. Throws `stale` when another owner has published that version or
 * changed the draft since it was read, and `conflict` when there is nothing to publish.
 */
export async function publish(
  deps: Tools,
  visitor: Visitor,
  admin: SignedInAdmin,
  setId: string,
  { number, note, readAt }: NewVersion,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { name, ...draft } = await lockDraft(tx, setId);
    const [latest] = await readLatest({ db: tx }, setId);
    const { accountId } = admin;
    if (latest?.number === number && latest.note === note && latest.accountId === accountId) return;
    const settings = setSettingNames.flatMap((name) => draft.settings[name] ?? []);
    const parts = [...draft.templates, ...settings];
    const isRead = parts.every(({ changedAt }) => !readAt || changedAt <= readAt);
    if (number !== (latest?.number ?? 0) + 1 || !isRead) throw new AppError("stale");
    const published = latest ?? nothingPublished;
    if (parts.length === 0 || !isDraftChanged(draft, published)) {
      throw new AppError("conflict", { sentence: templateSetMessages.nothingToPublish });
    }
    const templates = draft.templates.map(({ changedAt: _, ...template }) => {
      const before = published.templates.find(({ _id }) => _id === template._id);
      const isSame = before && areSameWords(before, template);
      return {
        ...template,
        firstIn: before?.firstIn ?? number,
        changedIn: isSame ? before.changedIn : number,
      };
    });
    await tx.insert(templateSetVersions).values({
      ...{ setId, number, templates, note, accountId, publishedAt: deps.now() },
      settings: publishedSettingsOf(draft.settings, published.settings, number),
    });
    await record(deps, tx, visitor, admin, name, "template_set_published");
  });
}

function checkTemplate(input: SetTemplateChange): Omit<DraftTemplate, "_id" | "changedAt"> {
  const { kind, title } = input;
  const always = { delayMinutes: 0, isInOpenHoursOnly: false, receivedWhile: "any" } as const;
  if (input.kind === "note") {
    return { kind, title, subject: "", body: input.body, language: "en", ...always };
  }
  if (input.kind === "text") {
    checkPlainText(input.body);
    return { kind, title, subject: "", body: input.body, language: input.language, ...always };
  }
  const words = { ...checkWords(input), language: input.language };
  // Pictures belong to a practice, so a set can't contain them.
  if (words.body.includes(`src="${pictureAddress("")}`)) {
    throw new AppError("invalid", { fields: { body: "missing_picture" } });
  }
  if (input.kind === "email") return { kind, title, ...words, ...always };
  const { delayMinutes, isInOpenHoursOnly, receivedWhile } = input;
  return { kind, title, ...words, delayMinutes, isInOpenHoursOnly, receivedWhile };
}

async function changeDraft(
  deps: Tools,
  setId: string,
  change: (draft: DraftTemplate[]) => DraftTemplate[],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { templates: draft } = await lockDraft(tx, setId);
    const templates = change(draft);
    await tx.update(templateSets).set({ templates }).where(eq(templateSets.id, setId));
  });
}

/** Throws `not_found`. */
async function lockDraft(tx: Transaction, setId: string) {
  const [row] = await tx
    .select({
      ...{ name: templateSets.name, templates: templateSets.templates },
      settings: templateSets.settings,
    })
    .from(templateSets)
    .where(and(eq(templateSets.id, setId), isNull(templateSets.deletedAt)))
    .for("update");
  if (!row) throw new AppError("not_found");
  return readStored<typeof row, DraftTemplate>(row);
}

/** Works like `nextVersion` in #server/db/version.ts. */
function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}
