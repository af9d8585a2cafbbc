// A screen on the practice's wall, for people across the room with busy hands. It shows who to
// call now and how much time is left. It has first names only, because patients see it too. It must
// handle a frozen screen that looks live.
import { useEffect, useEffectEvent } from "react";
import { Link, useNavigate } from "react-router";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { useWaiting } from "#app/lms/shell/lead-clock.tsx";
import { useShowsLeads } from "#app/lms/shell/leads-on-screen.ts";
import { useLater } from "#app/lms/shell/load-later.ts";
import { givenFirstName, plainName } from "#app/lms/shell/names.tsx";
import { ringText } from "#app/lms/shell/ring-text.ts";
import { UrgentMark } from "#app/lms/shell/wish.tsx";
import { type Waiting, waitingOf } from "#app/ui/calling/waiting.ts";
import { dueText } from "#app/ui/calling/waiting-clock.tsx";
import { callTimeText, clockFace, waitText } from "#app/ui/clock-text.ts";
import { IconLogout, IconSunrise, IconX } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { wallWords } from "#content/desk/alerts.ts";
import { callWords } from "#content/desk/calls.ts";
import { announcementWords } from "#content/desk/dashboard.ts";
import { interfaceWords } from "#content/interface.ts";
import { heldSince, type Lead } from "#contract/leads.ts";
import { clockText, longDayText, timeText } from "#contract/moment-text.ts";
import { LiveState } from "./live-state.tsx";
import type { Queue } from "./load-dashboard.ts";
import styles from "./wall.module.css";
import { wallBoard } from "./wall-board.ts";

/** The URL of the wall, a filtered dashboard with the waiting leads and today's figures. */
export const wallUrl = "/lms/dashboard?wall&sort=next&state=uncalled&period=today&show=50";

/** How many leads are shown after the lead to call now. */
const mostNext = 4;
const mostLate = 3;

type WallProps = {
  queue: Queue | null;
  figures: Pick<Queue, "onTime"> | null;
  callbacksDue: number | null;
  isStale: boolean;
};

export function Wall({ queue, figures, callbacksDue, isStale }: WallProps) {
  useAwakeScreen();
  useEscape();
  const { client, viewAs, isLive } = useDesk();
  const now = useNow();
  const Sound = useLater(loadSound);
  const leads = (queue?.list.leads ?? []).filter((lead) => lead.uncalledSince && !lead.doNotCall);
  useShowsLeads(leads.map(({ _id }) => _id));
  const board = wallBoard(leads, (lead) => {
    const heldAt = heldSince(lead, now);
    const until = heldAt ? new Date(heldAt) : now;
    return waitingOf(new Date(lead.uncalledSince ?? now), until, client.reading, client).bucket;
  });
  const more = (queue?.list.uncalled ?? 0) - (board.now ? 1 : 0) - board.late.length - mostNext;
  return (
    <main className={styles.wall} data-stale={isStale || undefined}>
      <header className={styles.head}>
        <h1 id="main" tabIndex={-1}>
          {client.name}
        </h1>
        <p suppressHydrationWarning>{longDayText(now, client.timeZone)}</p>
        <p className={styles.time} suppressHydrationWarning>
          {clockText(now, client.timeZone)}
        </p>
        <LiveState isLive={isLive} />
        {!viewAs && (
          <span className={styles.sound}>{Sound && <Sound timeZone={client.timeZone} />}</span>
        )}
        <WallMenu isDemo={client.demoEndsAt !== null} />
      </header>
      <div className={styles.middle}>
        {board.now ? (
          <CallNow key={board.now._id} lead={board.now} />
        ) : (
          <p className={styles.nobody}>{queue ? nobodyText(leads.length) : wallWords.unknown}</p>
        )}
        {board.next.length > 0 && (
          <section className={styles.next} aria-labelledby="next">
            <h2 id="next">{wallWords.next}</h2>
            <ul>
              {board.next.slice(0, mostNext).map((lead) => (
                <Next key={lead._id} lead={lead} />
              ))}
            </ul>
            {more > 0 && <p className={styles.more}>{wallWords.more(more)}</p>}
          </section>
        )}
      </div>
      {board.late.length > 0 && <Late leads={board.late} />}
      <footer className={styles.foot}>
        <p>
          <b>{figures ? onTimeText(figures.onTime.timeDiff) : wallWords.dash}</b> {wallWords.onTime}
        </p>
        <p>
          <b>{callbacksDue ?? wallWords.dash}</b> {wallWords.callbacks(callbacksDue ?? 0)}
        </p>
      </footer>
      {isStale && <p className={styles.old}>{wallWords.old}</p>}
    </main>
  );
}

const loadSound = () =>
  import("#app/lms/layout/sound-control.tsx").then((module) => module.SoundControl);

function nobodyText(waiting: number): string {
  return waiting > 0 ? wallWords.allCalled : wallWords.nobody;
}

function WallMenu({ isDemo }: { isDemo: boolean }) {
  return (
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
  );
}

/**
 * Shows the lead to call in a ring that empties within ten minutes, and then again within sixty.
 */
function CallNow({ lead }: { lead: Lead }) {
  const { timeZone } = useDesk().client;
  const now = useNow();
  const since = lead.uncalledSince ?? lead.timeReceived;
  const waiting = useWaiting(since);
  const name = firstName(lead);
  return (
    <section className={`${styles.now} ${statusOf(waiting)}`} aria-labelledby="now">
      <div className={styles.ring}>
        {waiting.kind === "running" && <Ring waiting={waiting} />}
        <p className={styles.face}>
          <b data-long={digitsOf(waiting).length > 5 || undefined} suppressHydrationWarning>
            {digitsOf(waiting)}
          </b>
          <span>
            {waiting.kind === "running" ? (
              <>
                <TimelinessIcon bucket={waiting.bucket} isRunning />
                <span suppressHydrationWarning>{clockFace(waiting.elapsedMs).next}</span>
              </>
            ) : (
              <>
                <IconSunrise aria-hidden />
                <span>{dueText(waiting, now, timeZone)}</span>
              </>
            )}
          </span>
        </p>
      </div>
      <div className={styles.whom}>
        <h2 id="now">{wallWords.now}</h2>
        <p className={styles.name} style={{ fontSize: nameSize(name) }} dir="auto">
          {name}
        </p>
        <UrgentMark lead={lead} />
        <p className={styles.since} suppressHydrationWarning>
          {wallWords.since(timeText(since, now, timeZone))}
        </p>
        {ringText(lead) && <p className={styles.since}>{ringText(lead)}</p>}
      </div>
    </section>
  );
}

const radius = 260;
const around = 2 * Math.PI * radius;

/** Hidden from screen readers, because the digits and the words say the same. */
function Ring({ waiting }: { waiting: Waiting }) {
  const { filled, goalAt, endLabel } = clockFace(waiting.elapsedMs);
  const left = around * (1 - Math.min(1, filled));
  const isBeforeLimit = waiting.bucket === "lt10";
  return (
    <svg viewBox="0 0 600 600" aria-hidden>
      <g fill="none" transform="rotate(-90 300 300)" strokeWidth={44}>
        <circle cx={300} cy={300} r={radius} className={styles.track} />
        <circle
          cx={300}
          cy={300}
          r={radius}
          className={styles.left}
          strokeDasharray={`${left} ${around}`}
          strokeDashoffset={left - around}
          suppressHydrationWarning
        />
      </g>
      <path d="M300 10v38" className={styles.tick} />
      {endLabel && (
        <text x={300} y={104} fontSize={28}>
          {endLabel}
        </text>
      )}
      {isBeforeLimit && goalAt !== null && (
        <>
          <path d="M300 552v38" className={styles.tick} />
          <text x={300} y={520} fontSize={28}>
            {wallWords.goal}
          </text>
        </>
      )}
    </svg>
  );
}

function Next({ lead }: { lead: Lead }) {
  const now = useNow();
  const { openCall } = lead;
  const heldAt = heldSince(lead, now);
  const waiting = useWaiting(lead.uncalledSince ?? lead.timeReceived, heldAt);
  const time = openCall && callTimeText(openCall.calledAt, now);
  return (
    <li className={heldAt ? styles.held : statusOf(waiting)} data-bucket={waiting.bucket}>
      <b suppressHydrationWarning>{digitsOf(waiting)}</b>
      <span>
        <bdi>{firstName(lead)}</bdi> <UrgentMark lead={lead} />
        {openCall ? (
          <small suppressHydrationWarning>
            {openCall.by && time
              ? callWords.someoneCalls(plainName(openCall.by), time)
              : wallWords.beingCalled}
          </small>
        ) : ringText(lead) ? (
          <small>{ringText(lead)}</small>
        ) : (
          waiting.bucket === "lt60" && (
            <small>
              <TimelinessIcon bucket="lt60" isRunning /> {timelinessWord("lt60")}
            </small>
          )
        )}
      </span>
    </li>
  );
}

function Late({ leads }: { leads: Lead[] }) {
  const more = leads.length - mostLate;
  return (
    <section className={styles.late} aria-labelledby="late">
      <h2 id="late">
        <TimelinessIcon bucket="other" isRunning />
        {timelinessWord("other")}
      </h2>
      <ul>
        {leads.slice(0, mostLate).map((lead) => (
          <LateOne key={lead._id} lead={lead} />
        ))}
      </ul>
      {more > 0 && <p>{wallWords.more(more)}</p>}
    </section>
  );
}

function LateOne({ lead }: { lead: Lead }) {
  const now = useNow();
  const waiting = useWaiting(lead.uncalledSince ?? lead.timeReceived, heldSince(lead, now));
  return (
    <li>
      <bdi>{firstName(lead)}</bdi> <b suppressHydrationWarning>{digitsOf(waiting)}</b>
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

/** Returns the font size at which a long name still fits on one line. */
function nameSize(name: string): string {
  const units = Math.min(196, Math.max(64, Math.floor(1060 / [...name].length)));
  return `calc(${units} * var(--u))`;
}

function onTimeText({ lt10, lt60, other }: Queue["onTime"]["timeDiff"]): string {
  const all = lt10 + lt60 + other;
  return all === 0 ? wallWords.dash : wallWords.outOf(lt10, all);
}

/**
 * Keeps the screen awake. The lock is requested again when the tab becomes visible, because the
 * browser releases it while the tab is hidden.
 */
function useAwakeScreen() {
  useEffect(() => {
    let held: WakeLockSentinel | undefined;
    let isLeft = false;
    const hold = async () => {
      if (document.hidden || !navigator.wakeLock) return;
      // The browser may reject the request if the battery is low.
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
