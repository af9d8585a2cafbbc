import { z } from "zod";
import { leadMessages } from "#content/messages.ts";
import { ViewAsQuery } from "#contract/accounts.ts";
import { uuid } from "#contract/fields.ts";
import { LeadDetail } from "#contract/lead-detail.ts";
import { type Lead, LeadAnswer, LeadChange } from "#contract/leads.ts";
import { NewNote, NoteAnswer } from "#contract/notes.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { boundReading } from "#server/http/bulk-reading.ts";
import { requireClient, requireClientOrViewAs } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { changeLead, deleteLead } from "./lead.ts";
import { getLead } from "./lead-detail.ts";
import { addNote } from "./notes.ts";

const byId = z.object({ id: uuid });

export function leadRoutes(deps: Deps) {
  const guarded = deskOperations("leads", requireClient(deps));
  const one = deskOperations("leads", [
    boundReading(deps),
    requireClientOrViewAs(deps),
  ] as const).get("/leads/{id}", {
    summary: "Everything about one lead",
    request: { params: byId, query: ViewAsQuery },
    responses: answers(200, LeadDetail),
  });
  const change = guarded.patch("/leads/{id}", {
    summary: "Edit a name or contact detail",
    request: { params: byId, body: jsonBody(LeadChange) },
    responses: answers(200, LeadAnswer),
  });
  const remove = guarded.delete("/leads/{id}", {
    summary: "Delete a lead; `restore` undoes it",
    request: { params: byId },
    responses: answers(200, Message),
  });
  const noting = guarded.post("/leads/{id}/notes", {
    summary: "Add a note about a lead; idempotent by submission id",
    request: { params: byId, body: jsonBody(NewNote) },
    responses: answers(201, NoteAnswer),
  });
  return makeRoutes()
    .openapi(one, async (c) => {
      const { id } = c.req.valid("param");
      const detail = await getLead(deps, c.get("client").clientId, id);
      // Counts toward the limit on how many people's data may be read, except for leads that need a
      // call.
      if (!isToCall(detail.lead)) c.set("peopleRead", [id]);
      return c.json(detail, 200);
    })
    .openapi(change, async (c) => {
      const { id } = c.req.valid("param");
      const lead = await changeLead(deps, c.get("client"), id, c.req.valid("json"));
      return c.json({ lead }, 200);
    })
    .openapi(remove, async (c) => {
      await deleteLead(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ message: leadMessages.deleted }, 200);
    })
    .openapi(noting, async (c) => {
      const { id } = c.req.valid("param");
      return c.json({ note: await addNote(deps, c.get("client"), id, c.req.valid("json")) }, 201);
    });
}

function isToCall({ state }: Lead): boolean {
  return state === "new" || state === "callback";
}
