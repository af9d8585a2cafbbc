// A screen on the practice's wall, read from across the room: how many leads wait, and for how long.
// Patients see it too, so it has first names only. Errors to cover: a frozen screen that looks live.
import { useEffect, useEffectEvent } from "react";
import { Link, useNavigate } from "react-router";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { useWaiting } from "#app/lms/shell/lead-clock.tsx";
import { useShowsLeads } from "#app/lms/shell/leads-on-screen.ts";
import { givenFirstName, plainName } from "#app/lms/shell/names.tsx";
import type { Waiting } from "#app/ui/calling/waiting.ts";
import { dueText } from "#app/ui/calling/waiting-clock.tsx";
import { clockFace, waitText } from "#app/ui/clock-text.ts";
import { IconLogout, IconSunrise, IconX } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { wallWords } from "#content/desk/alerts.ts";
import { announcementWords } from "#content/desk/dashboard.ts";
import { interfaceWords } from "#content/interface.ts";
import type { Lead } from "#contract/leads.ts";
import type { Queue } from "./load-dashboard.ts";
import styles from "./wall.module.css";

/** What the wall shows is a filtered dashboard: who has waited longest, and today's figures. */
export const wallUrl = "/lms/dashboard?wall&sort=oldest&state=uncalled&period=today";

const mostShown = 5;

type WallProps = {
  queue: Queue | null;
  figures: Pick<Queue, "onTime"> | null;
  callbacksDue: number | null;
  isStale: boolean;
};

export function Wall({ queue, figures, callbacksDue, isStale }: WallProps) {
  useAwakeScreen();
  useEscape();
  const isDemo = useDesk().client.demoEndsAt !== null;
  const leads = queue?.list.leads ?? [];
  useShowsLeads(leads.map(({ _id }) => _id));
  const [first] = leads;
  const more = (queue?.list.uncalled ?? 0) - mostShown;
  return (
    <main className={styles.wall} data-stale={isStale || undefined}>
      <h1 id="main" tabIndex={-1} className={styles.title}>
        {wallWords.title}
      </h1>
      <div className={styles.menu}>
        {!isDemo && (
          <Link to="/lms?lo=true" prefetch="none" aria-label={interfaceWords.logOut}>
            <IconLogout aria-hidden />
          </Link>
        )}
        <Link to="/lms/dashboard" aria-label={wallWords.leave}>
          <IconX aria-hidden />
        </Link>
      </div>
      {isStale && <p className={styles.old}>{wallWords.old}</p>}
      <dl className={styles.figures}>
        <Figure name={wallWords.waiting} value={queue ? String(queue.list.uncalled) : null} />
        <Figure
          name={wallWords.onTime}
          value={figures && onTimeText(figures.onTime.timeDiff)}
          note={wallWords.today}
        />
        <Figure
          name={wallWords.callbacks}
          value={callbacksDue === null ? null : String(callbacksDue)}
        />
      </dl>
      {first?.uncalledSince ? (
        <section aria-label={wallWords.longest} className={styles.longest}>
          <Longest since={first.uncalledSince} name={firstName(first)} />
          <ul className={styles.others}>
            {leads.slice(1, mostShown).map((lead) => (
              <Other key={lead._id} lead={lead} />
            ))}
            {more > 0 && <li className={styles.more}>{wallWords.more(more)}</li>}
          </ul>
        </section>
      ) : (
        <p className={styles.nobody}>{queue ? wallWords.nobody : wallWords.unknown}</p>
      )}
    </main>
  );
}

type FigureProps = { name: string; value: string | null; note?: string };

/** Null: unknown. */
function Figure({ name, value, note }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>
        {name} {note && <span>{note}</span>}
      </dt>
      <dd>{value ?? wallWords.dash}</dd>
    </div>
  );
}

function Longest({ since, name }: { since: string; name: string }) {
  const { timeZone } = useDesk().client;
  const now = useNow();
  const waiting = useWaiting(since);
  return (
    <p className={`${styles.clock} ${statusOf(waiting)}`}>
      <b suppressHydrationWarning>{digitsOf(waiting)}</b>
      <span className={styles.who}>
        <strong dir="auto">{name}</strong>
        <span className={styles.word}>
          {waiting.kind === "running" ? (
            <>
              <TimelinessIcon bucket={waiting.bucket} isRunning />
              {timelinessWord(waiting.bucket)}
            </>
          ) : (
            <>
              <IconSunrise aria-hidden />
              {dueText(waiting, now, timeZone)}
            </>
          )}
        </span>
      </span>
    </p>
  );
}

function Other({ lead }: { lead: Lead }) {
  const waiting = useWaiting(lead.uncalledSince ?? lead.timeReceived);
  return (
    <li className={statusOf(waiting)}>
      <b suppressHydrationWarning>{digitsOf(waiting)}</b> <bdi>{firstName(lead)}</bdi>
    </li>
  );
}

function statusOf({ kind, bucket }: Waiting): string {
  return kind === "running" ? statusClass(bucket) : "";
}

function digitsOf({ kind, elapsedMs, waitedMs }: Waiting): string {
  return kind === "running" ? clockFace(elapsedMs).digits : waitText(waitedMs);
}

function firstName(lead: Lead): string {
  return plainName(givenFirstName(lead)) || announcementWords.someone;
}

function onTimeText({ lt10, lt60, other }: Queue["onTime"]["timeDiff"]): string {
  const all = lt10 + lt60 + other;
  return all === 0 ? wallWords.dash : wallWords.outOf(lt10, all);
}

/** The browser releases the lock when the tab is hidden. */
function useAwakeScreen() {
  useEffect(() => {
    let held: WakeLockSentinel | undefined;
    let isLeft = false;
    const hold = async () => {
      if (document.hidden || !navigator.wakeLock) return;
      // The browser may refuse it when the battery is low.
      const lock = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isLeft) await lock?.release();
      else held = lock;
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isLeft = true;
      document.removeEventListener("visibilitychange", hold);
      void held?.release();
    };
  }, []);
}

function useEscape() {
  const navigate = useNavigate();
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") void navigate("/lms/dashboard");
  });
  useEffect(() => {
    const left = new AbortController();
    addEventListener("keydown", (event) => leave(event), { signal: left.signal });
    return () => left.abort();
  }, []);
}
