import { ViewAsQuery } from "#contract/accounts.ts";
import { FilterChoices } from "#contract/filters.ts";
import { OtherLeadQuery, OtherLeads } from "#contract/other-leads.ts";
import { LeadList, LeadQuery } from "#contract/queue.ts";
import type { Deps } from "#server/deps.ts";
import { boundReading } from "#server/http/bulk-reading.ts";
import { requireClientOrViewAs, requireClientOrViewAsInParallel } from "#server/http/guards.ts";
import { answers, deskOperations, makeRoutes } from "#server/http/openapi.ts";
import { listFilterChoices } from "./filter-choices.ts";
import { isFiltered } from "./lead-filter.ts";
import { findOtherLeads } from "./other-leads.ts";
import { listNewLeads } from "./queue.ts";

/**
 * Returns the routes for the queue and its filters. They are mounted before `/leads/{id}`, which
 * would match "new" as an id.
 */
export function queueRoutes(deps: Deps) {
  const viewable = deskOperations("leads", requireClientOrViewAs(deps));
  const list = deskOperations("leads", [
    boundReading(deps),
    requireClientOrViewAsInParallel(deps),
  ] as const).get("/leads/new", {
    summary: "New leads and due callbacks",
    request: { query: LeadQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, LeadList),
  });
  const choices = viewable.get("/leads/filters", {
    summary: "The options for the queue's filters",
    request: { query: ViewAsQuery },
    responses: answers(200, FilterChoices),
  });
  const others = deskOperations("leads", [
    boundReading(deps),
    requireClientOrViewAs(deps),
  ] as const).get("/leads/others", {
    summary: "Customers, archived leads and later callbacks that match a search",
    request: { query: OtherLeadQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, OtherLeads),
  });
  return makeRoutes()
    .openapi(list, async (c) => {
      const query = c.req.valid("query");
      const found = await listNewLeads(deps, c.get("client").clientId, query);
      if (!isFirstPage(query)) c.set("peopleRead", idsOf(found.leads));
      return c.json(found, 200);
    })
    .openapi(choices, async (c) =>
      c.json(await listFilterChoices(deps, c.get("client").clientId), 200),
    )
    .openapi(others, async (c) => {
      const found = await findOtherLeads(deps, c.get("client").clientId, c.req.valid("query"));
      c.set("peopleRead", idsOf(found.leads));
      return c.json(found, 200);
    });
}

/**
 * Checks for the first page, which has the leads to call next. The limit on how many people's data
 * may be read doesn't apply to it.
 */
function isFirstPage({ cursor, search, ...filters }: LeadQuery): boolean {
  return !cursor && !search && !isFiltered(filters);
}

function idsOf(leads: { _id: string }[]): string[] {
  return leads.map(({ _id }) => _id);
}
