import { sessionMessages } from "#content/messages.ts";
import {
  CaptchaChallenge,
  CaptchaCheck,
  CaptchaQuery,
  Credentials,
  Message,
  SignedIn,
} from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { isCaptchaSolved } from "#server/http/captcha.ts";
import { answers, jsonBody, makeRoutes, operations } from "#server/http/openapi.ts";
import { clearTokenCookie, setTokenCookie, tokensOf } from "#server/http/session-tokens.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { signIn, signOut } from "./sessions.ts";

export function sessionRoutes(deps: Deps) {
  const anyone = operations("sessions");
  const challenge = anyone.get("/captcha", {
    summary: "A challenge for the visitor's browser to solve",
    takes: { isInDemo: true },
    responses: answers(200, CaptchaChallenge),
  });
  const check = anyone.get("/credentials", {
    summary: "Check a captcha solution without consuming it",
    request: { query: CaptchaQuery },
    takes: { isInDemo: true },
    responses: answers(200, CaptchaCheck),
  });
  const open = anyone.post("/credentials", {
    summary: "Sign in; the token is also set as a cookie",
    request: { body: jsonBody(Credentials) },
    responses: answers(200, SignedIn),
  });
  const close = anyone.delete("/credentials", {
    summary: "Sign out; ends both the practice's and the owner's session",
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(challenge, async (c) => {
      await deps.limits.count("challengePerIp", visitorOf(c).address);
      return c.json(await deps.captcha.challenge(), 200);
    })
    .openapi(check, async (c) => {
      await deps.limits.count("captchaCheckPerIp", visitorOf(c).address);
      const success = await isCaptchaSolved(deps, c.req.valid("query").captcha);
      return c.json({ success }, 200);
    })
    .openapi(open, async (c) => {
      const { token, kind } = await signIn(deps, visitorOf(c), c.req.valid("json"));
      setTokenCookie(c, deps, kind, token);
      return c.json({ token, message: sessionMessages.signedIn, kind }, 200);
    })
    .openapi(close, async (c) => {
      await signOut(deps, tokensOf(c));
      clearTokenCookie(c, deps, "client");
      clearTokenCookie(c, deps, "admin");
      return c.json({ message: sessionMessages.signedOut }, 200);
    });
}
