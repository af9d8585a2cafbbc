import { z } from "zod";
import { leadMessages } from "#content/messages.ts";
import { Erasure, LeadExport } from "#contract/erasure.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireRight } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { eraseLead, exportLead } from "./erasure.ts";

const byId = z.object({ id: uuid });

export function privacyRoutes(deps: Deps) {
  const guarded = deskOperations("leads", requireRight(deps, "privacy"));
  const exporting = guarded.post("/leads/{id}/exports", {
    summary: "Export everything stored about a person, at their request",
    request: { params: byId },
    responses: answers(201, LeadExport),
  });
  const erasure = guarded.post("/leads/{id}/erasures", {
    summary: "Permanently erase a person, at their request",
    request: { params: byId, body: jsonBody(Erasure) },
    responses: answers(201, Message),
  });

  return makeRoutes()
    .openapi(exporting, async (c) => {
      const caller = { ...c.get("client"), address: c.get("address") };
      return c.json(await exportLead(deps, caller, c.req.valid("param").id), 201);
    })
    .openapi(erasure, async (c) => {
      const caller = { ...c.get("client"), address: c.get("address") };
      await eraseLead(deps, caller, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: leadMessages.erased }, 201);
    });
}
