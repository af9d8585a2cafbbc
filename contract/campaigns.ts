// Campaigns: the owner manages them, enters their daily figures, and imports reports from ad
// platforms.
import { z } from "zod";
import { calendarDay, instant, line, requiredLine, uuid, whole } from "./fields.ts";
import { googleCustomerId } from "./google-ads.ts";
import { maxCents } from "./money.ts";

export const campaignPlatforms = ["meta", "google", "web", "other"] as const;
export type CampaignPlatform = (typeof campaignPlatforms)[number];

export const campaignStates = ["running", "paused", "ended"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** The period that a budget covers: each month, or the whole campaign. */
export const budgetPeriods = ["month", "campaign"] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** `insights`: imported from Meta's Insights API. `google_ads`: imported from Google's Ads API. */
export const campaignDayOrigins = ["hand", "report", "insights", "google_ads"] as const;
export type CampaignDayOrigin = (typeof campaignDayOrigins)[number];

export const campaignLimits = {
  name: 200,
  search: 200,
  /** The most impressions or clicks that a day can have. */
  count: 1_000_000_000,
  /** The maximum size of a report. */
  reportBytes: 5_000_000,
  reportRows: 50_000,
  /** The maximum length of the script, which is one line that the front desk reads aloud. */
  script: 300,
} as const;

// ── Campaigns ───────────────────────────────────────────────────────────────────────────────────

export const Campaign = z.object({
  _id: uuid,
  practice: z.object({ _id: uuid, name: z.string() }),
  name: z.string(),
  platform: z.enum(campaignPlatforms),
  platformCampaignId: z.string().nullable(),
  state: z.enum(campaignStates),
  startsOn: z.iso.date().nullable(),
  endsOn: z.iso.date().nullable(),
  /** The budget in US cents, or null if none is set. */
  budgetCents: z.int().nullable(),
  budgetPeriod: z.enum(budgetPeriods),
  /** The newest day with figures. */
  lastDay: z.iso.date().nullable(),
  /** The spend of all days in US cents, or null if no spend is recorded. */
  spendCents: z.int().nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

/**
 * A cost in US cents. `no_spend`: no spend is recorded. `nobody`: spend is recorded, but no one has
 * asked yet.
 */
export const Cost = z.union([z.int(), z.enum(["no_spend", "nobody"])]);
export type Cost = z.infer<typeof Cost>;

/** A campaign in the owner's list, with its figures for all time. */
export const ListedCampaign = Campaign.extend({
  /** The number of people who asked, and how many of them booked. */
  leads: z.int(),
  booked: z.int(),
  /** The cost per lead. Only people who asked on a day with recorded spend count. */
  perLead: Cost,
  lastLeadAt: instant.nullable(),
});
export type ListedCampaign = z.infer<typeof ListedCampaign>;

/** What the list can be sorted by, each with its default direction. */
export const campaignSorts = {
  name: "asc",
  practice: "asc",
  platform: "asc",
  state: "asc",
  startsOn: "desc",
  budget: "desc",
  spend: "desc",
  leads: "desc",
  perLead: "desc",
  booked: "desc",
  lastLead: "desc",
} as const;
export type CampaignSort = keyof typeof campaignSorts;

const filters = {
  /** Searches the names of practices and campaigns. */
  search: line(campaignLimits.search).optional(),
  state: z.enum(campaignStates, "invalid").optional(),
  platform: z.enum(campaignPlatforms, "invalid").optional(),
  /** What the list is sorted by. By default, the newest campaigns come first. */
  sort: z.enum(Object.keys(campaignSorts) as CampaignSort[], "invalid").optional(),
  /** The sort direction. Campaigns without a value come last in either direction. */
  order: z.enum(["asc", "desc"], "invalid").optional(),
};

/** `GET /api/admin/campaigns`: 50 per page. */
export const CampaignsQuery = z.object({ ...filters, page: whole(1, 10_000).optional() });
export type CampaignsQuery = z.infer<typeof CampaignsQuery>;

/** `GET /api/admin/campaigns/export.csv`: exports all pages of the list. */
export const CampaignsExportQuery = z.object(filters);
export type CampaignsExportQuery = z.infer<typeof CampaignsExportQuery>;

export const Campaigns = z.object({
  campaigns: z.array(ListedCampaign),
  total: z.int(),
  /** The number of pages. */
  pages: z.int(),
  /** The last few deleted campaigns, newest first, while the deletion can be undone. */
  deleted: z.array(
    z.object({ _id: uuid, name: z.string(), practice: z.string(), deletedAt: instant }),
  ),
});
export type Campaigns = z.infer<typeof Campaigns>;

const count = z.int("invalid").min(0, "invalid").max(campaignLimits.count, "invalid").nullable();
const cents = z
  .int({
    error: ({ input }) =>
      Number.isFinite(input) && !Number.isInteger(input) ? "part_of_cent" : "invalid",
  })
  .min(0, "invalid")
  .max(maxCents, "invalid")
  .nullable();

/** One day's figures. Null means unknown. */
export const CampaignDay = z.object({
  day: z.iso.date(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  spendCents: z.int().nullable(),
  origin: z.enum(campaignDayOrigins),
});
export type CampaignDay = z.infer<typeof CampaignDay>;

export const CampaignDetail = Campaign.extend({
  /**
   * The ten digits of the Google Ads account from which daily figures are requested, or null if
   * there is none.
   */
  googleCustomerId: z.string().nullable(),
  /** What to say on the phone. It may be empty. */
  script: z.string(),
  /**
   * A total that was recorded without days, with the day up to which it counts. Null if there is
   * none.
   */
  opening: z.object({ impressions: z.int(), asOf: z.iso.date().nullable() }).nullable(),
  /** The newest days with figures, at most 62, newest first. */
  days: z.array(CampaignDay),
  /** Whether there are older days. To request them, set `before` to the last of these days. */
  hasOlder: z.boolean(),
  /** When the platform was last asked for daily figures, or null if never. */
  askedFiguresAt: instant.nullable(),
  /** The platform's reason for rejecting the request. Empty if it didn't reject the request. */
  figuresProblem: z.string(),
  /** Campaigns that were merged into this one, newest first. */
  merged: z.array(
    z.object({ _id: uuid, name: z.string(), mergedAt: instant, canUndo: z.boolean() }),
  ),
});
export type CampaignDetail = z.infer<typeof CampaignDetail>;

export const CampaignDaysQuery = z.object({ before: calendarDay.optional() });
export type CampaignDaysQuery = z.infer<typeof CampaignDaysQuery>;

const platformId = requiredLine(30).regex(/^\d+$/, "invalid").nullable();
const settings = {
  name: requiredLine(campaignLimits.name),
  /** The platform's own id, which consists of digits. */
  platformCampaignId: platformId,
  /** The Google Ads account, for a campaign of Google Ads. Only an owner can set it. */
  googleCustomerId,
  startsOn: calendarDay.nullable(),
  endsOn: calendarDay.nullable(),
  budgetCents: cents,
  budgetPeriod: z.enum(budgetPeriods, "invalid"),
  script: line(campaignLimits.script),
};
const isPeriod = (period: { startsOn?: string | null; endsOn?: string | null }) =>
  !period.startsOn || !period.endsOn || period.startsOn <= period.endsOn;
const endsLater = { error: "invalid", path: ["endsOn"] };

export const NewCampaign = z
  .object({ client: uuid, platform: z.enum(campaignPlatforms, "required"), ...settings })
  .partial({
    ...{ platformCampaignId: true, startsOn: true, endsOn: true, budgetCents: true },
    ...{ budgetPeriod: true, script: true, googleCustomerId: true },
  })
  .refine(isPeriod, endsLater);
export type NewCampaign = z.infer<typeof NewCampaign>;

export const CampaignChange = z
  .object({ ...settings, state: z.enum(campaignStates, "invalid") })
  .partial()
  .refine(isPeriod, endsLater);
export type CampaignChange = z.infer<typeof CampaignChange>;

const enteredFigures = z.object({ impressions: count, clicks: count, spendCents: cents });

/** A day that a person enters. At least one of the three figures must be known. */
export const EnteredDay = enteredFigures
  .extend({
    /**
     * Where the figures came from, which is set to restore a removed day. By default, a person
     * entered them.
     */
    origin: z.enum(campaignDayOrigins, "invalid").optional(),
  })
  .refine(
    ({ impressions, clicks, spendCents }) =>
      impressions !== null || clicks !== null || spendCents !== null,
    { error: "required", path: ["impressions"] },
  );
export type EnteredDay = z.infer<typeof EnteredDay>;

/** Some of a day's figures. The day is removed if none of its figures is known afterward. */
export const DayChange = enteredFigures.partial();
export type DayChange = z.infer<typeof DayChange>;

export const CampaignAnswer = z.object({ campaign: CampaignDetail, message: z.string() });

// ── Reports of the platforms ────────────────────────────────────────────────────────────────────

const flag = z.literal("true", "invalid").optional();

/** `POST /api/admin/campaign-reports`: the body of the request is the file. */
export const ReportUpload = z.object({
  client: uuid,
  /** If it's false, nothing is stored, which makes this a dry run. */
  isApplied: flag,
  /** Whether to add campaigns that aren't known yet. Otherwise, their rows are skipped. */
  addsCampaigns: flag,
  /** Whether to replace even days that a person entered. */
  replacesEntered: flag,
  /** Generated by the device, so that the import is idempotent. */
  _id: uuid.optional(),
});
export type ReportUpload = z.infer<typeof ReportUpload>;

/** Why a row can't be imported. */
export const reportRowProblems = [
  "no_day",
  "bad_day",
  "unclear_day",
  "future_day",
  "several_days",
  "no_campaign",
  "bad_id",
  "same_names",
  "bad_number",
  "part_of_cent",
  "currency",
  "same_row",
  "too_long",
] as const;
export type ReportRowProblem = (typeof reportRowProblems)[number];

/** Why a file can't be read as a report. */
export const reportProblems = ["no_header", "other_currency", "too_many_rows"] as const;
export type ReportProblem = (typeof reportProblems)[number];

const ReportedCampaign = z.object({
  name: z.string(),
  platformCampaignId: z.string().nullable(),
  /**
   * How the campaign was matched. `new`: the campaign isn't known yet. `deleted`: importing
   * restores the campaign.
   */
  match: z.enum(["id", "name", "new", "deleted"]),
  /**
   * The campaign's state on the platform, which an import saves. Null if the report doesn't have
   * it.
   */
  state: z.enum(campaignStates).nullable(),
  days: z.int(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  spendCents: z.int().nullable(),
  /** The number of days that aren't changed, because a person entered them. */
  keptDays: z.int(),
});

export const Report = z.object({
  platform: z.enum(campaignPlatforms),
  campaigns: z.array(ReportedCampaign),
  /** The first hundred rows that can't be imported, with their line in the file. */
  rejected: z.array(z.object({ line: z.int(), problem: z.enum(reportRowProblems) })),
  rejectedCount: z.int(),
  /** The number of days that were stored, which is 0 for a dry run. */
  storedDays: z.int(),
  isApplied: z.boolean(),
});
export type Report = z.infer<typeof Report>;

/** The import's id, for undoing it. Null for a dry run, or if no day was imported. */
const importId = uuid.nullable();
export const PracticeReport = Report.extend({ _id: importId });
export type PracticeReport = z.infer<typeof PracticeReport>;
export const ReportAnswer = z.object({ report: PracticeReport, message: z.string() });

/** How many days the import of a report can be undone. */
export const undoReportDays = 1;

/** `POST /api/admin/agency-reports`: a file with the campaigns of several practices. */
export const AgencyReportUpload = ReportUpload.pick({
  isApplied: true,
  replacesEntered: true,
  _id: true,
});
export type AgencyReportUpload = z.infer<typeof AgencyReportUpload>;

/**
 * Why a campaign in the file is skipped. `several`: several practices have it. `same_name`: another
 * campaign in the file has the same name and was matched by that name.
 */
export const unassignedProblems = ["unknown", "several", "same_name"] as const;
export type UnassignedProblem = (typeof unassignedProblems)[number];

export const AgencyReport = z.object({
  platform: z.enum(campaignPlatforms),
  /**
   * The practices whose campaigns are in the file, sorted by name. Only known campaigns are
   * included.
   */
  practices: z.array(
    z.object({ practice: z.object({ _id: uuid, name: z.string() }), report: Report }),
  ),
  unassigned: z.array(
    ReportedCampaign.omit({ match: true, keptDays: true }).extend({
      problem: z.enum(unassignedProblems),
    }),
  ),
  rejected: Report.shape.rejected,
  rejectedCount: z.int(),
  storedDays: z.int(),
  isApplied: z.boolean(),
  _id: importId,
});
export type AgencyReport = z.infer<typeof AgencyReport>;
export const AgencyReportAnswer = z.object({ report: AgencyReport, message: z.string() });

/**
 * `GET /api/admin/campaign-reports`: the imports that can still be undone, newest first, with the
 * number of their practices and the name of one of them.
 */
export const RecentReports = z.object({
  reports: z.array(
    z.object({ _id: uuid, importedAt: instant, practices: z.int(), practice: z.string() }),
  ),
});
export type RecentReports = z.infer<typeof RecentReports>;

// ── Costs ───────────────────────────────────────────────────────────────────────────────────────

const Costs = z.object({
  /** The spend in US cents, or null if none is recorded. */
  spendCents: z.int().nullable(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  /** The number of days with recorded spend. */
  spendDays: z.int(),
  firstSpendDay: z.iso.date().nullable(),
  lastSpendDay: z.iso.date().nullable(),
  /**
   * The number of people who asked on a day with recorded spend, and how many of them were called
   * and booked.
   */
  leads: z.int(),
  called: z.int(),
  booked: z.int(),
  /**
   * The number of people who asked on days without recorded spend. They don't count in any cost.
   */
  leadsWithoutSpend: z.int(),
  perLead: Cost,
  perCalled: Cost,
  perBooked: Cost,
});
export type Costs = z.infer<typeof Costs>;

/** `GET /api/leads/figures/costs`: campaigns are sorted by spend, highest first. */
export const CampaignCosts = z.object({
  /** The totals. A person who came through several campaigns counts once. */
  total: Costs,
  campaigns: z.array(
    Costs.extend({ _id: uuid, name: z.string(), platform: z.enum(campaignPlatforms) }),
  ),
  /** The number of days in the period, up to today, or null for all time. */
  periodDays: z.int().nullable(),
});
export type CampaignCosts = z.infer<typeof CampaignCosts>;

// ── Merging and deleting ────────────────────────────────────────────────────────────────────────

/** How many days a merge or a deletion can be undone. */
export const undoCampaignDays = 30;

/** `GET /api/admin/campaigns/{id}/merges`: a preview of the merged totals. */
export const MergePreviewQuery = z.object({ into: uuid.optional() });

const MergeSums = z.object({
  /** The spend in US cents, or null if none is recorded. */
  spendCents: z.int().nullable(),
  /**
   * The number of people who asked. In the result, a person who came through both campaigns counts
   * once.
   */
  leads: z.int(),
  perLead: Cost,
});
export type MergeSums = z.infer<typeof MergeSums>;

export const MergePreview = z.object({
  /** The practice's other campaigns. */
  others: z.array(z.object({ _id: uuid, name: z.string(), platform: z.enum(campaignPlatforms) })),
  /** The totals before and after the merge. Null until a campaign is chosen. */
  sums: z.object({ from: MergeSums, into: MergeSums, result: MergeSums }).nullable(),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const CampaignMerge = z.object({ into: uuid });

// ── One campaign by week ────────────────────────────────────────────────────────────────────────

/** The numbers of weeks that a page can show. */
export const campaignSpans = ["4", "12", "26", "52"] as const;
export const usualSpan = "12";

/**
 * `GET /api/admin/campaigns/{id}/weeks`: returns the weeks up to the day `until`, which is today by
 * default.
 */
export const CampaignWeeksQuery = z.object({
  weeks: z.enum(campaignSpans, "invalid").default(usualSpan),
  until: calendarDay.optional(),
});
export type CampaignWeeksQuery = z.infer<typeof CampaignWeeksQuery>;

/** A campaign's figures between two days in the practice's time zone. Both days are included. */
export const CampaignPeriod = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The number of impressions, or null if none is recorded. */
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  spendCents: z.int().nullable(),
  /** The number of people who asked, and how many of them booked. */
  leads: z.int(),
  booked: z.int(),
  /** The cost per lead. Only people who asked on a day with recorded spend count. */
  perLead: Cost,
  perBooked: Cost,
});
export type CampaignPeriod = z.infer<typeof CampaignPeriod>;

/** A week from Monday through Sunday. The last week ends with the page's last day. */
export const CampaignWeek = CampaignPeriod.extend({
  /** The days with figures, newest first. */
  days: z.array(CampaignDay),
});
export type CampaignWeek = z.infer<typeof CampaignWeek>;

export const CampaignWeeks = z.object({
  total: CampaignPeriod,
  /**
   * The figures of the previous period, which starts the same number of weeks earlier and has the
   * same number of days.
   */
  before: CampaignPeriod,
  /** The weeks of the page, newest first. */
  weeks: z.array(CampaignWeek),
  /** Whether there are days after the page's last day. */
  hasNewer: z.boolean(),
  /** The current month, with its spend so far in US cents, which is null if none is recorded. */
  month: z.string(),
  monthSpendCents: z.int().nullable(),
});
export type CampaignWeeks = z.infer<typeof CampaignWeeks>;
