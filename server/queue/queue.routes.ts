import { z } from "zod";
import { leadMessages } from "#content/messages.ts";
import { Look } from "#contract/accounts.ts";
import { CallBackRequest, CallBacks } from "#contract/call-backs.ts";
import { uuid } from "#contract/fields.ts";
import { FilterChoices } from "#contract/filters.ts";
import { LeadAnswer } from "#contract/leads.ts";
import { Presence, PresenceAnswer } from "#contract/presence.ts";
import { Message } from "#contract/sessions.ts";
import { countCallBacks, setCallBack } from "#server/calls/call-backs.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireDesk } from "#server/guards.ts";
import { leaveLead, listPresence, openLead } from "#server/live/presence.ts";
import { answers, createRoute, jsonBody, makeRoutes, signedIn } from "#server/openapi.ts";
import { listFilterChoices } from "./filter-choices.ts";

/** What stands around the queue. Before `/leads/{id}`, which would take "callback" for an id. */
export function queueRoutes(deps: Deps) {
  const guarded = {
    tags: ["leads"],
    security: signedIn.client,
    middleware: requireClient(deps),
  };
  const count = createRoute({
    ...guarded,
    middleware: requireDesk(deps),
    method: "get",
    path: "/leads/callback",
    summary: "How many call-backs are due, and when the next one is",
    request: { query: Look },
    responses: answers(200, CallBacks),
  });
  const set = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/callback",
    summary: "Promise a call, or another time for it",
    request: { params: z.object({ id: uuid }), body: jsonBody(CallBackRequest) },
    responses: answers(201, LeadAnswer),
  });
  const choices = createRoute({
    ...guarded,
    middleware: requireDesk(deps),
    method: "get",
    path: "/leads/filters",
    summary: "What the queue can be filtered by",
    request: { query: Look },
    responses: answers(200, FilterChoices),
  });
  const presence = createRoute({
    ...guarded,
    middleware: requireDesk(deps),
    method: "get",
    path: "/leads/presence",
    summary: "Which leads the practice's other devices have open right now",
    request: { query: Look },
    responses: answers(200, Presence),
  });
  const open = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/presence",
    summary: "This device has the lead open; said anew every ten seconds",
    request: { params: z.object({ id: uuid }) },
    responses: answers(201, PresenceAnswer),
  });
  const leave = createRoute({
    ...guarded,
    method: "delete",
    path: "/leads/{id}/presence",
    summary: "This device has left the lead",
    request: { params: z.object({ id: uuid }) },
    responses: answers(200, Message),
  });
  return makeRoutes()
    .openapi(presence, async (c) => c.json(await listPresence(deps, c.get("client")), 200))
    .openapi(open, async (c) => {
      const device = { ...c.get("client"), sessionId: c.get("sessionId") };
      const until = await openLead(deps, device, c.req.valid("param").id);
      return c.json({ until: until.toISOString() }, 201);
    })
    .openapi(leave, async (c) => {
      const device = { ...c.get("client"), sessionId: c.get("sessionId") };
      await leaveLead(deps, device, c.req.valid("param").id);
      return c.json({ message: leadMessages.left }, 200);
    })
    .openapi(choices, async (c) =>
      c.json(await listFilterChoices(deps, c.get("client").clientId), 200),
    )
    .openapi(count, async (c) => c.json(await countCallBacks(deps, c.get("client").clientId), 200))
    .openapi(set, async (c) => {
      const { id } = c.req.valid("param");
      const lead = await setCallBack(deps, c.get("client"), id, c.req.valid("json"));
      return c.json({ lead }, 201);
    });
}
