// The owner's console: the lead desk's frame with a different menu.

import { type ReactNode, useState } from "react";
import { isRouteErrorResponse, Outlet, redirect, useLocation } from "react-router";
import { apiContext } from "#app/api.ts";
import { signInUrl } from "#app/next-path.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { ErrorPage, errorTitle } from "#app/ui/error-page.tsx";
import { askServer, useLastGoodWhileMounted } from "#app/ui/live/last-good.ts";
import { usePaletteShortcut } from "#app/ui/palette/palette-shortcut.ts";
import { ProofDialog } from "#app/ui/proof/proof-dialog.tsx";
import { Shell } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { site } from "#content/site.ts";
import type { Route } from "./+types/layout.ts";
import { ConsolePalette, FindButton } from "./layout/console-palette.tsx";
import { PaletteActions } from "./layout/palette-actions.tsx";
import { parentPlace, places } from "./layout/places.ts";
import { isOpenTo, RoleProvider } from "./layout/role.tsx";
import { useLiveRequests } from "./layout/use-live-requests.ts";
import { PageNotFound } from "./page-not-found.tsx";
import { PageNotInRole } from "./page-not-in-role.tsx";

/** The title for error pages, which are shown inside the frame. Each page sets its own title. */
export const meta = ({ error }: Route.MetaArgs) => [
  { name: "robots", content: "noindex" },
  ...(error === undefined ? [] : [{ title: consoleWords.tab(errorTitle(error)) }]),
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [answer, waiting] = await Promise.all([
    api.admins.myself.$get(),
    api.admin["contact-requests"].waiting.$get(),
  ]);
  if (answer.ok) {
    return { ...(await bodyOf(answer)), waiting: waiting.ok ? await bodyOf(waiting) : null };
  }
  if (answer.status >= 500) throw new Response(null, { status: answer.status });
  const cleared = answer.headers.get("Set-Cookie");
  throw redirect(signInUrl("/admin/sign-in", request), {
    headers: cleared ? { "Set-Cookie": cleared } : {},
  });
}

/**
 * Loads the frame's data. Offline, the frame keeps the old data, and the screens say that it is
 * old.
 */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Layout({ loaderData }: Route.ComponentProps) {
  const known = useLastGoodWhileMounted(loaderData);
  const { pathname } = useLocation();
  if (!known) return <ErrorPage error={503} />;
  return (
    <Console known={known}>
      {isOpenTo(known.admin.role, pathname) ? <Outlet /> : <PageNotInRole />}
    </Console>
  );
}

/**
 * Keeps the frame around the errors for an unknown id, an unknown URL, or a page that isn't for the
 * person's role.
 */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  if (loaderData && !isOpenTo(loaderData.admin.role, pathname)) {
    return (
      <Console known={loaderData}>
        <PageNotInRole />
      </Console>
    );
  }
  if (!loaderData || !isNotFound(error)) return <ErrorPage error={error} />;
  return (
    <Console known={loaderData}>
      <PageNotFound />
    </Console>
  );
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

type Known = NonNullable<Route.ComponentProps["loaderData"]>;

function Console({ known, children }: { known: Known; children: ReactNode }) {
  const { admin } = known;
  const { waiting } = useLiveRequests(admin._id, known.waiting);
  const count = waiting ? waiting.uncalled + waiting.due : 0;
  const { pathname } = useLocation();
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const openPalette = () => setIsPaletteOpen(true);
  usePaletteShortcut(openPalette);
  const ownPlaces = places.filter(({ url }) => isOpenTo(admin.role, url));
  return (
    <RoleProvider role={admin.role}>
      <PaletteActions>
        <Shell
          title={consoleWords.title}
          owner={site.agency}
          signedInAs={`${admin.firstName} ${admin.lastName}`}
          places={ownPlaces.map((place) => ({
            ...place,
            isHolding: parentPlace[pathname] === place.url || isBelow(pathname, place.url),
            ...(place.url === "/admin/requests" && { count }),
          }))}
          signOutUrl="/lms?lo=true"
          aside={<FindButton onOpen={openPalette} />}
        >
          {children}
          <ConsolePalette isOpen={isPaletteOpen} onClose={() => setIsPaletteOpen(false)} />
          <ProofDialog kind="admin" />
        </Shell>
      </PaletteActions>
    </RoleProvider>
  );
}

/**
 * Returns whether a page is below a menu entry, as a contact request's page is below the list of
 * requests.
 */
function isBelow(pathname: string, url: string): boolean {
  return pathname.startsWith(`${url}/`);
}
