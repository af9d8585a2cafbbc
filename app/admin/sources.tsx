// The owner opens this page to connect a practice's new form, or because a practice says that leads
// have stopped. It shows each source, its practice, and when its last lead arrived. It must handle
// hundreds of sources with the same name, a rejected Meta token, and a form connected twice.
import { useState } from "react";
import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { agoText } from "#app/ui/clock-text.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowProvider, useNow } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import {
  sourceKindNames,
  sourceStateNames,
  sourceWords as words,
} from "#content/console/sources.ts";
import { uuid } from "#contract/fields.ts";
import { type Source, SourcesQuery } from "#contract/sources.ts";
import type { Route } from "./+types/sources.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";
import { ListFilters, SearchFilter, SelectFilter } from "./list-filters.tsx";
import { Pages } from "./pages.tsx";
import lists from "./rows.module.css";
import { ConnectForm } from "./source/connect-form.tsx";
import styles from "./sources.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.sources) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = params.get("search");
  const page = params.get("page");
  const { only } =
    SourcesQuery.pick({ only: true }).safeParse({ only: params.get("only") }).data ?? {};
  // A practice's page links here to connect a source to that practice.
  const client = uuid.safeParse(params.get("connect")).data;
  const api = context.get(apiContext);
  const [listed, names] = await Promise.all([
    api.admin.sources.$get({
      query: { ...(search && { search }), ...(page && { page }), ...(only && { only }) },
    }),
    api.admin["practice-names"].$get({ query: { ...(client && { chosen: client }) } }),
  ]);
  // The URL contains an invalid page or search: show the whole list.
  if (listed.status === 422) throw redirect("/admin/sources");
  throwUnlessOk(listed, names);
  return {
    ...(await bodyOf(listed)),
    now: new Date().toISOString(),
    page: Number(page ?? 1),
    practices: await bodyOf(names),
  };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Sources({ loaderData }: Route.ComponentProps) {
  return (
    <FreshPage loaded={loaderData}>
      {(shown) => (
        <NowProvider serverNow={shown.now}>
          <Page shown={shown} />
        </NowProvider>
      )}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown }: { shown: Shown }) {
  const { sources, total, pages, page, practices } = shown;
  const [params] = useSearchParams();
  const client = params.get("connect");
  const [isConnecting, setIsConnecting] = useState(client !== null);
  const isFiltered = ["search", "only"].some((name) => params.get(name));
  const close = () => setIsConnecting(false);
  return (
    <>
      <ShellHead title={consoleWords.places.sources}>
        <span>{words.count(total)}</span>
        <Button isSmall onClick={() => setIsConnecting(true)}>
          {words.connect}
        </Button>
      </ShellHead>
      <main>
        <ListFilters isFiltered={isFiltered}>
          <SearchFilter label={words.search} />
          <SelectFilter
            name="only"
            label={words.only}
            any={words.anyState}
            names={Object.entries(words.onlyNames)}
          />
        </ListFilters>
        {sources.length === 0 ? (
          <div className={lists.quiet}>
            <Empty>{isFiltered ? words.noMatch : words.none}</Empty>
          </div>
        ) : (
          <ul className={lists.list}>
            {sources.map((source) => (
              <li key={source._id}>
                <SourceItem source={source} />
              </li>
            ))}
          </ul>
        )}
        <Pages page={page} pages={pages} />
      </main>
      <Dialog isOpen={isConnecting} onClose={close} title={words.connect}>
        {isConnecting && <ConnectForm practices={practices} client={client} onCancel={close} />}
      </Dialog>
    </>
  );
}

function SourceItem({ source }: { source: Source }) {
  const { _id, name, kind, practice, state, lastLeadAt } = source;
  const now = useNow();
  return (
    <article className={lists.item}>
      <h2>
        <Link to={`/admin/source?id=${_id}`}>{name}</Link>
      </h2>
      <span className={styles.state} data-state={state}>
        {state === "unread" ? words.needYou(source.unread) : sourceStateNames[state]}
      </span>
      <p className={lists.actions}>
        <span>{practice.name}</span>
        <span>{sourceKindNames[kind]}</span>
      </p>
      {lastLeadAt ? (
        <Moment at={lastLeadAt} timeZone={agencyZone}>
          {words.lastLead(agoText(new Date(lastLeadAt), now))}
        </Moment>
      ) : (
        <span className={styles.never}>{words.noLead}</span>
      )}
    </article>
  );
}
