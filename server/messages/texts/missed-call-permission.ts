// Whether a missed call is answered with a text now. Pure. Checked a minute after the call, and again
// before the handoff. A text that may not be sent then is dropped, never delayed.
import { dayMs, minuteMs } from "#contract/durations.ts";
import type { TextRefusal } from "#contract/texts.ts";

/** After this time, "sorry we missed your call" is no longer an answer. */
const lateMinutes = 10;

/**
 * `own_phone`: the practice's own phone called. `answered`: somebody called or texted the lead since.
 * `called_again`: a newer call from the number decides. `recent`: a missed call from the number was
 * answered with a text less than a day ago.
 */
export type MissedCallRefusal =
  | TextRefusal
  | ("own_phone" | "answered" | "called_again" | "recent" | "closed" | "late");

export type MissedCallAsked = {
  /** `isOnWhenClosed`: it allows the text while it is closed, and will open again. */
  practice: { isOn: boolean; isOpen: boolean; isOnWhenClosed: boolean };
  /** What `judgeText` says about the lead, apart from consent. */
  refusal: TextRefusal | null;
  /** When the call came in. */
  missedAt: Date;
  isOwnPhone: boolean;
  /** When somebody at the practice last called or texted the lead, or null. */
  lastContactAt: Date | null;
  /** Whether the number called again later, even if that call was answered. */
  hasCalledAgain: boolean;
  /** When a missed call from the number was last answered with another text, or null. */
  lastAnswerAt: Date | null;
};

/** Returns why no text is sent, or null if one is. */
export function judgeMissedCall(asked: MissedCallAsked, now: Date): MissedCallRefusal | null {
  const { practice, refusal, missedAt, lastContactAt, lastAnswerAt } = asked;
  if (!practice.isOn) return "off";
  if (asked.isOwnPhone) return "own_phone";
  if (refusal) return refusal;
  if (lastContactAt && lastContactAt >= missedAt) return "answered";
  if (asked.hasCalledAgain) return "called_again";
  if (lastAnswerAt && now.getTime() - lastAnswerAt.getTime() < dayMs) return "recent";
  // Otherwise, somebody has to be there to read the answer.
  if (!practice.isOpen && !practice.isOnWhenClosed) return "closed";
  return now.getTime() - missedAt.getTime() > lateMinutes * minuteMs ? "late" : null;
}
