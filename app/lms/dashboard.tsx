// The front desk's main screen, on a desktop or a phone: opened from an alert, or left open all
// day. It shows who to call now and how long they have waited. Errors to cover: a lost connection
// that would hide a new lead.

import { useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import type { PageHandle } from "#app/root.tsx";
import { IconBroadcast, IconPlugConnectedX } from "#app/ui/icons.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { queueWords } from "#content/desk/dashboard.ts";
import { shellWords } from "#content/desk/shell.ts";
import { leadPageSize } from "#contract/leads.ts";
import { leadSorts } from "#contract/queue.ts";
import type { Route } from "./+types/dashboard.ts";
import { Figures } from "./dashboard/figures.tsx";
import { filterNames, readFilters } from "./dashboard/filter-params.ts";
import { LeadList } from "./dashboard/lead-list.tsx";
import { loadDashboard } from "./dashboard/load-dashboard.ts";
import { MailAlarm } from "./dashboard/mail-alarm.tsx";
import styles from "./dashboard.module.css";
import { figuresSearch } from "./figures/period.ts";
import { mostShown } from "./lists/list-foot.tsx";
import { searchText } from "./lists/search-text.ts";
import { useDesk } from "./shell/desk-context.ts";
import { useFirstSeen } from "./shell/first-seen.ts";
import { askServer, useLastGood, useLastGoodWithoutRetry } from "./shell/last-known-good.ts";

export const meta = () => [{ title: shellWords.tab(shellWords.places.dashboard) }];

export const handle: PageHandle = { isDrawnFirst: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const view = readView(new URL(request.url).searchParams);
  return loadDashboard(context.get(apiContext), request, view);
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

/** Reads the list's search, sort, filters and length from the URL. */
function readView(search: URLSearchParams) {
  return {
    q: searchText(search),
    sort: leadSorts.find((one) => one === search.get("sort")) ?? "next",
    show: Math.min(mostShown, Math.max(leadPageSize, Number(search.get("show")) || 0)),
    filters: readFilters(search),
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { viewAs, isLive, lostAt } = useDesk();
  const [search] = useSearchParams();
  const { q, sort, show, filters } = readView(search);
  const queryKey = [q, sort, ...filterNames.map((name) => filters[name])].join(" ");
  const queue = useLastGood(loaderData, `leads ${queryKey}`);
  const figures = useLastGoodWithoutRetry(loaderData, `dashboard ${figuresSearch(search)}`);
  useFirstSeen(viewAs ? [] : (queue?.list.leads ?? []), isRowThere);
  const isStale = lostAt !== null || loaderData === null;
  return (
    <NowProvider serverNow={queue?.now ?? new Date().toISOString()}>
      <ShellHead title={shellWords.places.dashboard}>
        <LiveState isLive={isLive} />
      </ShellHead>
      {!viewAs && queue && <MailAlarm version={queue} />}
      <main className={styles.columns}>
        <LeadList
          queue={queue}
          queryKey={`${queryKey} ${show}`}
          q={q}
          sort={sort}
          filters={filters}
          isStale={isStale}
        />
        <Figures figures={figures} isStale={isStale} />
      </main>
    </NowProvider>
  );
}

function isRowThere(leadId: string): boolean {
  return document.querySelector(`[data-lead="${leadId}"]`) !== null;
}

function LiveState({ isLive }: { isLive: boolean }) {
  const Icon = isLive ? IconBroadcast : IconPlugConnectedX;
  return (
    <p className={styles.live} role="status">
      <Icon size={18} stroke={1.75} aria-hidden />
      {isLive ? queueWords.live : queueWords.notLive}
    </p>
  );
}
