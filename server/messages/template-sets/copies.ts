// Copies a set's latest version to practices. A practice's templates are never overwritten: those
// with the same title are skipped, and so are settings that the practice has changed. A set is
// copied to a practice once, by an owner or at the registration with an invitation that names the
// set; after that the practice takes updates.
import { and, eq, inArray, isNull } from "drizzle-orm";
import { templateSetMessages } from "#content/console/template-sets.ts";
import type {
  CopyPlan,
  CopyPlans,
  CopyRequest,
  PracticeSets,
  PublishedSettings,
  PublishedTemplate,
} from "#contract/template-sets.ts";
import { templateKinds, templateLimits } from "#contract/templates.ts";
import type { Transaction } from "#server/db/database.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { clients, practiceTemplateSets, templateSets, templates } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { countKept } from "#server/messages/templates/templates.ts";
import { audit } from "#server/records/audit/audit.ts";
import { wordsOf } from "./offers.ts";
import { applySettings, readOwnSettings } from "./practice-settings.ts";
import { divideSettings, sourcesToAdd } from "./set-settings.ts";
import { listSets, readLatest } from "./template-sets.ts";
import { behindOf } from "./users.ts";

type Tools = Pick<Deps, "db" | "now">;
type Reader = { db: Deps["db"] | Transaction };
type Clocked = Reader & Pick<Deps, "now">;
type Practice = CopyPlan["practice"];

/** Throws `not_found`, and `conflict` when no version is published. */
export async function planCopies(
  deps: Tools,
  setId: string,
  practiceIds: string[],
): Promise<CopyPlans> {
  const { number, ...latest } = await requireVersion(deps, setId);
  const plans: CopyPlan[] = [];
  for (const practice of await readPractices(deps, practiceIds)) {
    const isCopied = await deps.db.$count(practiceTemplateSets, thisCopy(practice._id, setId));
    plans.push(
      isCopied > 0
        ? alreadyCopied(practice)
        : planOf(practice, latest, await ownOf(deps, practice)),
    );
  }
  return { version: number, plans };
}

/**
 * Copies a set. Idempotent, even for two owners at the same time. Throws `not_found`, and `stale`
 * when `version` isn't the latest.
 */
export async function copySet(
  deps: Tools,
  visitor: Visitor,
  admin: SignedInAdmin,
  setId: string,
  { practices: practiceIds, version }: CopyRequest,
): Promise<CopyPlans> {
  const { name, number, ...latest } = await requireVersion(deps, setId);
  if (number !== version) throw new AppError("stale");
  const plans: CopyPlan[] = [];
  for (const practice of await readPractices(deps, practiceIds)) {
    const copy = { setId, name, number, latest };
    plans.push(await deps.db.transaction((tx) => copyTo(deps, tx, visitor, admin, practice, copy)));
  }
  return { version, plans };
}

/**
 * Copies the set that an owner chose in an invitation, in the transaction in which the practice
 * registers. A set that has been deleted since then is skipped.
 */
export async function copyInvitedSet(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  visitor: Visitor,
  owner: SignedInAdmin,
  { setId, practiceId }: { setId: string; practiceId: string },
): Promise<void> {
  const { set, latest } = await findVersion({ db: tx }, setId);
  const [practice] = await tx
    .select({ _id: clients.id, name: clients.name })
    .from(clients)
    .where(and(eq(clients.id, practiceId), isCurrentPractice));
  if (!set || !latest || !practice) return;
  const copy = { setId, name: set.name, number: latest.number, latest };
  await copyTo(deps, tx, visitor, owner, practice, copy);
}

/** Lists a practice's sets, by name. */
export async function setsOfPractice({ db }: Reader, clientId: string): Promise<PracticeSets> {
  const rows = await db
    .select({ setId: practiceTemplateSets.setId, copiedAt: practiceTemplateSets.copiedAt })
    .from(practiceTemplateSets)
    .where(eq(practiceTemplateSets.clientId, clientId));
  const copiedAt = new Map(rows.map((row) => [row.setId, row.copiedAt.toISOString()]));
  const isBehind = await behindOf({ db }, clientId);
  const sets = await listSets({ db });
  return {
    copied: sets.flatMap(({ _id, name }) => {
      const at = copiedAt.get(_id);
      return at ? [{ _id, name, copiedAt: at, isBehind: isBehind.get(_id) ?? false }] : [];
    }),
    others: sets
      .filter(({ _id, version }) => version > 0 && !copiedAt.has(_id))
      .map(({ _id, name }) => ({ _id, name })),
  };
}

type Latest = { templates: PublishedTemplate[]; settings: PublishedSettings };
type Copy = { setId: string; name: string; number: number; latest: Latest };

async function copyTo(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  practice: Practice,
  { setId, name, number, latest }: Copy,
): Promise<CopyPlan> {
  const clientId = practice._id;
  // Takes, in a fixed order, the same locks as adding a template of each kind.
  for (const kind of templateKinds) await countKept(tx, { clientId }, kind);
  // Settings are read after this lock, so that a copy doesn't overwrite what a manager is saving.
  await tx
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for("no key update");
  const own = await ownOf({ db: tx, now: deps.now }, practice);
  const plan = planOf(practice, latest, own);
  if (plan.result === "full") return plan;
  const copied = await tx
    .insert(practiceTemplateSets)
    .values({
      ...{ clientId, setId, copiedVersion: number, decidedVersion: number },
      ...{ copiedAt: deps.now(), accountId },
    })
    .onConflictDoNothing()
    .returning({ setId: practiceTemplateSets.setId });
  if (copied.length === 0) return alreadyCopied(practice);
  const at = { createdAt: deps.now(), changedAt: deps.now() };
  const values = divide(latest.templates, own.templates).added.map((one) => ({
    ...{ clientId, kind: one.kind, title: one.title, ...wordsOf(one), ...at },
    ...{ setId, setTemplateId: one._id, setVersion: number },
  }));
  if (values.length > 0) await tx.insert(templates).values(values);
  const client = { accountId, clientId, isOwner: true };
  const chosen = { names: plan.settings, hoursSince: own.settings.hoursSince };
  await applySettings(deps, tx, { address }, client, latest.settings, chosen);
  const detail = { templateSet: name, version: String(number) };
  await audit(deps, tx, { action: "template_set_copied", accountId, clientId, address, detail });
  return plan;
}

type Titled = Pick<typeof templates.$inferSelect, "kind" | "language" | "title">;
type Own = { templates: Titled[]; settings: Awaited<ReturnType<typeof readOwnSettings>> };

/** Splits templates by whether the practice already has one of that kind, language and title. */
function divide(latest: PublishedTemplate[], own: Titled[]) {
  const keyOf = ({ kind, language, title }: Titled) => `${kind} ${language} ${title.toLowerCase()}`;
  const taken = new Set(own.map(keyOf));
  return {
    added: latest.filter((one) => !taken.has(keyOf(one))),
    kept: latest.filter((one) => taken.has(keyOf(one))),
  };
}

const noChange = { added: [], kept: [], settings: [], sources: [], keptSettings: [] };

function planOf(practice: Practice, latest: Latest, own: Own): CopyPlan {
  const { added, kept } = divide(latest.templates, own.templates);
  const isFull = templateKinds.some((kind) => {
    const countOf = (list: Titled[]) => list.filter((one) => one.kind === kind).length;
    return countOf(own.templates) + countOf(added) > templateLimits.perKind;
  });
  if (isFull) return { practice, result: "full", ...noChange };
  return {
    practice,
    result: "copies",
    added: added.map(({ title }) => title),
    kept: kept.map(({ title }) => title),
    ...divideSettings(latest.settings, own.settings),
    sources: sourcesToAdd(latest.settings, own.settings).map(({ name }) => name),
  };
}

function alreadyCopied(practice: Practice): CopyPlan {
  return { practice, result: "copied", ...noChange };
}

async function ownOf({ db, now }: Clocked, { _id }: Practice): Promise<Own> {
  const kept = await db
    .select({ kind: templates.kind, language: templates.language, title: templates.title })
    .from(templates)
    .where(and(eq(templates.clientId, _id), isNull(templates.deletedAt)));
  return { templates: kept, settings: await readOwnSettings({ db, now }, _id) };
}

/** Reads practices, sorted by name. Throws `not_found` if one of them doesn't exist. */
async function readPractices({ db }: Reader, ids: string[]): Promise<Practice[]> {
  const wanted = [...new Set(ids)];
  const found = await db
    .select({ _id: clients.id, name: clients.name })
    .from(clients)
    .where(and(inArray(clients.id, wanted), isCurrentPractice))
    .orderBy(clients.name, clients.id);
  if (found.length < wanted.length) throw new AppError("not_found");
  return found;
}

async function requireVersion(deps: Tools, setId: string) {
  const { set, latest } = await findVersion(deps, setId);
  if (!set) throw new AppError("not_found");
  if (!latest) throw new AppError("conflict", { sentence: templateSetMessages.notPublished });
  return { ...latest, ...set };
}

async function findVersion({ db }: Reader, setId: string) {
  const [set] = await db
    .select({ name: templateSets.name })
    .from(templateSets)
    .where(and(eq(templateSets.id, setId), isNull(templateSets.deletedAt)));
  const [latest] = await readLatest({ db }, setId);
  return { set, latest };
}

function thisCopy(clientId: string, setId: string) {
  return and(eq(practiceTemplateSets.clientId, clientId), eq(practiceTemplateSets.setId, setId));
}
