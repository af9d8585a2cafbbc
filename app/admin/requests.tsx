// The owner's contact requests: the people who are waiting for a call or a reply, in the order to
// call them, and all earlier requests. The selected request opens next to the list; on a phone it
// replaces the list.
import { useMemo } from "react";
import { Link, Outlet, useLocation, useParams, useRevalidator } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { IconDownload } from "#app/ui/icons.tsx";
import { usePendingSearch } from "#app/ui/lists/pending-search.ts";
import { SearchBox } from "#app/ui/lists/search-box.tsx";
import { useLostAt } from "#app/ui/live/connection.ts";
import { askServer, useLastGoodWhileMounted } from "#app/ui/live/last-good.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { StaleBanner } from "#app/ui/stale.tsx";
import {
  contactRequestKinds as kindNames,
  contactRequestWords as words,
} from "#content/console/contact-requests.ts";
import { consoleWords } from "#content/console/frame.ts";
import { controlWords } from "#content/desk/controls.ts";
import {
  type ContactRequestListName,
  contactRequestAssignees,
  contactRequestKinds,
  contactRequestSorts,
  mostContactRequestsCounted,
} from "#contract/contact-request-work.ts";
import { countingModes } from "#contract/figures.ts";
import { clockText } from "#contract/moment-text.ts";
import type { Route } from "./+types/requests.ts";
import { agencyZone } from "./agency-hours.ts";
import { FailedPage } from "./failed-page.tsx";
import { useIsOwner } from "./layout/role.tsx";
import { RequestList } from "./requests/request-list.tsx";
import { ResponseTime } from "./requests/response-time.tsx";
import { exportUrl, readView, type View } from "./requests/view.ts";
import styles from "./requests.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.contactRequests) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const view = readView(new URL(request.url).searchParams);
  const now = new Date().toISOString();
  const requests = context.get(apiContext).admin["contact-requests"];
  const { list, sort, reading, kind, assignee, q, cursor } = view;
  const query = {
    ...{ list, sort, reading },
    ...(kind && { kind }),
    ...(assignee && { assignee }),
    ...(q && { search: q }),
    ...(cursor && { cursor }),
  };
  const [found, responseTime] = await Promise.all([
    requests.$get({ query }),
    requests["response-time"].$get(),
  ]);
  throwUnlessOk(found, responseTime);
  return { now, view, ...(await bodyOf(found)), responseTime: await bodyOf(responseTime) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

/** The lists that have a tab. The list `unfinished` is separate, at the end. */
const tabs: ContactRequestListName[] = [
  ...(["open", "due", "callback", "won", "lost", "closed", "all", "unfinished"] as const),
];

export default function ContactRequests({ loaderData }: Route.ComponentProps) {
  const known = useLastGoodWhileMounted(loaderData);
  const { id: chosen } = useParams();
  const { search } = useLocation();
  if (!known) return chosen === undefined ? <FailedPage /> : <Outlet />;
  const list = (
    <NowProvider serverNow={known.now}>
      <Page known={known} isWell={loaderData !== null} chosen={chosen} />
    </NowProvider>
  );
  if (chosen === undefined) {
    return (
      <>
        {list}
        <Outlet />
      </>
    );
  }
  return (
    <div className={styles.panes}>
      <section className={styles.pane} aria-label={consoleWords.places.contactRequests}>
        <p className={styles.paneTitle}>
          <Link to={`/admin/requests${search}`}>{consoleWords.places.contactRequests}</Link>
        </p>
        {list}
      </section>
      <div className={styles.chosen}>
        <Outlet />
      </div>
    </div>
  );
}

type Known = NonNullable<Route.ComponentProps["loaderData"]>;

type PageProps = { known: Known; isWell: boolean; chosen: string | undefined };

function Page({ known, isWell, chosen }: PageProps) {
  const { view, counts, contactRequests, total, nextCursor } = known;
  const { revalidate, state } = useRevalidator();
  const lostAt = useLostAt(isWell, known.now);
  const queryKey = useMemo(() => JSON.stringify(view), [view]);
  const isBeside = chosen !== undefined;
  const isOwner = useIsOwner();
  const content = (
    <>
      {lostAt && (
        <StaleBanner
          since={clockText(lostAt, agencyZone)}
          onRetry={() => void revalidate()}
          isRetrying={state === "loading"}
        />
      )}
      <nav className={styles.lists} aria-label={words.lists}>
        {tabs.map((list) => (
          <Link
            key={list}
            to={list === "open" ? "?" : `?list=${list}`}
            aria-current={list === view.list ? "page" : undefined}
          >
            {words.listNames[list]}{" "}
            <span>{words.count(counts[list], mostContactRequestsCounted)}</span>
          </Link>
        ))}
      </nav>
      <Toolbar view={view} isBeside={isBeside} />
      <RequestList
        key={queryKey}
        queryKey={queryKey}
        view={view}
        contactRequests={contactRequests}
        total={total}
        nextCursor={nextCursor}
        isStale={lostAt !== null}
        chosen={chosen}
      />
    </>
  );
  // The selected request provides the page's title and its main landmark.
  if (isBeside) return content;
  return (
    <>
      <ShellHead title={consoleWords.places.contactRequests}>
        <ResponseTime of={known.responseTime} />
        {isOwner && counts.all > 0 && (
          <DownloadLink kind="admin" url={exportUrl(view)}>
            <IconDownload aria-hidden />
            {controlWords.export}
          </DownloadLink>
        )}
      </ShellHead>
      <main>{content}</main>
    </>
  );
}

function Toolbar({ view, isBeside }: { view: View; isBeside: boolean }) {
  const [pending, setPending] = usePendingSearch();
  const change = (changes: Record<string, string | null>) =>
    setPending({ ...changes, cursor: null });
  const wanted = readView(pending);
  const isOpen = wanted.list === "open";
  return (
    <div className={styles.toolbar}>
      <SearchBox q={view.q} label={words.search} hints={words.searchHints} onLeave={focusFirst} />
      <Choice
        label={words.assignee}
        value={wanted.assignee ?? ""}
        onChange={(assignee) => change({ assignee })}
        options={[
          ["", words.anyAssignee],
          ...contactRequestAssignees.map((one): [string, string] => [one, words.assignees[one]]),
        ]}
      />
      <Choice
        label={words.form}
        value={wanted.kind ?? ""}
        onChange={(kind) => change({ kind })}
        options={[
          ["", words.anyForm],
          ...contactRequestKinds.map((kind): [string, string] => [kind, kindNames[kind]]),
        ]}
      />
      <Choice
        label={words.sort}
        value={wanted.sort}
        onChange={(sort) => change({ sort })}
        options={contactRequestSorts
          .filter((sort) => isOpen || sort !== "next")
          .map((sort) => [sort, words.sorts[sort]])}
      />
      {isOpen && !isBeside && (
        <Choice
          label={words.reading}
          value={wanted.reading}
          onChange={(reading) => change({ reading })}
          options={countingModes.map((one) => [one, words.readings[one]])}
        />
      )}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: [value: string, name: string][];
};

function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className={styles.choice}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

function focusFirst() {
  document.querySelector<HTMLElement>("[data-lead] [data-name], [data-pane-name]")?.focus();
}
