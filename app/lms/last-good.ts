// When the server or the line is away, a screen keeps what it last had and says how old it is.
import { useRef } from "react";
import { isRouteErrorResponse } from "react-router";

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

/** The newest value under this key that was one. */
export function useLastGood<Value>(value: Value | null, key = ""): Value | null {
  const last = useRef<{ value: Value; key: string } | null>(null);
  if (value !== null) last.current = { value, key };
  return last.current?.key === key ? last.current.value : null;
}
