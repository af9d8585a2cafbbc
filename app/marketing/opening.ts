// While the office is closed, an attribute on the marketing frame has the day on which it opens,
// and CSS shows the text for that day, because a prerendered page doesn't know the time.
import { type OfficeHours, opensOn } from "#contract/opens-on.ts";

/** Empty while the office is open, otherwise a day such as "Mon". */
export const opensAttribute = "data-opens-on";
export const hoursAttribute = "data-hours";

export function markOpening(frame: Element) {
  const hours: OfficeHours = JSON.parse(frame.getAttribute(hoursAttribute) ?? "");
  frame.setAttribute(opensAttribute, opensOn(new Date(), hours) ?? "");
}
