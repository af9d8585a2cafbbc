// The practice's manager opens this page now and then: contact data first, then sign-in, open hours
// and signed-in devices.
import { useRevalidator } from "react-router";
import { apiContext } from "#app/api.ts";
import { Devices } from "#app/ui/account/devices.tsx";
import { Sections } from "#app/ui/account/sections.tsx";
import { SignInSection } from "#app/ui/account/sign-in-section.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { OwnMondayMail } from "#app/ui/monday-mail/own-monday-mail.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { TwoStepLogin } from "#app/ui/two-step/two-step-login.tsx";
import { demoDeskWords } from "#content/demo.ts";
import { alertWords } from "#content/desk/alerts.ts";
import { controlWords } from "#content/desk/controls.ts";
import { importWords } from "#content/desk/import.ts";
import { peopleWords } from "#content/desk/people.ts";
import { attemptPlanWords, profileWords, queueSettingWords } from "#content/desk/profile.ts";
import { sharedDeviceWords } from "#content/desk/shared-device.ts";
import { shellWords } from "#content/desk/shell.ts";
import { ownSourceWords } from "#content/desk/sources.ts";
import { mondayMailWords } from "#content/monday-mail.ts";
import { twoStepWords } from "#content/two-step-login.ts";
import type { Route } from "./+types/profile.ts";
import { Alerts } from "./profile/alerts.tsx";
import { AttemptForm } from "./profile/attempt-form.tsx";
import { OpenHoursForm } from "./profile/open-hours-form.tsx";
import { People } from "./profile/people.tsx";
import { QueueForm } from "./profile/queue-form.tsx";
import { SharedDeviceSection } from "./profile/shared-device.tsx";
import { OwnSources } from "./profile/sources.tsx";
import { InformationForm, MailForm, useProfileVersions } from "./profile/user-forms.tsx";
import styles from "./profile.module.css";
import { useDesk, useMay } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";

export const meta = () => [{ title: shellWords.tab(shellWords.places.profile) }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { me } = api.clients;
  // Members may not read the lists of people and sources.
  const [hours, devices, people, sources, monday] = await Promise.all([
    me.hours.$get(),
    me.devices.$get(),
    me.people.$get(),
    api.sources.$get(),
    me["monday-mail"].$get(),
  ]);
  // The session has ended, or the device is locked: the layout's loader redirects.
  if (hours.status === 401 || hours.status === 403 || devices.status === 401) return null;
  // A shared device doesn't show the devices of an account.
  if (!hours.ok || (!devices.ok && devices.status !== 403)) {
    throw new Response(null, { status: 503 });
  }
  return {
    hours: await bodyOf(hours),
    devices: devices.ok ? (await bodyOf(devices)).devices : [],
    people: people.ok ? await bodyOf(people) : null,
    monday: monday.ok ? await bodyOf(monday) : null,
    sources: sources.ok ? (await bodyOf(sources)).sources : null,
  };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

const sections = [
  { id: "information", name: profileWords.sections.information },
  { id: "mail", name: profileWords.sections.mail },
  { id: "alerts", name: alertWords.section },
  { id: "monday-mail", name: mondayMailWords.section },
  { id: "hours", name: profileWords.sections.hours },
  { id: "queue", name: queueSettingWords.section },
  { id: "follow-up", name: attemptPlanWords.section },
  { id: "people", name: peopleWords.section },
  { id: "sources", name: ownSourceWords.section },
  { id: "shared-device", name: sharedDeviceWords.section },
  { id: "sign-in", name: profileWords.sections.signIn },
  { id: "two-step-login", name: twoStepWords.section },
  { id: "devices", name: profileWords.sections.devices },
] as const;

/** The sections that members see. */
const ofEveryone = new Set(["alerts", "sign-in", "two-step-login", "devices"]);
/** A demo has no account, no people, no sources and no devices of its own. */
const notInDemo = new Set([
  ...["monday-mail", "people", "sources", "shared-device", "sign-in", "two-step-login", "devices"],
]);
/** Account settings are only available on a person's own device. */
const ofAccount = new Set(["sign-in", "two-step-login", "devices"]);

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { client, device } = useDesk();
  const isManager = useMay("profile");
  const mayImport = useMay("imports");
  const loaded = useLastGood(loaderData, "profile");
  const versions = useProfileVersions(client);
  if (!loaded) return <Failed />;
  const isDemo = client.demoEndsAt !== null;
  const shown = sections.filter(({ id }) => {
    if (isDemo && notInDemo.has(id)) return false;
    if (device) return id === "shared-device" || (ofEveryone.has(id) && !ofAccount.has(id));
    return isManager || ofEveryone.has(id);
  });
  const content = {
    information: <InformationForm client={client} versions={versions} />,
    mail: <MailForm client={client} versions={versions} />,
    alerts: isDemo ? <p>{demoDeskWords.accountOff}</p> : <Alerts />,
    "monday-mail": loaded.monday && <OwnMondayMail kind="client" known={loaded.monday} />,
    hours: <OpenHoursForm hours={loaded.hours} />,
    queue: <QueueForm client={client} />,
    "follow-up": <AttemptForm client={client} />,
    people: loaded.people ? (
      <People known={loaded.people} timeZone={client.timeZone} />
    ) : (
      <p>{peopleWords.failed}</p>
    ),
    sources: loaded.sources ? (
      <OwnSources sources={loaded.sources} timeZone={client.timeZone} />
    ) : (
      <p>{ownSourceWords.failed}</p>
    ),
    "shared-device": <SharedDeviceSection client={client} device={device} />,
    "sign-in": <SignInSection kind="client" email={client.email} newEmail={client.newEmail} />,
    "two-step-login": <TwoStepLogin kind="client" timeZone={client.timeZone} />,
    devices: <Devices kind="client" devices={loaded.devices} timeZone={client.timeZone} />,
  };
  return (
    <>
      <ShellHead title={shellWords.places.profile}>
        {mayImport && (
          <ButtonLink to="/lms/import" variant="outline" isSmall>
            {importWords.link}
          </ButtonLink>
        )}
      </ShellHead>
      <Sections
        label={profileWords.contents}
        sections={shown.map(({ id, name }) => ({ id, name, content: content[id] }))}
      >
        {!isManager && <p className={styles.managed}>{peopleWords.managed}</p>}
      </Sections>
    </>
  );
}

/** The connection was lost before the profile could be fetched. */
function Failed() {
  const { revalidate } = useRevalidator();
  const retry = (
    <Button variant="outline" onClick={() => void revalidate()}>
      {controlWords.retry}
    </Button>
  );
  return (
    <>
      <ShellHead title={shellWords.places.profile} />
      <main className={styles.failed}>
        <Empty action={retry}>{profileWords.failed}</Empty>
      </main>
    </>
  );
}
