import { z } from "zod";
import { CallerHeaders, ViewAsQuery } from "#contract/accounts.ts";
import { CallbackRequest, Callbacks } from "#contract/callbacks.ts";
import { AppointmentRequest, CallAnswer, CallPermission, CallRequest } from "#contract/calls.ts";
import { uuid } from "#contract/fields.ts";
import { LeadAnswer } from "#contract/leads.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireClientOrViewAs } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { setAppointment } from "./appointments.ts";
import { recordCallPermission } from "./call-permission.ts";
import { countCallbacks, setCallback } from "./callbacks.ts";
import { recordCall, voidCall } from "./calls.ts";

const byId = z.object({ id: uuid });

/** Returns the routes, mounted before `/leads/{id}`, which would match "callback" as an id. */
export function callRoutes(deps: Deps) {
  const guarded = deskOperations("leads", requireClient(deps));
  const call = guarded.post("/leads/{id}/calls", {
    summary: "Log a call attempt, or the outcome of one that was started",
    request: { params: byId, headers: CallerHeaders, body: jsonBody(CallRequest) },
    responses: answers(201, CallAnswer),
  });
  const voiding = guarded.post("/leads/{id}/calls/{callId}/voidings", {
    summary: "Undo a call; it stays on the timeline, marked as void",
    request: { params: z.object({ id: uuid, callId: uuid }), headers: CallerHeaders },
    responses: answers(201, CallAnswer),
  });
  const appointment = guarded.put("/leads/{id}/calls/{callId}/appointment", {
    summary: "Set, move or remove the appointment that a call booked",
    request: {
      params: z.object({ id: uuid, callId: uuid }),
      headers: CallerHeaders,
      body: jsonBody(AppointmentRequest),
    },
    responses: answers(200, LeadAnswer),
  });
  const permission = guarded.post("/leads/{id}/call-permissions", {
    summary: "Set whether the person may be called, with the reason",
    request: { params: byId, body: jsonBody(CallPermission) },
    responses: answers(201, LeadAnswer),
  });
  const count = deskOperations("leads", requireClientOrViewAs(deps)).get("/leads/callback", {
    summary: "How many callbacks are due, and when the next one is",
    request: { query: ViewAsQuery },
    responses: answers(200, Callbacks),
  });
  const set = guarded.post("/leads/{id}/callback", {
    summary: "Set or move a callback",
    request: { params: z.object({ id: uuid }), body: jsonBody(CallbackRequest) },
    responses: answers(201, LeadAnswer),
  });

  return makeRoutes()
    .openapi(call, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await recordCall(deps, c.get("client"), id, c.req.valid("json")), 201);
    })
    .openapi(voiding, async (c) => {
      const { id, callId } = c.req.valid("param");
      return c.json(await voidCall(deps, c.get("client"), id, callId), 201);
    })
    .openapi(appointment, async (c) => {
      const { id, callId } = c.req.valid("param");
      const call = { leadId: id, callId };
      const lead = await setAppointment(deps, c.get("client"), call, c.req.valid("json"));
      return c.json({ lead }, 200);
    })
    .openapi(permission, async (c) => {
      const { id } = c.req.valid("param");
      const lead = await recordCallPermission(deps, c.get("client"), id, c.req.valid("json"));
      return c.json({ lead }, 201);
    })
    .openapi(count, async (c) => c.json(await countCallbacks(deps, c.get("client").clientId), 200))
    .openapi(set, async (c) => {
      const { id } = c.req.valid("param");
      const lead = await setCallback(deps, c.get("client"), id, c.req.valid("json"));
      return c.json({ lead }, 201);
    });
}
