// Limits how often a task runs that is triggered more often than is useful.
import { useCallback, useEffect, useEffectEvent, useRef } from "react";

const pauseMs = 1000;

/**
 * Returns a function that runs the task now, or once the last run has ended and a second has passed
 * since. All calls until then share the next run, which starts after the last of them. `stop`
 * aborts the task's signal.
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

/** Returns one function for the component's whole lifetime, which always runs the latest task. */
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
