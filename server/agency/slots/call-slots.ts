// The free slots, from the owner's settings, blocked times and the calls that are booked.
import { and, asc, gt, isNull, lt, ne } from "drizzle-orm";
import { type CallSlots, mostSlotsListed } from "#contract/bookings.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { blockedTimes, bookings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { bookableSpan, freeSlots, type Taken } from "./free-slots.ts";

type Tools = { db: Database | Transaction } & Pick<Deps, "config" | "now">;

/**
 * Handles `GET /api/call-slots`. `except` is the booking that is being moved, which doesn't take a
 * slot.
 */
export async function listCallSlots(deps: Tools, except?: string): Promise<CallSlots> {
  const { minutes, timeZone } = deps.config.calls;
  const slots = await findFreeSlots(deps, except);
  return {
    ...{ minutes, timeZone },
    slots: slots.slice(0, mostSlotsListed).map((slot) => slot.toISOString()),
  };
}

/**
 * Checks whether a call may begin at this time. The result is reliable only while `lockCalendar`
 * holds its lock.
 */
export async function isFreeSlot(deps: Tools, slot: Date, except?: string): Promise<boolean> {
  const slots = await findFreeSlots(deps, except);
  return slots.some((one) => one.getTime() === slot.getTime());
}

async function findFreeSlots(deps: Tools, except?: string): Promise<Date[]> {
  const { calls: settings } = deps.config;
  if (!settings.isOn) return [];
  const now = deps.now();
  return freeSlots(settings, await findTaken(deps, now, except), now);
}

async function findTaken(
  { db, config }: Tools,
  now: Date,
  except: string | undefined,
): Promise<Taken> {
  const { to } = bookableSpan(config.calls, now);
  const calls = await db
    .select({ from: bookings.startsAt, to: bookings.busyUntil })
    .from(bookings)
    .where(
      and(
        isNull(bookings.canceledAt),
        gt(bookings.busyUntil, now),
        lt(bookings.startsAt, to),
        except ? ne(bookings.id, except) : undefined,
      ),
    );
  const blocks = await db
    .select({ from: blockedTimes.startsAt, to: blockedTimes.endsAt })
    .from(blockedTimes)
    .where(and(gt(blockedTimes.endsAt, now), lt(blockedTimes.startsAt, to)))
    .orderBy(asc(blockedTimes.startsAt));
  return { calls, blocks };
}
