// The practice's manager opens this page now and then: contact data first, then sign-in, open hours
// and signed-in devices.
import { useRevalidator } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { profileWords } from "#content/desk/profile.ts";
import { shellWords } from "#content/desk/shell.ts";
import type { Route } from "./+types/profile.ts";
import { Devices } from "./profile/devices.tsx";
import { OpenHoursForm } from "./profile/open-hours-form.tsx";
import { SignInSection } from "./profile/sign-in-section.tsx";
import { InformationForm, MailForm, useProfileVersions } from "./profile/user-forms.tsx";
import styles from "./profile.module.css";
import { useDesk } from "./shell/desk-context.ts";
import { askServer, useLastGood } from "./shell/last-known-good.ts";

export const meta = () => [{ title: shellWords.tab(shellWords.places.profile) }];

export async function loader({ context }: Route.LoaderArgs) {
  const { me } = context.get(apiContext).clients;
  const [hours, devices] = await Promise.all([me.hours.$get(), me.devices.$get()]);
  // The session has ended: the layout's loader redirects to the sign-in page.
  if (hours.status === 401 || devices.status === 401) return null;
  if (!hours.ok || !devices.ok) throw new Response(null, { status: 503 });
  return { hours: await bodyOf(hours), devices: (await bodyOf(devices)).devices };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

const sections = [
  { id: "information", name: profileWords.sections.information },
  { id: "mail", name: profileWords.sections.mail },
  { id: "hours", name: profileWords.sections.hours },
  { id: "sign-in", name: profileWords.sections.signIn },
  { id: "devices", name: profileWords.sections.devices },
] as const;

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { client } = useDesk();
  const loaded = useLastGood(loaderData, "profile");
  const versions = useProfileVersions(client);
  if (!loaded) return <Failed />;
  const content = {
    information: <InformationForm client={client} versions={versions} />,
    mail: <MailForm client={client} versions={versions} />,
    hours: <OpenHoursForm hours={loaded.hours} />,
    "sign-in": <SignInSection client={client} />,
    devices: <Devices devices={loaded.devices} timeZone={client.timeZone} />,
  };
  return (
    <>
      <ShellHead title={shellWords.places.profile} />
      <main className={styles.page}>
        <nav aria-label={profileWords.contents} className={styles.contents}>
          {sections.map(({ id, name }) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
        <div className={styles.sections}>
          {sections.map(({ id, name }) => (
            <section key={id} id={id} aria-labelledby={`${id}-name`} className={styles.section}>
              <h2 id={`${id}-name`}>{name}</h2>
              {content[id]}
            </section>
          ))}
        </div>
      </main>
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
