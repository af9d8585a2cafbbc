// Alerts for due callbacks. No server event is sent when a callback becomes due, so the page uses a
// timer.
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { showToast } from "#app/ui/toast.tsx";
import { callbackDueWords } from "#content/desk/shell.ts";
import type { Callbacks } from "#contract/callbacks.ts";

/** Browsers limit timers to 24 days, and a sleeping computer delays them. */
const longestWaitMs = 60 * 60_000;
/** Compensates for small clock differences: by then the callback is due on the server too. */
const graceMs = 250;

/** Refetches when the next callback is due, and shows an alert on all screens except the queue. */
export function useCallbackAlerts(
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

  const { pathname } = useLocation();
  const navigate = useNavigate();
  const before = useRef<number | null>(null);
  const due = known?.due ?? null;
  useEffect(() => {
    const isMore = due !== null && before.current !== null && due > before.current;
    if (due !== null) before.current = due;
    if (!isMore || pathname === "/lms/dashboard") return;
    showToast({
      title: callbackDueWords.title,
      seconds: 20,
      action: { label: callbackDueWords.show, onPress: () => void navigate("/lms/dashboard") },
    });
  }, [due, pathname, navigate]);
}
