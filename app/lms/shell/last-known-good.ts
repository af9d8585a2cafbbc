// While the server can't be reached, a screen keeps its last data and shows how old the data is.
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useRetries } from "#app/ui/live/retries.ts";
import { useDesk } from "./desk-context.ts";

/**
 * Returns the newest value of a screen's loader that isn't null, and reloads while the value is
 * null. The value is kept under its key after the screen unmounts, so the screen can be opened
 * again offline.
 */
export function useLastGood<Value>(value: Value | null, key: string): Value | null {
  const { revalidate } = useRevalidator();
  useRetries(value === null, () => void revalidate());
  return useLastGoodWithoutRetry(value, key);
}

/** Does the same without reloading, for another part of a screen whose loader already retries. */
export function useLastGoodWithoutRetry<Value>(value: Value | null, key: string): Value | null {
  const { client, person, viewAs } = useDesk();
  // The key includes the person, because several people may log in with one browser.
  const name = [person?._id ?? client._id, viewAs, key].join(" ");
  useEffect(() => {
    if (value !== null) keep(name, value);
  }, [name, value]);
  return value ?? (kept.get(name) as Value | undefined) ?? null;
}

/** Filled only in the browser. When it is full, the oldest entry is removed. */
const kept = new Map<string, unknown>();
const mostKept = 20;

function keep(name: string, value: unknown) {
  kept.delete(name);
  kept.set(name, value);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

/** Deletes all kept data, because the next person on a shared device must not see it. */
export function forgetLastGood(): void {
  kept.clear();
}
