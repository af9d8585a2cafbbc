// The owner comes from the menu: to connect a practice's new form, or because a practice says that
// leads stopped. First: which source, of which practice, and when it last brought a lead. What may
// go wrong: hundreds of sources with the same name, a token that Meta refuses, a form that is
// connected twice.
import { useState } from "react";
import { Form, Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { momentText } from "#app/ui/moment-text.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import {
  sourceKindNames,
  sourceStateNames,
  sourceWords as words,
} from "#content/console/sources.ts";
import type { Source } from "#contract/sources.ts";
import type { Route } from "./+types/sources.ts";
import lists from "./mail.module.css";
import { ConnectForm } from "./source/connect-form.tsx";
import styles from "./sources.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.sources) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = params.get("search");
  const page = params.get("page");
  const api = context.get(apiContext);
  const [listed, clients] = await Promise.all([
    api.admin.sources.$get({ query: { ...(search && { search }), ...(page && { page }) } }),
    api.admin.clients.$get(),
  ]);
  // The address contains an invalid page or search: show the whole list.
  if (listed.status === 422) throw redirect("/admin/sources");
  if (!listed.ok || !clients.ok) throw new Response(null, { status: listed.status });
  return {
    ...(await bodyOf(listed)),
    page: Number(page ?? 1),
    practices: (await bodyOf(clients)).clients,
  };
}

export default function Sources({ loaderData }: Route.ComponentProps) {
  const { sources, total, pages, page, practices } = loaderData;
  const [params] = useSearchParams();
  const [isConnecting, setIsConnecting] = useState(false);
  const search = params.get("search") ?? "";
  return (
    <>
      <ShellHead title={consoleWords.places.sources}>
        <span>{words.count(total)}</span>
        <Button isSmall onClick={() => setIsConnecting(true)}>
          {words.connect}
        </Button>
      </ShellHead>
      <main>
        <Form key={search} className={lists.filters} aria-label={words.filter}>
          <label>
            {words.search}
            <input type="search" name="search" maxLength={200} defaultValue={search} />
          </label>
          <Button type="submit" variant="outline" isSmall>
            {words.find}
          </Button>
        </Form>
        {sources.length === 0 ? (
          <div className={lists.quiet}>
            <Empty>{search ? words.noMatch : words.none}</Empty>
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
        {pages > 1 && <Pages page={page} pages={pages} search={search} />}
      </main>
      <Dialog isOpen={isConnecting} onClose={() => setIsConnecting(false)} title={words.connect}>
        {isConnecting && <ConnectForm practices={practices} />}
      </Dialog>
    </>
  );
}

function SourceItem({ source }: { source: Source }) {
  const { _id, name, kind, practice, state, lastLeadAt } = source;
  return (
    <article className={lists.item}>
      <h2>
        <Link to={`/admin/source?id=${_id}`}>{name}</Link>
      </h2>
      <span className={styles.state} data-state={state}>
        {sourceStateNames[state]}
      </span>
      <p className={lists.actions}>
        <span>{practice.name}</span>
        <span>{sourceKindNames[kind]}</span>
      </p>
      {lastLeadAt ? (
        <Moment at={lastLeadAt}>{words.lastLead(momentText(lastLeadAt))}</Moment>
      ) : (
        <span className={styles.never}>{words.noLead}</span>
      )}
    </article>
  );
}

function Pages({ page, pages, search }: { page: number; pages: number; search: string }) {
  const to = (number: number) =>
    `?${new URLSearchParams({ ...(search && { search }), page: String(number) })}`;
  return (
    <nav className={styles.pages} aria-label={words.page(page, pages)}>
      {page > 1 && <Link to={to(page - 1)}>{words.newer}</Link>}
      <span>{words.page(page, pages)}</span>
      {page < pages && <Link to={to(page + 1)}>{words.older}</Link>}
    </nav>
  );
}
