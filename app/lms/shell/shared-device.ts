// Messages between a shared device's tabs, and what the tabs delete when the device locks.
import { removeKeptFiles } from "#app/lms/service-worker/remove-kept-files.ts";
import { forgetDrafts } from "#app/ui/form-drafts.ts";
import { dropToasts } from "#app/ui/toast.tsx";
import { forgetLastGood } from "./last-known-good.ts";

/**
 * `used`: a tab had user input. `locked`: the device may now be locked. `changed`: it was unlocked
 * or has just become shared.
 */
export type DeviceNews = "used" | "locked" | "changed";

const listeners = new Set<(news: DeviceNews) => void>();
let channel: BroadcastChannel | null = null;

/** Each tab has one channel, because a channel doesn't receive its own messages. */
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

/** Calls back for other tabs' messages until the signal aborts. */
export function hearTabs(signal: AbortSignal, onNews: (news: DeviceNews) => void): void {
  openChannel();
  listeners.add(onNews);
  signal.addEventListener("abort", () => listeners.delete(onNews));
}

/** Deletes everything that was read or typed in this tab, except unsent calls. */
export function forgetPersonal(): void {
  forgetLastGood();
  forgetDrafts();
  dropToasts();
  void removeKeptFiles();
  // The data that the document was rendered with is still in its scripts.
  for (const script of document.scripts) if (!script.src) script.textContent = "";
}
