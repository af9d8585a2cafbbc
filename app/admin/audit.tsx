// The owner opens this page when something about an account looks wrong. The newest entries come
// first. It must handle thousands of views between the two entries that matter.
import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { auditFieldNames, auditNames, auditWords as words } from "#content/console/audit.ts";
import { consoleWords } from "#content/console/frame.ts";
import { settingPartNames } from "#content/console/settings.ts";
import { controlWords } from "#content/desk/controls.ts";
import { type AuditEntry, AuditQuery, type AuditSubject, auditActions } from "#contract/audit.ts";
import { dayText, momentText } from "#contract/moment-text.ts";
import type { Route } from "./+types/audit.ts";
import { agencyZone } from "./agency-hours.ts";
import styles from "./audit.module.css";
import { FreshPage } from "./fresh-page.tsx";
import { ListFilters, SearchFilter, SelectFilter } from "./list-filters.tsx";
import { PracticeSelect, type PracticesToChoose } from "./practice-field.tsx";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.audit) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== "");
  const query = AuditQuery.safeParse(Object.fromEntries(given)).data;
  // The URL contains an invalid filter: show the unfiltered list.
  if (!query) throw redirect("/admin/audit");
  const { admin } = context.get(apiContext);
  const chosen = query.client;
  const [entries, names] = await Promise.all([
    admin.audit.$get({ query }),
    admin["practice-names"].$get({ query: { ...(chosen && { chosen }) } }),
  ]);
  throwUnlessOk(entries, names);
  return { ...(await bodyOf(entries)), practices: await bodyOf(names) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  return (
    // Not refreshed automatically, because reading the log writes audit entries.
    <FreshPage loaded={loaderData} everyMs={null}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown }: { shown: Shown }) {
  const { entries, nextCursor, practices } = shown;
  const [search] = useSearchParams();
  const isFiltered = [...search.values()].some((value) => value !== "");
  const older = new URLSearchParams(search);
  if (nextCursor) older.set("cursor", nextCursor);
  const exported = [...search].filter(([name, value]) => value !== "" && name !== "cursor");
  return (
    <>
      <ShellHead title={consoleWords.places.audit}>
        <DownloadLink
          kind="admin"
          url={`/api/admin/audit/export.csv?${new URLSearchParams(exported)}`}
        >
          <IconDownload aria-hidden />
          {controlWords.export}
        </DownloadLink>
      </ShellHead>
      <main className={styles.page}>
        <Filters isFiltered={isFiltered} practices={practices} />
        {entries.length === 0 && <Empty>{isFiltered ? words.noMatch : words.none}</Empty>}
        <ul className={entries.length > 0 ? styles.entries : undefined}>
          {entries.map((entry) => (
            <li key={entry._id} className={styles.entry}>
              <Moment at={entry.at} timeZone={agencyZone}>
                {momentText(entry.at, { timeZone: agencyZone, timeStyle: "medium" })}
              </Moment>
              <span className={styles.what}>{auditNames[entry.action]}</span>
              <div className={styles.who}>
                {entry.who ?? words.unknown}
                {entry.whom && ` · ${words.concerns(entry.whom)}`}
                {entry.setting && ` · ${settingPartNames[entry.setting]}`}
                {entry.practice && ` · ${entry.practice}`}
                {entry.templateSet && ` · ${entry.templateSet}`}
                {entry.about && " · "}
                {entry.about && <Subject about={entry.about} />}
                {entry.day && ` · ${dayText(entry.day, { dateStyle: "medium" })}`}
                {entry.found && ` · ${foundText(entry.found)}`}
                {entry.lead && " · "}
                {entry.lead && <ViewedLead lead={entry.lead} />} · {words.from(entry.address)}
                <Changes changes={entry.changes} />
              </div>
            </li>
          ))}
        </ul>
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
      <SearchFilter label={words.search} hint={words.searchHint} maxLength={100} />
      <SelectFilter
        name="action"
        label={words.action}
        any={words.everyAction}
        names={auditActions.map((action) => [action, auditNames[action]])}
      />
      <PracticeSelect
        name="client"
        none={words.everyPractice}
        loaded={practices}
        defaultValue={params.get("client") ?? ""}
      />
      <SearchFilter name="who" label={words.who} hint={words.partOfAddress} maxLength={100} />
      <label>
        {words.until}
        <input type="date" name="until" defaultValue={params.get("until") ?? ""} />
      </label>
    </ListFilters>
  );
}

function foundText({ leads, people, submissions }: NonNullable<AuditEntry["found"]>) {
  return words.found(leads, people, submissions);
}

/**
 * Links to the lead. The link is never prefetched, because loading a lead's page writes an audit
 * entry.
 */
function ViewedLead({ lead }: { lead: NonNullable<AuditEntry["lead"]> }) {
  if (lead.name === null) return words.deletedLead;
  return (
    <Link to={`/lms/lead?client=${lead.client}&id=${lead._id}`} prefetch="none">
      {lead.name}
    </Link>
  );
}

const subjectUrl: Record<AuditSubject, (id: string) => string> = {
  source: (id) => `/admin/source?id=${id}`,
  campaign: (id) => `/admin/campaign?id=${id}`,
  contact_request: (id) => `/admin/requests/${id}`,
};

function Subject({ about: { kind, _id, name } }: { about: NonNullable<AuditEntry["about"]> }) {
  if (name === null) return words.erased;
  return (
    <Link to={subjectUrl[kind](_id)} prefetch="none">
      <bdi>{name}</bdi>
    </Link>
  );
}

function Changes({ changes }: Pick<AuditEntry, "changes">) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <bdi>{words.changed(auditFieldNames[field], from, to)}</bdi>
        </li>
      ))}
    </ul>
  );
}
