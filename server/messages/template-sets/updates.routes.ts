import { z } from "zod";
import { templateMessages } from "#content/messages.ts";
import { uuid } from "#contract/fields.ts";
import { Taken, TakeRequest, TemplateUpdates } from "#contract/template-sets.ts";
import type { Deps } from "#server/deps.ts";
import { requireRight } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { listUpdates, takeUpdate } from "./updates.ts";

export function templateUpdateRoutes(deps: Deps) {
  const managed = deskOperations("templates", requireRight(deps, "templates"));
  const list = managed.get("/templates/updates", {
    summary: "Updates to the template sets that the practice copied",
    responses: answers(200, TemplateUpdates),
  });
  const take = managed.post("/templates/updates/{id}", {
    summary: "Apply the chosen updates from a set, and save the rest for later",
    request: { params: z.object({ id: uuid }), body: jsonBody(TakeRequest) },
    responses: answers(201, Taken),
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listUpdates(deps, c.get("client")), 200))
    .openapi(take, async (c) => {
      const request = c.req.valid("json");
      const { id } = c.req.valid("param");
      const taken = await takeUpdate(deps, visitorOf(c), c.get("client"), id, request);
      const isPutOff = request.templates.length + request.settings.length === 0;
      const message = isPutOff
        ? templateMessages.notNow
        : templateMessages.taken(taken, request.settings.length > 0);
      return c.json({ taken, message }, 201);
    });
}
