// The front desk opens this page to find an archived lead ("they called back after all") or a
// callback. A row shows why it was archived or when it is due, and restores or calls it in one tap.
// It must handle a wrong restore (undo), a missed callback, and no connection.

import { useState } from "react";
import { useNavigation, useRevalidator, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { LeadSearchBox } from "#app/lms/lists/lead-search-box.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconUpload } from "#app/ui/icons.tsx";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { usePendingSearch } from "#app/ui/lists/pending-search.ts";
import { useStableRows } from "#app/ui/lists/stable-rows.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { archiveWords } from "#content/desk/archive.ts";
import { selectionWords } from "#content/desk/dashboard.ts";
import { importWords } from "#content/desk/import.ts";
import { shellWords } from "#content/desk/shell.ts";
import { interfaceWords } from "#content/interface.ts";
import {
  type ArchivedLead,
  type ArchiveList,
  archiveLists,
  maxArchivedAtOnce,
} from "#contract/archive.ts";
import { leadPageSize } from "#contract/leads.ts";
import type { Route } from "./+types/archive.ts";
import { ArchiveFilters } from "./archive/archive-filters.tsx";
import { ArchiveRow } from "./archive/archive-row.tsx";
import { restoreAllWithUndo } from "./archive/archive-with-undo.ts";
import { CallbackRow } from "./archive/callback-row.tsx";
import { type FilterParams, filtersFrom, isFiltered, noFilters } from "./archive/filter-params.ts";
import { readArchive, searchSize } from "./archive/read-archive.ts";
import styles from "./archive.module.css";
import { ListFoot, mostShown } from "./lists/list-foot.tsx";
import { ProofNeeded } from "./lists/proof-needed.tsx";
import { searchText } from "./lists/search-text.ts";
import { SelectionBar } from "./lists/selection-bar.tsx";
import { useDesk, useMay, viewAsOf } from "./shell/desk-context.ts";
import { IconArrowBackUp } from "./shell/desk-icons.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { useRevalidateOnChange } from "./shell/reload-on-change.ts";

export const meta = () => [{ title: shellWords.tab(shellWords.places.archive) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { list, q, filters, show } = readView(new URL(request.url).searchParams);
  const now = new Date().toISOString();
  const page = await readArchive(context.get(apiContext), {
    list,
    q,
    filters,
    show: q ? searchSize : show,
    viewAs: viewAsOf(request),
  });
  return page && { now, list, page };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

function readView(search: URLSearchParams) {
  const list = archiveLists.find((one) => one === search.get("list")) ?? "leads";
  return {
    list,
    q: searchText(search),
    // Callbacks have no archive reason and no person who archived them, so these filters don't
    // apply.
    filters: list === "leads" ? filtersFrom(search) : noFilters,
    show: Math.min(mostShown, Math.max(leadPageSize, Number(search.get("show")) || 0)),
  };
}

type Archived = NonNullable<Route.ComponentProps["loaderData"]>;

export default function Archive({ loaderData }: Route.ComponentProps) {
  const { lostAt } = useDesk();
  const mayImport = useMay("imports");
  const [search] = useSearchParams();
  const [pending, setPending] = usePendingSearch();
  const { list, q, filters, show } = readView(search);
  const chosen = readView(pending).list;
  useRevalidateOnChange(loaderData);
  const queryKey = JSON.stringify([list, q, filters]);
  const archive = useLastGood(loaderData, `archive ${queryKey}`);
  const isStale = lostAt !== null || loaderData === null;
  const content =
    chosen === list ? (
      <List key={list} {...{ list, archive, q, filters, queryKey, show, isStale }} />
    ) : (
      <Loading />
    );
  const titleOf = (name: ArchiveList) =>
    [archiveWords.lists[name], archive?.page.counts[name]]
      .filter((part) => part !== undefined)
      .join(" ");
  return (
    <NowProvider serverNow={archive?.now ?? new Date().toISOString()}>
      <ShellHead title={shellWords.places.archive}>
        {mayImport && (
          <ButtonLink to="/lms/import" variant="outline" isSmall>
            <IconUpload aria-hidden />
            {importWords.link}
          </ButtonLink>
        )}
      </ShellHead>
      <main className={styles.box} data-stale={isStale || undefined}>
        <div className={styles.search}>
          {chosen === "leads" && <ArchiveFilters />}
          <LeadSearchBox q={q} />
        </div>
        <Tabs
          label={shellWords.places.archive}
          tabs={archiveLists.map((name) => ({ name, title: titleOf(name), content }))}
          chosen={chosen}
          onChoose={(name) => setPending({ list: name === "leads" ? null : name, show: null })}
        />
      </main>
    </NowProvider>
  );
}

type ListProps = {
  list: ArchiveList;
  archive: Archived | null;
  q: string;
  filters: FilterParams;
  /** Identifies the list, the search and the filters that this data is for. */
  queryKey: string;
  show: number;
  /** Whether the data may be outdated. */
  isStale: boolean;
};

function List({ list, archive, q, filters, queryKey, show, isStale }: ListProps) {
  const { state } = useNavigation();
  const { viewAs } = useDesk();
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const { rows, holding, allowMoves } = useStableRows(archive?.page.leads ?? none, {
    queryKey: `${queryKey} ${show}`,
    group: () => list,
    isHeld: chosen !== null,
    isCut: archive !== null && archive.page.nextCursor !== null,
  });
  const mayChoose = list === "leads" && !viewAs && rows.length > 0;
  useKeys({ Escape: chosen && (() => setChosen(null)) });

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < maxArchivedAtOnce) next.add(id);
    setChosen(next);
  }

  const selectable = rows.flatMap(({ item, isGone }) => (isGone ? [] : [item._id]));

  async function restore() {
    const leads = rows.flatMap(({ item, isGone }) =>
      !isGone && chosen?.has(item._id) ? [item] : [],
    );
    setChosen(null);
    await restoreAllWithUndo(leads, () => {
      allowMoves();
      void revalidate();
    });
  }

  return (
    <>
      <ul className={styles.rows} aria-busy={state === "loading" || undefined} {...holding}>
        {rows.map(({ item, isGone }) =>
          list === "leads" ? (
            <ArchiveRow
              key={item._id}
              lead={item}
              isGone={isGone}
              isChosen={chosen?.has(item._id) ?? null}
              onChoose={() => toggle(item._id)}
              onUndone={allowMoves}
            />
          ) : (
            <CallbackRow key={item._id} lead={item} isGone={isGone} />
          ),
        )}
      </ul>
      {archive?.page.needsProof && <ProofNeeded />}
      {rows.length === 0 && !archive?.page.needsProof && (
        <EmptyArchive {...{ list, q, filters }} isFailed={archive === null} />
      )}
      {archive && rows.length > 0 && (
        <ListFoot
          shown={archive.page.leads.length}
          total={archive.page.total}
          isTotalExact={archive.page.isTotalExact}
          hasMore={archive.page.nextCursor !== null}
          isSearching={q !== ""}
        >
          {mayChoose && !chosen && (
            <Button variant="quiet" isSmall onClick={() => setChosen(new Set())}>
              {selectionWords.select}
            </Button>
          )}
        </ListFoot>
      )}
      {chosen && mayChoose && (
        <SelectionBar
          count={chosen.size}
          of={selectable.length}
          onAll={() => setChosen(new Set(selectable.slice(0, maxArchivedAtOnce)))}
          onNone={() => setChosen(null)}
        >
          <Button isSmall onClick={() => void restore()}>
            <IconArrowBackUp aria-hidden />
            {archiveWords.restore}
          </Button>
        </SelectionBar>
      )}
      {isStale && rows.length > 0 && <p className={styles.old}>{archiveWords.mayBeOld}</p>}
    </>
  );
}

const none: ArchivedLead[] = [];

/** A placeholder as tall as the rows that will replace it. */
function Loading() {
  return (
    <div className={styles.loading} aria-busy>
      <span>{interfaceWords.loading}</span>
    </div>
  );
}

type EmptyProps = Pick<ListProps, "list" | "q" | "filters"> & { isFailed: boolean };

function EmptyArchive({ list, q, filters, isFailed }: EmptyProps) {
  const [, setPending] = usePendingSearch();
  if (isFailed) return <LoadFailed>{archiveWords.failed}</LoadFailed>;
  if (isFiltered(filters)) {
    const clear = (
      <Button variant="outline" onClick={() => setPending({ ...noFilters, show: null })}>
        {archiveWords.filters.clear}
      </Button>
    );
    return <Empty action={clear}>{archiveWords.filters.noMatch}</Empty>;
  }
  if (q) {
    const clear = (
      <Button variant="outline" onClick={() => setPending({ q: null })}>
        {archiveWords.clearSearch}
      </Button>
    );
    return <Empty action={clear}>{archiveWords.noMatch}</Empty>;
  }
  return <Empty hint={archiveWords.comesHere[list]}>{archiveWords.empty[list]}</Empty>;
}
