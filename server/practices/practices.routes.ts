import { z } from "zod";
import { accountMessages } from "#content/messages.ts";
import { uuid } from "#contract/fields.ts";
import { PracticesToday } from "#contract/figures.ts";
import { ClientChanged, ClientList, InvitationRequest } from "#contract/practices.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/openapi.ts";
import { visitorOf } from "#server/visitor.ts";
import {
  approve,
  invite,
  listClients,
  reinstate,
  suspend,
  withdrawInvitation,
} from "./practices.ts";
import { listPracticesToday } from "./practices-today.ts";

export function practiceRoutes(deps: Deps) {
  const guarded = operations("clients", signedIn.admin, requireAdmin(deps));
  const byId = z.object({ id: uuid });
  const list = guarded.get("/admin/clients", {
    summary: "List all practices with their status, and the open invitations",
    responses: answers(200, ClientList),
  });
  const today = guarded.get("/admin/practices-today", {
    summary: "For each active practice: leads that wait for a first call, and the last seven days",
    responses: answers(200, PracticesToday),
  });
  const approval = guarded.post("/admin/clients/{id}/approval", {
    summary: "Approve a pending practice",
    request: { params: byId },
    responses: answers(201, ClientChanged),
  });
  const suspension = guarded.post("/admin/clients/{id}/suspension", {
    summary: "Suspend a practice; every session ends",
    request: { params: byId },
    responses: answers(201, ClientChanged),
  });
  const reinstatement = guarded.delete("/admin/clients/{id}/suspension", {
    summary: "End a suspension",
    request: { params: byId },
    responses: answers(200, ClientChanged),
  });
  const invitations = guarded.post("/admin/invitations", {
    summary: "Invite a practice by email",
    request: { body: jsonBody(InvitationRequest) },
    responses: answers(201, Message),
  });

  const withdrawal = guarded.delete("/admin/invitations/{id}", {
    summary: "Withdraw an invitation",
    request: { params: byId },
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listClients(deps, c.get("admin")), 200))
    .openapi(today, async (c) => c.json({ practices: await listPracticesToday(deps) }, 200))
    .openapi(approval, async (c) => {
      const { id } = c.req.valid("param");
      const { accountId } = c.get("admin");
      const client = await approve(deps, { accountId, address: visitorOf(c).address }, id);
      return c.json({ client, message: accountMessages.approved }, 201);
    })
    .openapi(suspension, async (c) => {
      const { id } = c.req.valid("param");
      const client = await suspend(deps, visitorOf(c), c.get("admin"), id);
      return c.json({ client, message: accountMessages.suspended }, 201);
    })
    .openapi(reinstatement, async (c) => {
      const { id } = c.req.valid("param");
      const client = await reinstate(deps, visitorOf(c), c.get("admin"), id);
      return c.json({ client, message: accountMessages.reinstated }, 200);
    })
    .openapi(invitations, async (c) => {
      await invite(deps, visitorOf(c), c.get("admin"), c.req.valid("json").email);
      return c.json({ message: accountMessages.invited }, 201);
    })
    .openapi(withdrawal, async (c) => {
      await withdrawInvitation(deps, visitorOf(c), c.get("admin"), c.req.valid("param").id);
      return c.json({ message: accountMessages.withdrawn }, 200);
    });
}
