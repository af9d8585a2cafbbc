// The owner's console: the lead desk's frame with a menu of its own.

import { Outlet, redirect } from "react-router";
import { apiContext } from "#app/api.ts";
import { signInUrl } from "#app/next-path.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import {
  IconHistory,
  IconInbox,
  IconMail,
  IconPlugConnected,
  IconSpeakerphone,
  IconSunrise,
  IconUserCircle,
  IconUsers,
} from "#app/ui/icons.tsx";
import { ProofDialog } from "#app/ui/proof/proof-dialog.tsx";
import { Shell } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { site } from "#content/site.ts";
import type { Route } from "./+types/layout.ts";

export const meta = () => [{ name: "robots", content: "noindex" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).admins.myself.$get();
  if (answer.ok) return await bodyOf(answer);
  if (answer.status >= 500) throw new Response(null, { status: answer.status });
  const cleared = answer.headers.get("Set-Cookie");
  throw redirect(signInUrl("/admin/sign-in", request), {
    headers: cleared ? { "Set-Cookie": cleared } : {},
  });
}

const { places: names } = consoleWords;
const places = [
  { name: names.today, url: "/admin/today", icon: IconSunrise },
  { name: names.contactRequests, url: "/admin/requests", icon: IconInbox },
  { name: names.practices, url: "/admin/practices", icon: IconUsers },
  { name: names.sources, url: "/admin/sources", icon: IconPlugConnected },
  { name: names.campaigns, url: "/admin/campaigns", icon: IconSpeakerphone },
  { name: names.mail, url: "/admin/mail", icon: IconMail },
  { name: names.audit, url: "/admin/audit", icon: IconHistory },
  { name: names.account, url: "/admin/account", icon: IconUserCircle },
];

export default function Layout({ loaderData }: Route.ComponentProps) {
  const { admin } = loaderData;
  return (
    <Shell
      title={consoleWords.title}
      owner={site.agency}
      signedInAs={`${admin.firstName} ${admin.lastName}`}
      places={places}
      signOutUrl="/lms?lo=true"
    >
      <Outlet />
      <ProofDialog kind="admin" />
    </Shell>
  );
}
