// A call-back falls due by itself: no event says so, the page's own clock does.
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { showToast } from "#app/ui/toast.tsx";
import { callbackDueWords } from "#content/desk/shell.ts";
import type { Callbacks } from "#contract/callbacks.ts";

/** Browsers keep no timer longer than 24 days, and a sleeping computer keeps none. */
const longestWaitMs = 60 * 60_000;
/** By then it is due for the server too. */
const graceMs = 250;

/** Looks again when the next call-back falls due, and speaks up on every screen but the queue's. */
export function useCallBackAlerts(
  known: Callbacks | null,
  serverNow: string,
  lookAgain: () => void,
) {
  const again = useRef(lookAgain);
  again.current = lookAgain;
  const nextDueAt = known?.nextDueAt ?? null;
  useEffect(() => {
    if (!nextDueAt) return;
    const leftMs = new Date(nextDueAt).getTime() - new Date(serverNow).getTime() + graceMs;
    const timer = setTimeout(() => again.current(), Math.min(leftMs, longestWaitMs));
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
