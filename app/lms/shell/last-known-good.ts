// When the server or the line is away, a screen keeps what it last had and says how old it is.
import { useEffect, useRef } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { useDesk } from "./desk-context.ts";

/** For a client loader: the server's answer, or null when nobody could give one. */
export async function askServer<Answer>(
  serverLoader: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await serverLoader();
  } catch (error) {
    // A redirect, or a refusal with its reason: those are answers.
    if (error instanceof Response) throw error;
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    return null;
  }
}

/**
 * The newest value of a screen's loader, under this key, that was one; meanwhile the server is asked
 * again. It outlives the screen: who comes back to it without a line finds what stood there.
 */
export function useLastGood<Value>(value: Value | null, key: string): Value | null {
  const { revalidate } = useRevalidator();
  useRetries(value === null, () => void revalidate());
  return useLastKnown(value, key);
}

/** The same, for a second part of a screen whose loader is asked again already. */
export function useLastKnown<Value>(value: Value | null, key: string): Value | null {
  const { client, viewAs } = useDesk();
  // Several may sign in with one browser, one after the other.
  const name = [client._id, viewAs, key].join(" ");
  useEffect(() => {
    if (value !== null) keep(name, value);
  }, [name, value]);
  return value ?? (kept.get(name) as Value | undefined) ?? null;
}

/** The frame's own, which stays while screens come and go, and ends with the session. */
export function useLastFrame<Value>(value: Value | null): Value | null {
  const { revalidate } = useRevalidator();
  useRetries(value === null, () => void revalidate());
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}

/** Filled in the browser alone; the oldest goes first. */
const kept = new Map<string, unknown>();
const mostKept = 20;

function keep(name: string, value: unknown) {
  kept.delete(name);
  kept.set(name, value);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

const retryMs = 5000;

/** Asks again by itself until the server answers. */
export function useRetries(isNeeded: boolean, retry: () => void) {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => latest.current(), retryMs);
    return () => clearInterval(timer);
  }, [isNeeded]);
}
