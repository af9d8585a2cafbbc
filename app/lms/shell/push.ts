// This browser's push notifications.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { NewAlertDevice } from "#contract/alerts.ts";
import { setAlertSettings } from "./alert-settings.ts";

/**
 * `needsHomeScreen`: an iPhone has notifications only for what is on its home screen. `denied`: the
 * person, or the browser, has refused.
 */
export type PushState = "unsupported" | "needsHomeScreen" | "denied" | "possible";

export function pushState(): PushState {
  if ("PushManager" in window && "serviceWorker" in navigator && "Notification" in window) {
    return Notification.permission === "denied" ? "denied" : "possible";
  }
  // An iPad presents itself as a Mac with a touch screen.
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);
  return isApple && navigator.maxTouchPoints > 1 ? "needsHomeScreen" : "unsupported";
}

/** Null on the server and until hydration. */
export function usePushState() {
  const [state, setState] = useState<PushState | null>(null);
  const look = () => setState(pushState());
  useEffect(look, []);
  return [state, look] as const;
}

/** Asks the person, subscribes, and tells the server. Returns what to say; null: refused. */
export async function turnOnPush(pushKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  // A subscription with an earlier key has to end first.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const json = NewAlertDevice.parse(subscription.toJSON());
  const outcome = await askApi(() => api.alerts.devices.$post({ json }));
  if (!outcome.isDone) return outcome.refusal.message;
  setAlertSettings(outcome.answer.alerts);
  return outcome.answer.message;
}

/** Without a server's word the browser would still show what is on its way. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/lms/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
