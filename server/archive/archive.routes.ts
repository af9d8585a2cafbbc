import { Look } from "#contract/accounts.ts";
import {
  ArchivedLeads,
  ArchivePage,
  ArchiveQuery,
  BulkArchiving,
  BulkRestoring,
} from "#contract/archive.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireDeskToRead } from "#server/guards.ts";
import { answers, createRoute, jsonBody, makeRoutes, signedIn } from "#server/openapi.ts";
import { listArchive } from "./archive.ts";
import { archiveLeads, restoreLeads } from "./archiving.ts";

/** Mounted before `/leads/{id}`, which would take "archive" for an id. */
export function archiveRoutes(deps: Deps) {
  const guarded = {
    tags: ["leads"],
    security: signedIn.client,
    middleware: requireClient(deps),
  };
  const list = createRoute({
    ...guarded,
    middleware: requireDeskToRead(deps),
    method: "get",
    path: "/leads/archive",
    summary: "Archived leads, or those that wait for their call-back",
    request: { query: ArchiveQuery.extend(Look.shape) },
    responses: answers(200, ArchivePage),
  });
  const archive = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/archive",
    summary: "Archive up to 100 leads with one reason: all of them or none",
    request: { body: jsonBody(BulkArchiving) },
    responses: answers(201, ArchivedLeads),
  });
  const restore = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/restore",
    summary: "Bring up to 100 leads back from the archive: all of them or none",
    request: { body: jsonBody(BulkRestoring) },
    responses: answers(201, ArchivedLeads),
  });
  return makeRoutes()
    .openapi(list, async (c) =>
      c.json(await listArchive(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(archive, async (c) => {
      const archived = await archiveLeads(deps, c.get("client"), c.req.valid("json"));
      return c.json({ leads: archived }, 201);
    })
    .openapi(restore, async (c) => {
      const restored = await restoreLeads(deps, c.get("client"), c.req.valid("json"));
      return c.json({ leads: restored }, 201);
    });
}
