// The figures in parts, the inquiries behind them, and the export.
import { z } from "zod";
import { Look } from "#contract/accounts.ts";
import { ExportQuery, Figures, InquiryList, InquiryQuery } from "#contract/figures.ts";
import { CallsOnTime, FigureQuery, LeadCounts } from "#contract/leads.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireDeskToRead } from "#server/guards.ts";
import { answers, createRoute, makeRoutes, signedIn } from "#server/openapi.ts";
import { refuseHead } from "#server/request-checks.ts";
import { breakDownFigures } from "./breakdown.ts";
import { exportInquiries, exportName } from "./export.ts";
import { countCallsOnTime, countLeads } from "./figures.ts";
import { listInquiries } from "./inquiry-list.ts";

export function figureRoutes(deps: Deps) {
  const looked = {
    tags: ["leads"],
    security: signedIn.client,
    middleware: requireDeskToRead(deps),
  };
  const onTime = createRoute({
    ...looked,
    method: "get",
    path: "/leads/cot",
    summary: "Calls on time",
    request: { query: FigureQuery.extend(Look.shape) },
    responses: answers(200, CallsOnTime),
  });
  const counts = createRoute({
    ...looked,
    method: "get",
    path: "/leads/count",
    summary: "Leads, new customers, campaigns, impressions",
    request: { query: FigureQuery.extend(Look.shape) },
    responses: answers(200, LeadCounts),
  });
  const figures = createRoute({
    ...looked,
    method: "get",
    path: "/leads/figures",
    summary: "Calls on time by hour, campaign and source; how soon; what came of it",
    request: { query: FigureQuery.extend(Look.shape) },
    responses: answers(200, Figures),
  });
  const behind = createRoute({
    ...looked,
    method: "get",
    path: "/leads/inquiries",
    summary: "The inquiries that a figure counts",
    request: { query: InquiryQuery.extend(Look.shape) },
    responses: answers(200, InquiryList),
  });
  const exported = createRoute({
    tags: ["leads"],
    security: signedIn.client,
    // Not for the owner's look: taking a practice's leads away is more than looking.
    middleware: requireClient(deps),
    method: "get",
    path: "/leads/export.csv",
    summary: "Inquiries with their leads, for a spreadsheet",
    request: { query: ExportQuery },
    responses: {
      200: {
        content: { "text/csv": { schema: z.string() } },
        description: "A file in UTF-8, a line for each inquiry",
      },
      default: answers(200, Message).default,
    },
  });

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
