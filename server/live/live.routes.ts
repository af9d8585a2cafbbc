import { z } from "zod";
import { leadMessages } from "#content/messages.ts";
import { ViewAsQuery } from "#contract/accounts.ts";
import { uuid } from "#contract/fields.ts";
import { Presence, PresenceAnswer } from "#contract/presence.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireClientOrViewAs } from "#server/guards.ts";
import { answers, createRoute, makeRoutes, signedIn } from "#server/openapi.ts";
import { streamDeskEvents } from "./desk-stream.ts";
import { markSeen } from "./first-seen.ts";
import { leaveLead, listPresence, openLead } from "./presence.ts";

const byId = z.object({ id: uuid });

/** Mounted before `/leads/{id}`, which would match "events" and "presence" as ids. */
export function liveRoutes(deps: Deps) {
  const guarded = {
    tags: ["leads"],
    security: signedIn.client,
    middleware: requireClient(deps),
  };
  // Also available to the owner while viewing as.
  const viewable = { ...guarded, middleware: requireClientOrViewAs(deps) };
  const events = createRoute({
    ...viewable,
    method: "get",
    path: "/leads/events",
    summary: "Server-sent events: hello, inquiry, lead, presence, refetch, beat; lead ids only",
    request: { query: ViewAsQuery },
    responses: {
      200: {
        content: { "text/event-stream": { schema: z.string() } },
        description: "A stream that ends with the session",
      },
      default: answers(200, Message).default,
    },
  });
  const presence = createRoute({
    ...guarded,
    middleware: requireClientOrViewAs(deps),
    method: "get",
    path: "/leads/presence",
    summary: "Which leads the practice's other devices have open right now",
    request: { query: ViewAsQuery },
    responses: answers(200, Presence),
  });
  const open = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/presence",
    summary: "Report that this device has the lead open; repeated every ten seconds",
    request: { params: z.object({ id: uuid }) },
    responses: answers(201, PresenceAnswer),
  });
  const leave = createRoute({
    ...guarded,
    method: "delete",
    path: "/leads/{id}/presence",
    summary: "Report that this device closed the lead",
    request: { params: z.object({ id: uuid }) },
    responses: answers(200, Message),
  });
  const markingSeen = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/sightings",
    summary: "Mark a lead as seen",
    request: { params: byId },
    responses: answers(201, Message),
  });

  return makeRoutes()
    .openapi(events, (c) =>
      streamDeskEvents(deps, c, c.get("client").clientId, { isPracticesOwn: !c.get("admin") }),
    )
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
    .openapi(markingSeen, async (c) => {
      await markSeen(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ message: leadMessages.seen }, 201);
    });
}
