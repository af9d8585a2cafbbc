// The lead desk's frame. Whoever is not signed in is sent to the door, and back to the page asked for.
// The owner may look at a practice's desk from here (`?client=`), and changes nothing there.

import { useEffect, useRef, useState } from "react";
import { Outlet, redirect, useLocation, useRevalidator, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { signInUrl } from "#app/next-path.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { ErrorPage } from "#app/ui/error-page.tsx";
import {
  IconArchive,
  IconEye,
  IconKeyboard,
  IconLayoutDashboard,
  IconTemplate,
  IconUserCircle,
} from "#app/ui/icons.tsx";
import { Shell } from "#app/ui/shell.tsx";
import { StaleBanner } from "#app/ui/stale.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { shellWords, unsavedWords } from "#content/desk/shell.ts";
import type { Client } from "#contract/accounts.ts";
import type { Callbacks } from "#contract/callbacks.ts";
import type { Route } from "./+types/layout.ts";
import { type OutboxEntry, openOutbox, sendOutbox } from "./calls/call-outbox.ts";
import { useCallBackAlerts } from "./layout/call-back-alerts.ts";
import { CommandPalette } from "./layout/command-palette.tsx";
import { useDeskEvents } from "./layout/desk-events.ts";
import { usePrefetchedScreens } from "./layout/prefetch-screens.ts";
import { ShortcutsDialog } from "./layout/shortcuts-dialog.tsx";
import { useTabTitle } from "./layout/tab-title.ts";
import { UnsavedCalls, Waiting } from "./layout/unsaved-calls.tsx";
import styles from "./layout.module.css";
import { type Desk, deskUrl, viewAsOf } from "./shell/desk-context.ts";
import { KeyCap } from "./shell/key-cap.tsx";
import { useKeys } from "./shell/keyboard-shortcuts.ts";
import { askServer, useLastFrame, useRetries } from "./shell/last-known-good.ts";
import { presenceNews } from "./shell/presence.ts";
import { timeText } from "./shell/times.ts";

export const meta = () => [{ name: "robots", content: "noindex" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const viewAs = viewAsOf(request);
  const [who, queue, callBacks] = await Promise.all([
    api.clients.getClient.$get({ query: viewAs }),
    api.leads.new.$get({ query: { limit: "1", ...viewAs } }),
    api.leads.callback.$get({ query: viewAs }),
  ]);
  if (who.ok) {
    const { userData } = await bodyOf(who);
    // Nobody can tell how many wait when the queue could not be read: then nothing is said.
    return {
      client: userData,
      uncalled: queue.ok ? (await bodyOf(queue)).uncalled : null,
      callBacks: callBacks.ok ? await bodyOf(callBacks) : null,
      now: new Date().toISOString(),
    };
  }
  if (who.status === 404 || who.status >= 500) throw new Response(null, { status: who.status });
  const cleared = who.headers.get("Set-Cookie");
  const door = viewAs.client === undefined ? "/lms" : "/admin/sign-in";
  throw redirect(signInUrl(door, request), { headers: cleared ? { "Set-Cookie": cleared } : {} });
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

/** Screens without an entry of their own, and the place that they belong to. */
const parentPlace: Record<string, string> = {
  "/lms/lead": shellWords.places.dashboard,
  "/lms/figures": shellWords.places.dashboard,
  "/lms/inquiries": shellWords.places.dashboard,
  "/lms/mail": shellWords.places.template,
};

const places = [
  {
    name: shellWords.places.dashboard,
    url: "/lms/dashboard",
    icon: IconLayoutDashboard,
    isForViewers: true,
  },
  { name: shellWords.places.archive, url: "/lms/archive", icon: IconArchive, isForViewers: true },
  {
    name: shellWords.places.template,
    url: "/lms/template",
    icon: IconTemplate,
    isForViewers: false,
  },
  {
    name: shellWords.places.profile,
    url: "/lms/profile",
    icon: IconUserCircle,
    isForViewers: false,
  },
];

export default function Layout({ loaderData }: Route.ComponentProps) {
  const known = useLastFrame(loaderData);
  if (!known) return <ErrorPage error={503} />;
  return <DeskFrame {...known} isAnswered={loaderData !== null && known.uncalled !== null} />;
}

type FrameProps = {
  client: Client;
  /** How many leads wait for their first call. */
  uncalled: number | null;
  callBacks: Callbacks | null;
  /** The server's time when it said so. */
  now: string;
  /** Whether the last question to the server had an answer. */
  isAnswered: boolean;
};

function DeskFrame({ client, uncalled, callBacks, now, isAnswered }: FrameProps) {
  const [search] = useSearchParams();
  const viewAs = search.get("client");
  const { pathname } = useLocation();
  const { revalidate, state } = useRevalidator();
  const catchUp = () => {
    if (!viewAs) void sendOutbox().then(tellSaved);
    void revalidate();
  };
  const tellSaved = async (saved: OutboxEntry[]) => {
    if (saved.length === 0) return;
    // Whoever gave the outcomes expects the rows to go.
    dispatchEvent(new Event("callssaved"));
    showToast({ title: unsavedWords.saved(saved.length) });
    await revalidate();
  };
  const { isLive } = useDeskEvents(viewAs, (news) => {
    if (news === "presence") dispatchEvent(new Event(presenceNews));
    else if (news !== "beat") catchUp();
  });
  useReturns(catchUp);
  usePrefetchedScreens();
  useEffect(() => {
    if (!viewAs) openOutbox(client._id);
  }, [client._id, viewAs]);
  useTabTitle(uncalled, callBacks?.due ?? 0);
  useCallBackAlerts(callBacks, now, catchUp);
  useRetries(!isAnswered, catchUp);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isFinding, setIsFinding] = useState(false);
  useKeys({ "?": () => setIsHelpOpen(true), z: undoLast });
  useFinder(() => setIsFinding(true));
  const lostAt = useLostAt(isLive && isAnswered);
  const shown = places.filter((place) => !viewAs || place.isForViewers);
  return (
    <Shell
      title={shellWords.title}
      owner={client.name}
      signedInAs={viewAs ? shellWords.owner : `${client.firstName} ${client.lastName}`}
      places={shown.map((place) => ({
        ...place,
        url: deskUrl(place.url, viewAs),
        count: place.name === shellWords.places.dashboard ? (uncalled ?? 0) : 0,
        isHolding: parentPlace[pathname] === place.name,
      }))}
      leaveBy="/lms?lo=true"
      aside={<ShortcutsButton onOpen={() => setIsHelpOpen(true)} />}
    >
      {viewAs && <ViewAsBanner client={client} />}
      {lostAt && (
        <StaleBanner
          since={timeText(lostAt, lostAt, client.timeZone)}
          note={viewAs ? undefined : <Waiting />}
          onRetry={() => void revalidate()}
          isRetrying={state === "loading"}
        />
      )}
      {!viewAs && <UnsavedCalls isLineLost={lostAt !== null} />}
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <CommandPalette
        isOpen={isFinding}
        onClose={() => setIsFinding(false)}
        viewAs={viewAs}
        places={shown}
        onHelp={() => setIsHelpOpen(true)}
      />
      <Outlet
        context={
          {
            client,
            viewAs,
            isLive: !lostAt,
            lostAt,
            callBacksDue: callBacks?.due ?? null,
          } satisfies Desk
        }
      />
    </Shell>
  );
}

function ShortcutsButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className={styles.shortcuts} onClick={onOpen}>
      <IconKeyboard size={18} stroke={1.75} aria-hidden />
      {shellWords.shortcuts}
      <KeyCap aria-hidden>?</KeyCap>
    </button>
  );
}

/** The newest toast's button, which is always an undo or a way to what it tells of. */
function undoLast() {
  [...document.querySelectorAll<HTMLElement>("[data-toast-action]")].at(-1)?.click();
}

/** Ctrl+K, or Cmd+K, wherever somebody is, also in a field; not over another dialog. */
function useFinder(onOpen: () => void) {
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isMeant = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isMeant || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function ViewAsBanner({ client }: { client: Client }) {
  return (
    <p className={styles.viewAs} role="status">
      <IconEye size={20} stroke={1.75} aria-hidden />
      <span>
        <strong>{shellWords.viewingAs(client.name)}</strong> {shellWords.viewOnly}
      </span>
      <a href="/admin/today">{shellWords.backToConsole}</a>
    </p>
  );
}

/**
 * Whenever the browser has a line again, or somebody comes back to a tab that a sleeping phone may have kept from hearing anything.
 */
function useReturns(onReturn: () => void) {
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    addEventListener("online", () => latest.current(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") latest.current();
      },
      { signal },
    );
    return () => left.abort();
  }, []);
}

/** Since when something is wrong; null while all is well. */
function useLostAt(isWell: boolean): Date | null {
  const [lostAt, setLostAt] = useState<Date | null>(null);
  useEffect(() => {
    setLostAt((before) => (isWell ? null : (before ?? new Date())));
  }, [isWell]);
  return lostAt;
}
