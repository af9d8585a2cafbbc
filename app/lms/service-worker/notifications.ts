// Shows push messages as notifications. Every message shows one, whatever it contains, because
// browsers cancel a subscription whose messages don't.
import { newLeadWords } from "#content/desk/alerts.ts";
import type { PushPayload } from "#contract/alerts.ts";
import type { ToPage } from "./messages.ts";
import { type Tab, worker } from "./worker.ts";

const dashboard = "/lms/dashboard";
/** How long to wait for a tab's response. An open tab responds sooner unless it is suspended. */
const answerMs = 1000;

export async function show(message: { json: () => unknown } | null): Promise<void> {
  const payload = read(message);
  const { title = newLeadWords.one, body = "", url = dashboard, tag, isSilent = false } = payload;
  await worker.registration.showNotification(title, {
    body,
    icon: "/icon-192.png",
    data: { url, _id: payload._id },
    silent: isSilent,
    ...(tag && { tag, renotify: !isSilent }),
  } as NotificationOptions);
  await report(payload._id, "shown");
}

/** Opens the lead in an open tab of the desk, or in a new tab. */
export async function open(notification: Notification): Promise<void> {
  notification.close();
  const { data } = notification;
  const url = new URL(String(data?.url ?? dashboard), worker.location.origin);
  const isOurs = url.origin === worker.location.origin && url.pathname.startsWith("/lms/");
  await Promise.all([
    openUrl(isOurs ? url.pathname + url.search + url.hash : dashboard),
    report(data?._id, "opened"),
  ]);
}

async function openUrl(url: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const desk = tabs.find((tab) => new URL(tab.url).pathname.startsWith("/lms/"));
  if (!desk) return void (await worker.clients.openWindow(url));
  const tab = await desk.focus().catch(() => desk);
  // The page itself should navigate, because a full navigation would lose what was typed in it.
  if (!(await isHeard(tab, { type: "open", url }))) await tab.navigate(url);
}

function isHeard(tab: Tab, message: ToPage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerMs);
    tab.postMessage(message, [port2]);
  });
}

/**
 * Subscribes again after the browser has canceled a subscription, even if it has already made a new
 * one. If this fails, the next load of the desk tries again.
 */
export async function subscribeAgain(
  before: PushSubscription | undefined,
  after: PushSubscription | undefined,
): Promise<void> {
  const { pushManager } = worker.registration;
  const next = after ?? (await pushManager.subscribe(before?.options ?? (await readOptions())));
  await fetch("/api/alerts/devices", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(next),
  });
}

async function readOptions(): Promise<PushSubscriptionOptionsInit> {
  const answer = await fetch("/api/alerts");
  return { userVisibleOnly: true, applicationServerKey: (await answer.json()).pushKey };
}

function read(message: { json: () => unknown } | null): Partial<PushPayload> {
  try {
    return (message?.json() ?? {}) as Partial<PushPayload>;
  } catch {
    return {};
  }
}

/**
 * Reports to the server. A failed request is ignored, because the notification was shown anyway.
 */
async function report(alertId: unknown, what: "shown" | "opened"): Promise<void> {
  if (typeof alertId !== "string") return;
  const path = `/api/alerts/${encodeURIComponent(alertId)}/${what}`;
  await fetch(path, { method: "POST" }).catch(() => undefined);
}
