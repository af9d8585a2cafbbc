// When the server or the line is away, a screen keeps what it last had and says how old it is.
import { useEffect, useRef } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";

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

/** The newest value of a loader, under this key, that was one; meanwhile the server is asked again. */
export function useLastGood<Value>(value: Value | null, key = ""): Value | null {
  const { revalidate } = useRevalidator();
  useRetries(value === null, () => void revalidate());
  return useLastKnown(value, key);
}

/** The same, for a second part of a screen whose loader is asked again already. */
export function useLastKnown<Value>(value: Value | null, key = ""): Value | null {
  const last = useRef<{ value: Value; key: string } | null>(null);
  if (value !== null) last.current = { value, key };
  return last.current?.key === key ? last.current.value : null;
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
