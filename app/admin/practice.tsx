// The owner opens this page from the list, a search or a notice: to approve or suspend the
// practice, to see why no leads come in or aren't called, or to read their own notes before a phone
// call. First: problems and open setup steps, each with its action. What may go wrong: a practice
// of a hundred people, a note that another owner has just changed, a suspension by mistake.
import { redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { IconAlertTriangle } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { practiceWords } from "#content/console/practices.ts";
import { uuid } from "#contract/fields.ts";
import { dateText } from "#contract/moment-text.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import type { Route } from "./+types/practice.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";
import { Actions } from "./practice/actions.tsx";
import { Campaigns, Channels, LatestChanges, People, Sources } from "./practice/belongings.tsx";
import { PackageAndInvoices } from "./practice/billing.tsx";
import { Glance } from "./practice/glance.tsx";
import { Hours } from "./practice/hours.tsx";
import { Leaving } from "./practice/leaving.tsx";
import { Notes } from "./practice/notes.tsx";
import { PhoneNumber } from "./practice/phone-number.tsx";
import { PhoneUse } from "./practice/phone-use.tsx";
import { Retention } from "./practice/retention.tsx";
import { Setup } from "./practice/setup.tsx";
import { Tags } from "./practice/tags.tsx";
import { TemplateSets } from "./practice/template-sets.tsx";
import { Weeks } from "./practice/weeks.tsx";
import styles from "./practice.module.css";
import { StatusBadge, Waiting } from "./practices/practice-facts.tsx";

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleWords.tab(loaderData?.practice.name ?? consoleWords.places.practices) },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get("id");
  if (!asked) throw redirect("/admin/practices");
  const id = uuid.safeParse(asked).data;
  if (!id) throw new Response(null, { status: 404 });
  const answer = await context.get(apiContext).admin.clients[":id"].$get({ param: { id } });
  throwUnlessOk(answer);
  return { now: new Date().toISOString(), practice: await bodyOf(answer) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function OnePractice({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <FreshPage key={params.get("id")} loaded={loaderData}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: { now, practice } }: { shown: Shown }) {
  return (
    <NowProvider serverNow={now}>
      <ShellHead title={practice.name} back="/admin/practices" />
      <main className={styles.page} key={practice._id}>
        <Head practice={practice} />
        <div className={styles.columns}>
          <div className={styles.column}>
            <Setup practice={practice} />
            <Glance practice={practice} />
            <Weeks practice={practice} />
            <PhoneUse practice={practice} />
            <Sources practice={practice} />
            <Campaigns practice={practice} />
            <People practice={practice} />
            <Channels practice={practice} />
          </div>
          <div className={styles.column}>
            <PackageAndInvoices practice={practice} />
            <Notes practice={practice} />
            <Tags practice={practice} />
            <Hours practice={practice} />
            <PhoneNumber practice={practice} />
            <TemplateSets practice={practice} />
            <Retention practice={practice} />
            <Leaving practice={practice} />
            <LatestChanges practice={practice} />
          </div>
        </div>
      </main>
    </NowProvider>
  );
}

function Head({ practice }: { practice: PracticeDetail }) {
  const { address, address2, city, state, zip, phone, registeredAt, isUnreachable } = practice;
  return (
    <div className={styles.head}>
      <p className={styles.facts}>
        <StatusBadge practice={practice} />
        <span>{[address, address2, `${city}, ${state} ${zip}`].filter(Boolean).join(", ")}</span>
        <a href={`tel:${phone}`}>{phone}</a>
        <Moment at={registeredAt} timeZone={agencyZone}>
          {practiceWords.registered(dateText(registeredAt, agencyZone))}
        </Moment>
      </p>
      <Waiting practice={practice} />
      {isUnreachable && (
        <p className={styles.alarm}>
          <IconAlertTriangle size={16} aria-hidden />
          {practiceWords.unreachable}
        </p>
      )}
      <Actions practice={practice} />
    </div>
  );
}
