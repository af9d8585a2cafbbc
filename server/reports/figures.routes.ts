// The figures in parts, the inquiries behind them, and the export.
import { z } from "zod";
import { ViewAsQuery } from "#contract/accounts.ts";
import { CampaignCosts } from "#contract/campaigns.ts";
import {
  CallsOnTime,
  ExportQuery,
  FigureQuery,
  Figures,
  FiguresByPerson,
  InquiryList,
  InquiryQuery,
  LeadCounts,
} from "#contract/figures.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireClientOrViewAsInParallel, requireRight } from "#server/guards.ts";
import { answers, makeRoutes, operations, signedIn } from "#server/openapi.ts";
import { refuseHead } from "#server/request-checks.ts";
import { breakDownFigures } from "./breakdown.ts";
import { countCosts } from "./campaign-costs.ts";
import { exportInquiries, exportName } from "./export.ts";
import { countCallsOnTime, countLeads } from "./figures.ts";
import { listInquiries } from "./inquiry-list.ts";
import { countByPerson } from "./person-figures.ts";

export function figureRoutes(deps: Deps) {
  const viewable = operations("leads", signedIn.client, requireClientOrViewAsInParallel(deps));
  const onTime = viewable.get("/leads/cot", {
    summary: "Calls on time",
    request: { query: FigureQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, CallsOnTime),
  });
  const counts = viewable.get("/leads/count", {
    summary: "Leads, new customers, campaigns, impressions",
    request: { query: FigureQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, LeadCounts),
  });
  const figures = viewable.get("/leads/figures", {
    summary: "Calls on time by hour, campaign and source; time to first call; results",
    request: { query: FigureQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, Figures),
  });
  const byPerson = operations(
    "leads",
    signedIn.client,
    requireRight(deps, "personFigures", { isViewable: true }),
  ).get("/leads/figures/people", {
    summary: "Each person's calls, by name",
    request: { query: FigureQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, FiguresByPerson),
  });
  const costs = operations(
    "leads",
    signedIn.client,
    requireRight(deps, "costs", { isViewable: true }),
  ).get("/leads/figures/costs", {
    summary: "What the campaigns cost: per lead, called lead and booked patient",
    request: { query: FigureQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, CampaignCosts),
  });
  const behind = viewable.get("/leads/inquiries", {
    summary: "The inquiries that a figure counts",
    request: { query: InquiryQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, InquiryList),
  });
  const exported = operations("leads", signedIn.client, requireRight(deps, "exports")).get(
    "/leads/export.csv",
    {
      // Not available while viewing as: exporting a practice's leads is more than viewing.
      summary: "Inquiries with their leads, for a spreadsheet",
      request: { query: ExportQuery },
      responses: {
        200: {
          content: { "text/csv": { schema: z.string() } },
          description: "A UTF-8 file with one line per inquiry",
        },
        default: answers(200, Message).default,
      },
    },
  );

  return makeRoutes()
    .openapi(onTime, async (c) =>
      c.json(await countCallsOnTime(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(counts, async (c) =>
      c.json(await countLeads(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(figures, async (c) =>
      c.json(await breakDownFigures(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(byPerson, async (c) =>
      c.json(await countByPerson(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(costs, async (c) =>
      c.json(await countCosts(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(behind, async (c) =>
      c.json(await listInquiries(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(exported, async (c) => {
      refuseHead(c);
      const who = { ...c.get("client"), address: c.get("address") };
      const file = await exportInquiries(deps, who, c.req.valid("query"));
      return c.body(file, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${exportName(deps.now())}"`,
      });
    });
}
