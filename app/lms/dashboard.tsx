// The front desk's main screen, opened from an alert or left open all day, on a desktop or a phone.
// It shows who to call now and how long they have been waiting. It must handle a lost connection
// that would hide a new lead.

import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import type { PageHandle } from "#app/root.tsx";
import { Moment } from "#app/ui/at-time.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowInMinutes, NowProvider, useNow } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { wallWords } from "#content/desk/alerts.ts";
import { shellWords } from "#content/desk/shell.ts";
import { headText } from "#contract/moment-text.ts";
import type { Route } from "./+types/dashboard.ts";
import { Figures } from "./dashboard/figures.tsx";
import { filterNames } from "./dashboard/filter-params.ts";
import { useFirstStepsStage } from "./dashboard/first-steps-stage.ts";
import { LeadList } from "./dashboard/lead-list.tsx";
import { LiveState } from "./dashboard/live-state.tsx";
import { loadDashboard } from "./dashboard/load-dashboard.ts";
import { MailAlarm } from "./dashboard/mail-alarm.tsx";
import { SourceAlarm } from "./dashboard/source-alarm.tsx";
import { useLiveQueue } from "./dashboard/use-live-queue.ts";
import { readView } from "./dashboard/view.ts";
import { Wall, wallUrl } from "./dashboard/wall.tsx";
import styles from "./dashboard.module.css";
import { useDesk, useMay } from "./shell/desk-context.ts";
import { useFirstSeen } from "./shell/first-seen.ts";
import { useLater } from "./shell/load-later.ts";

export const meta = () => [{ title: shellWords.tab(shellWords.places.dashboard) }];

export const handle: PageHandle = { isDrawnFirst: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.has("wall") && searchParams.get("sort") !== "next") throw redirect(wallUrl);
  const view = readView(searchParams);
  return loadDashboard(context.get(apiContext), request, view);
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { client, viewAs, isLive, lostAt, callbacksDue } = useDesk();
  const [search] = useSearchParams();
  const { q, sort, show, filters } = readView(search);
  const queryKey = [q, sort, ...filterNames.map((name) => filters[name])].join(" ");
  const { queue, figures, mail } = useLiveQueue(loaderData, queryKey);
  useFirstSeen(viewAs ? [] : (queue?.list.leads ?? []), isRowThere);
  const isStale = lostAt !== null || loaderData === null;
  // False in a demo and in the owner's view-as mode.
  const isOwn = !viewAs && !client.demoEndsAt;
  const stage = useFirstStepsStage(client._id);
  // The first steps already ask for alerts, so the alert warning isn't shown next to them. With a
  // lead in the queue, it always is.
  const mayManage = useMay("profile");
  const maySeeSources = useMay("sources");
  const isSettingUp = mayManage && stage !== "over" && queue?.list.leads.length === 0;
  const Offer = useLater(loadOffer);
  const Steps = useLater(loadSteps);
  if (search.has("wall")) {
    return (
      <NowProvider serverNow={queue?.now ?? new Date().toISOString()}>
        <Wall queue={queue} figures={figures} callbacksDue={callbacksDue} isStale={isStale} />
      </NowProvider>
    );
  }
  return (
    <NowProvider serverNow={queue?.now ?? new Date().toISOString()}>
      <ShellHead title={shellWords.places.dashboard}>
        <NowInMinutes isOn>
          <Today timeZone={client.timeZone} />
        </NowInMinutes>
        {!viewAs && (
          <Link to={wallUrl} prefetch="none" className={styles.wall}>
            {wallWords.open}
          </Link>
        )}
        <LiveState isLive={isLive} />
      </ShellHead>
      {!viewAs && queue && <MailAlarm version={loaderData} reloaded={mail} />}
      {isOwn && maySeeSources && queue && <SourceAlarm version={loaderData} />}
      <main className={styles.columns}>
        <div className={styles.queue}>
          <LeadList
            queue={queue}
            queryKey={`${queryKey} ${show}`}
            q={q}
            sort={sort}
            filters={filters}
            isStale={isStale}
          />
          {Steps && isOwn && mayManage && queue && <Steps leads={queue.list.leads} />}
        </div>
        <div className={styles.beside}>
          {Offer && isOwn && !isSettingUp && <Offer />}
          <Figures figures={figures} isStale={isStale} />
        </div>
      </main>
    </NowProvider>
  );
}

const loadOffer = () => import("./dashboard/alert-offer.tsx").then((module) => module.AlertOffer);
const loadSteps = () => import("./dashboard/first-steps.tsx").then((module) => module.FirstSteps);

function isRowThere(leadId: string): boolean {
  return document.querySelector(`[data-lead="${leadId}"]`) !== null;
}

/** Shows the practice's date and time. On phones, there is space only for the title. */
function Today({ timeZone }: { timeZone: string }) {
  const now = useNow();
  return (
    <Moment at={now.toISOString()} timeZone={timeZone} className={styles.today}>
      {headText(now, timeZone)}
    </Moment>
  );
}
