import { z } from "zod";
import { uuid } from "#contract/fields.ts";
import {
  CallAnswer,
  CallRequest,
  CallsOnTime,
  FigureQuery,
  LeadCounts,
  LeadList,
  LeadQuery,
} from "#contract/leads.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient } from "#server/guards.ts";
import { answers, createRoute, jsonBody, makeRoutes, signedIn } from "#server/openapi.ts";
import { recordCall } from "./calls.ts";
import { countCallsOnTime, countLeads } from "./figures.ts";
import { listNewLeads } from "./lead-list.ts";

export function leadRoutes(deps: Deps) {
  const guarded = {
    tags: ["leads"],
    security: signedIn.client,
    middleware: requireClient(deps),
  };
  const list = createRoute({
    ...guarded,
    method: "get",
    path: "/leads/new",
    summary: "New leads and call-backs that are due",
    request: { query: LeadQuery },
    responses: answers(200, LeadList),
  });
  const onTime = createRoute({
    ...guarded,
    method: "get",
    path: "/leads/cot",
    summary: "Calls on time",
    request: { query: FigureQuery },
    responses: answers(200, CallsOnTime),
  });
  const counts = createRoute({
    ...guarded,
    method: "get",
    path: "/leads/count",
    summary: "Leads, new customers, campaigns, impressions",
    request: { query: FigureQuery },
    responses: answers(200, LeadCounts),
  });
  const call = createRoute({
    ...guarded,
    method: "post",
    path: "/leads/{id}/calls",
    summary: "A call attempt, or the outcome of one that was begun",
    request: { params: z.object({ id: uuid }), body: jsonBody(CallRequest) },
    responses: answers(201, CallAnswer),
  });

  return makeRoutes()
    .openapi(list, async (c) =>
      c.json(await listNewLeads(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(onTime, async (c) =>
      c.json(await countCallsOnTime(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(counts, async (c) =>
      c.json(await countLeads(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(call, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await recordCall(deps, c.get("client"), id, c.req.valid("json")), 201);
    });
}
