// Sets the cookie by which an account recognizes a browser that has logged in before. The cookie
// doesn't grant access. Without it, a login is reported by email.
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { sessionSeconds } from "#contract/sessions.ts";

const cookieName = "deviceToken";

/** Returns the browser's own token, or a new one for this request, which a login stores. */
export function deviceTokenOf(c: Context): string {
  const sent = getCookie(c, cookieName);
  if (sent && /^[\w-]{43}$/.test(sent)) return sent;
  const made = c.get("deviceToken") ?? randomBytes(32).toString("base64url");
  c.set("deviceToken", made);
  return made;
}

/** Sets the cookie. Each login renews it, so it lasts for a year after the last login. */
export function setDeviceCookie(c: Context, isSecure: boolean) {
  setCookie(c, cookieName, deviceTokenOf(c), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: isSecure,
    maxAge: sessionSeconds,
  });
}
