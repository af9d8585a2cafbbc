import { z } from "zod";
import { templateMessages } from "#content/messages.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import {
  Preview,
  PreviewRequest,
  StarterAnswer,
  StarterRequest,
  Template,
  TemplateAnswer,
  TemplateChange,
  TemplateInput,
  TemplateList,
  TemplateQuery,
} from "#contract/templates.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireRight } from "#server/guards.ts";
import { inTurn } from "#server/in-turn.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/openapi.ts";
import { previewTemplate, sendTest } from "./previews.ts";
import {
  addStarters,
  addTemplate,
  changeTemplate,
  copyTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  restoreTemplate,
} from "./templates.ts";

const byId = z.object({ id: uuid });

export function templateRoutes(deps: Deps) {
  const guarded = operations("templates", signedIn.client, requireClient(deps));
  // Rich text is parsed and serialized: the longest takes about 50 ms of CPU time.
  const rendered = operations("templates", signedIn.client, [
    requireClient(deps),
    inTurn(deps.queues.processor),
  ]);
  const written = operations("templates", signedIn.client, [
    requireRight(deps, "templates"),
    inTurn(deps.queues.processor),
  ]);
  const managed = operations("templates", signedIn.client, requireRight(deps, "templates"));
  const list = guarded.get("/templates", {
    summary: "The practice's templates, by title",
    request: { query: TemplateQuery },
    responses: answers(200, TemplateList),
  });
  const add = written.post("/templates", {
    summary: "Create a template; an invalid merge field is refused with its position",
    request: { body: jsonBody(TemplateInput) },
    responses: answers(201, TemplateAnswer),
  });
  const starters = managed.post("/templates/starters", {
    summary: "Create starter templates, if there are none of the kind",
    request: { body: jsonBody(StarterRequest) },
    responses: answers(201, StarterAnswer),
  });
  const preview = rendered.post("/templates/previews", {
    summary: "Preview a template",
    request: { body: jsonBody(PreviewRequest) },
    responses: answers(201, Preview),
  });
  const test = written.post("/templates/test-sends", {
    summary: "Mail the preview to the signed-in address only",
    request: { body: jsonBody(PreviewRequest) },
    responses: answers(201, Message),
  });
  const one = guarded.get("/templates/{id}", {
    summary: "One template",
    request: { params: byId },
    responses: answers(200, Template),
  });
  const change = written.put("/templates/{id}", {
    summary: "Change a template; its kind stays. 409 when someone else has changed it since",
    request: { params: byId, body: jsonBody(TemplateChange) },
    responses: answers(200, TemplateAnswer),
  });
  const remove = managed.delete("/templates/{id}", {
    summary: "Delete a template; `restore` undoes it",
    request: { params: byId },
    responses: answers(200, Message),
  });
  const restore = managed.post("/templates/{id}/restore", {
    summary: "Restore a deleted template",
    request: { params: byId },
    responses: answers(201, TemplateAnswer),
  });
  const copy = managed.post("/templates/{id}/copies", {
    summary: "Copy a template",
    request: { params: byId },
    responses: answers(201, TemplateAnswer),
  });

  return makeRoutes()
    .openapi(list, async (c) =>
      c.json(await listTemplates(deps, c.get("client"), c.req.valid("query")), 200),
    )
    .openapi(add, async (c) => {
      const template = await addTemplate(deps, c.get("client"), c.req.valid("json"));
      return c.json({ template, message: templateMessages.saved }, 201);
    })
    .openapi(starters, async (c) => {
      const templates = await addStarters(deps, c.get("client"), c.req.valid("json").kind);
      return c.json({ templates, message: templateMessages.started }, 201);
    })
    .openapi(preview, async (c) =>
      c.json(await previewTemplate(deps, c.get("client"), c.req.valid("json")), 201),
    )
    .openapi(test, async (c) => {
      const to = await sendTest(deps, c.get("client"), c.req.valid("json"));
      return c.json({ message: templateMessages.testQueued(to) }, 201);
    })
    .openapi(one, async (c) =>
      c.json(await getTemplate(deps, c.get("client"), c.req.valid("param").id), 200),
    )
    .openapi(change, async (c) => {
      const { id } = c.req.valid("param");
      const template = await changeTemplate(deps, c.get("client"), id, c.req.valid("json"));
      return c.json({ template, message: templateMessages.saved }, 200);
    })
    .openapi(remove, async (c) => {
      await deleteTemplate(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ message: templateMessages.deleted }, 200);
    })
    .openapi(restore, async (c) => {
      const template = await restoreTemplate(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ template, message: templateMessages.restored }, 201);
    })
    .openapi(copy, async (c) => {
      const template = await copyTemplate(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ template, message: templateMessages.copied }, 201);
    });
}
