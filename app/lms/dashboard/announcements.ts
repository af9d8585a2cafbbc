// The screen reader's announcements of new leads and of limits that a lead's clock has crossed.
// Pure.
import { givenName, plainName } from "#app/lms/shell/names.tsx";
import { announcementWords } from "#content/desk/dashboard.ts";
import { heldSince, type Lead } from "#contract/leads.ts";
import { goalMinutes, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";

/**
 * What has been announced so far. `since`: when the page was opened. `crossed`: the last limit, in
 * minutes, that each clock has crossed; due callbacks are in it too.
 */
export type Announced = { since: Date; crossed: ReadonlyMap<string, number> };

const limits = [goalMinutes, onTimeMinutes, lateAfterMinutes];

/**
 * Returns what to announce now. Leads that were in the list when the page was opened aren't
 * announced, because a screen reader reads the list itself.
 */
export function announcementsOf(
  before: Announced | null,
  leads: Lead[],
  now: Date,
  /** Returns how long a clock has run between two times, in the practice's counting mode. */
  elapsedMs: (since: Date, until: Date) => number = (start, until) =>
    until.getTime() - start.getTime(),
): { announced: Announced; news: string[] } {
  const since = before?.since ?? now;
  const crossed = new Map(before?.crossed);
  const news: string[] = [];
  for (const lead of leads) {
    if (lead.doNotCall) continue;
    if (!lead.uncalledSince) {
      if (isDueSince(lead, since, now) && !crossed.has(dueKey(lead))) {
        crossed.set(dueKey(lead), 0);
        news.push(announcementWords.callbackDue(spokenName(lead)));
      }
      continue;
    }
    // A call pauses the clock until it has a result.
    const heldAt = heldSince(lead, now);
    const until = heldAt ? new Date(heldAt) : now;
    const waitedMinutes = elapsedMs(new Date(lead.uncalledSince), until) / 60_000;
    const limit = limits.findLast((one) => waitedMinutes >= one) ?? 0;
    // A new inquiry after a call belongs to the same lead but has its own clock.
    const clock = `${lead._id} ${lead.uncalledSince}`;
    const known = crossed.get(clock);
    crossed.set(clock, limit);
    const name = spokenName(lead);
    if (known === undefined && new Date(lead.date) > since) {
      news.push(announcementWords.newLead([name, lead.campaign].filter(Boolean).join(", ")));
    } else if (known !== undefined && limit > known) {
      news.push(announcementWords.hasWaited(name, limit));
    }
  }
  return { announced: { since, crossed }, news };
}

/** A callback that was due before the page was opened isn't announced. */
function isDueSince({ state, callBackAt }: Lead, since: Date, now: Date): boolean {
  if (state !== "callback" || !callBackAt) return false;
  const dueAt = new Date(callBackAt);
  return dueAt > since && dueAt <= now;
}

/** The key includes the time, because a lead may have several callbacks one after another. */
const dueKey = (lead: Lead) => `${lead._id} ${lead.callBackAt}`;

const spokenName = (lead: Lead) => plainName(givenName(lead)) || announcementWords.someone;
