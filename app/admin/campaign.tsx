// The owner opens this page from the list: to correct a day's figures, to see a campaign's spend,
// or to end it. First: how far the figures go, and the spend; then the days and the settings. What
// may go wrong: a token that Meta rejects, a day entered twice, a total recorded without days.
import { useState } from "react";
import { Link, redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { DayChart } from "#app/ui/day-chart.tsx";
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
import type { CampaignDetail } from "#contract/campaigns.ts";
import { calendarDay, uuid } from "#contract/fields.ts";
import { dayText, momentText } from "#contract/moment-text.ts";
import type { Route } from "./+types/campaign.ts";
import { agencyZone } from "./agency-hours.ts";
import { DayForm } from "./campaign/day-form.tsx";
import { DayTable } from "./campaign/day-table.tsx";
import { ReportForm } from "./campaign/report-form.tsx";
import { SettingsForm } from "./campaign/settings-form.tsx";
import { FreshPage } from "./fresh-page.tsx";
import styles from "./source.module.css";

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleWords.tab(loaderData?.campaign.name ?? consoleWords.places.campaigns) },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const asked = params.get("id");
  if (!asked) throw redirect("/admin/campaigns");
  const id = uuid.safeParse(asked).data;
  if (!id) throw new Response(null, { status: 404 });
  const before = calendarDay.safeParse(params.get("before")).data;
  const answer = await context
    .get(apiContext)
    .admin.campaigns[":id"].$get({ param: { id }, query: before ? { before } : {} });
  throwUnlessOk(answer);
  return { campaign: await bodyOf(answer), before: before ?? null };
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

function Page({ shown: { campaign, before } }: { shown: Shown }) {
  const { _id, name, practice, platform, state, days, hasOlder } = campaign;
  const [isImporting, setIsImporting] = useState(false);
  const close = () => setIsImporting(false);
  return (
    <>
      <ShellHead title={name} back="/admin/campaigns">
        <Button isSmall variant="outline" onClick={() => setIsImporting(true)}>
          {words.report}
        </Button>
      </ShellHead>
      <main className={styles.page} key={_id}>
        <p className={styles.facts}>
          <span>{practice.name}</span>
          <span>{campaignPlatformNames[platform]}</span>
          <span>{campaignStateNames[state]}</span>
        </p>
        <section aria-labelledby="daily">
          <h2 id="daily">{words.daily}</h2>
          <Known campaign={campaign} />
          {days.length === 0 && <p className={styles.note}>{words.noDays}</p>}
          {days.some(({ spendCents }) => spendCents) && <DayChart days={days} />}
          {days.length > 0 && <DayTable campaign={campaign} />}
          <p className={styles.actions}>
            {before && <Link to={`?id=${_id}`}>{words.newestDays}</Link>}
            {hasOlder && (
              <Link to={`?id=${_id}&before=${days.at(-1)?.day}`}>{words.olderDays}</Link>
            )}
          </p>
        </section>
        <section className={styles.forms} aria-labelledby="enter">
          <h2 id="enter">{words.enter}</h2>
          <DayForm id={_id} />
        </section>
        <section className={styles.forms} aria-labelledby="settings">
          <h2 id="settings">{words.settings}</h2>
          <SettingsForm campaign={campaign} />
        </section>
      </main>
      <Dialog isOpen={isImporting} onClose={close} title={words.report}>
        {isImporting && (
          <ReportForm practices={{ practices: [practice], total: 1 }} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

/** The opening figure, and what Meta said when it was asked last. */
function Known({
  campaign: { opening, askedFiguresAt, figuresProblem },
}: {
  campaign: CampaignDetail;
}) {
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
            {words.askedMeta(momentText(askedFiguresAt, { timeZone: agencyZone }))}
          </Moment>
        </p>
      )}
      {figuresProblem && (
        <p>
          {words.metaRefused(figuresProblem)} {words.fixToken}
        </p>
      )}
    </>
  );
}
