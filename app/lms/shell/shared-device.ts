// The messages between the tabs of a shared device, and what these tabs delete when the device is
// locked.
import { removeKeptFiles } from "#app/lms/service-worker/remove-kept-files.ts";
import { forgetDrafts } from "#app/ui/form-drafts.ts";
import { dropToasts } from "#app/ui/toast.tsx";
import { forgetLastGood } from "./last-known-good.ts";

/**
 * `used`: another tab had user input. `locked`: the device may have been locked. `changed`: the
 * device was unlocked, or has just become a shared device.
 */
export type DeviceNews = "used" | "locked" | "changed";

const listeners = new Set<(news: DeviceNews) => void>();
let channel: BroadcastChannel | null = null;

/** A tab has only one channel, because a channel doesn't receive the messages that it sends. */
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

/** Calls `onNews` for the messages from other tabs, until the signal aborts. */
export function hearTabs(signal: AbortSignal, onNews: (news: DeviceNews) => void): void {
  openChannel();
  listeners.add(onNews);
  signal.addEventListener("abort", () => listeners.delete(onNews));
}

/** Deletes everything that was read or typed in this tab, except calls that weren't sent. */
export function forgetPersonal(): void {
  forgetLastGood();
  forgetDrafts();
  dropToasts();
  void removeKeptFiles();
  // The document's scripts still contain the data that the page was rendered with.
  for (const script of document.scripts) if (!script.src) script.textContent = "";
}
