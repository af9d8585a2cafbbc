// The owner opens this page from the list to judge a campaign, to correct a day's figures, or to
// end it. Spend, leads and cost come first, then the weeks and the settings. It must handle a token
// that Meta rejects, and a total that was recorded without days.
import { useState } from "react";
import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { numberText } from "#app/ui/share.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import {
  campaignPlatformNames,
  campaignStateNames,
  campaignWords as words,
} from "#content/console/campaigns.ts";
import { consoleWords } from "#content/console/frame.ts";
import {
  type CampaignDetail,
  CampaignWeeksQuery,
  campaignSpans,
  usualSpan,
} from "#contract/campaigns.ts";
import { uuid } from "#contract/fields.ts";
import { dayText, momentText } from "#contract/moment-text.ts";
import { dayAfter } from "#contract/zones.ts";
import type { Route } from "./+types/campaign.ts";
import { agencyZone } from "./agency-hours.ts";
import { budgetText, shortDay } from "./campaign/campaign-texts.ts";
import { DayForm } from "./campaign/day-form.tsx";
import { MoreActions } from "./campaign/more-actions.tsx";
import { ReportForm } from "./campaign/report-form.tsx";
import { SettingsForm } from "./campaign/settings-form.tsx";
import { Tiles } from "./campaign/tiles.tsx";
import { WeeksChart } from "./campaign/weeks-chart.tsx";
import { WeeksTable } from "./campaign/weeks-table.tsx";
import own from "./campaign.module.css";
import { FreshPage } from "./fresh-page.tsx";
import { useIsOwner } from "./layout/role.tsx";
import styles from "./source.module.css";

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleWords.tab(loaderData?.campaign.name ?? consoleWords.places.campaigns) },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const named = params.get("id");
  if (!named) throw redirect("/admin/campaigns");
  const id = uuid.safeParse(named).data;
  if (!id) throw new Response(null, { status: 404 });
  // The URL contains an invalid period: show the default one.
  const period = Object.fromEntries([...params].filter(([name]) => name !== "id"));
  const query = CampaignWeeksQuery.safeParse(period).data ?? { weeks: usualSpan };
  const one = context.get(apiContext).admin.campaigns[":id"];
  const [campaign, weeks] = await Promise.all([
    one.$get({ param: { id }, query: {} }),
    one.weeks.$get({ param: { id }, query }),
  ]);
  throwUnlessOk(campaign, weeks);
  const shown = await bodyOf(campaign);
  // The campaign was merged into another one, so this redirects to that campaign's page.
  if (shown._id !== id) {
    params.set("id", shown._id);
    throw redirect(`/admin/campaign?${params}`);
  }
  return { campaign: shown, weeks: await bodyOf(weeks), span: query.weeks };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function OneCampaign({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <FreshPage key={params.get("id")} loaded={loaderData} everyMs={null}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: { campaign, weeks, span } }: { shown: Shown }) {
  const { _id, name, practice, platform, state } = campaign;
  const [isOpen, setIsOpen] = useState<"day" | "report" | null>(null);
  const isOwner = useIsOwner();
  const close = () => setIsOpen(null);
  const { from, to } = weeks.total;
  const budget = budgetText(campaign, weeks);
  const hasFigures = weeks.weeks.some(({ days, leads }) => days.length > 0 || leads > 0);
  return (
    <>
      <ShellHead title={name} back="/admin/campaigns">
        <Button isSmall variant="outline" onClick={() => setIsOpen("report")}>
          {words.report}
        </Button>
        <Button isSmall onClick={() => setIsOpen("day")}>
          {words.enter}
        </Button>
      </ShellHead>
      <main className={styles.page} key={_id}>
        <p className={styles.facts}>
          {isOwner ? (
            <Link to={`/admin/practice?id=${practice._id}`}>{practice.name}</Link>
          ) : (
            <span>{practice.name}</span>
          )}
          <span>{campaignPlatformNames[platform]}</span>
          <span>{campaignStateNames[state]}</span>
          {budget && <span>{budget}</span>}
        </p>
        <nav className={own.period} aria-label={words.periodLabel}>
          {campaignSpans.map((one) => (
            <Link
              key={one}
              to={`?id=${_id}&weeks=${one}`}
              aria-current={one === span && !weeks.hasNewer ? "page" : undefined}
              preventScrollReset
            >
              {words.weeks[one]}
            </Link>
          ))}
          <span>{words.span(longDay(from), longDay(to))}</span>
        </nav>
        <Tiles shown={weeks} />
        <section aria-labelledby="daily">
          <h2 id="daily">{words.byWeek}</h2>
          <Known campaign={campaign} />
          {hasFigures ? (
            <WeeksChart weeks={weeks.weeks} />
          ) : (
            <p className={styles.note}>{words.noDays}</p>
          )}
          <WeeksTable key={`${from} ${to}`} id={_id} shown={weeks} />
          <p className={styles.actions}>
            {weeks.hasNewer && (
              <Link to={`?id=${_id}&weeks=${span}`} preventScrollReset>
                {words.newestWeeks}
              </Link>
            )}
            <Link to={`?id=${_id}&weeks=${span}&until=${dayAfter(from, -1)}`} preventScrollReset>
              {words.olderWeeks}
            </Link>
          </p>
        </section>
        <section className={styles.forms} aria-labelledby="settings">
          <h2 id="settings">{words.settings}</h2>
          <SettingsForm key={settingsOf(campaign)} campaign={campaign} />
        </section>
        <MoreActions campaign={campaign} />
      </main>
      <Dialog isOpen={isOpen === "report"} onClose={close} title={words.report}>
        {isOpen === "report" && (
          <ReportForm practices={{ practices: [practice], total: 1 }} onClose={close} />
        )}
      </Dialog>
      <Dialog isOpen={isOpen === "day"} onClose={close} title={words.enter}>
        {isOpen === "day" && <DayForm id={_id} onDone={close} />}
      </Dialog>
    </>
  );
}

/**
 * Returns a key that changes with what the actions below the form change, so that the form is
 * mounted again with the new values.
 */
const settingsOf = ({ state, startsOn, endsOn, budgetCents, merged }: CampaignDetail) =>
  [state, startsOn, endsOn, budgetCents, merged.length].join();

const longDay = (day: string) => shortDay(day, true);

/**
 * Shows the total that was recorded at the start, and the error of the last request to the
 * platform.
 */
function Known({
  campaign: { opening, platform, askedFiguresAt, figuresProblem },
}: {
  campaign: CampaignDetail;
}) {
  const asked = campaignPlatformNames[platform];
  const impressions = opening && numberText(opening.impressions);
  return (
    <>
      {impressions && (
        <p className={styles.note}>
          {opening.asOf
            ? words.opening(impressions, dayText(opening.asOf, { dateStyle: "medium" }))
            : words.openingWithoutDay(impressions)}
        </p>
      )}
      {askedFiguresAt && (
        <p className={styles.note}>
          <Moment at={askedFiguresAt} timeZone={agencyZone}>
            {words.askedPlatform(asked, momentText(askedFiguresAt, { timeZone: agencyZone }))}
          </Moment>
        </p>
      )}
      {figuresProblem && (
        <p>
          {words.platformRefused(asked, figuresProblem)}{" "}
          {platform === "google" ? words.fixGoogle : words.fixToken}
        </p>
      )}
    </>
  );
}
