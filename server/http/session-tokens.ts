// Reads and sets the session tokens in requests and cookies.
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { demoPath } from "#contract/demos.ts";
import { sessionSeconds } from "#contract/sessions.ts";
import type { SessionKind } from "#server/accounts/sign-in/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { isDemoRequest } from "./demo-requests.ts";
import { setDeviceCookie } from "./device-cookie.ts";

const cookieNames = { client: "clientToken", admin: "adminToken", demo: "demoToken" } as const;

/**
 * Returns all tokens of the request, for a practice and for an owner. A demo's token isn't
 * included, because it ends with the demo.
 */
export function tokensOf(c: Context): string[] {
  return [bearerOf(c), getCookie(c, "clientToken"), getCookie(c, "adminToken")].filter(
    (token): token is string => Boolean(token),
  );
}

/** Sets the session's cookie and, except in a demo, marks the browser as known to the account. */
export function setTokenCookie(
  c: Context,
  deps: Deps,
  kind: SessionKind,
  token: string,
  maxAge: number = sessionSeconds,
) {
  setCookie(c, cookieNames[kind], token, { ...cookieOptions(deps, kind), maxAge });
  if (kind !== "demo") setDeviceCookie(c, deps.config.origin.startsWith("https:"));
}

export function clearTokenCookie(c: Context, deps: Deps, kind: SessionKind) {
  setCookie(c, cookieNames[kind], "", { ...cookieOptions(deps, kind), maxAge: 0 });
}

/**
 * Returns the token of the request: the bearer token or, without one, the cookie for this kind of
 * operation.
 */
export function tokenFor(c: Context, kind: SessionKind): string | undefined {
  return bearerOf(c) ?? getCookie(c, cookieNames[kind]);
}

export function bearerOf(c: Context): string | undefined {
  return /^Bearer ([\w-]{1,200})$/.exec(c.req.header("Authorization") ?? "")?.[1];
}

/**
 * Returns the kind of session that a practice's operation requires. In a demo, only the demo's own
 * kind is accepted.
 */
export function practiceKind(c: Context): "client" | "demo" {
  return isDemoRequest(c) ? "demo" : "client";
}

function cookieOptions(deps: Deps, kind: SessionKind) {
  return {
    // A browser sends a demo's cookie only to the demo.
    path: kind === "demo" ? demoPath : "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: deps.config.origin.startsWith("https:"),
  } as const;
}
