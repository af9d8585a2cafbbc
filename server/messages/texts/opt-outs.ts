// Records that a number opted out of a practice's texts, and back in. Nothing is ever answered: for
// its own words the provider confirms, and a second answer would be one text too many.
import type { TextStopReason } from "#contract/texts.ts";
import type { Transaction } from "#server/db/database.ts";
import { textStops, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findTextStop, hashTextNumber, thisTextStop } from "#server/desk/phone/text-stops.ts";

type Tools = Pick<Deps, "config" | "now">;
type Number = { clientId: string; phone: string; leadId: string | null };

/**
 * Stops texts to a number, and the ringing of the practice's phones for it. The first reason stays
 * until the person opts back in. Returns whether this changed anything.
 */
export async function stopTexts(
  deps: Tools,
  tx: Transaction,
  { clientId, phone, leadId }: Number,
  reason: TextStopReason,
): Promise<boolean> {
  const before = await findTextStop({ ...deps, db: tx }, clientId, phone);
  if (!phone || (before && !before.allowedAt)) return false;
  const stop = { reason, stoppedAt: deps.now(), allowedAt: null };
  await tx
    .insert(textStops)
    .values({ clientId, numberHash: hashTextNumber(deps.config, clientId, phone), ...stop })
    .onConflictDoUpdate({ target: [textStops.clientId, textStops.numberHash], set: stop });
  await record(deps, tx, { clientId, leadId, kind: "texts_stopped", reason });
  return true;
}

/** Lets texts go out again after START. The practice's phones still don't ring for the number. */
export async function allowTexts(
  deps: Tools,
  tx: Transaction,
  { clientId, phone, leadId }: Number,
): Promise<boolean> {
  const before = await findTextStop({ ...deps, db: tx }, clientId, phone);
  if (!before || before.allowedAt) return false;
  await tx
    .update(textStops)
    .set({ allowedAt: deps.now() })
    .where(thisTextStop(deps.config, clientId, phone));
  await record(deps, tx, { clientId, leadId, kind: "texts_allowed" });
  return true;
}

async function record(
  deps: Tools,
  tx: Transaction,
  entry: {
    clientId: string;
    leadId: string | null;
    kind: "texts_stopped" | "texts_allowed";
    reason?: TextStopReason;
  },
) {
  const { clientId, leadId, kind, reason } = entry;
  if (!leadId) return;
  const data = reason ? { reason } : {};
  await tx.insert(timeline).values({ clientId, leadId, kind, at: deps.now(), data });
}
