// The lead desk's frame. Without a session, it redirects to the login page, which returns to the
// requested page. With `?client=`, the owner views as that practice, read-only.

import { useEffect, useMemo, useState } from "react";
import {
  data,
  Outlet,
  redirect,
  redirectDocument,
  useLocation,
  useRevalidator,
  useSearchParams,
} from "react-router";
import { type ApiClient, apiContext, setCaller } from "#app/api.ts";
import { signInUrl } from "#app/next-path.ts";
import { isInDemo } from "#app/root-path.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { ErrorPage } from "#app/ui/error-page.tsx";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { useBackOnline, useLiveSince, useLostAt } from "#app/ui/live/connection.ts";
import { useEventStream } from "#app/ui/live/event-stream.ts";
import { askServer, useLastGoodWhileMounted } from "#app/ui/live/last-good.ts";
import { useRetries } from "#app/ui/live/retries.ts";
import { useTabTitle } from "#app/ui/live/tab-title.ts";
import { usePaletteShortcut } from "#app/ui/palette/palette-shortcut.ts";
import { ProofDialog } from "#app/ui/proof/proof-dialog.tsx";
import { Shell } from "#app/ui/shell.tsx";
import { StaleBanner } from "#app/ui/stale.tsx";
import { pressNewestAction, showToast } from "#app/ui/toast.tsx";
import { shellWords, unsavedWords } from "#content/desk/shell.ts";
import { textListWords } from "#content/desk/texts.ts";
import type { Client, DeskPerson } from "#contract/accounts.ts";
import type { Callbacks } from "#contract/callbacks.ts";
import type { DeskChange } from "#contract/desk-events.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import type { SharedState } from "#contract/shared-devices.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import type { Route } from "./+types/layout.ts";
import { type OutboxEntry, openOutbox, pendingCalls, useOutbox } from "./calls/call-outbox.ts";
import { pendingNotes, sendNotes, useNoteOutbox } from "./calls/note-outbox.ts";
import { sendOutbox } from "./calls/send-calls.ts";
import { DemoBanner } from "./demo/demo-banner.tsx";
import { DemoGuide } from "./demo/demo-guide.tsx";
import { CommandPalette } from "./layout/command-palette.tsx";
import { Cover } from "./layout/cover.tsx";
import styles from "./layout/layout.module.css";
import { LockButton } from "./layout/lock-button.tsx";
import { isPracticeOnly, parentPlace, placesOf } from "./layout/places.ts";
import { PracticeOnly } from "./layout/practice-only.tsx";
import { usePrefetchedScreens } from "./layout/prefetch-screens.ts";
import { ShortcutsButton, ShortcutsDialog } from "./layout/shortcuts-dialog.tsx";
import { UnsavedCalls, Waiting } from "./layout/unsaved-calls.tsx";
import { useCallbackTimer } from "./layout/use-callback-timer.ts";
import { useDeviceLock } from "./layout/use-device-lock.ts";
import { ViewAsBanner } from "./layout/view-as-banner.tsx";
import { sharedHeader } from "./service-worker/messages.ts";
import { DeskBus, useSend } from "./shell/desk-bus.tsx";
import { type Desk, DeskContext, deskUrl, viewAsOf } from "./shell/desk-context.ts";
import { patchedCounts } from "./shell/live-leads.ts";
import { makeLiveStore, useLiveStore } from "./shell/live-store.ts";
import { useLater } from "./shell/load-later.ts";

export const meta = () => [{ name: "robots", content: "noindex" }];

export const links = () => [{ rel: "manifest", href: "/lms/manifest.webmanifest" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const viewAs = viewAsOf(request);
  const now = new Date().toISOString();
  const isDemo = isInDemo(new URL(request.url).pathname);
  const [who, queue, callbacks, device] = await Promise.all([
    api.clients.getClient.$get({ query: viewAs }),
    api.leads.new.$get({ query: { limit: "10", ...viewAs } }),
    api.leads.callback.$get({ query: viewAs }),
    isDemo || viewAs.client ? null : readSharedDevice(api),
  ]);
  // Loads a new document, so that no personal data stays in the page's memory.
  if (device?.isLocked) throw redirectDocument(signInUrl("/lms/locked", request));
  if (who.ok) {
    const { userData, person } = await bodyOf(who);
    const list = queue.ok ? await bodyOf(queue) : null;
    // If the queue couldn't be read, the number of waiting leads is unknown and isn't shown.
    const loaded = {
      client: userData,
      person,
      device,
      uncalled: list?.uncalled ?? null,
      newest: (list?.leads ?? []).filter((lead) => isRecent(lead, now)),
      callbacks: callbacks.ok ? await bodyOf(callbacks) : null,
      now,
    };
    return data(loaded, { headers: device ? { [sharedHeader]: "yes" } : {} });
  }
  if (who.status === 404 || who.status >= 500) throw new Response(null, { status: who.status });
  const cleared = who.headers.get("Set-Cookie");
  // React Router prepends the demo's path, and does so twice if a query follows directly. That's
  // why this goes to a path that the server redirects to the page that starts a demo.
  if (isDemo) throw redirectDocument("/ended");
  const door = viewAs.client === undefined ? "/lms" : "/admin/sign-in";
  throw redirect(signInUrl(door, request), { headers: cleared ? { "Set-Cookie": cleared } : {} });
}

/**
 * Returns the loader's headers, which tell the service worker whether it may cache the page for
 * offline use.
 */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Returns the shared device's state, or null if this browser isn't a shared device. */
async function readSharedDevice(api: ApiClient): Promise<SharedState | null> {
  const answer = await api["shared-device"].$get();
  const device = answer.ok ? await bodyOf(answer) : null;
  return device?.isShared ? device : null;
}

/**
 * Returns whether a lead that arrived while the page was offline is recent enough to be announced
 * as new.
 */
function isRecent({ date }: Lead, now: string): boolean {
  return Date.parse(now) - Date.parse(date) < lateAfterMinutes * minuteMs;
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Layout({ loaderData }: Route.ComponentProps) {
  const known = useLastGoodWhileMounted(loaderData);
  if (!known) return <ErrorPage error={503} />;
  return (
    <DeskBus>
      <DeskFrame
        key={known.person?._id ?? known.client._id}
        {...known}
        isAnswered={loaderData !== null && known.uncalled !== null}
      />
    </DeskBus>
  );
}

type FrameProps = {
  client: Client;
  person: DeskPerson | null;
  /** Null for an ordinary device. */
  device: SharedState | null;
  /** How many leads are waiting for their first call. */
  uncalled: number | null;
  callbacks: Callbacks | null;
  /** The newest leads, none older than an hour. */
  newest: Lead[];
  /** The server's time just before it read the data. */
  now: string;
  /** Whether the server responded to the last request. */
  isAnswered: boolean;
};

function DeskFrame({ client, person, device, isAnswered, ...loaded }: FrameProps) {
  const [search] = useSearchParams();
  const viewAs = search.get("client");
  const personId = person?._id ?? null;
  const [live] = useState(makeLiveStore);
  const known = { ...loaded, unreadTexts: client.unreadTexts };
  const { uncalled, callbacks, now, ...counts } = patchedCounts(known, useLiveStore(live));
  const unreadTexts = client.hasTexts ? counts.unreadTexts : 0;
  const [unreadAtOpen] = useState(unreadTexts);
  const [openedAt] = useState(loaded.now);
  const Alerts = useLater(loadAlerts);
  const Sound = useLater(loadSound);
  const Appointment = useLater(loadAppointment);
  const { pathname } = useLocation();
  const { revalidate, state } = useRevalidator();
  const send = useSend();
  const sendUnsaved = () => {
    if (viewAs) return;
    void sendOutbox().then(tellSaved);
    void sendNotes().then(tellSavedNotes);
  };
  const catchUp = () => {
    sendUnsaved();
    void revalidate();
  };
  const tellSaved = async (saved: OutboxEntry[]) => {
    if (saved.length === 0) return;
    send({ type: "callsSaved" });
    showToast({ title: unsavedWords.saved(saved.length) });
    await revalidate();
  };
  const tellSavedNotes = async (count: number) => {
    if (count === 0) return;
    showToast({ title: unsavedWords.savedNotes(count) });
    await revalidate();
  };
  const events = viewAs ? `/api/leads/events?client=${viewAs}` : "/api/leads/events";
  const { isLive } = useEventStream<DeskChange>(personId ?? client._id, events, (news) => {
    if (news.event === "beat") return;
    if (news.event === "presence") return send({ type: "presenceChanged" });
    // If another tab has logged in to another practice, the reconnected stream belongs to that
    // practice.
    if (news.event !== "changed" || news.change.client !== client._id) return catchUp();
    live.add(news.change);
  });
  useBackOnline(catchUp);
  usePrefetchedScreens();
  useEffect(() => {
    if (!personId) return;
    setCaller(personId);
    openOutbox(personId, client._id);
    void sendOutbox();
    void sendNotes();
    return () => setCaller(null);
  }, [client._id, personId]);
  useTabTitle(uncalled, callbacks?.due ?? 0);
  useCallbackTimer(callbacks, now, catchUp);
  useRetries(!isAnswered, catchUp);
  const unsaved = [...pendingCalls(useOutbox()), ...pendingNotes(useNoteOutbox())];
  useRetries(unsaved.length > 0, sendUnsaved);
  const { cover, lock } = useDeviceLock(device);
  useKeys({ l: device && lock });
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  useKeys({ "?": () => setIsHelpOpen(true), z: pressNewestAction });
  usePaletteShortcut(() => setIsPaletteOpen(true));
  const lostAt = useLostAt(isLive && isAnswered, loaded.now);
  const liveSince = useLiveSince(lostAt, openedAt);
  const callbacksDue = callbacks?.due ?? null;
  const isReached = lostAt === null;
  const desk = useMemo<Desk>(
    () => ({
      ...{ client, person, device, viewAs, live },
      ...{ isLive: isReached, lostAt, liveSince, callbacksDue },
    }),
    [client, person, device, viewAs, live, isReached, lostAt, liveSince, callbacksDue],
  );
  // The view for a screen on the wall has no menu.
  const isWall = pathname === "/lms/dashboard" && search.has("wall");
  const { demoEndsAt } = client;
  const countOf: Record<string, number | null> = {
    [shellWords.places.dashboard]: uncalled,
    [shellWords.places.callbacks]: callbacksDue,
    [textListWords.title]: unreadTexts,
  };
  const shown = placesOf({
    ...{ isDemo: demoEndsAt !== null, isViewer: viewAs !== null, hasTexts: client.hasTexts },
  });
  const alerts = !viewAs && Alerts && (
    <Alerts
      account={personId ?? client._id}
      isDemo={demoEndsAt !== null}
      isShared={device !== null}
      loaded={loaded}
      callbacks={callbacks}
      texts={{ unread: unreadTexts, unreadAtOpen }}
      client={client}
      live={live}
      since={openedAt}
      isLost={lostAt !== null}
      isWall={isWall}
    />
  );
  if (cover) {
    return (
      <Cover
        practice={client.name}
        {...{ uncalled, callbacksDue }}
        isOffline={cover === "unanswered"}
      />
    );
  }
  const screen = (
    <DeskContext value={desk}>
      {viewAs && <ViewAsBanner client={client} />}
      {demoEndsAt && !isWall && <DemoBanner endsAt={demoEndsAt} timeZone={client.timeZone} />}
      {demoEndsAt && !isWall && <DemoGuide practiceId={client._id} since={openedAt} />}
      {lostAt && !isWall && (
        <StaleBanner
          since={timeText(lostAt, lostAt, client.timeZone)}
          note={viewAs ? undefined : <Waiting />}
          onRetry={() => void revalidate()}
          isRetrying={state === "loading"}
        />
      )}
      {!viewAs && <UnsavedCalls isLineLost={lostAt !== null} />}
      {alerts}
      {!viewAs && Appointment && <Appointment serverNow={loaded.now} />}
      {!viewAs && demoEndsAt === null && <ProofDialog kind="client" />}
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <CommandPalette
        isOpen={isPaletteOpen}
        onClose={() => setIsPaletteOpen(false)}
        viewAs={viewAs}
        places={shown}
        onHelp={() => setIsHelpOpen(true)}
      />
      {viewAs && isPracticeOnly(pathname) ? <PracticeOnly viewAs={viewAs} /> : <Outlet />}
    </DeskContext>
  );
  if (isWall) return screen;
  return (
    <Shell
      title={shellWords.title}
      owner={client.name}
      signedInAs={viewAs ? shellWords.owner : `${client.firstName} ${client.lastName}`}
      places={shown.map((place) => ({
        ...place,
        url: deskUrl(place.url, viewAs),
        count: countOf[place.name] ?? 0,
        isHolding: parentPlace[pathname] === place.name,
      }))}
      signOutUrl={demoEndsAt ? null : "/lms?lo=true"}
      aside={<ShortcutsButton onOpen={() => setIsHelpOpen(true)} />}
      inHead={
        <>
          {!viewAs && (
            <span className={styles.sound}>{Sound && <Sound timeZone={client.timeZone} />}</span>
          )}
          {device?.unlocked && <LockButton person={device.unlocked} onLock={lock} />}
        </>
      }
    >
      {screen}
    </Shell>
  );
}

const loadAlerts = () => import("./layout/alerts.tsx").then((module) => module.Alerts);
const loadSound = () => import("./layout/sound-control.tsx").then((module) => module.SoundControl);
const loadAppointment = () =>
  import("./calls/appointment-offer.tsx").then((module) => module.AppointmentOffer);
