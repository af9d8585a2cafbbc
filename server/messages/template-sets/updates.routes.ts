import { z } from "zod";
import { templateMessages } from "#content/messages.ts";
import { uuid } from "#contract/fields.ts";
import { Taken, TakeRequest, TemplateUpdates } from "#contract/template-sets.ts";
import type { Deps } from "#server/deps.ts";
import { requireRight } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { listUpdates, takeUpdate } from "./updates.ts";

export function templateUpdateRoutes(deps: Deps) {
  const managed = deskOperations("templates", requireRight(deps, "templates"));
  const list = managed.get("/templates/updates", {
    summary: "Updates to the template sets that the practice copied",
    responses: answers(200, TemplateUpdates),
  });
  const take = managed.post("/templates/updates/{id}", {
    summary: "Apply the chosen template updates from a set, and save the rest for later",
    request: { params: z.object({ id: uuid }), body: jsonBody(TakeRequest) },
    responses: answers(201, Taken),
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listUpdates(deps, c.get("client")), 200))
    .openapi(take, async (c) => {
      const request = c.req.valid("json");
      const taken = await takeUpdate(deps, c.get("client"), c.req.valid("param").id, request);
      const isPutOff = request.templates.length === 0;
      const message = isPutOff ? templateMessages.notNow : templateMessages.taken(taken);
      return c.json({ taken, message }, 201);
    });
}
