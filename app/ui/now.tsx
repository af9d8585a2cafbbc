// The current time on the server's clock, because a computer's clock may be minutes off.

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { keptPageReceivedAt } from "#app/kept-page.ts";
import { minuteMs } from "#contract/durations.ts";

const NowContext = createContext<Date | null>(null);

/**
 * Provides a time that changes every second. `serverNow`: the server's time when it rendered the
 * page.
 */
export function NowProvider({ serverNow, children }: { serverNow: string; children: ReactNode }) {
  const [now, setNow] = useState(() => {
    const saidAt = receivedAt.get(serverNow);
    return new Date(new Date(serverNow).getTime() + (saidAt ? Date.now() - saidAt : 0));
  });
  useEffect(() => {
    const aheadMs = receive(serverNow) - new Date(serverNow).getTime();
    newestAheadMs = aheadMs;
    const tick = () => setNow(new Date(Date.now() - aheadMs));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [serverNow]);
  return <NowContext value={now}>{children}</NowContext>;
}

/** How far this browser's clock is ahead of the server's, as measured with the newest page. */
let newestAheadMs = 0;

/**
 * For event handlers: returns the current time on the server's clock. Unlike `useNow`, it doesn't
 * cause renders.
 */
export function readNow(): Date {
  return new Date(Date.now() - newestAheadMs);
}

/**
 * When this browser first received each `serverNow`. Needed because a cached page has an old
 * `serverNow`.
 */
const receivedAt = new Map<string, number>();
const mostReceived = 50;

function receive(serverNow: string): number {
  const keptAt = receivedAt.size === 0 ? keptPageReceivedAt() : null;
  const at = receivedAt.get(serverNow) ?? keptAt ?? Date.now();
  receivedAt.set(serverNow, at);
  const [oldest] = receivedAt.keys();
  if (receivedAt.size > mostReceived && oldest !== undefined) receivedAt.delete(oldest);
  return at;
}

/**
 * Gives the components inside it the time in whole minutes, so that those without seconds don't
 * render every second.
 */
export function NowInMinutes({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const now = useNow();
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const begun = useMemo(() => new Date(minute), [minute]);
  return <NowContext value={isOn ? begun : now}>{children}</NowContext>;
}

export function useNow(): Date {
  const now = useContext(NowContext);
  if (!now) throw new Error("A clock stands outside of a <NowProvider>");
  return now;
}
