// The owner opens this page when an email didn't arrive, sometimes with the recipient on the phone.
// Each email that wasn't sent has its reason.
import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { mailColumns, mailLogWords as words } from "#content/console/mail.ts";
import { controlWords } from "#content/desk/controls.ts";
import { mailStateWords } from "#content/desk/emails.ts";
import { uuid } from "#contract/fields.ts";
import { MailQuery, mailStates, mostMailsCounted } from "#contract/mail.ts";
import type { Route } from "./+types/mail.ts";
import { FreshPage } from "./fresh-page.tsx";
import { ListFilters, SearchFilter, SelectFilter } from "./list-filters.tsx";
import listStyles from "./lists.module.css";
import { MailTable } from "./mail/mail-table.tsx";
import { PracticeSelect, type PracticesToChoose } from "./practice-field.tsx";
import styles from "./rows.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.mail) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const query = Object.fromEntries(
    [...search].filter(([name, value]) => value !== "" && name in MailQuery.shape),
  );
  const api = context.get(apiContext);
  const chosen = uuid.safeParse(search.get("practice")).data;
  const [log, names] = await Promise.all([
    api.admin.mail.$get({ query }),
    api.admin["practice-names"].$get({ query: { ...(chosen && { chosen }) } }),
  ]);
  // The URL contains an invalid filter: show the unfiltered list.
  if (log.status === 422) throw redirect("/admin/mail");
  throwUnlessOk(log, names);
  return { ...(await bodyOf(log)), query, practices: await bodyOf(names) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function MailLog({ loaderData }: Route.ComponentProps) {
  return <FreshPage loaded={loaderData}>{(shown) => <Page shown={shown} />}</FreshPage>;
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown }: { shown: Shown }) {
  const { mails, total, nextCursor, isSending, query, practices } = shown;
  const [search] = useSearchParams();
  const { sort: _, order: __, cursor, ...exported } = query;
  const isFiltered = Object.keys(exported).length > 0;
  const older = new URLSearchParams(search);
  if (nextCursor) older.set("cursor", nextCursor);
  return (
    <>
      <ShellHead title={consoleWords.places.mail}>
        <span>
          {total > mostMailsCounted ? words.countedUpTo(mostMailsCounted) : words.count(total)}
        </span>
        {mails.length > 0 && (
          <DownloadLink
            kind="admin"
            url={`/api/admin/mail/export.csv?${new URLSearchParams(exported)}`}
          >
            <IconDownload aria-hidden />
            {controlWords.export}
          </DownloadLink>
        )}
      </ShellHead>
      <main>
        {!isSending && (
          <p className={listStyles.notice}>
            {words.noServer} <Link to="/admin/settings#mail">{words.setUpServer}</Link>
          </p>
        )}
        <Filters isFiltered={isFiltered} practices={practices} />
        {mails.length === 0 && (
          <div className={styles.quiet}>
            <Empty>{isFiltered || cursor ? words.noMatch : words.none}</Empty>
          </div>
        )}
        {mails.length > 0 && <MailTable mails={mails} />}
        {nextCursor && <Link to={`?${older}`}>{consoleWords.older}</Link>}
      </main>
    </>
  );
}

type FilterProps = { isFiltered: boolean; practices: PracticesToChoose };

function Filters({ isFiltered, practices }: FilterProps) {
  const [params] = useSearchParams();
  return (
    <ListFilters isFiltered={isFiltered}>
      <SelectFilter
        name="state"
        label={words.state}
        any={consoleWords.all}
        names={mailStates.map((state) => [state, mailStateWords[state]])}
      />
      <PracticeSelect
        name="practice"
        none={words.everyPractice}
        loaded={practices}
        defaultValue={params.get("practice") ?? ""}
      />
      <SearchFilter label={words.search} hint={words.searchHint} maxLength={100} />
      <SelectFilter
        name="sort"
        label={words.sort}
        any={words.newestFirst}
        names={[
          ["time", mailColumns.time],
          ["state", mailColumns.state],
        ]}
      />
    </ListFilters>
  );
}
