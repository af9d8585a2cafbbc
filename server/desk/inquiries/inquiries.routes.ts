import { LeadAnswer, NewLead } from "#contract/leads.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { addLead } from "./add-lead.ts";

export function inquiryRoutes(deps: Deps) {
  const add = deskOperations("leads", requireClient(deps)).post("/leads", {
    summary: "Add a lead who walked in or called; response time isn't tracked",
    request: { body: jsonBody(NewLead) },
    responses: answers(201, LeadAnswer),
  });

  return makeRoutes().openapi(add, async (c) =>
    c.json({ lead: await addLead(deps, c.get("client"), c.req.valid("json")) }, 201),
  );
}
