// The cookie by which an account recognizes a browser that has logged in before. It doesn't grant
// access. A login without it is just reported by email.
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

/** Sets the cookie. Each login renews it, so it lasts a year from the last one. */
export function setDeviceCookie(c: Context, isSecure: boolean) {
  setCookie(c, cookieName, deviceTokenOf(c), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: isSecure,
    maxAge: sessionSeconds,
  });
}
