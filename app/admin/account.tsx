// The owner opens this page from the reminder to turn on two-step login, after an email about a
// login by someone else, or to invite a colleague. A helper can't manage colleagues here.
import { apiContext } from "#app/api.ts";
import { Devices } from "#app/ui/account/devices.tsx";
import { Sections } from "#app/ui/account/sections.tsx";
import { SignInSection } from "#app/ui/account/sign-in-section.tsx";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { OwnMondayMail } from "#app/ui/regular-mail/own-mail-switch.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { TwoStepLogin } from "#app/ui/two-step/two-step-login.tsx";
import { accountWords } from "#content/console/account.ts";
import { consoleWords } from "#content/console/frame.ts";
import { ownMailWords } from "#content/regular-mail.ts";
import { site } from "#content/site.ts";
import { twoStepWords } from "#content/two-step-login.ts";
import type { Route } from "./+types/account.ts";
import { Owners } from "./account/owners.tsx";
import { FreshPage } from "./fresh-page.tsx";

export const meta = () => [{ title: consoleWords.tab(accountWords.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  const { admins, admin } = context.get(apiContext);
  const [myself, devices, owners, monday] = await Promise.all([
    admins.myself.$get(),
    admins.myself.devices.$get(),
    admin.owners.$get(),
    admins.myself["monday-mail"].$get(),
  ]);
  if (!myself.ok || !devices.ok) throw new Response(null, { status: 503 });
  const { admin: person } = await bodyOf(myself);
  if (person.role === "owner") throwUnlessOk(owners, monday);
  return {
    admin: person,
    devices: (await bodyOf(devices)).devices,
    owners: owners.ok ? await bodyOf(owners) : null,
    monday: monday.ok ? await bodyOf(monday) : null,
  };
}

/** The agency's time zone, because an owner doesn't have their own. */
const { timeZone } = site.officeHours;

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Account({ loaderData }: Route.ComponentProps) {
  return (
    <FreshPage loaded={loaderData} everyMs={null}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: { admin, devices, owners, monday } }: { shown: Shown }) {
  const names = accountWords.sections;
  return (
    <>
      <ShellHead title={accountWords.title} />
      <Sections
        label={accountWords.contents}
        sections={[
          {
            id: "sign-in",
            name: names.signIn,
            content: <SignInSection kind="admin" email={admin.email} newEmail={admin.newEmail} />,
          },
          {
            id: "two-step-login",
            name: twoStepWords.section,
            content: <TwoStepLogin kind="admin" timeZone={timeZone} />,
          },
          {
            id: "devices",
            name: names.devices,
            content: <Devices kind="admin" devices={devices} timeZone={timeZone} />,
          },
          ...(monday
            ? [
                {
                  id: "monday-mail",
                  name: ownMailWords.monday.section,
                  content: <OwnMondayMail kind="admin" known={monday} />,
                },
              ]
            : []),
          ...(owners
            ? [
                {
                  id: "owners",
                  name: names.owners,
                  content: <Owners known={owners} timeZone={timeZone} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
