import { z } from "zod";
import { leadMessages } from "#content/messages.ts";
import { ViewAsQuery } from "#contract/accounts.ts";
import { uuid } from "#contract/fields.ts";
import { Presence, PresenceAnswer } from "#contract/presence.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin, requireClient, requireClientOrViewAs } from "#server/http/guards.ts";
import {
  answers,
  deskOperations,
  fileAnswer,
  makeRoutes,
  operations,
  signedIn,
} from "#server/http/openapi.ts";
import { openDeskChanges, type ReadChange } from "./desk-changes.ts";
import { streamDeskEvents } from "./desk-stream.ts";
import { markSeen } from "./first-seen.ts";
import { streamOwnerEvents } from "./owner-stream.ts";
import { leaveLead, listPresence, openLead } from "./presence.ts";

const byId = z.object({ id: uuid });

/**
 * Returns the routes. They are mounted before `/leads/{id}`, which would match "events" and
 * "presence" as ids.
 */
export function liveRoutes(deps: Deps, readChange: ReadChange) {
  const changes = openDeskChanges(deps, readChange);
  const guarded = deskOperations("leads", requireClient(deps));
  const anyDevice = requireClientOrViewAs(deps, { isOpenWhileLocked: true });
  const events = deskOperations("leads", anyDevice).get("/leads/events", {
    summary:
      "Server-sent events: hello, changed (the changed leads and the counts), presence, refetch, beat",
    request: { query: ViewAsQuery },
    responses: fileAnswer("text/event-stream", {
      description: "A stream that ends with the session",
    }),
  });
  const admin = requireAdmin(deps, { area: "contactRequests" });
  const ownerEvents = operations("contact requests", signedIn.admin, admin).get("/admin/events", {
    summary: "Server-sent events: hello, changed (a contact request), refetch, beat",
    responses: fileAnswer("text/event-stream", {
      description: "A stream that ends with the session",
    }),
  });
  const presence = deskOperations("leads", requireClientOrViewAs(deps)).get("/leads/presence", {
    summary: "Which leads the practice's other devices have open right now",
    request: { query: ViewAsQuery },
    responses: answers(200, Presence),
  });
  const open = guarded.post("/leads/{id}/presence", {
    summary: "Report that this device has the lead open; repeated every ten seconds",
    request: { params: z.object({ id: uuid }) },
    responses: answers(201, PresenceAnswer),
  });
  const leave = guarded.delete("/leads/{id}/presence", {
    summary: "Report that this device closed the lead",
    request: { params: z.object({ id: uuid }) },
    responses: answers(200, Message),
  });
  const markingSeen = guarded.post("/leads/{id}/sightings", {
    summary: "Mark a lead as seen",
    request: { params: byId },
    responses: answers(201, Message),
  });

  return makeRoutes()
    .openapi(events, (c) => streamDeskEvents(deps, changes, c))
    .openapi(ownerEvents, (c) => streamOwnerEvents(deps, c))
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
