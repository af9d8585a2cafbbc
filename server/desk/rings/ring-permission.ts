// Whether the practice's phones may ring about a lead now. Pure. Checked when the ring is queued,
// when it starts, and again at the key, because the provider may queue a call in between.
import { warningsOf } from "#contract/call-warnings.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import { afterOpenMinutes, type BusinessHours, isOpenAt } from "#contract/open-time.ts";
import type { CallCountry } from "#server/config-values.ts";
import { callMinutes } from "#server/desk/leads/alert-verdict.ts";
import { judgeNumber, type NumberRefusal } from "#server/desk/phone/dialed-number.ts";

/**
 * The most rings in 24 hours. Anyone may send a form, so one form can't use up the practice's
 * rings. For a person who sends it again and again, phones ring no more often than Florida allows
 * calls (501.616(6)).
 */
export const ringCaps = { byForm: 60, byPractice: 150, byLead: 3 } as const;

/** `gone`: deleted, archived, merged or erased. `untimed`: imported, or entered by hand. */
export type RingRefusal =
  | ("off" | "no_phone" | "gone" | "do_not_call" | "opted_out" | "test" | "untimed" | "found_late")
  | ("called" | "being_called" | NumberRefusal | "closed" | "calling_hours" | "often")
  | ("form_cap" | "practice_cap");

export type RingAsked = {
  practice: BusinessHours & { isOn: boolean; confirmedPhones: number };
  lead: Pick<
    Lead,
    | ("phone" | "state" | "uncalledSince" | "openCall" | "doNotCall")
    | ("thirdLastCalledAt" | "lastCalledAt" | "timeZones")
  > & {
    isGone: boolean;
    /** The number once opted out of texts, even if it allowed them again: no phone rings for it. */
    hasOptedOut: boolean;
  };
  /** `isFoundLate`: fetched much later than it was sent, so the phones don't ring for it. */
  inquiry: { isTest: boolean; isUntimed: boolean; isFoundLate: boolean };
  /**
   * Rings in the last 24 hours. `byLead` counts by the lead's number, so that two leads with one
   * number share a limit.
   */
  rungInDay: { byForm: number; byPractice: number; byLead: number };
  /** The configured countries. */
  countries: CallCountry[];
};

/** Returns why the phones don't ring, the most lasting reason first, or null if they may. */
export function judgeRing(asked: RingAsked, now: Date): RingRefusal | null {
  const { practice, lead, inquiry, rungInDay } = asked;
  if (!practice.isOn) return "off";
  if (practice.confirmedPhones === 0) return "no_phone";
  if (lead.isGone || lead.state === "archived") return "gone";
  if (lead.doNotCall) return "do_not_call";
  if (lead.hasOptedOut) return "opted_out";
  if (inquiry.isTest) return "test";
  if (inquiry.isUntimed) return "untimed";
  if (inquiry.isFoundLate) return "found_late";
  if (!lead.uncalledSince) return "called";
  if (isBeingCalled(lead, now)) return "being_called";
  const number = judgeNumber(lead.phone, asked.countries);
  if (number) return number;
  if (!isOpenAt(now, practice)) return "closed";
  const warnings = warningsOf(lead, now, practice.timeZone).map(({ kind }) => kind);
  if (warnings.includes("hour")) return "calling_hours";
  if (warnings.includes("often") || rungInDay.byLead >= ringCaps.byLead) return "often";
  if (rungInDay.byForm >= ringCaps.byForm) return "form_cap";
  return rungInDay.byPractice >= ringCaps.byPractice ? "practice_cap" : null;
}

/**
 * Returns when a lead's ring is due: after the practice's delay, during which a person may call
 * from the screen. Only time within business hours counts. Null for a practice that is never open.
 */
export function ringDueAt(
  receivedAt: Date,
  delaySeconds: number,
  hours: BusinessHours,
): Date | null {
  const due = afterOpenMinutes(receivedAt, delaySeconds / 60, hours);
  // A delay that would end exactly at closing ends at the next opening.
  return due && afterOpenMinutes(due, 0, hours);
}

/** A call without a result blocks the ring only while someone may be on the phone. */
export function isBeingCalled({ openCall }: Pick<Lead, "openCall">, now: Date): boolean {
  return (
    openCall !== null && now.getTime() < Date.parse(openCall.calledAt) + callMinutes * minuteMs
  );
}
