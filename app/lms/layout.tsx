// The lead desk's frame. Whoever is not signed in is sent to the door, and back to the page asked for.
import {
  IconArchive,
  IconLayoutDashboard,
  IconTemplate,
  IconUserCircle,
} from "@tabler/icons-react";
import { Outlet, redirect } from "react-router";
import { apiContext } from "#app/api.ts";
import { doorTo } from "#app/next-path.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Shell } from "#app/ui/shell.tsx";
import { deskWords } from "#content/desk.ts";
import type { Route } from "./+types/layout.ts";

export const meta = () => [{ name: "robots", content: "noindex" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).clients.getClient.$get();
  if (answer.ok) return { client: (await bodyOf(answer)).userData };
  if (answer.status >= 500) throw new Response(null, { status: answer.status });
  const cleared = answer.headers.get("Set-Cookie");
  throw redirect(doorTo("/lms", request), { headers: cleared ? { "Set-Cookie": cleared } : {} });
}

const places = [
  { name: "Dashboard", url: "/lms/dashboard", icon: IconLayoutDashboard },
  { name: "Archive", url: "/lms/archive", icon: IconArchive },
  { name: "Template", url: "/lms/template", icon: IconTemplate },
  { name: "Profile", url: "/lms/profile", icon: IconUserCircle },
];

export default function Layout({ loaderData }: Route.ComponentProps) {
  const { client } = loaderData;
  return (
    <Shell
      title={deskWords.title}
      owner={client.name}
      signedInAs={`${client.firstName} ${client.lastName}`}
      places={places}
      leaveBy="/lms?lo=true"
    >
      <Outlet context={client} />
    </Shell>
  );
}
