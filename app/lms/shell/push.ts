// This browser's push notifications.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { readOncePerChange, storedText, storeText } from "#app/ui/device-storage.ts";
import { alertWords } from "#content/desk/alerts.ts";
import { type AlertSettings, NewAlertDevice } from "#contract/alerts.ts";
import { setAlertSettings } from "./alert-settings.ts";

/**
 * `needsHomeScreen`: an iPhone allows notifications only for apps on the home screen. `denied`: the
 * person or the browser doesn't allow notifications.
 */
export type PushState = "unsupported" | "needsHomeScreen" | "denied" | "possible";

export function pushState(): PushState {
  if ("PushManager" in window && "serviceWorker" in navigator && "Notification" in window) {
    return Notification.permission === "denied" ? "denied" : "possible";
  }
  // An iPad identifies itself as a Mac with a touch screen.
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);
  return isApple && navigator.maxTouchPoints > 1 ? "needsHomeScreen" : "unsupported";
}

/** Returns the push state, and null on the server and until hydration. */
export function usePushState() {
  const [state, setState] = useState<PushState | null>(null);
  const look = () => setState(pushState());
  useEffect(look, []);
  return [state, look] as const;
}

/**
 * Asks the person for permission, subscribes, and sends the subscription to the server. Returns a
 * message to show, or null if the permission was denied.
 */
export async function turnOnPush(pushKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  // A browser may allow notifications but have no push service, for example in a private window or
  // because of a company's policy.
  const subscription = await subscribe(pushKey).catch(() => null);
  if (!subscription) return alertWords.notSubscribed;
  const outcome = await addThisDevice(subscription);
  if (!outcome.isDone) return outcome.refusal.message;
  storeText(renewedName, null);
  return outcome.answer.message;
}

/**
 * Browsers drop subscriptions without notice, so each load of the desk calls this. It subscribes
 * again or, if that fails, tells the server that notifications have stopped on this device. The
 * profile then shows which device it is.
 */
export async function renewPush(settings: AlertSettings): Promise<void> {
  const { subscription, devices, pushKey } = settings;
  if (!subscription || !("PushManager" in window)) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const current = await pushManager.getSubscription();
  const isSame = current?.endpoint === subscription.endpoint;
  if (isSame && !subscription.isGone && isOfKey(current, pushKey)) return;
  try {
    if (Notification.permission !== "granted") throw new Error("The permission is gone, too");
    // Without this, the browser would return the same expired subscription.
    if (isSame) await current.unsubscribe();
    const outcome = await addThisDevice(await subscribe(pushKey));
    if (outcome.isDone) storeText(renewedName, new Date().toISOString());
  } catch {
    const device = devices.find(({ isThisDevice }) => isThisDevice);
    if (!device) return;
    const change = { param: { id: device._id }, json: { isGone: true as const } };
    const outcome = await askApi(() => api.alerts.devices[":id"].$patch(change));
    if (outcome.isDone) setAlertSettings(outcome.answer.alerts);
  }
}

const renewedName = "notifications renewed";

/**
 * When this browser last had to subscribe again; null if it hasn't had to since notifications were
 * turned on.
 */
export const renewedAt = readOncePerChange(() => storedText(renewedName));

async function subscribe(pushKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  // If there is a subscription with an earlier key, it must be canceled first.
  return pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

async function addThisDevice(subscription: PushSubscription) {
  const json = NewAlertDevice.parse(subscription.toJSON());
  const outcome = await askApi(() => api.alerts.devices.$post({ json }));
  if (outcome.isDone) setAlertSettings(outcome.answer.alerts);
  return outcome;
}

/**
 * Returns whether the subscription was made with this key, and true if the browser doesn't tell.
 */
function isOfKey({ options }: PushSubscription, pushKey: string): boolean {
  const key = options.applicationServerKey;
  if (!key) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "") === pushKey;
}

/**
 * Cancels the subscription. Otherwise the browser would still show messages that are already on
 * their way.
 */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/lms/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
