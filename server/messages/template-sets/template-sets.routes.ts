import { z } from "zod";
import { templateSetMessages } from "#content/console/template-sets.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import {
  Copied,
  CopyPlanRequest,
  CopyPlans,
  CopyRequest,
  NewSetTemplate,
  NewTemplateSet,
  NewVersion,
  SamplePreviewRequest,
  SetSettingsChange,
  SetTemplateChange,
  TemplateSet,
  TemplateSetAnswer,
  TemplateSetChange,
  TemplateSets,
} from "#contract/template-sets.ts";
import { Preview } from "#contract/templates.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { previewSample } from "#server/messages/templates/previews.ts";
import { copySet, planCopies } from "./copies.ts";
import { addTemplate, changeSettings, changeTemplate, deleteTemplate, publish } from "./draft.ts";
import { addSet, deleteSet, getSet, listSets, renameSet, restoreSet } from "./template-sets.ts";

const byId = z.object({ id: uuid });
const byTemplate = byId.extend({ templateId: uuid });

export function templateSetRoutes(deps: Deps) {
  const admin = requireAdmin(deps, { area: "templates" });
  const guarded = operations("template sets", signedIn.admin, admin);
  // Copying changes practices, including their business hours.
  const ofOwners = operations("template sets", signedIn.admin, requireAdmin(deps));
  const list = guarded.get("/admin/template-sets", {
    summary: "The owner's template sets, by name",
    responses: answers(200, TemplateSets),
  });
  const add = guarded.post("/admin/template-sets", {
    summary: "Create an empty set",
    request: { body: jsonBody(NewTemplateSet) },
    responses: answers(201, TemplateSetAnswer),
  });
  const one = guarded.get("/admin/template-sets/{id}", {
    summary: "A set: its draft, its versions, and the practices that copied it",
    request: { params: byId },
    responses: answers(200, TemplateSet),
  });
  const rename = guarded.patch("/admin/template-sets/{id}", {
    summary: "Rename a set",
    request: { params: byId, body: jsonBody(TemplateSetChange) },
    responses: answers(200, TemplateSetAnswer),
  });
  const remove = guarded.delete("/admin/template-sets/{id}", {
    summary: "Delete a set; practices keep what they copied. `restore` undoes it",
    request: { params: byId },
    responses: answers(200, Message),
  });
  const restore = guarded.post("/admin/template-sets/{id}/restore", {
    summary: "Restore a deleted set",
    request: { params: byId },
    responses: answers(201, TemplateSetAnswer),
  });
  const addOne = guarded.post("/admin/template-sets/{id}/templates", {
    summary: "Add a template to the draft",
    request: { params: byId, body: jsonBody(NewSetTemplate) },
    responses: answers(201, TemplateSetAnswer),
  });
  const change = guarded.put("/admin/template-sets/{id}/templates/{templateId}", {
    summary: "Edit a template in the draft; 409 if someone else changed it in the meantime",
    request: { params: byTemplate, body: jsonBody(SetTemplateChange) },
    responses: answers(200, TemplateSetAnswer),
  });
  const removeOne = guarded.delete("/admin/template-sets/{id}/templates/{templateId}", {
    summary: "Delete a template from the draft; to undo, add it again with the same id",
    request: { params: byTemplate },
    responses: answers(200, TemplateSetAnswer),
  });
  const settings = guarded.patch("/admin/template-sets/{id}/settings", {
    summary: "Change the practice settings in the draft: business hours and follow-up plan",
    request: { params: byId, body: jsonBody(SetSettingsChange) },
    responses: answers(200, TemplateSetAnswer),
  });
  const publishing = guarded.post("/admin/template-sets/{id}/versions", {
    summary: "Publish the draft as the next version; published versions never change",
    request: { params: byId, body: jsonBody(NewVersion) },
    responses: answers(201, TemplateSetAnswer),
  });
  const plans = ofOwners.post("/admin/template-sets/{id}/copy-plans", {
    summary: "Preview what copying the latest version would change at each practice",
    request: { params: byId, body: jsonBody(CopyPlanRequest) },
    responses: answers(201, CopyPlans),
  });
  const copies = ofOwners.post("/admin/template-sets/{id}/copies", {
    summary: "Copy the latest version to practices; nothing of their own changes",
    request: { params: byId, body: jsonBody(CopyRequest) },
    responses: answers(201, Copied),
  });
  const preview = guarded.post("/admin/template-previews", {
    summary: "Preview a template in a set, with a sample lead and practice",
    request: { body: jsonBody(SamplePreviewRequest) },
    responses: answers(201, Preview),
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json({ sets: await listSets(deps) }, 200))
    .openapi(add, async (c) => {
      const set = await addSet(deps, visitorOf(c), c.get("admin"), c.req.valid("json"));
      return c.json({ set, message: templateSetMessages.added }, 201);
    })
    .openapi(one, async (c) => c.json(await getSet(deps, c.req.valid("param").id), 200))
    .openapi(rename, async (c) => {
      const { id } = c.req.valid("param");
      const { name } = c.req.valid("json");
      const set = await renameSet(deps, visitorOf(c), c.get("admin"), id, name);
      return c.json({ set, message: templateSetMessages.renamed }, 200);
    })
    .openapi(remove, async (c) => {
      await deleteSet(deps, visitorOf(c), c.get("admin"), c.req.valid("param").id);
      return c.json({ message: templateSetMessages.deleted }, 200);
    })
    .openapi(restore, async (c) => {
      const { id } = c.req.valid("param");
      const set = await restoreSet(deps, visitorOf(c), c.get("admin"), id);
      return c.json({ set, message: templateSetMessages.restored }, 201);
    })
    .openapi(addOne, async (c) => {
      const { id } = c.req.valid("param");
      await addTemplate(deps, id, c.req.valid("json"));
      return c.json({ set: await getSet(deps, id), message: templateSetMessages.saved }, 201);
    })
    .openapi(change, async (c) => {
      const { id, templateId } = c.req.valid("param");
      await changeTemplate(deps, id, templateId, c.req.valid("json"));
      return c.json({ set: await getSet(deps, id), message: templateSetMessages.saved }, 200);
    })
    .openapi(removeOne, async (c) => {
      const { id, templateId } = c.req.valid("param");
      await deleteTemplate(deps, id, templateId);
      return c.json({ set: await getSet(deps, id), message: templateSetMessages.saved }, 200);
    })
    .openapi(settings, async (c) => {
      const { id } = c.req.valid("param");
      await changeSettings(deps, id, c.req.valid("json"));
      return c.json({ set: await getSet(deps, id), message: templateSetMessages.saved }, 200);
    })
    .openapi(publishing, async (c) => {
      const { id } = c.req.valid("param");
      const version = c.req.valid("json");
      await publish(deps, visitorOf(c), c.get("admin"), id, version);
      const message = templateSetMessages.published(version.number);
      return c.json({ set: await getSet(deps, id), message }, 201);
    })
    .openapi(plans, async (c) => {
      const { practices } = c.req.valid("json");
      return c.json(await planCopies(deps, c.req.valid("param").id, practices), 201);
    })
    .openapi(copies, async (c) => {
      const { id } = c.req.valid("param");
      const done = await copySet(deps, visitorOf(c), c.get("admin"), id, c.req.valid("json"));
      const count = done.plans.filter(({ result }) => result === "copies").length;
      return c.json({ ...done, message: templateSetMessages.copied(count) }, 201);
    })
    .openapi(preview, async (c) => c.json(await previewSample(c.req.valid("json")), 201));
}
