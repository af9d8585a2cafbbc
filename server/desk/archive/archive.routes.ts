import { z } from "zod";
import { ViewAsQuery } from "#contract/accounts.ts";
import {
  ArchivedLeads,
  ArchivePage,
  ArchiveQuery,
  Archiving,
  BulkArchiving,
  BulkRestoring,
} from "#contract/archive.ts";
import { uuid } from "#contract/fields.ts";
import { LeadAnswer } from "#contract/leads.ts";
import type { Deps } from "#server/deps.ts";
import { boundReading } from "#server/http/bulk-reading.ts";
import { requireClient, requireClientOrViewAsInParallel } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { listArchive } from "./archive.ts";
import { archiveLead, restoreLead } from "./archive-lead.ts";
import { archiveLeads, restoreLeads } from "./archiving.ts";

const byId = z.object({ id: uuid });

/** Returns the routes, mounted before `/leads/{id}`, which would match "archive" as an id. */
export function archiveRoutes(deps: Deps) {
  const guarded = deskOperations("leads", requireClient(deps));
  const list = deskOperations("leads", [
    boundReading(deps),
    requireClientOrViewAsInParallel(deps),
  ] as const).get("/leads/archive", {
    summary: "Archived leads, or leads with a callback",
    request: { query: ArchiveQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, ArchivePage),
  });
  const archive = guarded.post("/leads/archive", {
    summary: "Archive up to 100 leads with one reason: all of them or none",
    request: { body: jsonBody(BulkArchiving) },
    responses: answers(201, ArchivedLeads),
  });
  const restore = guarded.post("/leads/restore", {
    summary: "Restore up to 100 leads from the archive: all of them or none",
    request: { body: jsonBody(BulkRestoring) },
    responses: answers(201, ArchivedLeads),
  });
  const archiveOne = guarded.post("/leads/{id}/archive", {
    summary: "Archive a lead, with a reason",
    request: { params: byId, body: jsonBody(Archiving) },
    responses: answers(201, LeadAnswer),
  });
  const restoreOne = guarded.post("/leads/{id}/restore", {
    summary: "Restore an archived or deleted lead",
    request: { params: byId },
    responses: answers(201, LeadAnswer),
  });
  return makeRoutes()
    .openapi(list, async (c) => {
      const page = await listArchive(deps, c.get("client").clientId, c.req.valid("query"));
      c.set(
        "peopleRead",
        page.leads.map(({ _id }) => _id),
      );
      return c.json(page, 200);
    })
    .openapi(archive, async (c) => {
      const archived = await archiveLeads(deps, c.get("client"), c.req.valid("json"));
      return c.json({ leads: archived }, 201);
    })
    .openapi(restore, async (c) => {
      const restored = await restoreLeads(deps, c.get("client"), c.req.valid("json"));
      return c.json({ leads: restored }, 201);
    })
    .openapi(archiveOne, async (c) => {
      const { reason } = c.req.valid("json");
      const { id } = c.req.valid("param");
      return c.json({ lead: await archiveLead(deps, c.get("client"), id, reason) }, 201);
    })
    .openapi(restoreOne, async (c) => {
      const { id } = c.req.valid("param");
      return c.json({ lead: await restoreLead(deps, c.get("client"), id) }, 201);
    });
}
