import { z } from "zod";
import { templateMessages } from "#content/messages.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import {
  EarlierRequest,
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
  TestRequest,
} from "#contract/templates.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireRight } from "#server/http/guards.ts";
import { inTurn } from "#server/http/in-turn.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { richTextBytes } from "#server/http/request-checks.ts";
import { putEarlierBack } from "./earlier.ts";
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
  const guarded = deskOperations("templates", requireClient(deps));
  // Rich text is parsed and serialized: the longest takes about 50 ms of CPU time.
  const rich = { maxBytes: richTextBytes };
  const rendered = deskOperations(
    "templates",
    [requireClient(deps), inTurn(deps.queues.processor)],
    rich,
  );
  const written = deskOperations(
    "templates",
    [requireRight(deps, "templates"), inTurn(deps.queues.processor)],
    rich,
  );
  const managed = deskOperations("templates", requireRight(deps, "templates"));
  const list = guarded.get("/templates", {
    summary: "The practice's templates, by title",
    request: { query: TemplateQuery },
    responses: answers(200, TemplateList),
  });
  const add = written.post("/templates", {
    summary: "Create a template; the error for an invalid merge field says where it is",
    request: { body: jsonBody(TemplateInput) },
    responses: answers(201, TemplateAnswer),
  });
  const starters = managed.post("/templates/starters", {
    summary:
      "Create the starter templates of one kind, if the practice has none of that kind in that language",
    request: { body: jsonBody(StarterRequest) },
    responses: answers(201, StarterAnswer),
  });
  const preview = rendered.post("/templates/previews", {
    summary: "Preview a template",
    request: { body: jsonBody(PreviewRequest) },
    responses: answers(201, Preview),
  });
  const test = written.post("/templates/test-sends", {
    summary: "Email the preview to the signed-in person's own address",
    request: { body: jsonBody(TestRequest) },
    responses: answers(201, Message),
  });
  const one = guarded.get("/templates/{id}", {
    summary: "One template",
    request: { params: byId },
    responses: answers(200, Template),
  });
  const change = written.put("/templates/{id}", {
    summary:
      "Edit a template; its kind can't change. 409 if someone else changed it in the meantime",
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
    summary: "Duplicate a template",
    request: { params: byId },
    responses: answers(201, TemplateAnswer),
  });

  const earlier = managed.post("/templates/{id}/earlier", {
    summary: "Restore the text that an update from its set replaced",
    request: { params: byId, body: jsonBody(EarlierRequest) },
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
      const { kind, language } = c.req.valid("json");
      const templates = await addStarters(deps, c.get("client"), kind, language);
      return c.json({ templates, message: templateMessages.started }, 201);
    })
    .openapi(preview, async (c) =>
      c.json(await previewTemplate(deps, c.get("client"), c.req.valid("json")), 201),
    )
    .openapi(test, async (c) => {
      const to = await sendTest(deps, c.get("client"), c.req.valid("json"));
      const { testQueued, testWaits } = templateMessages;
      return c.json({ message: (deps.mailServer ? testQueued : testWaits)(to) }, 201);
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
    .openapi(earlier, async (c) => {
      const { id } = c.req.valid("param");
      const { changedAt } = c.req.valid("json");
      const template = await putEarlierBack(deps, c.get("client"), id, changedAt);
      return c.json({ template, message: templateMessages.putBack }, 201);
    })
    .openapi(copy, async (c) => {
      const template = await copyTemplate(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ template, message: templateMessages.copied }, 201);
    });
}
