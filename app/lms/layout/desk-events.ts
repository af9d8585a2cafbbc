// One event stream per browser, shared by all tabs: HTTP/1.1 allows six connections per site, and
// front desks keep many tabs open. The tab that holds the Web Lock listens and broadcasts each
// event to the others; when it closes, another tab takes the lock.
import { useEffect, useRef, useState } from "react";
import { type DeskEventName, deskEventNames, heartbeatSeconds } from "#contract/desk-events.ts";

/** Two heartbeats and network latency. */
const silenceMs = 2.5 * heartbeatSeconds * 1000;

/**
 * Calls back for each event, received in this tab or broadcast by another, and returns whether the
 * stream is open. `viewAs`: the practice that the owner views as; those tabs share a stream of
 * their own.
 */
export function useDeskEvents(
  viewAs: string | null,
  onNews: (news: DeskEventName) => void,
): { isLive: boolean } {
  const [isLive, setIsLive] = useState(true);
  const callback = useRef(onNews);
  callback.current = onNews;

  useEffect(() => {
    const stream = viewAs ? `/api/leads/events?client=${viewAs}` : "/api/leads/events";
    const channel = new BroadcastChannel(stream);
    const ended = new AbortController();
    let heardAt = Date.now();
    const hear = (news: DeskEventName) => {
      heardAt = Date.now();
      setIsLive(true);
      callback.current(news);
    };
    const lose = () => setIsLive(false);

    channel.onmessage = ({ data }) => hear(data);
    const watch = setInterval(() => {
      if (Date.now() - heardAt > silenceMs) lose();
    }, 1000);
    listenWithLock(stream, ended.signal, lose, (news) => {
      channel.postMessage(news);
      hear(news);
    });
    // Events between this page's render and now reached only the other tabs.
    void isLockHeldElsewhere(stream).then((isFollower) => {
      if (isFollower && !ended.signal.aborted) callback.current("refetch");
    });
    return () => {
      ended.abort();
      clearInterval(watch);
      channel.close();
    };
  }, [viewAs]);
  return { isLive };
}

/**
 * Whether another tab holds the lock: then this tab gets no `hello` that would trigger a refetch.
 */
async function isLockHeldElsewhere(lock: string): Promise<boolean> {
  if (!navigator.locks) return false;
  const { held = [], pending = [] } = await navigator.locks.query();
  return [held, pending].flat().filter(({ name }) => name === lock).length > 1;
}

/** Listens while this tab holds the lock, until the signal aborts. */
function listenWithLock(
  url: string,
  signal: AbortSignal,
  onLost: () => void,
  onNews: (news: DeskEventName) => void,
) {
  const listen = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const stream = new EventSource(url);
      for (const name of deskEventNames) stream.addEventListener(name, () => onNews(name));
      stream.onerror = () => {
        onLost();
        // On a response that is not an event stream (a restart behind a proxy), the browser does
        // not reconnect.
        if (stream.readyState === EventSource.CLOSED) resolve();
      };
      signal.addEventListener("abort", () => {
        stream.close();
        resolve();
      });
    });
  const again = async () => {
    while (!signal.aborted) {
      await listen();
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
  };
  // Without Web Locks (a page without HTTPS) each tab opens a stream of its own.
  if (!navigator.locks) return void again();
  navigator.locks.request(url, { signal }, again).catch(() => undefined);
}
