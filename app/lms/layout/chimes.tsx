// Sounds for waiting leads and due callbacks, if they are on for this device.
import { useEffect, useEffectEvent, useRef } from "react";
import { playChime } from "#app/lms/shell/chime.ts";
import { soundSettings } from "#app/lms/shell/sound-settings.ts";
import { useNow } from "#app/ui/now.tsx";
import { marksPassed, type Ringing } from "./chimes-due.ts";

type ChimesProps = {
  /** All leads that wait for a first call. */
  waiting: Ringing[];
  /** Null while unknown. */
  callbacksDue: number | null;
  /** Whether the practice is open. */
  isOpen: boolean;
};

export function Chimes({ isOpen, ...props }: ChimesProps) {
  const now = useNow();
  const mayPlay = usePlayer();
  const heard = useRef<Set<string> | null>(null);
  const { waiting, callbacksDue } = props;
  const play = useEffectEvent(() => {
    const { isOn, volume, mutedUntil, isAlsoWhenClosed } = soundSettings();
    if (!isOn || !mayPlay.current || Date.now() < mutedUntil) return;
    if (isOpen || isAlsoWhenClosed) playChime(volume);
  });
  useEffect(() => {
    const passed = marksPassed(waiting, now);
    const before = heard.current;
    heard.current = new Set([...(before ?? []), ...passed]);
    // What had passed when the page opened is on the screen.
    if (before && [...passed].some((mark) => !before.has(mark))) play();
  }, [waiting, now]);

  const dueBefore = useRef(callbacksDue);
  useEffect(() => {
    const before = dueBefore.current;
    if (callbacksDue === null) return;
    dueBefore.current = callbacksDue;
    if (before !== null && callbacksDue > before) play();
  }, [callbacksDue]);
  return null;
}

const lock = "lead desk sound";
const signs = ["pointerdown", "keydown"] as const;

/**
 * Whether this tab plays: one per browser, and only one that somebody has used, because others stay
 * silent.
 */
function usePlayer() {
  const mayPlay = useRef(false);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const until = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    const begin = () => {
      for (const sign of signs) removeEventListener(sign, begin);
      if (!navigator.locks) mayPlay.current = true;
      else {
        const hold = () => {
          mayPlay.current = true;
          return until;
        };
        navigator.locks.request(lock, { signal }, hold).catch(() => undefined);
      }
    };
    if (navigator.userActivation?.hasBeenActive) begin();
    else for (const sign of signs) addEventListener(sign, begin, { signal });
    return () => {
      mayPlay.current = false;
      left.abort();
    };
  }, []);
  return mayPlay;
}
