// A prerendered page doesn't know the time. So an attribute on the marketing frame says on which
// day the office opens, if it is closed, and CSS shows the text for that day.
import { type OfficeHours, opensOn } from "#contract/opens-on.ts";

/** The attribute is empty while the office is open; otherwise it is a day such as "Mon". */
export const opensAttribute = "data-opens-on";
export const hoursAttribute = "data-hours";

export function markOpening(frame: Element) {
  const hours: OfficeHours = JSON.parse(frame.getAttribute(hoursAttribute) ?? "");
  frame.setAttribute(opensAttribute, opensOn(new Date(), hours) ?? "");
}
