import { z } from "zod";
import { ownerMessages } from "#content/console/account.ts";
import { uuid } from "#contract/fields.ts";
import {
  NewOwner,
  OwnerJoining,
  OwnerOffer,
  OwnerOfferQuery,
  OwnerRemoval,
  OwnerRoleChange,
  Owners,
  OwnersChanged,
} from "#contract/owners.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { accountOf, requireAdmin } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { visitorOf } from "#server/http/visitor.ts";
import {
  getOwnerOffer,
  inviteOwner,
  joinOwners,
  withdrawOwnerInvitation,
} from "./owner-invitations.ts";
import { changeConsoleRole, listOwners, removeOwner } from "./owners.ts";

const byId = z.object({ id: uuid });

export function ownerRoutes(deps: Deps) {
  const guarded = operations("owners", signedIn.admin, requireAdmin(deps));
  const anyone = operations("owners");
  const list = guarded.get("/admin/owners", {
    summary: "The owners and helpers, and their open invitations",
    responses: answers(200, Owners),
  });
  const invitation = guarded.post("/admin/owners/invitations", {
    summary: "Invite an owner or a helper; requires what a login of the caller takes",
    request: { body: jsonBody(NewOwner) },
    responses: answers(201, OwnersChanged),
  });
  const withdrawal = guarded.delete("/admin/owners/invitations/{id}", {
    summary: "Cancel an invitation to the console",
    request: { params: byId },
    responses: answers(200, OwnersChanged),
  });
  const proven = operations("owners", signedIn.admin, requireAdmin(deps, { isProven: true }));
  const roleChange = proven.patch("/admin/owners/{id}", {
    summary: "Make an owner a helper, or a helper an owner; one owner always stays",
    request: { params: byId, body: jsonBody(OwnerRoleChange) },
    responses: answers(200, OwnersChanged),
  });
  const removal = guarded.post("/admin/owners/{id}/removals", {
    summary: "Remove another owner or a helper; requires what a login of the caller takes",
    request: { params: byId, body: jsonBody(OwnerRemoval) },
    responses: answers(201, OwnersChanged),
  });
  const offer = anyone.get("/owners/invitation", {
    summary: "The details of an invitation to the console",
    request: { query: OwnerOfferQuery },
    responses: answers(200, OwnerOffer),
  });
  const acceptance = anyone.post("/owners/acceptances", {
    summary: "Accept an invitation to the console: choose a password",
    request: { body: jsonBody(OwnerJoining) },
    responses: answers(201, Message),
  });
  const answer = async (admin: SignedInAdmin, message: string) => ({
    ...(await listOwners(deps, admin)),
    message,
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listOwners(deps, c.get("admin")), 200))
    .openapi(invitation, async (c) => {
      await inviteOwner(deps, visitorOf(c), accountOf(c), c.req.valid("json"));
      return c.json(await answer(c.get("admin"), ownerMessages.invited), 201);
    })
    .openapi(withdrawal, async (c) => {
      const { id } = c.req.valid("param");
      await withdrawOwnerInvitation(deps, visitorOf(c), c.get("admin"), id);
      return c.json(await answer(c.get("admin"), ownerMessages.withdrawn), 200);
    })
    .openapi(roleChange, async (c) => {
      const { id } = c.req.valid("param");
      const { role } = c.req.valid("json");
      const admin = c.get("admin");
      await changeConsoleRole(deps, visitorOf(c), admin, id, role);
      return c.json(await answer(admin, ownerMessages.roleChanged[role]), 200);
    })
    .openapi(removal, async (c) => {
      const which = { ...c.req.valid("param"), ...c.req.valid("json") };
      await removeOwner(deps, visitorOf(c), accountOf(c), which);
      return c.json(await answer(c.get("admin"), ownerMessages.removed), 201);
    })
    .openapi(offer, async (c) =>
      c.json(await getOwnerOffer(deps, visitorOf(c), c.req.valid("query").t), 200),
    )
    .openapi(acceptance, async (c) => {
      await joinOwners(deps, visitorOf(c), c.req.valid("json"));
      return c.json({ message: ownerMessages.joined }, 201);
    });
}
