// Reads the owner's own calendar, so that its busy times can't be booked. Each read replaces the
// previous times; after a failed read, those still apply.
import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { CalendarState } from "#contract/bookings.ts";
import { lockCalendar } from "#server/agency/slots/bookings.ts";
import { bookableSpan, merged, type Span } from "#server/agency/slots/free-slots.ts";
import { blockedTimes, settings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { bookingUidPrefix } from "#server/messages/mail/booking-mail.ts";
import { CalendarFailure } from "#server/outside/calendar-feed.ts";
import { readStored } from "./stored.ts";

type Tools = Pick<Deps, "calendarFeed" | "config" | "db" | "findBusyTimes" | "now">;

/** More than the half-hours of sixty days. */
const maxBusyTimes = 3000;

/**
 * Runs the job `read-calendar`. Idempotent. Changes nothing if the URL was replaced during the
 * read.
 */
export async function readCalendar(deps: Tools): Promise<void> {
  const { calendar } = await readStored(deps);
  const feedUrl = calendar?.secrets.feedUrl;
  if (!calendar || !feedUrl) return;
  const found = await readBusyTimes(deps, feedUrl).catch((error: unknown) => {
    if (error instanceof CalendarFailure) return error;
    throw error;
  });
  const isThis = and(eq(settings.part, "calendar"), eq(settings.changedAt, calendar.changedAt));
  const save = (change: Partial<CalendarState>) => ({
    value: sql`${settings.value} || ${JSON.stringify(change)}::jsonb`,
  });
  if (found instanceof CalendarFailure) {
    await deps.db
      .update(settings)
      .set(save({ problem: found.problem }))
      .where(isThis);
    return;
  }
  await deps.db.transaction(async (tx) => {
    await lockCalendar(tx);
    const readAt = deps.now();
    const state = { readAt: readAt.toISOString(), problem: null, busyTimes: found.length };
    const written = await tx.update(settings).set(save(state)).where(isThis).returning();
    if (written.length === 0) return;
    await tx.delete(blockedTimes).where(eq(blockedTimes.isFromCalendar, true));
    const rows = found.map(({ from, to }) => ({
      ...{ id: randomUUID(), startsAt: from, endsAt: to, note: "" },
      ...{ createdAt: readAt, isFromCalendar: true },
    }));
    if (rows.length > 0) await tx.insert(blockedTimes).values(rows);
  });
}

/** Returns the busy times that can block a slot, in order. Throws `CalendarFailure`. */
export async function readBusyTimes(
  { calendarFeed, config, findBusyTimes, now }: Omit<Tools, "db">,
  feedUrl: string,
): Promise<Span[]> {
  const { timeZone } = config.calls;
  const { to } = bookableSpan(config.calls, now());
  const text = await calendarFeed.read(feedUrl);
  const busy = await findBusyTimes(text, {
    span: { from: now(), to },
    timeZone,
    ownUidPrefix: bookingUidPrefix,
  });
  if (typeof busy === "string") throw new CalendarFailure(busy);
  return merged(busy)
    .slice(0, maxBusyTimes)
    .map((span) => ({ from: new Date(span.from), to: new Date(span.to) }));
}
