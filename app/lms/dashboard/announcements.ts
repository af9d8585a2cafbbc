// What is said to somebody who does not see the list: who came, and who crossed a limit. Pure.
import { nameOf, plainName } from "#app/lms/shell/names.tsx";
import { announcementWords } from "#content/desk/dashboard.ts";
import type { Lead } from "#contract/leads.ts";
import { goalMinutes, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";

/**
 * Since when somebody listens, and the last limit in minutes that each clock is known to have crossed;
 * also which call-backs are known to be due.
 */
export type Heard = { since: Date; crossed: ReadonlyMap<string, number> };

const limits = [goalMinutes, onTimeMinutes, lateAfterMinutes];

/** Nothing is news at the first look, nor what came before it: that is read like any other text. */
export function newsOf(
  before: Heard | null,
  leads: Lead[],
  now: Date,
): { heard: Heard; news: string[] } {
  const since = before?.since ?? now;
  const crossed = new Map(before?.crossed);
  const news: string[] = [];
  for (const lead of leads) {
    if (!lead.uncalledSince) {
      if (isDueSince(lead, since, now) && !crossed.has(dueKey(lead))) {
        crossed.set(dueKey(lead), 0);
        news.push(announcementWords.callbackDue(spokenName(lead)));
      }
      continue;
    }
    const waitedMinutes = (now.getTime() - new Date(lead.uncalledSince).getTime()) / 60_000;
    const limit = limits.findLast((one) => waitedMinutes >= one) ?? 0;
    // Who asks again after a call is the same lead, with a clock of its own.
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
  return { heard: { since, crossed }, news };
}

/** What was due before somebody came is read like any other text. */
function isDueSince({ state, callBackAt }: Lead, since: Date, now: Date): boolean {
  if (state !== "callback" || !callBackAt) return false;
  const dueAt = new Date(callBackAt);
  return dueAt > since && dueAt <= now;
}

/** A lead may be promised a call more than once. */
const dueKey = (lead: Lead) => `${lead._id} ${lead.callBackAt}`;

const spokenName = (lead: Lead) => plainName(nameOf(lead)) || announcementWords.someone;
