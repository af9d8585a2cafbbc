// While the server can't be reached, a screen keeps its last data.
import { useRef } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { useRetries } from "./retries.ts";

/** For client loaders: returns the server's response, or null if the server can't be reached. */
export async function askServer<Answer>(
  serverLoader: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await serverLoader();
  } catch (error) {
    // A redirect or a rejection is a response too.
    if (error instanceof Response) throw error;
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    return null;
  }
}

/**
 * Returns the newest value of a loader that isn't null, and reloads while the value is null. The
 * screen must stay mounted.
 */
export function useLastGoodWhileMounted<Value>(value: Value | null): Value | null {
  const { revalidate } = useRevalidator();
  useRetries(value === null, () => void revalidate());
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
