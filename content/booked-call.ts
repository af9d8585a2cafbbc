// The page on which a visitor reschedules or cancels a booked call. A link in the call's emails
// opens it.
import { site } from "./site.ts";

/** Returns the owner's time zone, with the name that the site uses for this zone. */
export function ownZone(timeZone: string): { timeZone: string; name?: string } {
  const { officeHours } = site;
  return timeZone === officeHours.timeZone
    ? { timeZone, name: officeHours.zoneName }
    : { timeZone };
}

const { ownerFirst } = site;

export const bookedCallWords = {
  title: `Your call with ${ownerFirst}`,
  coming: `${ownerFirst} will call you:`,
  canceled: "This call was canceled. It was booked for:",
  past: "This call was booked for:",
  moveTitle: "Reschedule the call",
  againTitle: "Pick a new time",
  days: "Day",
  times: "Time",
  zones: (visitors: string) => `Times are in your time zone, ${visitors}.`,
  move: "Reschedule the call",
  again: "Book this time",
  none: "No other times are available right now.",
  cancelTitle: "Cancel the call",
  cancelAsk: "We’ll email you a confirmation. You can pick a new time later.",
  cancel: "Yes, cancel the call",
  /** Shown when the page can't help. */
  orCall: "Need something else? Call us:",
  dead: "This link doesn’t work anymore. It may be incomplete, or the call was a while ago.",
  pick: "Pick a time first.",
} as const;
