// The server sends no event when a callback becomes due, so the page uses a timer.
import { useEffect, useEffectEvent } from "react";
import type { Callbacks } from "#contract/callbacks.ts";
import { hourMs } from "#contract/durations.ts";

/** Browsers limit timers to 24 days, and a sleeping computer delays them. */
const longestWaitMs = hourMs;
/** Compensates for small clock differences, so the callback is due on the server as well. */
const graceMs = 250;

/** Refetches when the next callback is due. */
export function useCallbackTimer(
  known: Callbacks | null,
  serverNow: string,
  lookAgain: () => void,
) {
  const onDue = useEffectEvent(lookAgain);
  const nextDueAt = known?.nextDueAt ?? null;
  useEffect(() => {
    if (!nextDueAt) return;
    const leftMs = new Date(nextDueAt).getTime() - new Date(serverNow).getTime() + graceMs;
    const timer = setTimeout(() => onDue(), Math.min(leftMs, longestWaitMs));
    return () => clearTimeout(timer);
  }, [nextDueAt, serverNow]);
}
