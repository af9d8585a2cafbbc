// Covers a shared device's page when it has been idle for too long, or when someone locks it. The
// server locks the device, by its own clock. The page only asks whether the device is locked, and
// stays covered until the response.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { api } from "#app/api.ts";
import { forgetPersonal, hearTabs, tellTabs } from "#app/lms/shell/shared-device.ts";
import { lockedUrl } from "#app/next-path.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { useRetries } from "#app/ui/live/retries.ts";
import { minuteMs } from "#contract/durations.ts";
import { activityEverySeconds, type SharedState } from "#contract/shared-devices.ts";
import { useInput } from "./use-input.ts";

/** Other tabs are told about input in this tab at most this often. */
const tellEveryMs = 5000;

/** `asking`: the server may have locked the device. `unanswered`: the server can't be reached. */
type CoverState = "asking" | "unanswered";

/**
 * Returns the page's cover, which is null while the page isn't covered, and a function that locks
 * the device. `shared` is null for an ordinary device.
 */
export function useDeviceLock(shared: SharedState | null): {
  cover: CoverState | null;
  lock: () => void;
} {
  const [covered, setCovered] = useState<CoverState | null>(null);
  const navigate = useNavigate();
  const here = useLocation();
  /** True after someone has clicked "Lock", until the server knows. */
  const isLocking = useRef(false);
  const coverAt = useRef(Number.POSITIVE_INFINITY);
  const toldAt = useRef(0);
  const idleMs = (shared?.idleMinutes ?? 0) * minuteMs;
  const isShared = shared !== null;

  /** Uncovers the page only if the server says that the device is unlocked. */
  async function ask() {
    if (isLocking.current) {
      const locked = await askApi(() => api["shared-device"].locks.$post());
      if (!locked.isDone && locked.refusal.status === 0) return setCovered("unanswered");
      isLocking.current = false;
      tellTabs("locked");
      return void navigate(lockedUrl(here.pathname + here.search), { replace: true });
    }
    const asked = await askApi(() => api["shared-device"].$get());
    // The session has ended; the login page asks for an account.
    if (!asked.isDone && asked.refusal.status === 401) return location.replace("/lms");
    if (!asked.isDone) return setCovered("unanswered");
    const device = asked.answer;
    const locked = lockedUrl(here.pathname + here.search);
    if (!device.isShared) return location.replace(locked);
    // The page isn't replaced by a new document, because that couldn't play sounds before it has
    // had user input.
    if (device.isLocked) return void navigate(locked, { replace: true });
    coverAt.current = Date.now() + leftMs(device);
    setCovered(null);
  }
  function cover() {
    coverAt.current = Number.POSITIVE_INFINITY;
    setCovered("asking");
    forgetPersonal();
    void ask();
  }
  function noteInput() {
    const now = Date.now();
    coverAt.current = Math.max(coverAt.current, now + idleMs);
    if (now - toldAt.current < tellEveryMs) return;
    toldAt.current = now;
    tellTabs("used");
  }
  async function report() {
    const noted = await askApi(() => api["shared-device"].activity.$post());
    if (!noted.isDone && noted.refusal.code === "device_locked") cover();
  }
  const onTimeOver = useEffectEvent(cover);

  useInput(
    isShared && covered === null,
    activityEverySeconds * 1000,
    noteInput,
    () => void report(),
  );
  useRetries(covered !== null, () => void ask());
  useEffect(() => {
    if (!shared) return;
    // Input that the server hasn't been told about yet counts too.
    const left = Date.now() + leftMs(shared);
    const before = coverAt.current;
    coverAt.current = Number.isFinite(before) ? Math.max(before, left) : left;
  }, [shared]);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    hearTabs(signal, (news) => {
      if (news === "changed") return location.reload();
      if (news === "used") coverAt.current = Math.max(coverAt.current, Date.now() + idleMs);
      else onTimeOver();
    });
    if (!isShared) return () => left.abort();
    const check = () => Date.now() >= coverAt.current && onTimeOver();
    const timer = setInterval(check, 1000);
    // Checked when the tab becomes visible, because timers don't run while a computer sleeps.
    document.addEventListener("visibilitychange", check, { signal });
    // The back-forward cache would bring back a page with old content, so the page is reloaded.
    addEventListener("pageshow", (event) => event.persisted && location.reload(), { signal });
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [isShared, idleMs]);

  const lock = () => {
    if (!isShared) return;
    isLocking.current = true;
    cover();
  };
  return { cover: covered, lock };
}

function leftMs({ locksAt, now }: SharedState): number {
  return locksAt ? Date.parse(locksAt) - Date.parse(now) : 0;
}
