// The owner opens this page when an email didn't arrive, sometimes with the recipient on the phone.
// Emails that weren't sent come first, each with the reason.
import { useState } from "react";
import { Link, redirect, useRevalidator, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { askApi, bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { mailLogWords as words } from "#content/console/mail.ts";
import { mailStateWords } from "#content/desk/emails.ts";
import { uuid } from "#contract/fields.ts";
import { type Mail, mailStates, mostMailsCounted } from "#contract/mail.ts";
import { momentText } from "#contract/moment-text.ts";
import type { Route } from "./+types/mail.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";
import { ListFilters, SearchFilter, SelectFilter } from "./list-filters.tsx";
import listStyles from "./lists.module.css";
import { PracticeSelect, type PracticesToChoose } from "./practice-field.tsx";
import styles from "./rows.module.css";
import { useChange } from "./use-change.ts";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.mail) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const state = mailStates.find((one) => one === search.get("state"));
  const query = {
    ...(state && { state }),
    ...textOf(search, "practice"),
    ...textOf(search, "search"),
    ...textOf(search, "cursor"),
  };
  const api = context.get(apiContext);
  const chosen = uuid.safeParse(search.get("practice")).data;
  const [log, names] = await Promise.all([
    api.admin.mail.$get({ query }),
    api.admin["practice-names"].$get({ query: { ...(chosen && { chosen }) } }),
  ]);
  // The URL contains an invalid filter: show the unfiltered list.
  if (log.status === 422) throw redirect("/admin/mail");
  throwUnlessOk(log, names);
  return { ...(await bodyOf(log)), practices: await bodyOf(names) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

function textOf(search: URLSearchParams, name: string): Record<string, string> {
  const value = search.get(name);
  return value ? { [name]: value } : {};
}

export default function MailLog({ loaderData }: Route.ComponentProps) {
  return <FreshPage loaded={loaderData}>{(shown) => <Page shown={shown} />}</FreshPage>;
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown }: { shown: Shown }) {
  const { mails, total, nextCursor, isSending, practices } = shown;
  const [search] = useSearchParams();
  const isFiltered = [...search.values()].some((value) => value !== "");
  const older = new URLSearchParams(search);
  if (nextCursor) older.set("cursor", nextCursor);
  return (
    <>
      <ShellHead title={consoleWords.places.mail}>
        <span>
          {total > mostMailsCounted ? words.countedUpTo(mostMailsCounted) : words.count(total)}
        </span>
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
            <Empty>{isFiltered ? words.noMatch : words.none}</Empty>
          </div>
        )}
        {mails.length > 0 && (
          <ul className={styles.list}>
            {mails.map((mail) => (
              <li key={mail._id}>
                <MailItem mail={mail} />
              </li>
            ))}
          </ul>
        )}
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
    </ListFilters>
  );
}

function MailItem({ mail }: { mail: Mail }) {
  const { revalidate } = useRevalidator();
  const change = useChange();
  const hasProblem = mail.state === "failed" || mail.state === "unknown";
  // An empty address means the recipient's data was erased.
  const mayResend = mail.to !== "" && hasProblem;

  async function resend() {
    const outcome = await askApi(() =>
      api.admin.mail[":id"].resendings.$post({ param: { id: mail._id } }),
    );
    const message = outcome.isDone ? outcome.answer.message : outcome.refusal.message;
    showToast({ title: outcome.isDone ? toastTitles.resent : toastTitles.error, message });
    await revalidate();
  }

  return (
    <article className={styles.item}>
      <h2>{mail.subject}</h2>
      <span className={styles.state} data-state={mail.state}>
        {mailStateWords[mail.state]}
      </span>
      <p className={styles.actions}>
        <span>{words.sentTo(mail.to)}</span>
        {mail.practice && <span>{words.sentFrom(mail.practice.name)}</span>}
        {mail.attempts > 1 && <span>{words.attempts(mail.attempts)}</span>}
        {mail.dismissedAt !== null && <span>{words.dismissed}</span>}
      </p>
      <Moment at={mail.createdAt} timeZone={agencyZone}>
        {momentText(mail.createdAt, { timeZone: agencyZone })}
      </Moment>
      {mail.problem && <p className={styles.problem}>{mail.problem}</p>}
      <Words mail={mail} />
      {mayResend && (
        <Button variant="outline" isSmall onClick={() => void resend()}>
          {words.sendAgain}
        </Button>
      )}
      {hasProblem && mail.dismissedAt === null && (
        <Button
          variant="quiet"
          isSmall
          onClick={() =>
            void change(() => api.admin.mail[":id"].dismissals.$post({ param: { id: mail._id } }))
          }
        >
          {words.dismiss}
        </Button>
      )}
    </article>
  );
}

/**
 * The email's text. A practice's email is loaded only on request, because reading it writes an
 * audit entry.
 */
function Words({ mail }: { mail: Mail }) {
  const [text, setText] = useState(mail.text);
  const [problem, setProblem] = useState<string | null>(null);

  async function fetchWords() {
    setProblem(null);
    const outcome = await askApi(() => api.admin.mail[":id"].$get({ param: { id: mail._id } }));
    if (outcome.isDone) setText(outcome.answer.text);
    else setProblem(outcome.refusal.message);
  }

  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && text === null) void fetchWords();
      }}
    >
      <summary>{words.text}</summary>
      <p className={listStyles.words} aria-live="polite">
        {problem ?? (text === null ? consoleWords.loading : text || words.notWrittenYet)}
      </p>
    </details>
  );
}
