// The free slots as a visitor sees them: by day in the visitor's time zone, and the slot that
// matches a typed date and time. Pure.
import { dayIn, localText } from "#contract/zones.ts";
import { dayText, readDay, readPickedDay } from "./contact-time.ts";

/** The name of the hidden field for the selected slot's start. */
export const slotField = "slot";

/** Returns the slot in the query of a link from another page, or null if there is none. */
export function carriedSlot(search: string): string | null {
  const slot = new URLSearchParams(search).get("slot");
  return slot && !Number.isNaN(Date.parse(slot)) ? new Date(slot).toISOString() : null;
}

export type SlotDay = { day: string; slots: string[] };

/** Groups slots by day, in order. Days such as "2026-03-17" are in the visitor's time zone. */
export function daysOf(slots: string[], timeZone: string): SlotDay[] {
  const days: SlotDay[] = [];
  for (const slot of slots) {
    const day = dayIn(new Date(slot), timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.slots.push(slot);
    else days.push({ day, slots: [slot] });
  }
  return days;
}

/** Returns what the date and time fields contain for a slot. */
export function typedAs(slot: string, timeZone: string): { date: string; time: string } {
  const [day = "", time = ""] = localText(new Date(slot), timeZone).split("T");
  const picked = readPickedDay(day);
  return { date: picked ? dayText(picked) : "", time };
}

/**
 * Returns whether the date and time fields match a slot. Compares local times, because the same
 * local time occurs twice when clocks go back.
 */
export function isTyped(
  slot: string,
  typed: { contactDate?: string; contactTime?: string },
  timeZone: string,
): boolean {
  if (Number.isNaN(Date.parse(slot))) return false;
  const day = readDay(typed.contactDate ?? "");
  const { date, time } = typedAs(slot, timeZone);
  return day !== null && dayText(day) === date && typed.contactTime === time;
}
