// Calls that a person starts from an office phone: whether one may start, whether its key connects,
// and how it stands. Pure. Do not call, the hour and frequent calls are warnings on the screen, as for
// any call that a person makes: `warningsOf`.
import { minuteMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import type { LineCallStep } from "#contract/rings.ts";
import type { CallCountry } from "#server/config-values.ts";
import { judgeNumber, type NumberRefusal } from "#server/desk/phone/dialed-number.ts";
import type { Ring, RingState } from "#server/desk/phone/ring.ts";

/** A ring that has a phone on the line. */
export type RunningRing = {
  ringId: string;
  leadId: string;
  state: RingState | "refused" | "joined";
  startedBy: string | null;
  /** The phones that ring or are on the line. */
  phoneIds: string[];
};

export type LineCallAsked = {
  /** The practice's people may call from its number now. */
  isOn: boolean;
  /** The phone is confirmed, and the provider doesn't reject it. */
  isPhoneReady: boolean;
  phoneId: string;
  lead: Pick<Lead, "_id" | "phone">;
  /** Someone else is calling the lead, by the screen. */
  isCalledByOther: boolean;
  running: RunningRing[];
  countries: CallCountry[];
};

/** `phone_busy`: it rings for another person, or is on a line with another lead. */
export type LineCallRefusal = "off" | "no_phone" | NumberRefusal | "being_called" | "phone_busy";

export type LineCallVerdict =
  | { refusal: LineCallRefusal }
  /**
   * `overtaken`: rings for this lead that end. `freed`: rings for other leads whose call to this
   * phone ends; they go on with the next phone.
   */
  | { refusal: null; overtaken: string[]; freed: string[] };

/** Nobody has accepted it yet, so a person's click wins. */
function isOpenForClick({ startedBy, state }: RunningRing): boolean {
  return startedBy === null && (state === "ringing" || state === "answered");
}

export function judgeLineCall(asked: LineCallAsked): LineCallVerdict {
  const { lead, phoneId, running } = asked;
  if (!asked.isOn) return { refusal: "off" };
  if (!asked.isPhoneReady) return { refusal: "no_phone" };
  const number = judgeNumber(lead.phone, asked.countries);
  if (number) return { refusal: number };
  const own = running.filter(({ leadId }) => leadId === lead._id);
  if (asked.isCalledByOther || !own.every(isOpenForClick)) return { refusal: "being_called" };
  const others = running.filter(
    ({ leadId, phoneIds }) => leadId !== lead._id && phoneIds.includes(phoneId),
  );
  if (!others.every(isOpenForClick)) return { refusal: "phone_busy" };
  const idsOf = (rings: RunningRing[]) => rings.map(({ ringId }) => ringId);
  return { refusal: null, overtaken: idsOf(own), freed: idsOf(others) };
}

/**
 * The phone rings for 20 seconds, and the question takes a few more. A key that comes later is of a
 * call that waited at the provider.
 */
const maxWaitMs = 2 * minuteMs;

export type LineKeyAsked = {
  lead: Pick<Lead, "phone" | "openCall" | "doNotCall"> & { isGone: boolean };
  isOn: boolean;
  startedAt: Date;
  countries: CallCountry[];
};

/** Returns what a 1 does now: everything may have changed since the click. */
export function judgeLineKey(asked: LineKeyAsked, now: Date): "connect" | "screen_won" | "over" {
  const { lead, startedAt } = asked;
  if (!asked.isOn || lead.isGone || isTooLate(startedAt, now)) return "over";
  if (judgeNumber(lead.phone, asked.countries)) return "over";
  // The person who clicked was warned of an earlier mark.
  if (lead.doNotCall && Date.parse(lead.doNotCall.since) > startedAt.getTime()) return "over";
  return isCalledSince(lead, startedAt) ? "screen_won" : "connect";
}

export function isTooLate(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() > maxWaitMs;
}

/** Checks whether someone has started a call on the screen after the click. */
export function isCalledSince({ openCall }: Pick<Lead, "openCall">, startedAt: Date): boolean {
  return openCall !== null && Date.parse(openCall.calledAt) > startedAt.getTime();
}

/** How such a call stands. It rings one phone, once. */
export function lineCallStepOf({ state, attempts }: Ring): LineCallStep {
  switch (state) {
    case "queued":
    case "ringing":
    case "answered":
      return "ringing";
    case "accepted":
      return "connecting";
    case "dialing":
      return "calling";
    case "connected":
      return "talking";
    case "ended":
      return "ended";
    case "failed":
      return "not_dialed";
    case "screen_won":
      return "overtaken";
    default: {
      const ending = attempts.at(-1)?.ending;
      if (ending === "busy") return "phone_busy";
      return ending === "failed" || ending === "canceled" ? "phone_failed" : "unanswered";
    }
  }
}
