// When the next monthly invoice is due. Pure.
import { monthAfter } from "#contract/month-reports.ts";
import { dayAfter } from "#contract/zones.ts";

/**
 * Returns the same day of the next month, or its last day in a shorter month. If `due` is its
 * month's last day, the agreed day may be a later one; `earlier`, the previous invoice's date,
 * tells which.
 */
export function invoiceAfter(due: string, earlier: string | null): string {
  const isLast = dayAfter(due, 1).slice(0, 7) !== due.slice(0, 7);
  const day = Math.max(dayOfMonth(due), isLast && earlier ? dayOfMonth(earlier) : 0);
  const month = monthAfter(due.slice(0, 7), 1);
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1);
  return day < dayOfMonth(last) ? `${month}-${String(day).padStart(2, "0")}` : last;
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}
