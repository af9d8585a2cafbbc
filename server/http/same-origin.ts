// Checks where a request comes from.
import type { Context } from "hono";

/** Returns whether the request comes from our own pages, or from a program instead of a browser. */
export function isSameOrigin(c: Pick<Context, "req">, own: URL): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site) return site === "same-origin" || site === "none";
  const origin = c.req.header("Origin");
  if (!origin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return protocol === own.protocol && (host === own.host || host === c.req.header("Host"));
}
