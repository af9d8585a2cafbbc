// Keeps the number of open contact requests up to date, in the menu and in the tab's title, on
// every screen of the console. The event stream reports new and changed contact requests.
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { useBackOnline } from "#app/ui/live/connection.ts";
import { useEventStream } from "#app/ui/live/event-stream.ts";
import { useTabTitle } from "#app/ui/live/tab-title.ts";
import type { ContactRequestsWaiting } from "#contract/contact-request-work.ts";

/** The longest delay that a timer accepts. */
const maxDelayMs = 2 ** 31 - 1;

/** The screens that show contact requests. */
const showsRequests = /^\/admin\/(today|requests)(\/|$)/;

/** Returns the current counts of contact requests, or null while they aren't known. */
export function useLiveRequests(ownerId: string, loaded: ContactRequestsWaiting | null) {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [read, setRead] = useState({ loaded, waiting: loaded });
  // If the layout has been loaded since then, its counts are newer.
  const waiting = read.loaded === loaded ? read.waiting : loaded;

  async function readAgain() {
    if (showsRequests.test(pathname)) return revalidate();
    const outcome = await askApi(() => api.admin["contact-requests"].waiting.$get());
    if (outcome.isDone) setRead({ loaded, waiting: outcome.answer });
  }

  const { isLive } = useEventStream(ownerId, "/api/admin/events", ({ event }) => {
    if (event !== "beat" && event !== "presence") void readAgain();
  });
  useBackOnline(() => void readAgain());
  const onDue = useEffectEvent(() => void readAgain());
  const nextDueAt = waiting?.nextDueAt;
  useEffect(() => {
    if (!nextDueAt) return;
    const delayMs = new Date(nextDueAt).getTime() - Date.now();
    const timer = setTimeout(() => onDue(), Math.min(Math.max(delayMs, 1000), maxDelayMs));
    return () => clearTimeout(timer);
  }, [nextDueAt]);
  useTabTitle(waiting?.uncalled ?? null, waiting?.due ?? 0);
  return { waiting, isLive };
}
