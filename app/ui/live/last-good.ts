// If the server can't be reached, a screen keeps its last data.
import { useRef } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { useRetries } from "./retries.ts";

/** Returns the server's response for a client loader, or null if the server can't be reached. */
export async function askServer<Answer>(
  serverLoader: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await serverLoader();
  } catch (error) {
    // A redirect or a rejection is a response.
    if (error instanceof Response) throw error;
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    return null;
  }
}

/**
 * Returns the last successful value of a loader whose screen stays mounted, and retries while the
 * value is null.
 */
export function useLastGoodWhileMounted<Value>(value: Value | null): Value | null {
  const { revalidate } = useRevalidator();
  useRetries(value === null, () => void revalidate());
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
