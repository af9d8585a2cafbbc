// A page of the console: its loader is asked again while it's open, and without an answer what it
// showed stays, with the time.
import { type ReactNode, useEffect, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { useLastGoodWhileMounted } from "#app/ui/live/last-good.ts";
import { readNow } from "#app/ui/now.tsx";
import { FailedPage } from "./failed-page.tsx";
import { StaleSince } from "./stale-since.tsx";
import { useWhileVisible } from "./use-while-visible.ts";

const usualMs = 30_000;

type FreshPageProps<Loaded> = {
  /** Of a client loader that is `askServer`: null without an answer. */
  loaded: Loaded | null;
  /** Null: only when somebody asks. */
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
    // What is being loaded already isn't started again.
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
