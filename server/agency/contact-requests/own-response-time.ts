// How fast the agency calls its own contact requests: shown in the console, and on the marketing
// site if an owner publishes it. Anything that would flatter it is excluded (decision 068).
import { and, desc, eq, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import { site } from "#content/site.ts";
import type { OwnResponseTime } from "#contract/contact-request-work.ts";
import { minuteMs } from "#contract/durations.ts";
import type { CalledWithin } from "#contract/figures.ts";
import { weekOf } from "#contract/office-hours.ts";
import { openMsBetween } from "#contract/open-time.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { contactRequestCalls, contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { calledWithin, minuteWaits } from "#server/desk/clock/called-within.ts";
import { isFromOwner } from "./owner-requests.ts";

/** How many of the newest requests count. */
const counted = 30;

/** One clock: how long it has run, and whether a call has stopped it. */
type Wait = { ms: number; isCalled: boolean };

/**
 * When the first call was recorded. A call that was logged after the fact counts from when it was
 * logged, not from the time that was entered.
 */
const firstRecordedAt = sql<Date | null>`(
  select min(call.recorded_at) from ${contactRequestCalls} call
  where call.contact_request_id = ${contactRequests}.id
    and call.outcome is not null and call.voided_at is null
)`.mapWith(contactRequestCalls.recordedAt);

/**
 * Returns the median time to the first call, over the last 30 clocks. Uncalled requests count as
 * waiting, so leaving one uncalled never helps. Uncalled spam, the owners' own requests, and
 * portfolio messages and makeovers, which don't have a clock, don't count.
 */
export async function ownResponseTime(deps: Pick<Deps, "db" | "now">): Promise<OwnResponseTime> {
  const { closeReason, finishedAt, firstCalledAt, isTimed } = contactRequests;
  const rows = await deps.db
    .select({ startedAt: finishedAt, firstRecordedAt })
    .from(contactRequests)
    .where(
      and(
        eq(isTimed, true),
        or(isNull(closeReason), ne(closeReason, "spam"), isNotNull(firstCalledAt)),
        not(isFromOwner),
      ),
    )
    .orderBy(desc(finishedAt))
    .limit(counted);
  const now = deps.now();
  const clocks = rows.flatMap(({ startedAt, firstRecordedAt: called }) =>
    startedAt ? { startedAt, until: called ?? now, isCalled: called !== null } : [],
  );
  const hours = weekOf(site.officeHours);
  return {
    n: clocks.length,
    median: medianOf(
      clocks.map(({ startedAt, until, isCalled }) => ({
        ms: until.getTime() - startedAt.getTime(),
        isCalled,
      })),
    ),
    medianInBusinessHours: medianOf(
      clocks.map(({ startedAt, until, isCalled }) => ({
        ms: openMsBetween(startedAt, until, hours),
        isCalled,
      })),
    ),
  };
}

function medianOf(waits: Wait[]): CalledWithin {
  const lateMs = lateAfterMinutes * minuteMs;
  const count = (isCounted: (wait: Wait) => boolean) => waits.filter(isCounted).length;
  const isIn = (minute: number, { ms }: Wait) => Math.floor(ms / minuteMs) === minute;
  return calledWithin(
    0.5,
    minuteWaits(
      (minute) => count((wait) => wait.isCalled && isIn(minute, wait)),
      (minute) => count((wait) => !wait.isCalled && isIn(minute, wait)),
    ),
    {
      called: count(({ ms, isCalled }) => isCalled && ms >= lateMs),
      uncalled: count(({ ms, isCalled }) => !isCalled && ms >= lateMs),
    },
  );
}
