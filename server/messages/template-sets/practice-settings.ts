// Reads and sets the practice settings that a set can carry.
import { eq } from "drizzle-orm";
import { usualAttemptGaps } from "#contract/attempt-plan.ts";
import {
  missingSources,
  type PublishedSettings,
  type SetSettingName,
  type SetSource,
} from "#contract/template-sets.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { getOpenHours, type HoursEditor, setOpenHours } from "#server/people/open-hours.ts";
import { connect, listSetSources } from "#server/people/practice-sources.ts";
import { isSameValue, type OwnSettings } from "./set-settings.ts";

type Reader = { db: Deps["db"] | Transaction; now: Deps["now"] };

/** `hoursSince`: when the business hours were last changed, or null. Throws `not_found`. */
export async function readOwnSettings(
  { db, now }: Reader,
  clientId: string,
): Promise<OwnSettings & { hoursSince: string | null }> {
  const { week, inForceSince } = await getOpenHours({ db }, clientId, now());
  const [practice] = await db
    .select({ attemptGaps: clients.attemptGaps })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  const { attemptGaps } = practice;
  return {
    week: { value: week, isOwn: inForceSince !== null },
    attemptGaps: { value: attemptGaps, isOwn: !isSameValue(attemptGaps, usualAttemptGaps) },
    sources: { value: await listSetSources({ db }, clientId), isOwn: false },
    hoursSince: inForceSince,
  };
}

/**
 * Which settings to set, and when the business hours had last been changed at the time they were
 * read.
 */
type Chosen = { names: SetSettingName[]; hoursSince: string | null };

/**
 * Sets some of a version's settings. Throws `stale` when the hours have changed since they were
 * read.
 */
export async function applySettings(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  visitor: Pick<Visitor, "address">,
  client: HoursEditor,
  { week, attemptGaps, sources }: PublishedSettings,
  { names, hoursSince }: Chosen,
): Promise<void> {
  if (week && names.includes("week")) {
    const change = { week: week.value, inForceSince: hoursSince };
    await setOpenHours(deps, tx, visitor, client, change);
  }
  if (attemptGaps && names.includes("attemptGaps")) {
    await tx
      .update(clients)
      .set({ attemptGaps: attemptGaps.value })
      .where(eq(clients.id, client.clientId));
  }
  if (sources && names.includes("sources")) {
    await addSources(deps, tx, visitor, client, sources.value);
  }
}

/** Adds the sources that the practice doesn't have, under a lock, so that each is added once. */
async function addSources(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { address }: Pick<Visitor, "address">,
  { accountId, clientId }: HoursEditor,
  wanted: SetSource[],
) {
  await tx
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for("no key update");
  const own = await listSetSources({ db: tx }, clientId);
  for (const { kind, name } of missingSources(own, wanted)) {
    await connect(deps, tx, { accountId, address }, { clientId, kind, name });
  }
}
