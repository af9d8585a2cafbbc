import { Look } from "#contract/accounts.ts";
import { FilterChoices } from "#contract/filters.ts";
import { LeadList, LeadQuery } from "#contract/leads.ts";
import type { Deps } from "#server/deps.ts";
import { requireDesk, requireDeskToRead } from "#server/guards.ts";
import { answers, createRoute, makeRoutes, signedIn } from "#server/openapi.ts";
import { listFilterChoices } from "./filter-choices.ts";
import { listNewLeads } from "./queue.ts";

/** The queue and its filters. Mounted before `/leads/{id}`, which would take "new" for an id. */
export function queueRoutes(deps: Deps) {
  const looked = {
    tags: ["leads"],
    security: signedIn.client,
    middleware: requireDesk(deps),
  };
  const list = createRoute({
    ...looked,
    middleware: requireDeskToRead(deps),
    method: "get",
    path: "/leads/new",
    summary: "New leads and call-backs that are due",
    request: { query: LeadQuery.extend(Look.shape) },
    responses: answers(200, LeadList),
  });
  const choices = createRoute({
    ...looked,
    method: "get",
    path: "/leads/filters",
    summary: "What the queue can be filtered by",
    request: { query: Look },
    responses: answers(200, FilterChoices),
  });
  return makeRoutes()
    .openapi(list, async (c) =>
      c.json(await listNewLeads(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(choices, async (c) =>
      c.json(await listFilterChoices(deps, c.get("client").clientId), 200),
    );
}
