// Connects the desk's page to its service worker, for the offline cache, clicked notifications, and
// updates.
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import type { ToPage, ToWorker } from "#app/lms/service-worker/messages.ts";
import type { LiveLeads } from "#app/lms/shell/live-leads.ts";
import { showToast } from "#app/ui/toast.tsx";
import { updateWords } from "#content/desk/alerts.ts";
import { hourMs } from "#contract/durations.ts";
import { isWaiting } from "./new-leads.ts";

const script = "/lms/service-worker.js";
/**
 * How often an open desk refreshes its offline cache, and how often it checks for a new version.
 */
const keepEveryMs = 10 * 60_000;
const updateEveryMs = hourMs;
const calmCheckMs = 30_000;

/**
 * Registers the service worker. A demo (`account` is null) isn't cached for offline use and leaves
 * the real desk's service worker alone. A shared device isn't cached either, but gets
 * notifications.
 */
export function useServiceWorker(account: string | null, isShared: boolean): void {
  const navigate = useNavigate();
  const onPressed = useEffectEvent((url: string) => void navigate(url));

  useEffect(() => {
    const worker = navigator.serviceWorker;
    // Browsers offer service workers only over HTTPS or on loopback.
    if (!worker || account === null) return;
    const left = new AbortController();
    const { signal } = left;
    let registration: ServiceWorkerRegistration | undefined;
    const tell = (message: ToWorker) => registration?.active?.postMessage(message);
    const keep = () => tell(isShared ? { type: "signedOut" } : { type: "deskOpen", account });
    void worker
      .register(script)
      .then(() => worker.ready)
      .then((ready) => {
        if (signal.aborted) return;
        registration = ready;
        keep();
        offerUpdates(ready, signal);
      })
      .catch(() => undefined);
    const timers = [
      setInterval(keep, keepEveryMs),
      setInterval(() => void registration?.update().catch(() => undefined), updateEveryMs),
    ];
    document.addEventListener("visibilitychange", () => document.hidden && keep(), { signal });
    worker.addEventListener(
      "message",
      ({ data, ports }: MessageEvent<ToPage>) => {
        if (data.type !== "open") return;
        ports[0]?.postMessage("heard");
        onPressed(data.url);
      },
      { signal },
    );
    worker.startMessages();
    return () => {
      left.abort();
      for (const timer of timers) clearInterval(timer);
    };
  }, [account, isShared]);
}

/** Offers each new version once, at a moment when the user isn't busy. */
function offerUpdates(registration: ServiceWorkerRegistration, signal: AbortSignal) {
  let asked: ServiceWorker | null = null;
  const offer = () => {
    const { waiting } = registration;
    if (!waiting || waiting === asked || isBusy()) return;
    asked = waiting;
    showToast({
      title: updateWords.ready,
      seconds: 60,
      action: { label: updateWords.reload, onPress: () => reloadWith(waiting) },
    });
  };
  const timer = setInterval(offer, calmCheckMs);
  signal.addEventListener("abort", () => clearInterval(timer));
  document.addEventListener("visibilitychange", () => document.hidden || offer(), { signal });
  offer();
}

/** Reloads only this tab, because someone may be typing in another tab. */
function reloadWith(waiting: ServiceWorker) {
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  waiting.postMessage({ type: "update" } satisfies ToWorker);
}

/** Returns whether someone is typing, a dialog is open, or a call has no outcome yet. */
function isBusy(): boolean {
  const { activeElement } = document;
  const isTyping =
    activeElement instanceof HTMLElement &&
    (activeElement.isContentEditable || activeElement.matches("input, textarea, select"));
  return isTyping || document.querySelector("dialog[open], [data-outcome]") !== null;
}

/** Closes this device's notifications about leads that no longer need a call. */
export function useClosedNotifications({ rows }: LiveLeads): void {
  useEffect(() => {
    const done = new Set(
      [...rows].flatMap(([leadId, { lead }]) => (lead && isWaiting(lead) ? [] : leadId)),
    );
    if (done.size > 0) void closeNotifications(done).catch(() => undefined);
  }, [rows]);
}

async function closeNotifications(leadIds: ReadonlySet<string>): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/lms/");
  for (const notification of (await registration?.getNotifications()) ?? []) {
    if (leadIds.has(notification.tag.replace(/^lead-/, ""))) notification.close();
  }
}
