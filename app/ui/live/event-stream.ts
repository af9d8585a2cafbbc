// One event stream per browser, which all tabs share, because HTTP/1.1 allows six connections per
// site and front desks keep many tabs open. The tab that holds the Web Lock listens and broadcasts
// each event to the other tabs. When it closes, another tab gets the lock.
import { useEffect, useEffectEvent, useState } from "react";
import { rootPath } from "#app/root-path.ts";
import { type DeskEventName, deskEventNames, heartbeatSeconds } from "#contract/desk-events.ts";
import { pauseMsAfter } from "./retries.ts";

/** `closed`: the server rejected the stream, for example because the session has expired. */
export type StreamNews<Change> =
  | { event: Exclude<DeskEventName, "changed"> | "closed" }
  | { event: "changed"; change: Change };

/** When the newest message arrived, on this browser's clock; null if none has arrived. */
let newestHeardAt: number | null = null;

/** Returns how long ago this tab or another one last heard from the server; null if none has. */
export function silentMs(): number | null {
  return newestHeardAt === null ? null : Date.now() - newestHeardAt;
}

/** Longer than two heartbeats and the network's latency. */
const silenceMs = 2.5 * heartbeatSeconds * 1000;

/**
 * Calls back for each event that this tab receives or that another tab broadcasts. Returns whether
 * the stream is open. Tabs share a stream if they ask for the same URL with the same account.
 */
export function useEventStream<Change>(
  account: string,
  path: string,
  onNews: (news: StreamNews<Change>) => void,
): { isLive: boolean } {
  const [isLive, setIsLive] = useState(true);
  const onHeard = useEffectEvent(onNews);

  useEffect(() => {
    const url = `${rootPath}${path}`;
    const shared = `${url} ${account}`;
    const channel = new BroadcastChannel(shared);
    const ended = new AbortController();
    const { signal } = ended;
    let heardAt = Date.now();
    const hear = (news: StreamNews<Change>) => {
      heardAt = Date.now();
      newestHeardAt = heardAt;
      setIsLive(news.event !== "closed");
      onHeard(news);
    };
    const lose = () => setIsLive(false);

    channel.onmessage = ({ data }) => hear(data);
    const watch = setInterval(() => {
      if (Date.now() - heardAt > silenceMs) lose();
    }, 1000);
    const tell = (news: StreamNews<Change>) => {
      channel.postMessage(news);
      hear(news);
    };
    const listen = () => keepListening(url, signal, { onLost: lose, onNews: tell });
    // Without Web Locks, on a page without HTTPS, each tab opens a separate stream.
    if (!navigator.locks) void listen();
    else navigator.locks.request(shared, { signal }, listen).catch(() => undefined);
    // Only the other tabs have received the events since this page was rendered, so this one must
    // reload.
    void isLockHeldElsewhere(shared).then((isFollower) => {
      if (isFollower && !signal.aborted) onHeard({ event: "refetch" });
    });
    return () => {
      ended.abort();
      clearInterval(watch);
      channel.close();
    };
  }, [account, path]);
  return { isLive };
}

/**
 * Returns whether another tab holds the lock. If so, this tab gets no `hello`, which would make it
 * reload.
 */
async function isLockHeldElsewhere(lock: string): Promise<boolean> {
  if (!navigator.locks) return false;
  const { held = [], pending = [] } = await navigator.locks.query();
  return [held, pending].flat().filter(({ name }) => name === lock).length > 1;
}

type Callbacks<Change> = { onLost: () => void; onNews: (news: StreamNews<Change>) => void };

/**
 * Keeps a stream open until the signal aborts. A stream that ends or becomes silent is replaced.
 */
export async function keepListening<Change>(
  url: string,
  signal: AbortSignal,
  callbacks: Callbacks<Change>,
) {
  let failures = 0;
  while (!signal.aborted) {
    const isHeard = await listen(url, signal, callbacks);
    failures = isHeard ? 0 : failures + 1;
    await waitFor(signal, (end) => {
      const timer = setTimeout(end, pauseMsAfter(failures));
      return () => clearTimeout(timer);
    });
  }
}

/** Listens to one stream until it ends. Returns whether the server sent anything. */
async function listen<Change>(
  url: string,
  signal: AbortSignal,
  { onLost, onNews }: Callbacks<Change>,
) {
  let isHeard = false;
  await waitFor(signal, (end) => {
    const stream = new EventSource(url);
    // A timer, because a connection may be lost without an error.
    let silence = setTimeout(end, silenceMs);
    for (const event of deskEventNames) {
      stream.addEventListener(event, ({ data }) => {
        isHeard = true;
        clearTimeout(silence);
        silence = setTimeout(end, silenceMs);
        onNews(event === "changed" ? { event, change: JSON.parse(data) } : { event });
      });
    }
    stream.onerror = () => {
      onLost();
      if (stream.readyState !== EventSource.CLOSED) return;
      // Browsers don't reconnect after a response that isn't an event stream.
      onNews({ event: "closed" });
      end();
    };
    return () => {
      clearTimeout(silence);
      stream.close();
    };
  });
  return isHeard;
}

/** Waits until `end` is called or the signal aborts. `begin` returns a function that cleans up. */
function waitFor(signal: AbortSignal, begin: (end: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      signal.removeEventListener("abort", end);
      clean();
      resolve();
    };
    const clean = begin(end);
    signal.addEventListener("abort", end);
  });
}
