import type { Context } from "hono";
import { z } from "zod";
import { campaignMessages } from "#content/console/campaigns.ts";
import {
  AgencyReportAnswer,
  AgencyReportUpload,
  CampaignAnswer,
  CampaignChange,
  CampaignDaysQuery,
  CampaignDetail,
  CampaignMerge,
  Campaigns,
  CampaignsExportQuery,
  CampaignsQuery,
  CampaignWeeks,
  CampaignWeeksQuery,
  campaignLimits,
  DayChange,
  EnteredDay,
  MergePreview,
  MergePreviewQuery,
  NewCampaign,
  RecentReports,
  ReportAnswer,
  ReportUpload,
} from "#contract/campaigns.ts";
import { calendarDay, uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, requireAdmin } from "#server/http/guards.ts";
import {
  answers,
  fileAnswer,
  fileHeaders,
  jsonBody,
  makeRoutes,
  operations,
  rawFile,
  signedIn,
} from "#server/http/openapi.ts";
import { refuseHead } from "#server/http/request-checks.ts";
import { importAgencyReport } from "./agency-reports.ts";
import { exportCampaigns, exportName } from "./campaign-export.ts";
import { listCampaigns } from "./campaign-list.ts";
import { previewMerge } from "./campaign-people.ts";
import { readCampaignWeeks } from "./campaign-weeks.ts";
import { findPracticeOf, findShown, getCampaign } from "./campaigns.ts";
import {
  addOwnersCampaign,
  changeCampaign,
  changeDay,
  enterDay,
  removeDay,
} from "./change-campaigns.ts";
import { importReport } from "./import-report.ts";
import { deleteCampaign, mergeCampaigns, undoCampaign } from "./merge-campaigns.ts";
import { listRecentReports, undoReport } from "./undo-report.ts";

const params = z.object({ id: uuid });
const dayParams = z.object({ id: uuid, day: calendarDay });

/** Returns the owner's routes, for every practice. */
export function advertisingRoutes(deps: Deps) {
  const owner = operations("campaigns", signedIn.admin, requireAdmin(deps, { area: "campaigns" }));
  const list = owner.get("/admin/campaigns", {
    summary: "Every practice's campaigns with their figures, with search, filters and sorting",
    request: { query: CampaignsQuery },
    responses: answers(200, Campaigns),
  });
  const proven = requireAdmin(deps, { area: "campaigns", isProven: true });
  const exported = operations("campaigns", signedIn.admin, proven).get(
    "/admin/campaigns/export.csv",
    {
      summary: "Export the list of campaigns as CSV",
      request: { query: CampaignsExportQuery },
      responses: fileAnswer("text/csv", { description: "A UTF-8 file with one row per campaign" }),
    },
  );
  const add = owner.post("/admin/campaigns", {
    summary: "Add a campaign",
    request: { body: jsonBody(NewCampaign) },
    responses: answers(201, CampaignAnswer),
  });
  const read = owner.get("/admin/campaigns/{id}", {
    summary: "A campaign with its daily figures, newest first",
    description: "A merged campaign's id returns the one that it was merged into.",
    request: { params, query: CampaignDaysQuery },
    responses: answers(200, CampaignDetail),
  });
  const weeks = owner.get("/admin/campaigns/{id}/weeks", {
    summary: "A campaign's figures by week, newest first, and as many weeks before",
    description: "A merged campaign's id returns those of the one that it was merged into.",
    request: { params, query: CampaignWeeksQuery },
    responses: answers(200, CampaignWeeks),
  });
  const change = owner.patch("/admin/campaigns/{id}", {
    summary: "Change a campaign; omitted fields stay the same",
    request: { params, body: jsonBody(CampaignChange) },
    responses: answers(200, CampaignAnswer),
  });
  const preview = owner.get("/admin/campaigns/{id}/merges", {
    summary: "What a campaign can be merged into, and what both add up to",
    request: { params, query: MergePreviewQuery },
    responses: answers(200, MergePreview),
  });
  const merge = owner.post("/admin/campaigns/{id}/merges", {
    summary: "Merge a campaign into another one of the practice; returns that one",
    description:
      "Leads, daily figures, budget, and the choices of sources and templates move. Reports that name the merged campaign count in the other one.",
    request: { params, body: jsonBody(CampaignMerge) },
    responses: answers(201, CampaignAnswer),
  });
  const removeAll = owner.delete("/admin/campaigns/{id}", {
    summary: "Delete a campaign without leads; a report or a lead that names it shows it again",
    request: { params },
    responses: answers(200, Message),
  });
  const undoOne = owner.post("/admin/campaigns/{id}/undos", {
    summary: "Undo the merge or the deletion of a campaign, within 30 days; returns it",
    request: { params },
    responses: answers(201, CampaignAnswer),
  });
  const enter = owner.put("/admin/campaigns/{id}/days/{day}", {
    summary: "Enter a day's figures; replaces the whole day",
    request: { params: dayParams, body: jsonBody(EnteredDay) },
    responses: answers(200, CampaignAnswer),
  });
  const correct = owner.patch("/admin/campaigns/{id}/days/{day}", {
    summary: "Change a day's figures; omitted ones stay the same",
    description: "The day then counts as entered by hand. Without any known figure, it is removed.",
    request: { params: dayParams, body: jsonBody(DayChange) },
    responses: answers(200, CampaignAnswer),
  });
  const remove = owner.delete("/admin/campaigns/{id}/days/{day}", {
    summary: "Remove a day's figures; the day then counts as unknown",
    request: { params: dayParams },
    responses: answers(200, CampaignAnswer),
  });
  const report = owner.post("/admin/campaign-reports", {
    summary: "Check or import a report from Meta or Google Ads; the request body is the raw file",
    description: "CSV or TSV by campaign and day, up to 5 MB. Without `isApplied`, it's a dry run.",
    request: { query: ReportUpload },
    requestBody: rawFile,
    takes: { body: "any", maxBytes: campaignLimits.reportBytes },
    responses: answers(201, ReportAnswer),
  });
  const agencyReport = owner.post("/admin/agency-reports", {
    summary: "Check or import a report with several practices' campaigns; the body is the raw file",
    description: "As for one practice. Campaigns that no practice has, or several, are left out.",
    request: { query: AgencyReportUpload },
    requestBody: rawFile,
    takes: { body: "any", maxBytes: campaignLimits.reportBytes },
    responses: answers(201, AgencyReportAnswer),
  });
  const recent = owner.get("/admin/campaign-reports", {
    summary: "Imports of both kinds of reports that can be undone, newest first",
    responses: answers(200, RecentReports),
  });
  const undo = owner.post("/admin/campaign-reports/{id}/undos", {
    summary: "Undo the import of a report, within a day",
    description: "Removes the campaigns that the import added, unless they are in use.",
    request: { params },
    responses: answers(201, Message),
  });
  const any = (c: { req: { valid(part: "param"): { id: string } } }) =>
    findPracticeOf(deps, c.req.valid("param").id);
  const shown = (c: { req: { valid(part: "param"): { id: string } } }) =>
    findShown(deps, c.req.valid("param").id);

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listCampaigns(deps, c.req.valid("query")), 200))
    .openapi(exported, async (c) => {
      refuseHead(c);
      const file = await exportCampaigns(deps, editorOf(c), c.req.valid("query"));
      return c.body(file, 200, fileHeaders(exportName(deps.now())));
    })
    .openapi(add, async (c) => {
      const which = await addOwnersCampaign(deps, campaignEditorOf(c), c.req.valid("json"));
      const campaign = await getCampaign(deps, which);
      return c.json({ campaign, message: campaignMessages.added }, 201);
    })
    .openapi(read, async (c) =>
      c.json(await getCampaign(deps, await shown(c), c.req.valid("query")), 200),
    )
    .openapi(weeks, async (c) =>
      c.json(await readCampaignWeeks(deps, await shown(c), c.req.valid("query")), 200),
    )
    .openapi(change, async (c) => {
      const which = await any(c);
      await changeCampaign(deps, campaignEditorOf(c), which, c.req.valid("json"));
      const campaign = await getCampaign(deps, which);
      return c.json({ campaign, message: campaignMessages.saved }, 200);
    })
    .openapi(preview, async (c) =>
      c.json(await previewMerge(deps, await any(c), c.req.valid("query").into), 200),
    )
    .openapi(merge, async (c) => {
      const { into } = c.req.valid("json");
      const which = await findPracticeOf(deps, c.req.valid("param").id, { isHiddenToo: true });
      await mergeCampaigns(deps, editorOf(c), which, into);
      const campaign = await getCampaign(deps, { ...which, id: into });
      return c.json({ campaign, message: campaignMessages.merged(campaign.name) }, 201);
    })
    .openapi(removeAll, async (c) => {
      await deleteCampaign(deps, editorOf(c), await any(c));
      return c.json({ message: campaignMessages.deleted }, 200);
    })
    .openapi(undoOne, async (c) => {
      const which = await findPracticeOf(deps, c.req.valid("param").id, { isHiddenToo: true });
      await undoCampaign(deps, editorOf(c), which);
      const campaign = await getCampaign(deps, which);
      return c.json({ campaign, message: campaignMessages.restored(campaign.name) }, 201);
    })
    .openapi(enter, async (c) => {
      const which = await any(c);
      const { day } = c.req.valid("param");
      await enterDay(deps, editorOf(c), { ...which, day }, c.req.valid("json"));
      const campaign = await getCampaign(deps, which);
      return c.json({ campaign, message: campaignMessages.saved }, 200);
    })
    .openapi(correct, async (c) => {
      const which = await any(c);
      const { day } = c.req.valid("param");
      await changeDay(deps, editorOf(c), { ...which, day }, c.req.valid("json"));
      const campaign = await getCampaign(deps, which);
      return c.json({ campaign, message: campaignMessages.saved }, 200);
    })
    .openapi(remove, async (c) => {
      const which = await any(c);
      await removeDay(deps, editorOf(c), { ...which, day: c.req.valid("param").day });
      const campaign = await getCampaign(deps, which);
      return c.json({ campaign, message: campaignMessages.dayRemoved }, 200);
    })
    .openapi(report, async (c) => {
      const file = new Uint8Array(await c.req.arrayBuffer());
      const imported = await importReport(deps, editorOf(c), c.req.valid("query"), file);
      const { isApplied, storedDays } = imported;
      const message = isApplied ? campaignMessages.imported(storedDays) : campaignMessages.checked;
      return c.json({ report: imported, message }, 201);
    })
    .openapi(agencyReport, async (c) => {
      const file = new Uint8Array(await c.req.arrayBuffer());
      const imported = await importAgencyReport(deps, editorOf(c), c.req.valid("query"), file);
      const { isApplied, storedDays } = imported;
      const message = isApplied ? campaignMessages.imported(storedDays) : campaignMessages.checked;
      return c.json({ report: imported, message }, 201);
    })
    .openapi(recent, async (c) => c.json(await listRecentReports(deps), 200))
    .openapi(undo, async (c) => {
      await undoReport(deps, editorOf(c), c.req.valid("param").id);
      return c.json({ message: campaignMessages.undone }, 201);
    });
}

function editorOf(c: Context<Env>) {
  return { accountId: c.get("admin").accountId, address: c.get("address") };
}

function campaignEditorOf(c: Context<Env>) {
  return { ...editorOf(c), isOwner: c.get("consoleRole") === "owner" };
}
