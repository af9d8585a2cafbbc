// Who comes: a front desk at 8 am, with three lines ringing, on a desktop or a phone. From: a tab
// that is always open, or an alert. For: whom to call now. First: who waits, and for how long.
// Wrong: the line is down and nobody notices that a lead came.
import { IconBroadcast, IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useOutletContext, useRevalidator } from "react-router";
import { type ApiClient, apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { StaleBanner } from "#app/ui/stale.tsx";
import { deskWords } from "#content/desk.ts";
import type { Client } from "#contract/accounts.ts";
import { type LeadSort, leadPageSize, leadSorts } from "#contract/leads.ts";
import type { Route } from "./+types/dashboard.ts";
import { sendOutbox, useOutbox } from "./call-outbox.ts";
import { Figures } from "./dashboard/figures.tsx";
import { LeadList } from "./dashboard/lead-list.tsx";
import { useTabTitle } from "./dashboard/tab-title.ts";
import { useSightings } from "./dashboard/use-sightings.ts";
import styles from "./dashboard.module.css";
import { useDeskEvents } from "./desk-events.ts";
import { timeText } from "./times.ts";

export const meta = () => [{ title: `Dashboard · ${deskWords.title}` }];

/** While searching the first 50 matches are shown; the API gives no more at once. */
const searchSize = 50;
const mostShown = 500;

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const q = search.get("q")?.slice(0, 100) ?? "";
  const sort = leadSorts.find((one) => one === search.get("sort")) ?? "next";
  const show = Math.min(mostShown, Math.max(leadPageSize, Number(search.get("show")) || 0));
  const api = context.get(apiContext);
  const [list, onTime, counts] = await Promise.all([
    readLeads(api, { q, sort, show: q ? searchSize : show }),
    api.leads.cot.$get({ query: {} }),
    api.leads.count.$get({ query: {} }),
  ]);
  const isWhole = list && onTime.ok && counts.ok;
  return {
    q,
    sort,
    now: new Date().toISOString(),
    // A failed fetch says so on the page; what was shown before stays.
    desk: isWhole
      ? { list, timeDiff: (await bodyOf(onTime)).timeDiff, counts: await bodyOf(counts) }
      : null,
  };
}

async function readLeads(api: ApiClient, wanted: { q: string; sort: LeadSort; show: number }) {
  const leads = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = String(Math.min(searchSize, wanted.show - leads.length));
    const query = {
      sort: wanted.sort,
      limit,
      ...(wanted.q && { search: wanted.q }),
      ...(cursor && { cursor }),
    };
    const answer = await api.leads.new.$get({ query });
    if (!answer.ok) return null;
    const page = await bodyOf(answer);
    leads.push(...page.leads);
    cursor = page.nextCursor ?? undefined;
    if (!cursor || leads.length >= wanted.show) return { leads, total: page.total };
  }
}

export type Desk = NonNullable<Route.ComponentProps["loaderData"]["desk"]>;

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const client = useOutletContext<Client>();
  const { revalidate, state } = useRevalidator();
  const { desk, isStale, asOf } = useLastGood(loaderData);
  const live = useDeskEvents((news) => {
    if (news === "beat") return;
    void sendOutbox();
    void revalidate();
  });
  const lostAt = useLostAt(live.isLive && loaderData.desk !== null);
  const waiting = desk?.list.leads.filter((lead) => lead.uncalledSince).length ?? 0;
  useTabTitle(waiting);
  useSightings(desk?.list.leads ?? []);

  useEffect(() => {
    const onLine = () => {
      void sendOutbox();
      void revalidate();
    };
    onLine();
    addEventListener("online", onLine);
    return () => removeEventListener("online", onLine);
  }, [revalidate]);

  const unsaved = useOutbox().filter((entry) => entry.problem !== null).length;
  const since = lostAt && timeText(lostAt, lostAt, client.timeZone);
  return (
    <NowProvider serverNow={loaderData.now}>
      <ShellHead title="Dashboard">
        <LiveState isLive={!lostAt} />
      </ShellHead>
      {since && (
        <StaleBanner
          since={since}
          onRetry={() => void revalidate()}
          isRetrying={state === "loading"}
        />
      )}
      {unsaved > 0 && (
        <p role="alert" className={styles.unsaved}>
          {unsaved === 1 ? "One call is" : `${unsaved} calls are`} not saved yet. It is sent as soon
          as there is a line.
        </p>
      )}
      <main className={styles.columns}>
        <LeadList
          desk={desk}
          q={loaderData.q}
          sort={loaderData.sort}
          timeZone={client.timeZone}
          staleSince={isStale || lostAt ? asOf : null}
        />
        {desk && <Figures desk={desk} />}
      </main>
    </NowProvider>
  );
}

function LiveState({ isLive }: { isLive: boolean }) {
  const Icon = isLive ? IconBroadcast : IconPlugConnectedX;
  return (
    <p className={styles.live} role="status">
      <Icon size={18} stroke={1.75} aria-hidden />
      {isLive ? "Live" : "Not live"}
    </p>
  );
}

/** What was fetched last, when the newest fetch failed. */
function useLastGood(loaderData: Route.ComponentProps["loaderData"]) {
  const last = useRef<{ desk: Desk; asOf: string } | null>(null);
  if (loaderData.desk) last.current = { desk: loaderData.desk, asOf: loaderData.now };
  return {
    desk: loaderData.desk ?? last.current?.desk ?? null,
    isStale: loaderData.desk === null,
    asOf: last.current?.asOf ?? null,
  };
}

/** Since when something is wrong; null while all is well. */
function useLostAt(isWell: boolean): Date | null {
  const [lostAt, setLostAt] = useState<Date | null>(null);
  useEffect(() => {
    setLostAt((before) => (isWell ? null : (before ?? new Date())));
  }, [isWell]);
  return lostAt;
}
