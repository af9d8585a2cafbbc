// The owner opens this page from the menu to see which campaigns run for which practice, to add
// one, or to import last week's reports. It must handle thousands of campaigns, two with the same
// name, and another practice's report.
import { useState } from "react";
import { redirect, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import {
  campaignPlatformNames,
  campaignSortNames,
  campaignStateNames,
  campaignWords as words,
} from "#content/console/campaigns.ts";
import { consoleWords } from "#content/console/frame.ts";
import { controlWords } from "#content/desk/controls.ts";
import {
  type Campaigns,
  CampaignsQuery,
  campaignLimits,
  type RecentReports,
} from "#contract/campaigns.ts";
import { momentText } from "#contract/moment-text.ts";
import type { Route } from "./+types/campaigns.ts";
import { agencyZone } from "./agency-hours.ts";
import { AddForm } from "./campaign/add-form.tsx";
import { AgencyReportForm } from "./campaign/agency-report-form.tsx";
import { ReportForm } from "./campaign/report-form.tsx";
import { CampaignTable } from "./campaigns/campaign-table.tsx";
import styles from "./campaigns.module.css";
import { FreshPage } from "./fresh-page.tsx";
import { ListFilters, SearchFilter, SelectFilter } from "./list-filters.tsx";
import { Pages } from "./pages.tsx";
import lists from "./rows.module.css";
import { useChange } from "./use-change.ts";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.campaigns) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(
      ([name, value]) => value !== "" && name in CampaignsQuery.shape,
    ),
  );
  // The URL contains an invalid page or filter: show the whole list.
  if (!CampaignsQuery.safeParse(typed).success) throw redirect("/admin/campaigns");
  const { admin } = context.get(apiContext);
  const [listed, names, recent] = await Promise.all([
    admin.campaigns.$get({ query: typed }),
    admin["practice-names"].$get({ query: {} }),
    admin["campaign-reports"].$get(),
  ]);
  throwUnlessOk(listed, names, recent);
  const { reports } = await bodyOf(recent);
  const now = new Date().toISOString();
  return { ...(await bodyOf(listed)), now, query: typed, practices: await bodyOf(names), reports };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function CampaignsPage({ loaderData }: Route.ComponentProps) {
  return <FreshPage loaded={loaderData}>{(shown) => <Page shown={shown} />}</FreshPage>;
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown }: { shown: Shown }) {
  const { campaigns, total, pages, now, query, practices, reports, deleted } = shown;
  const [params] = useSearchParams();
  const [isOpen, setIsOpen] = useState<"add" | "report" | "agency" | null>(null);
  const isFiltered = ["search", "state", "platform"].some((name) => params.get(name));
  const { page = "1", ...exported } = query;
  const close = () => setIsOpen(null);
  return (
    <NowProvider serverNow={now}>
      <ShellHead title={consoleWords.places.campaigns}>
        <span>{words.count(total)}</span>
        <Button isSmall onClick={() => setIsOpen("add")}>
          {words.add}
        </Button>
      </ShellHead>
      <main>
        <Filters isFiltered={isFiltered} />
        <p className={styles.report}>
          <Button isSmall variant="outline" onClick={() => setIsOpen("report")}>
            {words.report}
          </Button>
          <Button isSmall variant="outline" onClick={() => setIsOpen("agency")}>
            {words.agencyReport}
          </Button>
          {campaigns.length > 0 && (
            <DownloadLink
              kind="admin"
              url={`/api/admin/campaigns/export.csv?${new URLSearchParams(exported)}`}
            >
              <IconDownload aria-hidden />
              {controlWords.export}
            </DownloadLink>
          )}
        </p>
        {reports.map((one) => (
          <RecentReport key={one._id} report={one} />
        ))}
        {deleted.map((one) => (
          <Deleted key={one._id} deleted={one} />
        ))}
        {campaigns.length === 0 ? (
          <div className={lists.quiet}>
            <Empty>{isFiltered ? words.noMatch : words.none}</Empty>
          </div>
        ) : (
          <CampaignTable campaigns={campaigns} />
        )}
        <Pages page={Number(page)} pages={pages} />
      </main>
      <Dialog isOpen={isOpen === "add"} onClose={close} title={words.add}>
        {isOpen === "add" && <AddForm practices={practices} onCancel={close} />}
      </Dialog>
      <Dialog isOpen={isOpen === "report"} onClose={close} title={words.report}>
        {isOpen === "report" && <ReportForm practices={practices} onClose={close} />}
      </Dialog>
      <Dialog isOpen={isOpen === "agency"} onClose={close} title={words.agencyReport} isWide>
        {isOpen === "agency" && <AgencyReportForm onClose={close} />}
      </Dialog>
    </NowProvider>
  );
}

/** An imported report, which is shown for a day. */
function RecentReport({ report }: { report: RecentReports["reports"][number] }) {
  const { _id: id, importedAt, practices, practice } = report;
  const change = useChange();
  const time = momentText(importedAt, { timeZone: agencyZone });
  const of = practices === 1 ? practice : practices;
  return (
    <p className={styles.report}>
      <span>{words.importedAt(time, of)}</span>
      <Button
        isSmall
        variant="quiet"
        aria-label={words.undoImport(time, of)}
        onClick={() =>
          void change(() => api.admin["campaign-reports"][":id"].undos.$post({ param: { id } }))
        }
      >
        {consoleWords.undo}
      </Button>
    </p>
  );
}

/** A deleted campaign, which is shown while the deletion can still be undone. */
function Deleted({ deleted }: { deleted: Campaigns["deleted"][number] }) {
  const { _id: id, name, practice, deletedAt } = deleted;
  const change = useChange();
  return (
    <p className={styles.report}>
      <span>
        {words.deletedOn(name, practice, momentText(deletedAt, { timeZone: agencyZone }))}
      </span>
      <Button
        isSmall
        variant="quiet"
        aria-label={words.undoDeletion(name)}
        onClick={() => void change(() => api.admin.campaigns[":id"].undos.$post({ param: { id } }))}
      >
        {consoleWords.undo}
      </Button>
    </p>
  );
}

function Filters({ isFiltered }: { isFiltered: boolean }) {
  return (
    <ListFilters isFiltered={isFiltered}>
      <SearchFilter label={words.search} maxLength={campaignLimits.search} />
      <SelectFilter
        name="state"
        label={words.state}
        any={words.anyState}
        names={Object.entries(campaignStateNames)}
      />
      <SelectFilter
        name="platform"
        label={words.platform}
        any={words.anyPlatform}
        names={Object.entries(campaignPlatformNames)}
      />
      <SelectFilter
        name="sort"
        label={words.sort}
        any={words.usualOrder}
        names={Object.entries(campaignSortNames)}
      />
    </ListFilters>
  );
}
