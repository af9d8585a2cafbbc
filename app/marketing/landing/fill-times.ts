// Adds links to the questionnaire for the next times for a call. These times aren't known when the
// page is prerendered, and the links must appear before the framework has loaded.
import { ownTimeZone, timeZoneText } from "#app/marketing/get-started/contact-time.ts";
import { daysOf } from "#app/marketing/get-started/slots.ts";
import { opensAttribute } from "#app/marketing/opening.ts";
import { showsSameTime } from "#contract/booked-time.ts";
import type { CallSlots } from "#contract/bookings.ts";
import type { Language } from "#contract/languages.ts";
import { clockText, dayText } from "#contract/moment-text.ts";

/** The attribute that contains the questionnaire's URL. */
export const timesAttribute = "data-times";
const filledAttribute = "data-filled";
const timesShown = 3;

/** Adds the times, unless the office is open or they have been added already. */
export async function fillTimes(place: Element) {
  const isClosed = place.closest(`[${opensAttribute}]`)?.getAttribute(opensAttribute);
  if (!isClosed || place.hasAttribute(filledAttribute)) return;
  place.setAttribute(filledAttribute, "");
  const zone = ownTimeZone();
  const { slots, timeZone } = await freeSlots();
  const [first] = daysOf(slots, zone);
  place.setAttribute(filledAttribute, first ? "some" : "none");
  if (!first) return;
  const language = document.documentElement.lang as Language;
  const day = document.createElement("p");
  const named = dayText(first.day, { weekday: "long", month: "long", day: "numeric" }, language);
  const isElsewhere = first.slots.some((slot) => !showsSameTime(new Date(slot), zone, timeZone));
  day.textContent = isElsewhere ? `${named}, ${timeZoneText(zone, language)}` : named;
  const list = document.createElement("ul");
  for (const slot of first.slots.slice(0, timesShown)) {
    const link = document.createElement("a");
    link.href = `${place.getAttribute(timesAttribute)}?${new URLSearchParams({ slot })}`;
    link.textContent = clockText(new Date(slot), zone, language);
    list.appendChild(document.createElement("li")).append(link);
  }
  place.append(day, list);
}

/** Returns the free slots, or none if the server doesn't respond. */
async function freeSlots(): Promise<Pick<CallSlots, "slots" | "timeZone">> {
  try {
    const response = await fetch("/api/call-slots");
    if (response.ok) return await response.json();
  } catch {
    // Like a response without times.
  }
  return { slots: [], timeZone: "" };
}
