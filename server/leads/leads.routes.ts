import { z } from "zod";
import { leadMessages } from "#content/messages.ts";
import { Look } from "#contract/accounts.ts";
import { Erasure, LeadExport } from "#contract/erasure.ts";
import { uuid } from "#contract/fields.ts";
import {
  Archiving,
  CallAnswer,
  CallPermission,
  CallRequest,
  CallsOnTime,
  FigureQuery,
  LeadAnswer,
  LeadChange,
  LeadCounts,
  LeadDetail,
  LeadList,
  LeadQuery,
  NewLead,
} from "#contract/leads.ts";
import { NewNote, NoteAnswer } from "#contract/notes.ts";
import { Message } from "#contract/sessions.ts";
import { recordCallPermission } from "#server/calls/call-permission.ts";
import { recordCall, voidCall } from "#server/calls/calls.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireDesk, requireDeskToRead } from "#server/guards.ts";
import { streamDeskEvents } from "#server/live/desk-stream.ts";
import { markSeen } from "#server/live/first-seen.ts";
import { answers, createRoute, jsonBody, makeRoutes, signedIn } from "#server/openapi.ts";
import { eraseLead, exportLead } from "#server/privacy/erasure.ts";
import { listNewLeads } from "#server/queue/queue.ts";
import { countCallsOnTime, countLeads } from "#server/reports/figures.ts";
import { addLead, archiveLead, changeLead, deleteLead, getLead, restoreLead } from "./lead.ts";
import { addNote } from "./notes.ts";

const byId = z.object({ id: uuid });

export function leadRoutes(deps: Deps) {
  const guarded = {
    tags: ["leads"],
    security: signedIn.client,
    middleware: requireClient(deps),
  };
  // What the owner may look at too.
  const looked = { ...guarded, middleware: requireDesk(deps) };
  // Lists and figures, which nobody's looking changes.
  const read = { ...guarded, middleware: requireDeskToRead(deps) };
  const list = createRoute({
    ...read,
    method: "get",
    path: "/leads/new",
    summary: "New leads and call-backs that are due",
    request: { query: LeadQuery.extend(Look.shape) },
    responses: answers(200, LeadList),
  });
  const onTime = createRoute({
    ...read,
    method: "get",
    path: "/leads/cot",
    summary: "Calls on time",
    request: { query: FigureQuery.extend(Look.shape) },
    responses: answers(200, CallsOnTime),
  });
  const counts = createRoute({
    ...read,
    method: "get",
    path: "/leads/count",
    summary: "Leads, new customers, campaigns, impressions",
    request: { query: FigureQuery.extend(Look.shape) },
    responses: answers(200, LeadCounts),
  });
  const call = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/calls",
    summary: "A call attempt, or the outcome of one that was begun",
    request: { params: byId, body: jsonBody(CallRequest) },
    responses: answers(201, CallAnswer),
  });

  const voiding = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/calls/{callId}/voidings",
    summary: "Undo a call: it stays on the timeline, void",
    request: { params: z.object({ id: uuid, callId: uuid }) },
    responses: answers(201, CallAnswer),
  });
  const events = createRoute({
    ...looked,
    method: "get",
    path: "/leads/events",
    summary: "Server-sent events: hello, inquiry, lead, presence, refetch, beat; lead ids only",
    request: { query: Look },
    responses: {
      200: {
        content: { "text/event-stream": { schema: z.string() } },
        description: "A stream that ends with the session",
      },
      default: answers(200, Message).default,
    },
  });
  const one = createRoute({
    ...looked,
    method: "get",
    path: "/leads/{id}",
    summary: "Everything that is known of one lead",
    request: { params: byId, query: Look },
    responses: answers(200, LeadDetail),
  });
  const add = createRoute({
    ...guarded,
    method: "post",
    path: "/leads",
    summary: "Somebody who walked in or phoned; no clock",
    request: { body: jsonBody(NewLead) },
    responses: answers(201, LeadAnswer),
  });
  const change = createRoute({
    ...guarded,
    method: "patch",
    path: "/leads/{id}",
    summary: "Mend a mistyped name or address",
    request: { params: byId, body: jsonBody(LeadChange) },
    responses: answers(200, LeadAnswer),
  });
  const remove = createRoute({
    ...guarded,
    method: "delete",
    path: "/leads/{id}",
    summary: "Take a lead out of every list; `restore` brings it back",
    request: { params: byId },
    responses: answers(200, Message),
  });
  const archive = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/archive",
    summary: "Put a lead away, with a reason",
    request: { params: byId, body: jsonBody(Archiving) },
    responses: answers(201, LeadAnswer),
  });
  const restore = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/restore",
    summary: "Bring an archived or deleted lead back",
    request: { params: byId },
    responses: answers(201, LeadAnswer),
  });
  const permission = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/call-permissions",
    summary: "The person may be called, or does not want it, with the reason",
    request: { params: byId, body: jsonBody(CallPermission) },
    responses: answers(201, LeadAnswer),
  });
  const noting = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/notes",
    summary: "A note about a lead; sent twice it is one",
    request: { params: byId, body: jsonBody(NewNote) },
    responses: answers(201, NoteAnswer),
  });
  const exporting = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/exports",
    summary: "Everything that is kept about this person, because the person asked",
    request: { params: byId },
    responses: answers(201, LeadExport),
  });
  const erasure = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/erasures",
    summary: "Forget this person for good, because the person asked",
    request: { params: byId, body: jsonBody(Erasure) },
    responses: answers(201, Message),
  });
  const sighting = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/sightings",
    summary: "Somebody at the desk has this lead before them",
    request: { params: byId },
    responses: answers(201, Message),
  });

  return (
    makeRoutes()
      .openapi(list, async (c) =>
        c.json(await listNewLeads(deps, c.get("client").clientId, c.req.valid("query")), 200),
      )
      .openapi(onTime, async (c) =>
        c.json(await countCallsOnTime(deps, c.get("client").clientId, c.req.valid("query")), 200),
      )
      .openapi(counts, async (c) =>
        c.json(await countLeads(deps, c.get("client").clientId, c.req.valid("query")), 200),
      )
      .openapi(call, async (c) => {
        const { id } = c.req.valid("param");
        return c.json(await recordCall(deps, c.get("client"), id, c.req.valid("json")), 201);
      })
      .openapi(voiding, async (c) => {
        const { id, callId } = c.req.valid("param");
        return c.json(await voidCall(deps, c.get("client"), id, callId), 201);
      })
      // Before `/leads/{id}`, which would take "events" for an id.
      .openapi(events, (c) =>
        streamDeskEvents(deps, c, c.get("client").clientId, { isPracticesOwn: !c.get("admin") }),
      )
      .openapi(one, async (c) => {
        const { id } = c.req.valid("param");
        return c.json(await getLead(deps, c.get("client").clientId, id), 200);
      })
      .openapi(add, async (c) =>
        c.json({ lead: await addLead(deps, c.get("client"), c.req.valid("json")) }, 201),
      )
      .openapi(change, async (c) => {
        const { id } = c.req.valid("param");
        const lead = await changeLead(deps, c.get("client"), id, c.req.valid("json"));
        return c.json({ lead }, 200);
      })
      .openapi(remove, async (c) => {
        await deleteLead(deps, c.get("client"), c.req.valid("param").id);
        return c.json({ message: leadMessages.deleted }, 200);
      })
      .openapi(archive, async (c) => {
        const { reason } = c.req.valid("json");
        const { id } = c.req.valid("param");
        return c.json({ lead: await archiveLead(deps, c.get("client"), id, reason) }, 201);
      })
      .openapi(restore, async (c) => {
        const { id } = c.req.valid("param");
        return c.json({ lead: await restoreLead(deps, c.get("client"), id) }, 201);
      })
      .openapi(permission, async (c) => {
        const { id } = c.req.valid("param");
        const lead = await recordCallPermission(deps, c.get("client"), id, c.req.valid("json"));
        return c.json({ lead }, 201);
      })
      .openapi(noting, async (c) => {
        const { id } = c.req.valid("param");
        return c.json({ note: await addNote(deps, c.get("client"), id, c.req.valid("json")) }, 201);
      })
      .openapi(exporting, async (c) => {
        const asker = { ...c.get("client"), address: c.get("address") };
        return c.json(await exportLead(deps, asker, c.req.valid("param").id), 201);
      })
      .openapi(erasure, async (c) => {
        const asker = { ...c.get("client"), address: c.get("address") };
        await eraseLead(deps, asker, c.req.valid("param").id, c.req.valid("json"));
        return c.json({ message: leadMessages.erased }, 201);
      })
      .openapi(sighting, async (c) => {
        await markSeen(deps, c.get("client"), c.req.valid("param").id);
        return c.json({ message: leadMessages.seen }, 201);
      })
  );
}
