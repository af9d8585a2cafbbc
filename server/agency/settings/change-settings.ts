// An owner saves settings on screen. Secrets are sealed, and never leave the server again.
import { eq, sql } from "drizzle-orm";
import { settingsMessages } from "#content/console/settings.ts";
import type { SettingPart, SettingsChange } from "#contract/settings.ts";
import type { Transaction } from "#server/db/database.ts";
import { blockedTimes, settings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { queueOutbox } from "#server/messages/mail/mail-sweeps.ts";
import { audit, changesDetail } from "#server/records/audit/audit.ts";
import { seal } from "#server/secrets/sealed.ts";
import { notifySettings } from "./live-settings.ts";
import { mergeChange } from "./merge-change.ts";
import { settingChanges } from "./setting-changes.ts";
import { isOnMachine, readStored, type StoredSettings } from "./stored.ts";
import { tellRedirected } from "./tell-redirected.ts";

/**
 * Handles `PATCH /api/admin/settings`. The change is in effect in this process when it returns, and
 * in the others within a moment. Throws `conflict` for a part that environment variables set,
 * `stale`, and `invalid`.
 */
export async function changeSettings(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  change: SettingsChange,
): Promise<void> {
  const { part } = change;
  refuseOnMachine(deps, part);
  await deps.db.transaction(async (tx) => {
    const stored = await lockStored(deps, tx);
    refuseStale(stored, change);
    const { value, secrets } = mergeChange(stored, change, deps.settings.machine);
    const sealed =
      Object.keys(secrets).length > 0
        ? seal(deps.config.secret, "setting", JSON.stringify(secrets))
        : null;
    const set = { value, sealed, changedAt: laterThan(stored[part]?.changedAt, deps.now()) };
    await tx
      .insert(settings)
      .values({ part, ...set })
      .onConflictDoUpdate({ target: settings.part, set });
    const after = await readIn(deps, tx);
    const detail = detailOf(deps, part, { before: stored, after });
    await audit(deps, tx, { action: "settings_changed", accountId, address, detail });
    await notifySettings(tx);
    await tellRedirected(deps, tx, { accountId }, { before: stored, after });
    if (part === "calendar") await deps.jobs.enqueue(tx, "read-calendar", {});
  });
  await takeEffect(deps);
}

/** Handles `DELETE /api/admin/settings/{part}`: restores the defaults. Throws `conflict`. */
export async function removeSettings(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  part: SettingPart,
): Promise<void> {
  refuseOnMachine(deps, part);
  await deps.db.transaction(async (tx) => {
    const stored = await lockStored(deps, tx);
    const removed = await tx.delete(settings).where(eq(settings.part, part)).returning();
    if (removed.length === 0) return;
    const after = await readIn(deps, tx);
    const detail = detailOf(deps, part, { before: stored, after });
    await audit(deps, tx, { action: "settings_removed", accountId, address, detail });
    await notifySettings(tx);
    await tellRedirected(deps, tx, { accountId }, { before: stored, after });
    if (part === "calendar")
      await tx.delete(blockedTimes).where(eq(blockedTimes.isFromCalendar, true));
  });
  await takeEffect(deps);
}

function detailOf(
  { settings }: Pick<Deps, "settings">,
  part: SettingPart,
  stored: { before: StoredSettings; after: StoredSettings },
) {
  return { part, ...changesDetail(settingChanges(part, stored, settings.machine)) };
}

async function takeEffect(deps: Deps): Promise<void> {
  await deps.settings.reread();
  // Sends the emails that were waiting for a mail server.
  await queueOutbox(deps);
}

/** Serializes two owners who save at once, even when there is no row yet. */
async function lockStored(deps: Deps, tx: Transaction): Promise<StoredSettings> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`);
  return readIn(deps, tx);
}

function readIn({ config }: Deps, tx: Transaction): Promise<StoredSettings> {
  return readStored({ db: tx, config });
}

function refuseStale(stored: StoredSettings, { part, version }: SettingsChange) {
  if (version === undefined) return;
  const current = stored[part]?.changedAt.toISOString() ?? null;
  const read = version === null ? null : new Date(version).toISOString();
  if (read !== current) throw new AppError("stale");
}

/** A part can be saved if the environment leaves some of its settings free. */
function refuseOnMachine({ settings }: Deps, part: SettingPart) {
  const { machine } = settings;
  const whole = { captcha: "captcha", texts: "texts" } as const;
  if (part !== "captcha" && part !== "texts") return;
  if (!isOnMachine(machine, whole[part])) return;
  throw new AppError("conflict", { sentence: settingsMessages.onMachine });
}

/** Returns a version that differs from the previous one even if the clock hasn't advanced. */
function laterThan(before: Date | undefined, now: Date): Date {
  return before && before >= now ? new Date(before.getTime() + 1) : now;
}
