// The owner comes from the menu: to see what runs for whom, to add a campaign, or to import last
// week's reports. First: which campaign, of which practice, in which state, and how far its figures
// go. What may go wrong: thousands of campaigns, two with the same name, a report of another
// practice.
import { useState } from "react";
import { Form, Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import {
  campaignPlatformNames,
  campaignStateNames,
  campaignWords as words,
} from "#content/console/campaigns.ts";
import { consoleWords } from "#content/console/frame.ts";
import { type Campaign, CampaignsQuery, campaignLimits } from "#contract/campaigns.ts";
import { dollarsText } from "#contract/money.ts";
import type { Route } from "./+types/campaigns.ts";
import { AddForm } from "./campaign/add-form.tsx";
import { ReportForm } from "./campaign/report-form.tsx";
import styles from "./campaigns.module.css";
import lists from "./mail.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.campaigns) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([, value]) => value !== ""),
  );
  // The address contains an invalid page or filter: show the whole list.
  const query = CampaignsQuery.safeParse(typed).data;
  if (!query) throw redirect("/admin/campaigns");
  const { page = 1 } = query;
  const api = context.get(apiContext);
  const [listed, clients] = await Promise.all([
    api.admin.campaigns.$get({ query: { ...query, page: String(page) } }),
    api.admin.clients.$get(),
  ]);
  if (!listed.ok || !clients.ok) throw new Response(null, { status: listed.status });
  return { ...(await bodyOf(listed)), page, practices: (await bodyOf(clients)).clients };
}

export default function CampaignsPage({ loaderData }: Route.ComponentProps) {
  const { campaigns, total, pages, page, practices } = loaderData;
  const [params] = useSearchParams();
  const [isOpen, setIsOpen] = useState<"add" | "report" | null>(null);
  const isFiltered = ["search", "state", "platform"].some((name) => params.get(name));
  const close = () => setIsOpen(null);
  return (
    <>
      <ShellHead title={consoleWords.places.campaigns}>
        <span>{words.count(total)}</span>
        <Button isSmall onClick={() => setIsOpen("add")}>
          {words.add}
        </Button>
      </ShellHead>
      <main>
        <Filters params={params} />
        <p className={styles.report}>
          <Button isSmall variant="outline" onClick={() => setIsOpen("report")}>
            {words.report}
          </Button>
        </p>
        {campaigns.length === 0 ? (
          <div className={lists.quiet}>
            <Empty>{isFiltered ? words.noMatch : words.none}</Empty>
          </div>
        ) : (
          <ul className={lists.list}>
            {campaigns.map((campaign) => (
              <li key={campaign._id}>
                <CampaignItem campaign={campaign} />
              </li>
            ))}
          </ul>
        )}
        {pages > 1 && <Pages page={page} pages={pages} params={params} />}
      </main>
      <Dialog isOpen={isOpen === "add"} onClose={close} title={words.add}>
        {isOpen === "add" && <AddForm practices={practices} />}
      </Dialog>
      <Dialog isOpen={isOpen === "report"} onClose={close} title={words.report}>
        {isOpen === "report" && <ReportForm practices={practices} onDone={close} />}
      </Dialog>
    </>
  );
}

const selects = [
  { name: "state", label: words.state, any: words.anyState, names: campaignStateNames },
  { name: "platform", label: words.platform, any: words.anyPlatform, names: campaignPlatformNames },
];

function Filters({ params }: { params: URLSearchParams }) {
  return (
    <Form key={params.toString()} className={lists.filters} aria-label={words.filter}>
      <label>
        {words.search}
        <input
          type="search"
          name="search"
          maxLength={campaignLimits.search}
          defaultValue={params.get("search") ?? ""}
        />
      </label>
      {selects.map(({ name, label, any, names }) => (
        <label key={name}>
          {label}
          <select name={name} defaultValue={params.get(name) ?? ""}>
            <option value="">{any}</option>
            {Object.entries(names).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      <Button type="submit" variant="outline" isSmall>
        {words.find}
      </Button>
    </Form>
  );
}

function CampaignItem({ campaign }: { campaign: Campaign }) {
  const { _id, name, practice, platform, state, lastDay, spendCents } = campaign;
  return (
    <article className={lists.item}>
      <h2>
        <Link to={`/admin/campaign?id=${_id}`}>{name}</Link>
      </h2>
      <span className={styles.state}>{campaignStateNames[state]}</span>
      <p className={lists.actions}>
        <span>{practice.name}</span>
        <span>{campaignPlatformNames[platform]}</span>
        <span>{spendCents === null ? words.noSpend : words.spent(dollarsText(spendCents))}</span>
      </p>
      <span className={styles.never}>{lastDay ? words.lastDay(lastDay) : words.noDays}</span>
    </article>
  );
}

function Pages({ page, pages, params }: { page: number; pages: number; params: URLSearchParams }) {
  const to = (number: number) => {
    const next = new URLSearchParams(params);
    next.set("page", String(number));
    return `?${next}`;
  };
  return (
    <nav className={styles.pages} aria-label={words.page(page, pages)}>
      {page > 1 && <Link to={to(page - 1)}>{words.newer}</Link>}
      <span>{words.page(page, pages)}</span>
      {page < pages && <Link to={to(page + 1)}>{words.older}</Link>}
    </nav>
  );
}
