// Reloads the data when a callback becomes due, because the server sends no event for that.
import { useEffect, useEffectEvent } from "react";
import type { Callbacks } from "#contract/callbacks.ts";
import { hourMs } from "#contract/durations.ts";

/** Browsers limit timers to 24 days, and a sleeping computer delays them. */
const longestWaitMs = hourMs;
/**
 * The timer waits a little longer, so that the callback is due on the server too, even if the
 * clocks differ slightly.
 */
const graceMs = 250;

/** Reloads the data when the next callback is due. */
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
