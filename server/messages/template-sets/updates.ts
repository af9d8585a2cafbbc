// Lists updates of the sets that a practice copied, and takes them.
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type {
  PublishedTemplate,
  TakeRequest,
  TemplateOffer,
  TemplateUpdate,
  TemplateUpdates,
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
import type { SignedInClient } from "#server/http/signed-in.ts";
import { insertTemplate, requireRoom } from "#server/messages/templates/templates.ts";
import { canBeTaken, freeTitle, type OwnCopy, offersOf, type Titled, wordsOf } from "./offers.ts";
import { readStored } from "./stored-templates.ts";

type Reader = { db: Deps["db"] | Transaction };
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
    const { version, latest, offers, copies, versions } = await readSituation(deps, copy);
    const toTake = offers.filter(canBeTaken);
    if (toTake.length === 0) continue;
    const sinceVersion = Math.min(...toTake.map((offer) => versionBefore(offer, latest, copies)));
    const changedIn = new Map(latest.map((one) => [one._id, one.changedIn]));
    updates.push({
      set: { _id: copy.setId, name },
      ...{ version, offers },
      notes: versions.filter(({ number }) => number > sinceVersion).map(({ note }) => note),
      isPutOff: toTake.every(({ _id }) => (changedIn.get(_id) ?? 0) <= copy.decidedVersion),
    });
  }
  return { updates, asOf: deps.now().toISOString() };
}

/**
 * Returns how many were taken; a repeated request takes none. The others are put off. Throws
 * `not_found`, and `stale` when there is a later version or one of them has changed since `asOf`.
 */
export async function takeUpdate(
  deps: Deps,
  client: SignedInClient,
  setId: string,
  { version, templates: chosen, asOf }: TakeRequest,
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const copy = await lockCopy(tx, client, setId);
    const situation = await readSituation({ db: tx }, copy);
    if (situation.version !== version) throw new AppError("stale");
    const offers = situation.offers.filter((one) => canBeTaken(one) && chosen.includes(one._id));
    const titles = [...situation.titles];
    for (const offer of offers) {
      const from = { setId, setTemplateId: offer._id, setVersion: version };
      if (offer.change === "changed") await replace(deps, tx, client, offer, { ...from, asOf });
      else titles.push(await add(deps, tx, client, offer, { ...from, titles }));
    }
    await tx
      .update(practiceTemplateSets)
      .set({ decidedVersion: version })
      .where(thisCopy(client, setId));
    return offers.length;
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
 * Adds a template and returns its title, which may get a number. An automatic email starts turned
 * off.
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

/** Everything that the rule needs to know. */
async function readSituation({ db }: Reader, { clientId, setId, copiedVersion }: Copy) {
  const versions = await db
    .select({ number: templateSetVersions.number, note: templateSetVersions.note })
    .from(templateSetVersions)
    .where(eq(templateSetVersions.setId, setId))
    .orderBy(desc(templateSetVersions.number));
  const version = versions[0]?.number ?? 0;
  const own = await db.select().from(templates).where(eq(templates.clientId, clientId));
  const ofSet = own.filter((row) => row.setId === setId);
  const words = await readVersions({ db }, setId, [
    version,
    ...ofSet.flatMap(({ setVersion }) => setVersion ?? []),
  ]);
  const latest = words.get(version) ?? [];
  const copies = ofSet.map((row) => toCopy(row, words.get(row.setVersion ?? 0) ?? []));
  const titles = own
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ kind, language, title }) => ({ kind, language, title }));
  const offers = offersOf({ latest, copies, copiedVersion, titles });
  return { version, versions, latest, copies, titles, offers };
}

async function readVersions({ db }: Reader, setId: string, numbers: number[]) {
  const rows = await db
    .select({ number: templateSetVersions.number, templates: templateSetVersions.templates })
    .from(templateSetVersions)
    .where(
      and(
        eq(templateSetVersions.setId, setId),
        inArray(templateSetVersions.number, [...new Set(numbers)]),
      ),
    );
  return new Map(
    rows.map((row) => [row.number, readStored<typeof row, PublishedTemplate>(row).templates]),
  );
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

/** The last version before the offered changes. */
function versionBefore(
  { _id, change }: TemplateOffer,
  latest: PublishedTemplate[],
  copies: OwnCopy[],
): number {
  if (change === "new") return (latest.find((one) => one._id === _id)?.firstIn ?? 1) - 1;
  return copies.find(({ setTemplateId }) => setTemplateId === _id)?.setVersion ?? 0;
}

/** Serialized, so that a repeated update is taken only once. Throws `not_found`. */
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
