// The owner opens this page to see which practices are slow, to approve or invite one, or to open
// one. Those that keep leads waiting come first, with how fast each calls. It must handle hundreds
// of practices, one without a source, and one whose alerts reach no one.
import { redirect, useLocation, useNavigate, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { billingWords } from "#content/console/billing.ts";
import { comparisonWords } from "#content/console/comparison.ts";
import { consoleWords } from "#content/console/frame.ts";
import { practiceWords as words } from "#content/console/practices.ts";
import { controlWords } from "#content/desk/controls.ts";
import { ClientsQuery, type Invitations } from "#contract/practices.ts";
import type { Route } from "./+types/practices.ts";
import { FreshPage } from "./fresh-page.tsx";
import { Pages } from "./pages.tsx";
import { DueInvoices } from "./practices/due-invoices.tsx";
import { InviteBox } from "./practices/invite-dialog.tsx";
import { PracticeFilters } from "./practices/practice-filters.tsx";
import { PracticeTable } from "./practices/practice-table.tsx";
import styles from "./practices.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.practices) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([, value]) => value !== ""),
  );
  // The URL contains an invalid page or filter: show the whole list.
  if (!ClientsQuery.safeParse(typed).success) throw redirect("/admin/practices");
  const api = context.get(apiContext);
  const [listed, invitations] = await Promise.all([
    api.admin.clients.$get({ query: typed }),
    api.admin.invitations.$get(),
  ]);
  throwUnlessOk(listed, invitations);
  return {
    now: new Date().toISOString(),
    query: typed,
    list: await bodyOf(listed),
    invitations: await bodyOf(invitations),
  };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Practices({ loaderData }: Route.ComponentProps) {
  return <FreshPage loaded={loaderData}>{(shown) => <Page shown={shown} />}</FreshPage>;
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: { now, query, list, invitations } }: { shown: Shown }) {
  const [params] = useSearchParams();
  const { clients, total, pages, packages, tags } = list;
  const isFiltered = ["search", "status", "needs", "late", "package", "tag"].some((name) =>
    params.get(name),
  );
  const { page: _, ...exported } = query;
  return (
    <NowProvider serverNow={now}>
      <ShellHead title={consoleWords.places.practices}>
        <Invite {...invitations} />
      </ShellHead>
      <main>
        <PracticeFilters isFiltered={isFiltered} packages={packages} tags={tags} />
        {clients.length === 0 ? (
          <Empty>{isFiltered ? words.noMatch : words.none}</Empty>
        ) : (
          <>
            <div className={styles.above}>
              <p>{words.inAll(total)}</p>
              <div className={styles.actions}>
                <DueInvoices practices={clients} />
                <ButtonLink to="/admin/compare" variant="outline" isSmall>
                  {comparisonWords.title}
                </ButtonLink>
                <DownloadLink
                  kind="admin"
                  url={`/api/admin/clients/export.csv?${new URLSearchParams(exported)}`}
                >
                  <IconDownload aria-hidden />
                  {controlWords.export}
                </DownloadLink>
                <DownloadLink kind="admin" url="/api/admin/invoices/export.csv">
                  <IconDownload aria-hidden />
                  {billingWords.export}
                </DownloadLink>
              </div>
            </div>
            <PracticeTable practices={clients} />
          </>
        )}
        <Pages page={Number(query.page ?? 1)} pages={pages} />
      </main>
    </NowProvider>
  );
}

const inviteHash = "#invite";

/**
 * The dialog to invite a practice. It opens when its hash is in the URL, so that links can open it.
 */
function Invite(invitations: Invitations) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const set = (hash: string) =>
    void navigate({ search, hash }, { replace: true, preventScrollReset: true });
  const isOpen = hash === inviteHash;
  const close = () => set("");
  return (
    <>
      <Button isSmall onClick={() => set(inviteHash)}>
        {words.invite}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={words.invite}>
        {isOpen && <InviteBox {...invitations} onCancel={close} />}
      </Dialog>
    </>
  );
}
