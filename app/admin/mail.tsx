// The owner opens this page when an email did not arrive, sometimes with the recipient on the
// phone. Emails that were not sent come first, with the reason.
import { useState } from "react";
import { Form, Link, redirect, useRevalidator, useSearchParams, useSubmit } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { askApi, bodyOf } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { momentText } from "#app/ui/moment-text.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { mailLogWords as words } from "#content/console/mail.ts";
import { mailStateWords } from "#content/desk/emails.ts";
import { type Mail, mailStates } from "#contract/mail.ts";
import type { Route } from "./+types/mail.ts";
import listStyles from "./lists.module.css";
import styles from "./mail.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.mail) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const state = mailStates.find((one) => one === search.get("state"));
  const query = {
    ...(state && { state }),
    ...textOf(search, "practice"),
    ...textOf(search, "to"),
    ...textOf(search, "cursor"),
  };
  const api = context.get(apiContext);
  const [log, clients] = await Promise.all([
    api.admin.mail.$get({ query }),
    api.admin.clients.$get(),
  ]);
  // The address contains an invalid filter: show the unfiltered list.
  if (log.status === 422) throw redirect("/admin/mail");
  if (!log.ok || !clients.ok) throw new Response(null, { status: log.status });
  return { ...(await bodyOf(log)), practices: (await bodyOf(clients)).clients };
}

function textOf(search: URLSearchParams, name: string): Record<string, string> {
  const value = search.get(name);
  return value ? { [name]: value } : {};
}

export default function MailLog({ loaderData }: Route.ComponentProps) {
  const { mails, total, nextCursor, isSending, practices } = loaderData;
  const [search] = useSearchParams();
  const older = new URLSearchParams(search);
  if (nextCursor) older.set("cursor", nextCursor);
  return (
    <>
      <ShellHead title={consoleWords.places.mail}>
        <span>{words.count(total)}</span>
      </ShellHead>
      <main>
        {!isSending && <p className={listStyles.notice}>{words.noServer}</p>}
        <Filters search={search} practices={practices} />
        {mails.length === 0 && (
          <div className={styles.quiet}>
            <Empty>{search.size > 0 ? words.noMatch : words.none}</Empty>
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

type FilterProps = {
  search: URLSearchParams;
  practices: { _id: string; name: string }[];
};

function Filters({ search, practices }: FilterProps) {
  const submit = useSubmit();
  return (
    <Form
      key={search.toString()}
      className={styles.filters}
      aria-label={words.filter}
      onChange={({ currentTarget, target }) => {
        // The address field searches on submit, so that it never searches for a partial address.
        if (target instanceof HTMLSelectElement) void submit(currentTarget, { replace: true });
      }}
    >
      <label>
        {words.state}
        <select name="state" defaultValue={search.get("state") ?? ""}>
          <option value="">{consoleWords.all}</option>
          {mailStates.map((state) => (
            <option key={state} value={state}>
              {mailStateWords[state]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.practice}
        <select name="practice" defaultValue={search.get("practice") ?? ""}>
          <option value="">{words.everyPractice}</option>
          {practices.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.to}
        <input
          type="search"
          name="to"
          placeholder={words.wholeAddress}
          defaultValue={search.get("to") ?? ""}
        />
      </label>
      <Button type="submit" variant="outline" isSmall>
        {words.find}
      </Button>
    </Form>
  );
}

function MailItem({ mail }: { mail: Mail }) {
  const { revalidate } = useRevalidator();
  // Without an address, the recipient's data was erased.
  const mayResend = mail.to !== "" && (mail.state === "failed" || mail.state === "unknown");

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
      </p>
      <Moment at={mail.createdAt}>{momentText(mail.createdAt)}</Moment>
      {mail.problem && <p className={styles.problem}>{mail.problem}</p>}
      <Words mail={mail} />
      {mayResend && (
        <Button variant="outline" isSmall onClick={() => void resend()}>
          {words.sendAgain}
        </Button>
      )}
    </article>
  );
}

/** A practice's email is fetched on demand, because reading it writes an audit entry. */
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
