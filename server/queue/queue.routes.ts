import { ViewAsQuery } from "#contract/accounts.ts";
import { FilterChoices } from "#contract/filters.ts";
import { OtherLeadQuery, OtherLeads } from "#contract/other-leads.ts";
import { LeadList, LeadQuery } from "#contract/queue.ts";
import type { Deps } from "#server/deps.ts";
import { requireClientOrViewAs, requireClientOrViewAsInParallel } from "#server/guards.ts";
import { answers, makeRoutes, operations, signedIn } from "#server/openapi.ts";
import { listFilterChoices } from "./filter-choices.ts";
import { findOtherLeads } from "./other-leads.ts";
import { listNewLeads } from "./queue.ts";

/** The queue and its filters. Mounted before `/leads/{id}`, which would match "new" as an id. */
export function queueRoutes(deps: Deps) {
  const viewable = operations("leads", signedIn.client, requireClientOrViewAs(deps));
  const list = operations("leads", signedIn.client, requireClientOrViewAsInParallel(deps)).get(
    "/leads/new",
    {
      summary: "New leads and due callbacks",
      request: { query: LeadQuery.extend(ViewAsQuery.shape) },
      responses: answers(200, LeadList),
    },
  );
  const choices = viewable.get("/leads/filters", {
    summary: "The options for the queue's filters",
    request: { query: ViewAsQuery },
    responses: answers(200, FilterChoices),
  });
  const others = viewable.get("/leads/others", {
    summary: "Customers, archived leads and later callbacks that match a search",
    request: { query: OtherLeadQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, OtherLeads),
  });
  return makeRoutes()
    .openapi(list, async (c) =>
      c.json(await listNewLeads(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(choices, async (c) =>
      c.json(await listFilterChoices(deps, c.get("client").clientId), 200),
    )
    .openapi(others, async (c) =>
      c.json(await findOtherLeads(deps, c.get("client").clientId, c.req.valid("query")), 200),
    );
}
