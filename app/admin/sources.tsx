// The owner opens this page to connect a practice's new form, or because a practice says that leads
// have stopped. It shows each source, its practice, and when its last lead arrived. It must handle
// hundreds of sources with the same name, a rejected Meta token, and a form connected twice.
import { useState } from "react";
import { redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { sourceSortNames, sourceWords as words } from "#content/console/sources.ts";
import { controlWords } from "#content/desk/controls.ts";
import { uuid } from "#contract/fields.ts";
import { SourcesQuery } from "#contract/sources.ts";
import type { Route } from "./+types/sources.ts";
import { FreshPage } from "./fresh-page.tsx";
import { ListFilters, SearchFilter, SelectFilter } from "./list-filters.tsx";
import { Pages } from "./pages.tsx";
import lists from "./rows.module.css";
import { ConnectForm } from "./source/connect-form.tsx";
import { SourceTable } from "./sources/source-table.tsx";
import styles from "./sources.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.sources) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const typed = Object.fromEntries(
    [...params].filter(([name, value]) => value !== "" && name in SourcesQuery.shape),
  );
  // A practice's page links here to connect a source to that practice.
  const client = uuid.safeParse(params.get("connect")).data;
  const api = context.get(apiContext);
  const [listed, names] = await Promise.all([
    api.admin.sources.$get({ query: typed }),
    api.admin["practice-names"].$get({ query: { ...(client && { chosen: client }) } }),
  ]);
  // The URL contains an invalid page or filter: show the whole list.
  if (listed.status === 422) throw redirect("/admin/sources");
  throwUnlessOk(listed, names);
  return {
    ...(await bodyOf(listed)),
    now: new Date().toISOString(),
    query: typed,
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
  const { sources, total, pages, query, practices } = shown;
  const [params] = useSearchParams();
  const client = params.get("connect");
  const [isConnecting, setIsConnecting] = useState(client !== null);
  const isFiltered = ["search", "only"].some((name) => params.get(name));
  const { page = "1", ...exported } = query;
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
          <SelectFilter
            name="sort"
            label={words.sort}
            any={words.usualOrder}
            names={Object.entries(sourceSortNames)}
          />
        </ListFilters>
        {sources.length === 0 ? (
          <div className={lists.quiet}>
            <Empty>{isFiltered ? words.noMatch : words.none}</Empty>
          </div>
        ) : (
          <>
            <p className={styles.above}>
              <DownloadLink
                kind="admin"
                url={`/api/admin/sources/export.csv?${new URLSearchParams(exported)}`}
              >
                <IconDownload aria-hidden />
                {controlWords.export}
              </DownloadLink>
            </p>
            <SourceTable sources={sources} />
          </>
        )}
        <Pages page={Number(page)} pages={pages} />
      </main>
      <Dialog isOpen={isConnecting} onClose={close} title={words.connect}>
        {isConnecting && <ConnectForm practices={practices} client={client} onCancel={close} />}
      </Dialog>
    </>
  );
}
