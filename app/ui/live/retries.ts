// Retries with exponential backoff and jitter, so that dashboards don't all retry at the same time
// after an outage.
import { useEffect, useEffectEvent } from "react";

const firstPauseMs = 5000;
const longestPauseMs = 60_000;

/** Returns the pause after this many failures in a row. */
export function pauseMsAfter(failures: number): number {
  const longest = Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
  return longest * (0.5 + Math.random() / 2);
}

/** Retries until the function that it returns is called. */
export function startRetries(retry: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (failures: number) => {
    timer = setTimeout(() => {
      retry();
      wait(failures + 1);
    }, pauseMsAfter(failures));
  };
  wait(0);
  return () => clearTimeout(timer);
}

export function useRetries(isNeeded: boolean, retry: () => void) {
  const onRetry = useEffectEvent(retry);
  useEffect(() => (isNeeded ? startRetries(() => onRetry()) : undefined), [isNeeded]);
}
