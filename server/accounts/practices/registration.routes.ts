import {
  Confirmation,
  InvitationAnswer,
  InvitationQuery,
  MessageAndStatus,
  PasswordReset,
  RecoveryRequest,
  Registered,
  Registration,
} from "#contract/accounts.ts";
import type { Deps } from "#server/deps.ts";
import { answers, jsonBody, makeRoutes, operations } from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { getInvitation } from "./invitations.ts";
import { confirmAddress } from "./own-account.ts";
import { requestRecovery, resetPassword } from "./recovery.ts";
import { register } from "./registration.ts";

export function registrationRoutes(deps: Deps) {
  const anyone = operations("accounts");
  const registration = anyone.post("/clients", {
    summary: "Register a practice; the response is the same for an address that has an account",
    request: { body: jsonBody(Registration) },
    responses: answers(201, Registered),
  });
  const invited = anyone.get("/clients/invitation", {
    summary: "What an invitation link fills in",
    request: { query: InvitationQuery },
    responses: answers(200, InvitationAnswer),
  });
  const recovery = anyone.post("/credentials/recover", {
    summary: "Email a password reset link, if the address has an account",
    request: { body: jsonBody(RecoveryRequest) },
    responses: answers(200, MessageAndStatus),
  });
  const reset = anyone.patch("/credentials/reset", {
    summary: "Set a new password with the emailed token; every session ends",
    request: { body: jsonBody(PasswordReset) },
    responses: answers(200, MessageAndStatus),
  });
  const confirmation = anyone.post("/credentials/confirmations", {
    summary:
      "Confirm an address with the emailed token and the password, or an address change with the token",
    request: { body: jsonBody(Confirmation) },
    responses: answers(201, MessageAndStatus.pick({ message: true })),
  });

  return makeRoutes()
    .openapi(registration, async (c) =>
      c.json(await register(deps, visitorOf(c), c.req.valid("json")), 201),
    )
    .openapi(invited, async (c) =>
      c.json(await getInvitation(deps, visitorOf(c), c.req.valid("query").t), 200),
    )
    .openapi(recovery, async (c) =>
      c.json(await requestRecovery(deps, visitorOf(c), c.req.valid("json")), 200),
    )
    .openapi(reset, async (c) =>
      c.json(await resetPassword(deps, visitorOf(c), c.req.valid("json")), 200),
    )
    .openapi(confirmation, async (c) => {
      const message = await confirmAddress(deps, visitorOf(c), c.req.valid("json"));
      return c.json({ message }, 201);
    });
}
