// Lists updates of the sets that a practice copied, and takes them.
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import {
  type PublishedTemplate,
  type SetSettingName,
  setSettingNames,
  type TakeRequest,
  type TemplateOffer,
  type TemplateUpdate,
  type TemplateUpdates,
} from "#contract/template-sets.ts";
import { templateLimits } from "#contract/templates.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  practiceTemplateSets,
  templateSets,
  templateSetVersions,
  templates,
} from "#server/db/schema.ts";
import { nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { insertTemplate, requireRoom } from "#server/messages/templates/templates.ts";
import { canBeTaken, freeTitle, type OwnCopy, offersOf, type Titled, wordsOf } from "./offers.ts";
import { applySettings, readOwnSettings } from "./practice-settings.ts";
import { settingOffersOf } from "./set-settings.ts";
import { readStored } from "./stored-templates.ts";
import { nothingPublished } from "./template-sets.ts";

type Reader = { db: Deps["db"] | Transaction };
type Clocked = Reader & Pick<Deps, "now">;
type Copy = typeof practiceTemplateSets.$inferSelect;

/** Lists each set with something to take, by name. */
export async function listUpdates(deps: Deps, client: SignedInClient): Promise<TemplateUpdates> {
  const copied = await deps.db
    .select({ copy: practiceTemplateSets, name: templateSets.name })
    .from(practiceTemplateSets)
    .innerJoin(templateSets, eq(templateSets.id, practiceTemplateSets.setId))
    .where(and(eq(practiceTemplateSets.clientId, client.clientId), isNull(templateSets.deletedAt)))
    .orderBy(templateSets.name);
  const updates: TemplateUpdate[] = [];
  for (const { copy, name } of copied) {
    const situation = await readSituation(deps, copy);
    const { version, latest, offers, settings, copies, versions } = situation;
    const toTake = offers.filter(canBeTaken);
    const names = setSettingNames.filter((one) => settings[one]);
    if (toTake.length + names.length === 0) continue;
    const sinceVersion = Math.min(
      ...toTake.map((offer) => versionBefore(offer, latest.templates, copies)),
      ...names.map((one) => takenVersion(copy, one)),
    );
    const changedIn = new Map(latest.templates.map((one) => [one._id, one.changedIn]));
    const changes = [
      ...toTake.map(({ _id }) => changedIn.get(_id) ?? 0),
      ...names.map((one) => latest.settings[one]?.changedIn ?? 0),
    ];
    updates.push({
      set: { _id: copy.setId, name },
      ...{ version, offers, settings },
      notes: versions.filter(({ number }) => number > sinceVersion).map(({ note }) => note),
      isPutOff: changes.every((one) => one <= copy.decidedVersion),
    });
  }
  return { updates, asOf: deps.now().toISOString() };
}

/**
 * Returns how many updates were taken; a repeated request takes none. Postpones the others. Throws
 * `not_found`, and `stale` if there is a later version or one of them has changed since `asOf`.
 */
export async function takeUpdate(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient,
  setId: string,
  { version, templates: chosen, settings: chosenSettings, asOf }: TakeRequest,
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const copy = await lockCopy(tx, client, setId);
    const situation = await readSituation({ db: tx, now: deps.now }, copy);
    if (situation.version !== version) throw new AppError("stale");
    const offers = situation.offers.filter((one) => canBeTaken(one) && chosen.includes(one._id));
    const titles = [...situation.titles];
    for (const offer of offers) {
      const from = { setId, setTemplateId: offer._id, setVersion: version };
      if (offer.change === "changed") await replace(deps, tx, client, offer, { ...from, asOf });
      else titles.push(await add(deps, tx, client, offer, { ...from, titles }));
    }
    const names = setSettingNames.filter(
      (one) => chosenSettings.includes(one) && situation.settings[one],
    );
    const { latest, hoursSince } = situation;
    if (names.includes("week") && (hoursSince ?? "") > asOf) throw new AppError("stale");
    await applySettings(deps, tx, visitor, client, latest.settings, { names, hoursSince });
    const settingVersions = { ...copy.settingVersions };
    for (const one of names) settingVersions[one] = version;
    await tx
      .update(practiceTemplateSets)
      .set({ decidedVersion: version, settingVersions })
      .where(thisCopy(client, setId));
    return offers.length + names.length;
  });
}

type From = { setId: string; setTemplateId: string; setVersion: number };

async function replace(
  deps: Deps,
  tx: Transaction,
  { clientId }: SignedInClient,
  { to }: TemplateOffer,
  { setId, setTemplateId, setVersion, asOf }: From & { asOf: string },
) {
  const isThis = and(
    eq(templates.clientId, clientId),
    eq(templates.setId, setId),
    eq(templates.setTemplateId, setTemplateId),
  );
  const [row] = await tx.select().from(templates).where(isThis).for("update");
  if (!row || !to) throw new Error("The template that an update is for is gone");
  if (row.changedAt.toISOString() > asOf) throw new AppError("stale");
  const replacedAt = deps.now().toISOString();
  const earlier = { ...wordsOf(row), setVersion: row.setVersion ?? setVersion, replacedAt };
  const changedAt = nextVersion(templates.changedAt, deps.now());
  await tx
    .update(templates)
    .set({ ...to, setVersion, earlier, changedAt })
    .where(isThis);
}

/**
 * Adds a template and returns its title, which may get a number. An automatic email is off at
 * first.
 */
async function add(
  deps: Deps,
  tx: Transaction,
  client: SignedInClient,
  { kind, title: wanted, to }: TemplateOffer,
  { titles, ...from }: From & { titles: Titled[] },
) {
  if (!to) throw new Error("A new template has no words");
  await requireRoom(tx, client, kind);
  const { language } = to;
  const taken = titles
    .filter((one) => one.kind === kind && one.language === language)
    .map(({ title }) => title);
  const title = freeTitle(wanted, taken, templateLimits.title);
  await insertTemplate(deps, tx, client, { kind, title, ...to, ...from });
  return { kind, language, title };
}

/** Reads everything that is needed to decide on offers. */
async function readSituation({ db, now }: Clocked, copy: Copy) {
  const { clientId, setId, copiedVersion } = copy;
  const versions = await db
    .select({ number: templateSetVersions.number, note: templateSetVersions.note })
    .from(templateSetVersions)
    .where(eq(templateSetVersions.setId, setId))
    .orderBy(desc(templateSetVersions.number));
  const version = versions[0]?.number ?? 0;
  const own = await db.select().from(templates).where(eq(templates.clientId, clientId));
  const ofSet = own.filter((row) => row.setId === setId);
  const published = await readVersions({ db }, setId, [
    version,
    ...ofSet.flatMap(({ setVersion }) => setVersion ?? []),
    ...setSettingNames.map((one) => takenVersion(copy, one)),
  ]);
  const versionOf = (number: number) => published.get(number) ?? nothingPublished;
  const latest = versionOf(version);
  const copies = ofSet.map((row) => toCopy(row, versionOf(row.setVersion ?? 0).templates));
  const titles = own
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ kind, language, title }) => ({ kind, language, title }));
  const offers = offersOf({ latest: latest.templates, copies, copiedVersion, titles });
  const { hoursSince, ...ownSettings } = await readOwnSettings({ db, now }, clientId);
  const settings = settingOffersOf(latest.settings, ownSettings, (one) => {
    const taken = takenVersion(copy, one);
    return { version: taken, settings: versionOf(taken).settings };
  });
  return { version, versions, latest, copies, titles, offers, settings, hoursSince };
}

/** Returns the version that a setting was last taken from. */
function takenVersion({ settingVersions, copiedVersion }: Copy, name: SetSettingName): number {
  return settingVersions[name] ?? copiedVersion;
}

async function readVersions({ db }: Reader, setId: string, numbers: number[]) {
  const rows = await db
    .select({
      ...{ number: templateSetVersions.number, templates: templateSetVersions.templates },
      settings: templateSetVersions.settings,
    })
    .from(templateSetVersions)
    .where(
      and(
        eq(templateSetVersions.setId, setId),
        inArray(templateSetVersions.number, [...new Set(numbers)]),
      ),
    );
  return new Map(rows.map((row) => [row.number, readStored<typeof row, PublishedTemplate>(row)]));
}

function toCopy(row: typeof templates.$inferSelect, taken: PublishedTemplate[]): OwnCopy {
  const { kind, title, isActive, setTemplateId, setVersion, deletedAt } = row;
  const before = taken.find(({ _id }) => _id === setTemplateId);
  return {
    ...{ kind, title, isActive, ...wordsOf(row), isDeleted: deletedAt !== null },
    ...{ setTemplateId: setTemplateId ?? "", setVersion: setVersion ?? 0 },
    taken: before ? wordsOf(before) : null,
  };
}

/** Returns the last version before the offered changes. */
function versionBefore(
  { _id, change }: TemplateOffer,
  latest: PublishedTemplate[],
  copies: OwnCopy[],
): number {
  if (change === "new") return (latest.find((one) => one._id === _id)?.firstIn ?? 1) - 1;
  return copies.find(({ setTemplateId }) => setTemplateId === _id)?.setVersion ?? 0;
}

/** Locks the copy, so that a repeated update is taken only once. Throws `not_found`. */
async function lockCopy(tx: Transaction, client: SignedInClient, setId: string): Promise<Copy> {
  const isKept = and(eq(templateSets.id, setId), isNull(templateSets.deletedAt));
  const [copy] = await tx
    .select()
    .from(practiceTemplateSets)
    .where(thisCopy(client, setId))
    .for("update");
  if (!copy || (await tx.$count(templateSets, isKept)) === 0) throw new AppError("not_found");
  return copy;
}

function thisCopy({ clientId }: SignedInClient, setId: string) {
  return and(eq(practiceTemplateSets.clientId, clientId), eq(practiceTemplateSets.setId, setId));
}
