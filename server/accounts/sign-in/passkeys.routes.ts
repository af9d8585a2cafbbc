// Passkeys: logging in with one, and adding one to the logged-in account.
import { factorMessages, sessionMessages } from "#content/messages.ts";
import { FactorAdded, FullProof } from "#contract/factors.ts";
import {
  PasskeyCreationOptions,
  PasskeyProof,
  PasskeyRegistration,
  PasskeyRequestOptions,
  PasskeySite,
} from "#contract/passkeys.ts";
import { SignedIn } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { accountOf } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { setTokenCookie } from "#server/http/session-tokens.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { addPasskey, beginPasskey } from "./add-passkey.ts";
import { beginPasskeySignIn, proveWithPasskey, signInWithPasskey } from "./passkey-sign-in.ts";
import { findPasskeySite } from "./passkey-site.ts";
import { guardOf } from "./two-step-login.routes.ts";

export function passkeyRoutes(deps: Deps) {
  const anyone = operations("sessions");
  const where = anyone.get("/credentials/passkeys", {
    summary: "The site address where passkeys work",
    responses: answers(200, PasskeySite),
  });
  const begin = anyone.post("/credentials/passkeys/challenges", {
    summary: "Start a sign-in with a passkey",
    responses: answers(201, PasskeyRequestOptions),
  });
  const open = anyone.post("/credentials/passkeys", {
    summary: "Sign in with a passkey instead of a password; the token is also set as a cookie",
    request: { body: jsonBody(PasskeyProof) },
    responses: answers(200, SignedIn),
  });
  const prove = anyone.post("/credentials/factors/passkeys", {
    summary: "Use a passkey as the second factor to finish a sign-in",
    request: { body: jsonBody(PasskeyProof) },
    responses: answers(200, SignedIn),
  });
  return makeRoutes()
    .openapi(where, (c) => c.json({ origin: findPasskeySite(deps.config)?.origin ?? null }, 200))
    .openapi(begin, async (c) => c.json(await beginPasskeySignIn(deps, visitorOf(c)), 201))
    .openapi(open, async (c) => {
      const { token, kind } = await signInWithPasskey(deps, visitorOf(c), c.req.valid("json"));
      setTokenCookie(c, deps, kind, token);
      return c.json({ token, message: sessionMessages.signedIn, kind }, 200);
    })
    .openapi(prove, async (c) => {
      const { token, kind } = await proveWithPasskey(deps, visitorOf(c), c.req.valid("json"));
      setTokenCookie(c, deps, kind, token);
      return c.json({ token, message: sessionMessages.signedIn, kind }, 200);
    })
    .route("/", routesOf(deps, "client"))
    .route("/", routesOf(deps, "admin"));
}

/** Creates the same operations for each kind of account, with its own paths. */
function routesOf(deps: Deps, kind: "client" | "admin") {
  const guarded = operations("factors", signedIn[kind], guardOf(deps, kind));
  const own: "/clients/me" | "/admins/myself" =
    kind === "client" ? "/clients/me" : "/admins/myself";
  const begin = guarded.post(`${own}/factors/passkeys/challenges`, {
    summary: "Start adding a passkey",
    request: { body: jsonBody(FullProof) },
    responses: answers(201, PasskeyCreationOptions),
  });
  const add = guarded.post(`${own}/factors/passkeys`, {
    summary: "Add the passkey that the browser created",
    request: { body: jsonBody(PasskeyRegistration) },
    responses: answers(201, FactorAdded),
  });
  return makeRoutes()
    .openapi(begin, async (c) => {
      const proof = c.req.valid("json");
      return c.json(await beginPasskey(deps, visitorOf(c), accountOf(c), proof), 201);
    })
    .openapi(add, async (c) => {
      const added = await addPasskey(
        deps,
        visitorOf(c),
        accountOf(c).accountId,
        c.req.valid("json"),
      );
      return c.json({ ...added, message: factorMessages.passkeyAdded }, 201);
    });
}
