// The browsers that get a practice's push notifications. A device is removed with its session.
import { and, asc, desc, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { alertWords } from "#content/alerts.ts";
import { alertMessages } from "#content/messages.ts";
import {
  type AlertSettings,
  maxAlertDevices,
  type NewAlertDevice,
  type PushPayload,
} from "#contract/alerts.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { pushDevices, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { isPushEndpoint } from "#server/outside/push.ts";
import { recordPushAnswer } from "./push-answers.ts";
import { getVapidKeys } from "./vapid.ts";

/** `isShared`: several people see its notifications, even while it is locked. */
export type Device = typeof pushDevices.$inferSelect & { isShared: boolean };
type Reader = { db: Database | Transaction; now: () => Date };
/** One person's devices, or without `accountId`, all devices of the practice. */
export type DeviceOwner = { clientId: string; accountId?: string };
type OnDevice = SignedInClient & { sessionId: string };

/** Returns the practice's devices that can get a message: not removed, and still logged in. */
export async function listWorkingDevices({ db, now }: Reader, clientId: string): Promise<Device[]> {
  const rows = await db
    .select({ device: pushDevices, sharedAt: sessions.sharedAt })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(
      and(
        eq(pushDevices.clientId, clientId),
        isNull(pushDevices.endedAt),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now()),
      ),
    )
    .orderBy(asc(pushDevices.createdAt), asc(pushDevices.id));
  return rows.map(({ device, sharedAt }) => ({ ...device, isShared: sharedAt !== null }));
}

/** Returns a device's subscription, or null if notifications were never on or were turned off. */
export async function findSubscription(
  { db }: Pick<Deps, "db">,
  { clientId, sessionId }: SignedInClient,
): Promise<AlertSettings["subscription"]> {
  if (!sessionId) return null;
  const [last] = await db
    .select()
    .from(pushDevices)
    .where(and(eq(pushDevices.clientId, clientId), eq(pushDevices.sessionId, sessionId)))
    // Finds the active device, or else the one that was removed last.
    .orderBy(sql`${pushDevices.endedAt} desc nulls first`, desc(pushDevices.id))
    .limit(1);
  if (!last || (last.endedAt && last.problem !== "gone")) return null;
  return { endpoint: last.endpoint, isGone: last.endedAt !== null };
}

/**
 * Handles `POST /api/alerts/devices`: adds this session's device, or updates it if the endpoint is
 * the same. Another practice's endpoint moves here. Throws `invalid` for an unknown push host.
 */
export async function addDevice(
  deps: Deps,
  visitor: Visitor,
  client: OnDevice,
  { endpoint, keys }: NewAlertDevice,
): Promise<void> {
  if (!isPushEndpoint(deps.config.pushHosts, endpoint)) {
    throw new AppError("invalid", { fields: { endpoint: "invalid" } });
  }
  const { clientId, accountId, sessionId } = client;
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const lock = `push endpoint ${endpoint}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    await tx
      .update(pushDevices)
      .set({ endedAt: now })
      .where(
        and(
          isNull(pushDevices.endedAt),
          or(
            and(eq(pushDevices.endpoint, endpoint), ne(pushDevices.clientId, clientId)),
            // The browser got a new endpoint.
            and(
              eq(pushDevices.clientId, clientId),
              eq(pushDevices.sessionId, sessionId),
              ne(pushDevices.endpoint, endpoint),
            ),
          ),
        ),
      );
    // A different person hasn't opted in to alerts at night.
    const { alertsWhenClosed } = pushDevices;
    const kept = sql<boolean>`${alertsWhenClosed} and ${pushDevices.accountId} = ${accountId}`;
    const device = {
      ...{ accountId, sessionId, p256dh: keys.p256dh, auth: keys.auth },
      device: visitor.device.slice(0, 300),
      ...{ problem: null, failures: 0, retryAt: null, endedAt: null },
    };
    await tx
      .insert(pushDevices)
      .values({ clientId, endpoint, createdAt: now, ...device })
      .onConflictDoUpdate({
        target: [pushDevices.clientId, pushDevices.endpoint],
        set: { ...device, alertsWhenClosed: kept },
      });
    const working = await listWorkingDevices({ db: tx, now: deps.now }, clientId);
    if (working.length > maxAlertDevices) {
      throw new AppError("conflict", { sentence: alertMessages.tooManyDevices });
    }
  });
}

/** Throws `not_found`, even for a removed device. */
export async function changeDevice(
  deps: Pick<Deps, "db" | "now">,
  owner: DeviceOwner,
  deviceId: string,
  change: { alertsWhenClosed: boolean } | { endedAt: Date; problem: "gone" | null },
): Promise<void> {
  const changed = await deps.db
    .update(pushDevices)
    .set(change)
    .where(and(thisDevice({ ...owner, deviceId }), isNull(pushDevices.endedAt)))
    .returning({ id: pushDevices.id });
  if (changed.length === 0) throw new AppError("not_found");
}

/** Sends a notification to one device now. Throws `not_found`, `conflict` when it is rejected. */
export async function testDevice(
  deps: Deps,
  { clientId, accountId }: DeviceOwner,
  deviceId: string,
): Promise<void> {
  const working = await listWorkingDevices(deps, clientId);
  const device = working.find(({ id }) => id === deviceId);
  if (!device || (accountId && device.accountId !== accountId)) throw new AppError("not_found");
  await deps.limits.count("alertTestPerPractice", clientId);
  const payload: PushPayload = {
    // The device reports the test as shown under this id, because a test has no alert.
    _id: deviceId,
    ...alertWords.test,
    url: "/lms/profile",
    tag: "test",
    isSilent: false,
  };
  const answer = await deps.push.send(await getVapidKeys(deps), {
    ...{ endpoint: device.endpoint, p256dh: device.p256dh, auth: device.auth },
    ...{ payload: JSON.stringify(payload), topic: "test", ttlSeconds: 60 },
  });
  await recordPushAnswer(deps, deps.db, device, answer);
  if (answer.result === "gone") {
    throw new AppError("conflict", { sentence: alertMessages.deviceGone });
  }
  if (answer.result !== "accepted") {
    throw new AppError("conflict", { sentence: alertMessages.testRefused });
  }
}

export function thisDevice({
  clientId,
  accountId,
  deviceId,
}: DeviceOwner & {
  deviceId: string;
}) {
  return and(
    eq(pushDevices.clientId, clientId),
    eq(pushDevices.id, deviceId),
    accountId ? eq(pushDevices.accountId, accountId) : undefined,
  );
}
