// Wraps a page of the console and refreshes its data while the page is open. If that fails, the old
// data stays, with its time.
import { type ReactNode, useEffect, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { useLastGoodWhileMounted } from "#app/ui/live/last-good.ts";
import { readNow } from "#app/ui/now.tsx";
import { FailedPage } from "./failed-page.tsx";
import { StaleSince } from "./stale-since.tsx";
import { useWhileVisible } from "./use-while-visible.ts";

const usualMs = 30_000;

type FreshPageProps<Loaded> = {
  /** The result of a client loader that uses `askServer`; null if there was no response. */
  loaded: Loaded | null;
  /** How often the page is refreshed. With null, it is refreshed only on request. */
  everyMs?: number | null;
  children: (shown: Loaded) => ReactNode;
};

export function FreshPage<Loaded>({ loaded, everyMs = usualMs, children }: FreshPageProps<Loaded>) {
  const shown = useLastGoodWhileMounted(loaded);
  const { revalidate, state } = useRevalidator();
  const { state: navigation } = useNavigation();
  const [lostAt, setLostAt] = useState<Date | null>(null);
  useEffect(() => {
    setLostAt((before) => (loaded === null ? (before ?? readNow()) : null));
  }, [loaded]);
  useWhileVisible(() => {
    // There is no refresh while the page is loading anyway.
    if (state === "idle" && navigation === "idle") void revalidate();
  }, everyMs);
  if (shown === null) return <FailedPage />;
  return (
    <>
      <StaleSince lostAt={lostAt} isAsking={state === "loading"} refresh={revalidate} />
      {children(shown)}
    </>
  );
}
