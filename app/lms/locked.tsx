// The lock screen of a shared device. Between two patients, people see how many leads are waiting
// and for how long, tap their initials, enter their PIN, and return to their last screen.
import { useEffect, useState } from "react";
import { redirect, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { readNextPath } from "#app/next-path.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { useEventStream } from "#app/ui/live/event-stream.ts";
import { askServer, useLastGoodWhileMounted } from "#app/ui/live/last-good.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { keepToastsOff } from "#app/ui/toast.tsx";
import { lockedWords } from "#content/desk/shared-device.ts";
import { shellWords } from "#content/desk/shell.ts";
import type { Route } from "./+types/locked.ts";
import { LogOut } from "./locked/log-out.tsx";
import { Unlock } from "./locked/unlock.tsx";
import { Waiting } from "./locked/waiting.tsx";
import styles from "./locked.module.css";
import { forgetPersonal, hearTabs, tellTabs } from "./shell/shared-device.ts";

export const meta = () => [
  { title: shellWords.tab(lockedWords.tab) },
  { name: "robots", content: "noindex" },
];

export const links = () => [{ rel: "manifest", href: "/lms/manifest.webmanifest" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const answer = await context.get(apiContext)["shared-device"].$get();
  if (answer.status >= 500) throw new Response(null, { status: answer.status });
  if (!answer.ok) throw redirect("/lms");
  const device = await bodyOf(answer);
  if (!device.isShared || !device.isLocked) throw redirect(nextOf(search));
  return device;
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

function nextOf(search: URLSearchParams): string {
  return readNextPath(search) ?? "/lms/dashboard";
}

export default function Locked({ loaderData }: Route.ComponentProps) {
  const device = useLastGoodWhileMounted(loaderData);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isReloading] = useState(() => () => void revalidate());
  useEffect(forgetPersonal, []);
  useEffect(keepToastsOff, []);
  useEffect(() => {
    const left = new AbortController();
    hearTabs(left.signal, (news) => news === "changed" && isReloading());
    return () => left.abort();
  }, [isReloading]);
  // While the device is locked, its event stream only says that something has changed.
  const { isLive } = useEventStream("locked", "/api/leads/events", ({ event }) => {
    if (event !== "beat") isReloading();
  });
  if (!device) return <p className={styles.failed}>{lockedWords.offline}</p>;
  const isOffline = !isLive || loaderData === null;

  function enter() {
    tellTabs("changed");
    void navigate(nextOf(search), { replace: true });
  }

  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <strong>{shellWords.title}</strong>
        <ThemeSwitch />
      </header>
      <main id="main" className={styles.main}>
        <h1>{device.practice}</h1>
        <NowProvider serverNow={device.now}>
          <Waiting waiting={device.waiting} />
        </NowProvider>
        {isOffline && <p role="status">{lockedWords.offline}</p>}
        <Unlock device={device} onUnlocked={enter} onRefused={isReloading} />
      </main>
      <footer className={styles.foot}>
        <LogOut />
      </footer>
    </div>
  );
}
