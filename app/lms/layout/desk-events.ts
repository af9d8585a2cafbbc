// One event stream per browser, however many tabs are open: HTTP/1.1 gives a browser six
// connections to a site, and front desks keep many tabs. The tab that holds the lock listens and
// passes on what it hears; when it is closed another takes over.
import { useEffect, useRef, useState } from "react";
import { type DeskEventName, deskEventNames, heartbeatSeconds } from "#contract/desk-events.ts";

/** Two beats, and some time on the way. */
const silenceMs = 2.5 * heartbeatSeconds * 1000;

/**
 * Calls back for each piece of news, in this tab or passed on by another, and says if it is live.
 * `viewAs`: the practice whose desk the owner looks at; its tabs share a stream of their own.
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
    listenAlone(stream, ended.signal, lose, (news) => {
      channel.postMessage(news);
      hear(news);
    });
    // What came between this page's making and now was told to the other tabs alone.
    void isHeldElsewhere(stream).then((isFollower) => {
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

/** Whether another tab listens: then no greeting of a new stream will say that it is time to ask. */
async function isHeldElsewhere(lock: string): Promise<boolean> {
  if (!navigator.locks) return false;
  const { held = [], pending = [] } = await navigator.locks.query();
  return [held, pending].flat().filter(({ name }) => name === lock).length > 1;
}

/** Listens while this tab holds the stream's lock, until the signal. */
function listenAlone(
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
        // The browser gives up for good on an answer that is no stream (a restart behind a proxy).
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
  // Without locks (a page without https) each tab listens for itself.
  if (!navigator.locks) return void again();
  navigator.locks.request(url, { signal }, again).catch(() => undefined);
}
