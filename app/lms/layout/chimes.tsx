// Plays sounds for waiting leads and due callbacks, if sounds are on for this device.
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { playChime } from "#app/lms/shell/chime.ts";
import { useSoundSettings } from "#app/lms/shell/sound-settings.ts";
import { useNow } from "#app/ui/now.tsx";
import type { BusinessHours } from "#contract/open-time.ts";
import { marksPassed, maySound, type Ringing, soundingHours } from "./chimes-due.ts";

type ChimesProps = {
  /** All leads waiting for a first call. */
  waiting: Ringing[];
  /** Null while the number isn't known. */
  callbacksDue: number | null;
  /** The practice's business hours. */
  hours: BusinessHours;
  isDemo?: boolean;
};

/**
 * Plays the sounds. For leads that arrive while the practice is closed, one sound plays at opening
 * if they are still waiting.
 */
export function Chimes({ waiting, callbacksDue, hours, isDemo = false }: ChimesProps) {
  const now = useNow();
  const mayPlay = usePlayer(isDemo);
  const [settings] = useSoundSettings();
  const { isAlsoWhenClosed } = settings;
  const by = useMemo(() => soundingHours(hours, { isAlsoWhenClosed }), [hours, isAlsoWhenClosed]);
  const isOpen = maySound(now, by);
  const play = useEffectEvent(() => {
    const { isOn, volume, mutedUntil } = settings;
    if (isOn && mayPlay.current && Date.now() >= mutedUntil) playChime(volume);
  });

  const heard = useRef<Set<string> | null>(null);
  useEffect(() => {
    const before = heard.current;
    if (before && !isOpen) return;
    const passed = marksPassed(waiting, now, by);
    heard.current = new Set([...(before ?? []), ...passed]);
    // Marks that were passed before the page was opened don't play a sound, because their leads are
    // already on the screen.
    if (before && [...passed].some((mark) => !before.has(mark))) play();
  }, [waiting, now, by, isOpen]);

  const dueBefore = useRef(callbacksDue);
  useEffect(() => {
    const before = dueBefore.current;
    if (callbacksDue === null) return;
    if (before !== null && callbacksDue > before && !isOpen) return;
    dueBefore.current = callbacksDue;
    if (before !== null && callbacksDue > before) play();
  }, [callbacksDue, isOpen]);
  return null;
}

/** Separate locks, so a demo's tab and a real desk's tab don't silence each other. */
const lockOf = (isDemo: boolean) => (isDemo ? "demo desk sound" : "lead desk sound");
const signs = ["pointerdown", "keydown"] as const;

/**
 * Returns whether this tab plays sounds. Only one tab in a browser does. It must have had user
 * input, because otherwise the browser mutes it.
 */
function usePlayer(isDemo: boolean) {
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
        navigator.locks.request(lockOf(isDemo), { signal }, hold).catch(() => undefined);
      }
    };
    if (navigator.userActivation?.hasBeenActive) begin();
    else for (const sign of signs) addEventListener(sign, begin, { signal });
    return () => {
      mayPlay.current = false;
      left.abort();
    };
  }, [isDemo]);
  return mayPlay;
}
