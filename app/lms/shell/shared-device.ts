// Messages between a shared device's tabs, and what they delete when it locks.
import { removeKeptFiles } from "#app/lms/service-worker/remove-kept-files.ts";
import { forgetDrafts } from "#app/ui/form-drafts.ts";
import { dropToasts } from "#app/ui/toast.tsx";
import { forgetLastGood } from "./last-known-good.ts";

/**
 * `used`: a tab had user input. `locked`: the device may be locked now. `changed`: it was unlocked,
 * or has just become shared.
 */
export type DeviceNews = "used" | "locked" | "changed";

const listeners = new Set<(news: DeviceNews) => void>();
let channel: BroadcastChannel | null = null;

/** One channel in each tab: a tab doesn't hear itself. */
function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel("shared device");
  channel.onmessage = ({ data }) => {
    for (const listener of listeners) listener(data);
  };
  return channel;
}

export function tellTabs(news: DeviceNews): void {
  openChannel().postMessage(news);
}

/** Calls back for other tabs' messages, until the signal aborts. */
export function hearTabs(signal: AbortSignal, onNews: (news: DeviceNews) => void): void {
  openChannel();
  listeners.add(onNews);
  signal.addEventListener("abort", () => listeners.delete(onNews));
}

/** Deletes everything read or typed in this tab. Calls waiting to be sent stay. */
export function forgetPersonal(): void {
  forgetLastGood();
  forgetDrafts();
  dropToasts();
  void removeKeptFiles();
  // The data that the document came with is still in its scripts.
  for (const script of document.scripts) if (!script.src) script.textContent = "";
}
