// Re-authentication of a person at a practice or an owner.
import { sessionMessages } from "#content/messages.ts";
import { FactorProof, PasswordProof } from "#contract/factors.ts";
import { PasskeyProof } from "#contract/passkeys.ts";
import { Proof } from "#contract/proofs.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { accountOf } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { refuseOldProof } from "./proofs.ts";
import { proveAgain, proveAgainWithCode, proveAgainWithPasskey } from "./prove-again.ts";
import { guardOf } from "./two-step-login.routes.ts";

export function proofRoutes(deps: Deps) {
  return makeRoutes().route("/", routesOf(deps, "client")).route("/", routesOf(deps, "admin"));
}

/** Creates the same operations for each kind of account, with its own paths. */
function routesOf(deps: Deps, kind: "client" | "admin") {
  const guarded = operations("account", signedIn[kind], guardOf(deps, kind));
  const own: "/clients/me" | "/admins/myself" =
    kind === "client" ? "/clients/me" : "/admins/myself";
  const read = guarded.get(`${own}/proofs`, {
    takes: { isInDemo: kind === "client" },
    summary: "Whether the account was verified recently enough to export or erase",
    responses: answers(200, Proof),
  });
  const prove = guarded.post(`${own}/proofs`, {
    summary: "Verify the account again before an export or an erasure",
    request: { body: jsonBody(PasswordProof) },
    responses: answers(201, Message),
  });
  const byCode = guarded.post(`${own}/proofs/factors`, {
    summary: "Finish the verification with a second factor",
    request: { body: jsonBody(FactorProof) },
    responses: answers(201, Message),
  });
  const byPasskey = guarded.post(`${own}/proofs/passkeys`, {
    summary: "Finish the verification with a passkey",
    request: { body: jsonBody(PasskeyProof) },
    responses: answers(201, Message),
  });
  const done = { message: sessionMessages.proved };

  return makeRoutes()
    .openapi(read, (c) => {
      const provenAt = c.get("provenAt");
      refuseOldProof(deps, provenAt);
      return c.json({ provenAt: provenAt?.toISOString() ?? null }, 200);
    })
    .openapi(prove, async (c) => {
      await proveAgain(deps, visitorOf(c), accountOf(c), c.req.valid("json"));
      return c.json(done, 201);
    })
    .openapi(byCode, async (c) => {
      await proveAgainWithCode(deps, visitorOf(c), accountOf(c), c.req.valid("json"));
      return c.json(done, 201);
    })
    .openapi(byPasskey, async (c) => {
      await proveAgainWithPasskey(deps, visitorOf(c), accountOf(c), c.req.valid("json"));
      return c.json(done, 201);
    });
}
