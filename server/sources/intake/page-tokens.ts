// Access tokens of Meta pages. They are encrypted in the database and decrypted only to call Graph.
import { and, eq, inArray, isNotNull, notLike, sql } from "drizzle-orm";
import { adminWords } from "#content/command-line.ts";
import { importProblems } from "#content/console/problems.ts";
import { intakeMessages } from "#content/messages.ts";
import { agencyClientId, announcedLeads, mails, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import { isSealed, type Sealed, seal, Unreadable, unseal } from "#server/secrets/sealed.ts";

const purpose = "meta page token";

export function sealPageToken(secret: string, token: string): Sealed {
  return seal(secret, purpose, token);
}

/**
 * Decrypts the token of a page. A token that was inserted by hand is in plain text until the next
 * start. Throws `Unreadable`.
 */
export function readPageToken(secret: string, kept: string): string {
  return isSealed(kept) ? unseal(secret, purpose, kept) : kept;
}

/**
 * Returns the token for a source. Throws `GraphRefusal` if it can't be decrypted, as Graph's client
 * does for a rejected token, so that the owner is notified once and the lead is retried.
 */
export function tokenOf(
  { config }: Pick<Deps, "config">,
  { metaPageToken }: Pick<typeof sources.$inferSelect, "metaPageToken">,
): string {
  if (!metaPageToken) {
    if (config.meta.pageToken) return config.meta.pageToken;
    throw new GraphRefusal(importProblems.noToken, true);
  }
  try {
    return readPageToken(config.secret, metaPageToken);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new GraphRefusal(intakeMessages.unreadableToken, false, true);
  }
}

/** Sets a new token for all forms of this page. Throws `not_found` if there are none. */
export async function setPageToken(
  { db }: Pick<Deps, "db">,
  page: string,
  token: Sealed,
): Promise<{ sources: number }> {
  const set = await db
    .update(sources)
    .set({ metaPageToken: token, failingSince: null })
    .where(eq(sources.metaPageId, page))
    .returning({ id: sources.id });
  if (set.length === 0) throw new AppError("not_found", { sentence: adminWords.noSource(page) });
  return { sources: set.length };
}

/**
 * Encrypts tokens in plain text, which come from earlier versions or older backups, and removes
 * them from stored Graph errors. Runs at each start. Idempotent, even if two processes run it at
 * once.
 */
export async function sealPlainTokens({ db, config }: Pick<Deps, "db" | "config">): Promise<void> {
  await db.transaction(async (tx) => {
    const plain = await tx
      .select({ clientId: sources.clientId, id: sources.id, token: sources.metaPageToken })
      .from(sources)
      .where(and(isNotNull(sources.metaPageToken), notLike(sources.metaPageToken, "sealed:%")))
      .orderBy(sources.id)
      .for("update");
    for (const { clientId, id, token } of plain) {
      if (!token) continue;
      await tx
        .update(sources)
        .set({ metaPageToken: sealPageToken(config.secret, token) })
        .where(and(eq(sources.clientId, clientId), eq(sources.id, id)));
      await tx
        .update(announcedLeads)
        .set({ problem: sql`replace(${announcedLeads.problem}, ${token}, '[token]')` })
        .where(sql`position(${token} in ${announcedLeads.problem}) > 0`);
      await tx
        .update(mails)
        .set({
          text: sql`replace(${mails.text}, ${token}, '[token]')`,
          html: sql`replace(${mails.html}, ${token}, '[token]')`,
        })
        .where(
          and(
            eq(mails.clientId, agencyClientId),
            inArray(mails.kind, ["refused-token-notice", "failed-lead-notification-notice"]),
            sql`position(${token} in ${mails.text}) > 0`,
          ),
        );
    }
  });
}
