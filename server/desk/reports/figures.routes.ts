// Routes for figures, their breakdown, the inquiries behind them, and the export.
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
  PhoneFigures,
} from "#contract/figures.ts";
import { MonthQuery, MonthReport } from "#contract/month-reports.ts";
import type { Deps } from "#server/deps.ts";
import { boundReading } from "#server/http/bulk-reading.ts";
import { requireClientOrViewAsInParallel, requireRight } from "#server/http/guards.ts";
import {
  answers,
  deskOperations,
  fileAnswer,
  fileHeaders,
  makeRoutes,
} from "#server/http/openapi.ts";
import { refuseHead } from "#server/http/request-checks.ts";
import { breakDownFigures } from "./breakdown.ts";
import { countCosts } from "./campaign-costs.ts";
import { countPhoneFigures } from "./count-phone-figures.ts";
import { exportInquiries, exportName } from "./export.ts";
import { countCallsOnTime, countLeads } from "./figures.ts";
import { listInquiries } from "./inquiry-list.ts";
import { getMonthReport, makeMonthReport } from "./month-report.ts";
import { countByPerson } from "./person-figures.ts";

export function figureRoutes(deps: Deps) {
  const viewable = deskOperations("leads", requireClientOrViewAsInParallel(deps));
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
  const byPerson = deskOperations(
    "leads",
    requireRight(deps, "personFigures", { isViewable: true }),
  ).get("/leads/figures/people", {
    summary: "Each person's calls, by name",
    request: { query: FigureQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, FiguresByPerson),
  });
  const costs = deskOperations("leads", requireRight(deps, "costs", { isViewable: true })).get(
    "/leads/figures/costs",
    {
      summary: "Campaign costs per lead, per called lead and per booked patient",
      request: { query: FigureQuery.extend(ViewAsQuery.shape) },
      responses: answers(200, CampaignCosts),
    },
  );
  const phone = viewable.get("/leads/figures/phone", {
    summary: "First calls with and without ringing phones, and answers to texts",
    request: { query: FigureQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, PhoneFigures),
  });
  const reports = deskOperations("leads", requireRight(deps, "reports", { isViewable: true }));
  const month = reports.get("/leads/month", {
    summary: "A month's report, compared with the month before",
    request: { query: MonthQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, MonthReport),
  });
  const monthFile = reports.get("/leads/month.pdf", {
    summary: "A month's report as a PDF, with the inquiries behind it",
    request: { query: MonthQuery.extend(ViewAsQuery.shape) },
    responses: fileAnswer("application/pdf", { description: "A letter-size PDF" }),
  });
  const behind = deskOperations("leads", [
    boundReading(deps),
    requireClientOrViewAsInParallel(deps),
  ] as const).get("/leads/inquiries", {
    summary: "The inquiries behind a figure",
    request: { query: InquiryQuery.extend(ViewAsQuery.shape) },
    responses: answers(200, InquiryList),
  });
  const exported = deskOperations("leads", requireRight(deps, "exports")).get("/leads/export.csv", {
    // Not available to owners in view as, because exporting leads is more than viewing them.
    summary: "Export inquiries with their leads as CSV",
    request: { query: ExportQuery },
    responses: fileAnswer("text/csv", { description: "A UTF-8 file with one row per inquiry" }),
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
    .openapi(byPerson, async (c) =>
      c.json(await countByPerson(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(costs, async (c) =>
      c.json(await countCosts(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(phone, async (c) =>
      c.json(await countPhoneFigures(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(month, async (c) =>
      c.json(await getMonthReport(deps, c.get("client").clientId, c.req.valid("query")), 200),
    )
    .openapi(monthFile, async (c) => {
      refuseHead(c);
      const { clientId } = c.get("client");
      const { month: named } = await getMonthReport(deps, clientId, c.req.valid("query"));
      const { content, fileName, type } = await makeMonthReport(deps, clientId, named);
      return c.body(content, 200, fileHeaders(fileName, type));
    })
    .openapi(behind, async (c) => {
      const page = await listInquiries(deps, c.get("client").clientId, c.req.valid("query"));
      c.set(
        "peopleRead",
        page.inquiries.map(({ leadId }) => leadId),
      );
      return c.json(page, 200);
    })
    .openapi(exported, async (c) => {
      refuseHead(c);
      const who = { ...c.get("client"), address: c.get("address") };
      const file = await exportInquiries(deps, who, c.req.valid("query"));
      return c.body(file, 200, fileHeaders(exportName(deps.now())));
    });
}
