// The owner opens this page on a Friday, to see which practices call their leads on time, which
// don't, and since when. The worst comes first. It must handle hundreds of practices, one with
// three inquiries, and a month that isn't over.
import { redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { comparisonWords as words } from "#content/console/comparison.ts";
import { consoleWords } from "#content/console/frame.ts";
import { controlWords } from "#content/desk/controls.ts";
import { ComparisonQuery } from "#contract/comparison.ts";
import { dayOf } from "#contract/zones.ts";
import type { Route } from "./+types/compare.ts";
import { ComparisonFilters } from "./compare/comparison-filters.tsx";
import { ComparisonTable } from "./compare/comparison-table.tsx";
import { periodText } from "./compare/period-text.ts";
import styles from "./compare.module.css";
import { FreshPage } from "./fresh-page.tsx";
import { Pages } from "./pages.tsx";

export const meta = () => [{ title: consoleWords.tab(words.title) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([, value]) => value !== ""),
  );
  const query = ComparisonQuery.safeParse(typed).data;
  // The URL contains an invalid period, page or order: show the default comparison.
  if (!query) throw redirect("/admin/compare");
  const answer = await context.get(apiContext).admin.comparison.$get({ query: typed });
  if (answer.status === 422) throw redirect("/admin/compare");
  throwUnlessOk(answer);
  const today = dayOf(new Date());
  return { today, typed, query, comparison: await bodyOf(answer) };
}

/**
 * The page is refreshed only this often, because figures of past periods change only when a call is
 * logged later.
 */
const freshMs = 5 * 60_000;

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Compare({ loaderData }: Route.ComponentProps) {
  return (
    <FreshPage loaded={loaderData} everyMs={freshMs}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: { today, typed, query, comparison } }: { shown: Shown }) {
  const [params] = useSearchParams();
  const { practices, periods, isOver, total, pages } = comparison;
  const [now, before] = periods.map((days) => periodText(days));
  const isFiltered = Boolean(params.get("search"));
  const { page: _, ...exported } = typed;
  return (
    <>
      <ShellHead title={words.title} back="/admin/practices" />
      <main>
        <ComparisonFilters today={today} period={query.period} isFiltered={isFiltered} />
        {practices.length === 0 ? (
          <Empty>{isFiltered ? words.noMatch : words.none}</Empty>
        ) : (
          <>
            <div className={styles.above}>
              <p>
                {words.inAll(total, now ?? "", before ?? "")} {!isOver && words.running}
              </p>
              <DownloadLink
                kind="admin"
                url={`/api/admin/comparison/export.csv?${new URLSearchParams(exported)}`}
              >
                <IconDownload aria-hidden />
                {controlWords.export}
              </DownloadLink>
            </div>
            <ComparisonTable {...comparison} />
            <p className={styles.what}>{words.what}</p>
          </>
        )}
        <Pages page={query.page} pages={pages} />
      </main>
    </>
  );
}
