// The owner comes from the reminder to turn on two-step login, after an email about a login that
// wasn't theirs, or to let a colleague in.
import { apiContext } from "#app/api.ts";
import { Devices } from "#app/ui/account/devices.tsx";
import { Sections } from "#app/ui/account/sections.tsx";
import { SignInSection } from "#app/ui/account/sign-in-section.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { TwoStepLogin } from "#app/ui/two-step/two-step-login.tsx";
import { accountWords } from "#content/console/account.ts";
import { consoleWords } from "#content/console/frame.ts";
import { site } from "#content/site.ts";
import { twoStepWords } from "#content/two-step-login.ts";
import type { Route } from "./+types/account.ts";
import { Owners } from "./account/owners.tsx";

export const meta = () => [{ title: consoleWords.tab(accountWords.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  const { admins, admin } = context.get(apiContext);
  const [myself, devices, owners] = await Promise.all([
    admins.myself.$get(),
    admins.myself.devices.$get(),
    admin.owners.$get(),
  ]);
  if (!myself.ok || !devices.ok || !owners.ok) throw new Response(null, { status: 503 });
  return {
    admin: (await bodyOf(myself)).admin,
    devices: (await bodyOf(devices)).devices,
    owners: await bodyOf(owners),
  };
}

/** The agency's: an owner has no time zone of their own. */
const { timeZone } = site.officeHours;

export default function Account({ loaderData }: Route.ComponentProps) {
  const { admin, devices, owners } = loaderData;
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
          {
            id: "owners",
            name: names.owners,
            content: <Owners known={owners} timeZone={timeZone} />,
          },
        ]}
      />
    </>
  );
}
