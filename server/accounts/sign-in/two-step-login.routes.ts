// Routes for the second factors of the logged-in account, for people at a practice and for owners.
import { z } from "zod";
import { factorMessages, sessionMessages } from "#content/messages.ts";
import {
  FactorAdded,
  FactorList,
  FactorProof,
  FullProof,
  RecoveryCodes,
  TotpConfirmation,
  TotpRequest,
  TotpSetup,
} from "#contract/factors.ts";
import { uuid } from "#contract/fields.ts";
import { Message, SignedIn } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { accountOf, requireAdmin, requireOwnDevice, requireRight } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { setTokenCookie } from "#server/http/session-tokens.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import {
  beginTotp,
  confirmTotp,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
  resetPersonFactors,
} from "./two-step-login.ts";

export function twoStepLoginRoutes(deps: Deps) {
  const managers = operations("people", signedIn.client, requireRight(deps, "people"));
  const reset = managers.post("/clients/me/people/{id}/factors/resets", {
    summary: "Turn off two-step login for a member who lost their second factor",
    request: { params: z.object({ id: uuid }), body: jsonBody(FullProof) },
    responses: answers(201, Message),
  });
  const prove = operations("sessions").post("/credentials/factors", {
    summary: "Finish a sign-in that needs a second factor",
    request: { body: jsonBody(FactorProof) },
    responses: answers(200, SignedIn),
  });
  return makeRoutes()
    .openapi(reset, async (c) => {
      const asked = { ...c.req.valid("param"), ...c.req.valid("json") };
      const client = { ...c.get("client"), sessionId: c.get("sessionId") };
      await resetPersonFactors(deps, visitorOf(c), client, asked);
      return c.json({ message: factorMessages.reset }, 201);
    })
    .openapi(prove, async (c) => {
      const { token, kind } = await proveSecondFactor(deps, visitorOf(c), c.req.valid("json"));
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
  const list = guarded.get(`${own}/factors`, {
    summary: "The second factors of the signed-in account",
    responses: answers(200, FactorList),
  });
  const begin = guarded.post(`${own}/factors/totp`, {
    summary: "Start setting up an authenticator app",
    request: { body: jsonBody(TotpRequest) },
    responses: answers(201, TotpSetup),
  });
  const confirm = guarded.post(`${own}/factors/{id}/confirmations`, {
    summary: "Finish the setup with the app's first code",
    request: { params: z.object({ id: uuid }), body: jsonBody(TotpConfirmation) },
    responses: answers(201, FactorAdded),
  });
  const remove = guarded.post(`${own}/factors/{id}/removals`, {
    summary: "Remove a second factor",
    request: { params: z.object({ id: uuid }), body: jsonBody(FullProof) },
    responses: answers(201, Message),
  });
  const renew = guarded.post(`${own}/recovery-codes`, {
    summary: "Create new recovery codes",
    request: { body: jsonBody(FullProof) },
    responses: answers(201, RecoveryCodes),
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listFactors(deps, accountOf(c).accountId), 200))
    .openapi(begin, async (c) => {
      const asked = c.req.valid("json");
      return c.json(await beginTotp(deps, visitorOf(c), accountOf(c), asked), 201);
    })
    .openapi(confirm, async (c) => {
      const setup = { ...c.req.valid("param"), ...c.req.valid("json") };
      const added = await confirmTotp(deps, visitorOf(c), accountOf(c).accountId, setup);
      const message = added.recoveryCodes ? factorMessages.added : factorMessages.addedAnother;
      return c.json({ ...added, message }, 201);
    })
    .openapi(remove, async (c) => {
      const removal = { ...c.req.valid("param"), ...c.req.valid("json") };
      await removeFactor(deps, visitorOf(c), accountOf(c), removal);
      return c.json({ message: factorMessages.removed }, 201);
    })
    .openapi(renew, async (c) => {
      const proof = c.req.valid("json");
      const { codes } = await renewRecoveryCodes(deps, visitorOf(c), accountOf(c), proof);
      return c.json({ recoveryCodes: codes, message: factorMessages.renewed }, 201);
    });
}

export function guardOf(deps: Deps, kind: "client" | "admin") {
  return kind === "client" ? requireOwnDevice(deps) : requireAdmin(deps, { area: "account" });
}
