// Who comes: a front desk at 8 am, with three lines ringing, on a desktop or a phone. From: a tab
// that is always open, or an alert. For: whom to call now. First: who waits, and for how long.
// Wrong: the line is down and nobody notices that a lead came.

import { useSearchParams } from "react-router";
import { type ApiClient, apiContext } from "#app/api.ts";
import type { PageHandle } from "#app/root.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { IconBroadcast, IconPlugConnectedX } from "#app/ui/icons.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { queueWords } from "#content/desk/dashboard.ts";
import { shellWords } from "#content/desk/shell.ts";
import { type LeadSort, leadPageSize, leadSorts } from "#contract/leads.ts";
import type { Route } from "./+types/dashboard.ts";
import { Figures } from "./dashboard/figures.tsx";
import {
  askedFilters,
  type FilterWishes,
  filterNames,
  readFilters,
} from "./dashboard/filter-wishes.ts";
import { LeadList } from "./dashboard/lead-list.tsx";
import { MailAlarm } from "./dashboard/mail-alarm.tsx";
import styles from "./dashboard.module.css";
import { useDesk, viewAsOf } from "./desk.ts";
import { readFigureQuery } from "./figure-query.ts";
import { useFirstSeen } from "./first-seen.ts";
import { askServer, useLastGood, useLastKnown } from "./last-good.ts";
import { mostShown } from "./list-foot.tsx";
import { figuresSearch } from "./period.ts";
import { searchText } from "./search-text.ts";

export const meta = () => [{ title: shellWords.tab(shellWords.places.dashboard) }];

export const handle: PageHandle = { isDrawnFirst: true };

/** While searching the first 50 matches are shown; the API gives no more at once. */
const searchSize = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { q, sort, show, filters } = readView(new URL(request.url).searchParams);
  const viewAs = viewAsOf(request);
  const api = context.get(apiContext);
  const [list, choices, figures] = await Promise.all([
    readLeads(api, { q, sort, filters, show: q ? searchSize : show, viewAs }),
    api.leads.filters.$get({ query: viewAs }),
    readFigures(api, request),
  ]);
  if (!list || !choices.ok || !figures) return null;
  return {
    now: new Date().toISOString(),
    list,
    choices: await bodyOf(choices),
    ...figures,
  };
}

async function readFigures(api: ApiClient, request: Request) {
  const query = await readFigureQuery(api, request);
  if (!query) return null;
  const [onTime, counts] = await Promise.all([
    api.leads.cot.$get({ query }),
    api.leads.count.$get({ query }),
  ]);
  if (!onTime.ok || !counts.ok) return null;
  return { onTime: await bodyOf(onTime), counts: await bodyOf(counts) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

/** What of the list is wanted, from the page's address. */
function readView(search: URLSearchParams) {
  return {
    q: searchText(search),
    sort: leadSorts.find((one) => one === search.get("sort")) ?? "next",
    show: Math.min(mostShown, Math.max(leadPageSize, Number(search.get("show")) || 0)),
    filters: readFilters(search),
  };
}

type Wanted = {
  q: string;
  sort: LeadSort;
  filters: FilterWishes;
  show: number;
  viewAs: { client?: string };
};

async function readLeads(api: ApiClient, wanted: Wanted) {
  const leads = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = String(Math.min(searchSize, wanted.show - leads.length));
    const query = {
      ...wanted.viewAs,
      ...askedFilters(wanted.filters),
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
    if (!cursor || leads.length >= wanted.show) return { ...page, leads };
  }
}

export type Queue = NonNullable<Route.ComponentProps["loaderData"]>;

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { viewAs, isLive, lostAt } = useDesk();
  const [search] = useSearchParams();
  const { q, sort, show, filters } = readView(search);
  const question = [q, sort, ...filterNames.map((name) => filters[name])].join(" ");
  const queue = useLastGood(loaderData, `leads ${question}`);
  const figures = useLastKnown(loaderData, `dashboard ${figuresSearch(search)}`);
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
          question={`${question} ${show}`}
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
