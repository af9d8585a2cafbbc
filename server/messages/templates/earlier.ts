// Restores the words of a template that a set's update replaced.
import { and, eq, isNull } from "drizzle-orm";
import type { Template } from "#contract/templates.ts";
import { templates } from "#server/db/schema.ts";
import { isVersion, nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { missingWords } from "./stored-words.ts";
import { toTemplate } from "./templates.ts";

/**
 * Restores the earlier text. The current text is stored as the earlier one, so that this can be
 * undone the same way. Throws `not_found`, `conflict` when no update has replaced anything, and
 * `stale` when the template has changed since it was read.
 */
export async function putEarlierBack(
  deps: Deps,
  { clientId }: SignedInClient,
  templateId: string,
  changedAt: string,
): Promise<Template> {
  const isThis = and(
    eq(templates.clientId, clientId),
    eq(templates.id, templateId),
    isNull(templates.deletedAt),
  );
  return deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(templates).where(isThis).for("update");
    if (!row) throw new AppError("not_found");
    if (row.earlier === null || row.setVersion === null) throw new AppError("conflict");
    const { replacedAt: _, ...earlier } = { ...missingWords, ...row.earlier };
    const { subject, body, language, setVersion } = row;
    const { delayMinutes, isInOpenHoursOnly, receivedWhile } = row;
    const times = { delayMinutes, isInOpenHoursOnly, receivedWhile };
    const present = { subject, body, language, ...times, setVersion };
    const [changed] = await tx
      .update(templates)
      .set({
        ...earlier,
        earlier: { ...present, replacedAt: deps.now().toISOString() },
        changedAt: nextVersion(templates.changedAt, deps.now()),
      })
      .where(and(isThis, isVersion(templates.changedAt, changedAt)))
      .returning();
    if (!changed) throw new AppError("stale");
    return toTemplate(changed);
  });
}
