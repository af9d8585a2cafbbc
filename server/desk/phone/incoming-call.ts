// What follows when an office phone's part of an incoming call is over. Pure. The phones ring one
// after the other, and only a pressed key connects the caller, so that no voicemail does.

/** The provider's report after it dialed one office phone (twilio.com/docs/voice/twiml/dial). */
export type DialReport = {
  /** `CallStatus` of the caller's line. */
  callStatus: string;
  /** `DialCallStatus` of the office phone's line. */
  dialStatus: string;
  /** Whether the two were connected, or null if the provider didn't say. */
  isBridged: boolean | null;
};

/** `next`: the caller is still waiting, and another phone may ring. */
type AfterDial = "answered" | "missed" | "next";

/** `isAccepted`: the key was pressed on this phone. `hasNext`: there is another phone. */
export function afterDial(
  { callStatus, dialStatus, isBridged }: DialReport,
  { isAccepted, hasNext }: { isAccepted: boolean; hasNext: boolean },
): AfterDial {
  // Someone or something picked up. Only a key says that it was a person.
  const isPickedUp = dialStatus === "completed" || dialStatus === "answered";
  if (isBridged ?? (isAccepted && isPickedUp)) return "answered";
  const isWaiting = waiting.has(callStatus);
  return isWaiting && hasNext ? "next" : "missed";
}

const waiting = new Set(["queued", "ringing", "in-progress"]);
