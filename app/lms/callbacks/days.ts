// Splits callbacks into the overdue ones and one group per day. Pure.
import { callbackListWords as words } from "#content/desk/calls.ts";
import type { Lead } from "#contract/leads.ts";
import { longDayText } from "#contract/moment-text.ts";
import { dayAfter, dayIn } from "#contract/zones.ts";

export type CallbackDay<Item> = { name: string; isOverdue: boolean; items: Item[] };

/** Splits the callbacks into groups. `items` must be sorted soonest first. */
export function callbackDays<Item extends Pick<Lead, "callBackAt">>(
  items: Item[],
  now: Date,
  timeZone: string,
): CallbackDay<Item>[] {
  const nameOf = ({ callBackAt }: Item): string => {
    const at = new Date(callBackAt ?? now);
    if (at <= now) return words.overdue;
    const [today, day] = [dayIn(now, timeZone), dayIn(at, timeZone)];
    if (day === today) return words.today;
    return day === dayAfter(today, 1) ? words.tomorrow : longDayText(at, timeZone);
  };
  return [...Map.groupBy(items, nameOf)].map(([name, group]) => ({
    ...{ name, items: group, isOverdue: name === words.overdue },
  }));
}
