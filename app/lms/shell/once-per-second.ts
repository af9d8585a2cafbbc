// Limits a request that is wanted more often than it helps.
import { useCallback, useEffect, useEffectEvent, useRef } from "react";

const pauseMs = 1000;

/**
 * Runs the task immediately, or as soon as the last run has ended and is a second old. Calls until
 * then share that run, so it always starts after the last call. `stop` aborts the task's signal.
 */
export function makeOncePerSecond(task: (signal: AbortSignal) => Promise<unknown>) {
  let isWanted = false;
  let isRunning = false;
  const stopping = new AbortController();
  const run = async () => {
    isRunning = true;
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      const pause = new Promise((resolve) => setTimeout(resolve, pauseMs));
      await task(stopping.signal).catch(() => undefined);
      await pause;
    }
    isRunning = false;
  };
  return {
    run() {
      isWanted = true;
      if (!isRunning) void run();
    },
    stop() {
      stopping.abort();
    },
  };
}

/** Returns the same function for the life of the component; it always runs the latest task. */
export function useOncePerSecond(task: (signal: AbortSignal) => Promise<unknown>): () => void {
  const onTime = useEffectEvent(task);
  const limited = useRef<ReturnType<typeof makeOncePerSecond> | null>(null);
  useEffect(() => {
    const { run, stop } = makeOncePerSecond((signal) => onTime(signal));
    limited.current = { run, stop };
    return stop;
  }, []);
  return useCallback(() => limited.current?.run(), []);
}
