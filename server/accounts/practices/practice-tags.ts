// The owner's tags for practices, which filter the list of practices. People at a practice can't
// read them.
import { and, eq, sql } from "drizzle-orm";
import { practiceMessages } from "#content/console/practices.ts";
import { mostTags, type PracticeTagChange } from "#contract/practices.ts";
import { isCurrentPractice, isRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";

/** How many tags are listed; more would be too many to choose from. */
const tagsShown = 200;

/** Lists the tags that practices have, sorted by name. */
export async function listTags({ db }: Pick<Deps, "db">): Promise<string[]> {
  const rows = await db
    .selectDistinct({ tag: sql<string>`unnest(${clients.tags})` })
    .from(clients)
    .where(isCurrentPractice)
    .orderBy(sql`1`)
    .limit(tagsShown);
  return rows.map(({ tag }) => tag).toSorted(byName);
}

/**
 * Adds a tag to a practice or removes it, and returns all of its tags. A tag that another practice
 * has in other case keeps that spelling. Idempotent. Throws `not_found`, and `conflict` above
 * `mostTags`.
 */
export async function changeTags(
  deps: Pick<Deps, "db" | "now">,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  clientId: string,
  change: PracticeTagChange,
): Promise<string[]> {
  const known = (await listTags(deps)).find((one) => isSameTag(one, change.tag));
  return deps.db.transaction(async (tx) => {
    const isThis = and(eq(clients.id, clientId), isRealPractice);
    const [before] = await tx
      .select({ tags: clients.tags })
      .from(clients)
      .where(isThis)
      .for("no key update");
    if (!before) throw new AppError("not_found");
    const tags = tagsAfter(before.tags, { ...change, tag: known ?? change.tag });
    if (tags === before.tags) return tags;
    if (tags.length > mostTags) {
      throw new AppError("conflict", { sentence: practiceMessages.tooManyTags(mostTags) });
    }
    await tx.update(clients).set({ tags }).where(isThis);
    const detail = changesDetail(changesIn(textOf(before.tags), textOf(tags)));
    const action = "practice_tags_changed";
    await audit(deps, tx, { action, accountId, clientId, address, detail });
    return tags;
  });
}

/** Returns the same array if nothing changes. */
function tagsAfter(tags: string[], { tag, isRemoved }: PracticeTagChange): string[] {
  const isIt = (one: string) => isSameTag(one, tag);
  if (tags.some(isIt) !== isRemoved) return tags;
  return isRemoved ? tags.filter((one) => !isIt(one)) : [...tags, tag].toSorted(byName);
}

function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function byName(one: string, other: string): number {
  return one.localeCompare(other, "en");
}

function textOf(tags: string[]) {
  return { tags: tags.join(", ") || null };
}
