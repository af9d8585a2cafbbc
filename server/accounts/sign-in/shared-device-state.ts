// What a shared device shows even while it is locked: the leads' clocks, and nothing else about
// them.

import { and, eq, isNull } from "drizzle-orm";
import { heldSince } from "#contract/leads.ts";
import {
  type DevicePerson,
  maxLockedClocks,
  maxWrongPins,
  type SharedDevice,
  type WaitingOutside,
} from "#contract/shared-devices.ts";
import { accounts, devicePins, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { countCallbacks } from "#server/desk/calls/callbacks.ts";
import { listNewLeads } from "#server/desk/queue/queue.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { getPractice } from "#server/people/accounts.ts";
import { deviceLocksAt, isDeviceLocked } from "./device-lock.ts";
import { type Device, hasTooManyWrongPins } from "./shared-device-pins.ts";

/**
 * Handles `GET /api/shared-device` for a shared device. Throws `unauthorized` if it has been logged
 * out.
 */
export async function getSharedDevice(
  deps: Deps,
  client: SignedInClient & Device,
): Promise<SharedDevice> {
  const [found] = await deps.db
    .select({ session: sessions, unlockedByLeftAt: accounts.deactivatedAt })
    .from(sessions)
    .leftJoin(accounts, eq(accounts.id, sessions.unlockedBy))
    .where(and(eq(sessions.id, client.sessionId), isNull(sessions.endedAt)));
  if (!found) throw new AppError("unauthorized");
  const now = deps.now();
  const { session } = found;
  const lock = { ...session, unlockedByLeftAt: found.unlockedByLeftAt };
  const isLocked = isDeviceLocked(lock, now);
  const people = await listPeople(deps, client);
  const { userData } = await getPractice(deps, client);
  return {
    isShared: true,
    isLocked,
    idleMinutes: session.idleMinutes ?? 0,
    locksAt: isLocked ? null : (deviceLocksAt(lock)?.toISOString() ?? null),
    unlocked: isLocked ? null : (people.find(({ _id }) => _id === session.unlockedBy) ?? null),
    practice: userData.name,
    people,
    isPasswordNeeded: hasTooManyWrongPins(session, now),
    waiting: await readWaiting(deps, client.clientId, userData),
    now: now.toISOString(),
  };
}

/** Lists the active people at the practice, sorted by name. */
async function listPeople(
  { db }: Pick<Deps, "db">,
  { clientId, sessionId }: Device,
): Promise<DevicePerson[]> {
  const rows = await db
    .select({
      account: accounts,
      initials: devicePins.initials,
      wrongPins: devicePins.wrongPins,
    })
    .from(accounts)
    .leftJoin(
      devicePins,
      and(
        eq(devicePins.clientId, clientId),
        eq(devicePins.sessionId, sessionId),
        eq(devicePins.accountId, accounts.id),
      ),
    )
    .where(and(eq(accounts.clientId, clientId), isNull(accounts.deactivatedAt)));
  return rows
    .map(({ account: { id, firstName, lastName }, initials, wrongPins }) => ({
      ...{ _id: id, name: `${firstName} ${lastName}` },
      initials,
      isPasswordNeeded: (wrongPins ?? 0) >= maxWrongPins,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

type ClockWords = Pick<WaitingOutside, "reading" | "timeZone" | "week" | "holidays">;

async function readWaiting(
  deps: Deps,
  clientId: string,
  { reading, timeZone, week, holidays }: ClockWords,
): Promise<WaitingOutside> {
  const list = await listNewLeads(deps, clientId, {
    ...{ sort: "next", reading, limit: maxLockedClocks },
  });
  const { due } = await countCallbacks(deps, clientId);
  const now = deps.now();
  return {
    uncalled: list.uncalled,
    clocks: list.leads.flatMap((lead) =>
      lead.uncalledSince && !lead.doNotCall
        ? [{ since: lead.uncalledSince, heldAt: heldSince(lead, now) ?? null }]
        : [],
    ),
    callbacksDue: due,
    ...{ reading, timeZone, week, holidays },
  };
}
