// While the office is closed, the marketing frame's element says on which day it opens, and CSS
// shows the words for that: a prerendered page doesn't know the time of day.
import { type OfficeHours, opensOn } from "#contract/opens-on.ts";

/** Empty while the office is open, else a day such as "Mon". */
export const opensAttribute = "data-opens-on";
export const hoursAttribute = "data-hours";

export function markOpening(frame: Element) {
  const hours: OfficeHours = JSON.parse(frame.getAttribute(hoursAttribute) ?? "");
  frame.setAttribute(opensAttribute, opensOn(new Date(), hours) ?? "");
}
