// Campaigns: the owner keeps them and their daily figures; reports of the platforms are imported.
import { z } from "zod";
import { calendarDay, instant, line, requiredLine, uuid, whole } from "./fields.ts";
import { googleCustomerId } from "./google-ads.ts";
import { maxCents } from "./money.ts";

export const campaignPlatforms = ["meta", "google", "web", "other"] as const;
export type CampaignPlatform = (typeof campaignPlatforms)[number];

export const campaignStates = ["running", "paused", "ended"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** What a budget is for: each month, or the campaign from its start to its end. */
export const budgetPeriods = ["month", "campaign"] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** `insights`: from Meta's Insights API. `google_ads`: from Google's Ads API. */
export const campaignDayOrigins = ["hand", "report", "insights", "google_ads"] as const;
export type CampaignDayOrigin = (typeof campaignDayOrigins)[number];

export const campaignLimits = {
  name: 200,
  search: 200,
  /** The largest number of impressions or clicks of a day. */
  count: 1_000_000_000,
  /** The size of a report. */
  reportBytes: 5_000_000,
  reportRows: 50_000,
  /** A line that a front desk reads aloud. */
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
  /** In US cents, or null if none is set. */
  budgetCents: z.int().nullable(),
  budgetPeriod: z.enum(budgetPeriods),
  /** The newest day with daily figures. */
  lastDay: z.iso.date().nullable(),
  /** The total of all its days, in US cents, or null if no spend is recorded. */
  spendCents: z.int().nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

/** `GET /api/admin/campaigns`: newest first, 50 per page. */
export const CampaignsQuery = z.object({
  /** Searches the names of practices and campaigns. */
  search: line(campaignLimits.search).optional(),
  state: z.enum(campaignStates, "invalid").optional(),
  platform: z.enum(campaignPlatforms, "invalid").optional(),
  page: whole(1, 10_000).optional(),
});
export type CampaignsQuery = z.infer<typeof CampaignsQuery>;
export const Campaigns = z.object({
  campaigns: z.array(Campaign),
  total: z.int(),
  /** The number of pages. */
  pages: z.int(),
  /** The last few that were deleted, newest first, as long as that can be undone. */
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

/** One day. Null means unknown. */
export const CampaignDay = z.object({
  day: z.iso.date(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  spendCents: z.int().nullable(),
  origin: z.enum(campaignDayOrigins),
});
export type CampaignDay = z.infer<typeof CampaignDay>;

export const CampaignDetail = Campaign.extend({
  /** The Google Ads account whose API is asked for daily figures: ten digits, or null if none is. */
  googleCustomerId: z.string().nullable(),
  /** What to say on the phone; empty: nothing. */
  script: z.string(),
  /** A total recorded without days, and until which day, or null if there is none. */
  opening: z.object({ impressions: z.int(), asOf: z.iso.date().nullable() }).nullable(),
  /** Newest first, 62 at most. */
  days: z.array(CampaignDay),
  /** Older days follow: ask with `before` the last of these. */
  hasOlder: z.boolean(),
  /** When the platform was last asked for daily figures, or null if never. */
  askedFiguresAt: instant.nullable(),
  /** Why the platform rejected the request; empty: it didn't. */
  figuresProblem: z.string(),
  /** Campaigns that were merged into it, newest first. */
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
  /** The platform's own id: digits. */
  platformCampaignId: platformId,
  /** For a campaign of Google Ads; only an owner links one. */
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

/** A day that a person enters; at least one of the three is known. */
export const EnteredDay = enteredFigures
  .extend({
    /** Where the figures came from, to restore a removed day; by hand if omitted. */
    origin: z.enum(campaignDayOrigins, "invalid").optional(),
  })
  .refine(
    ({ impressions, clicks, spendCents }) =>
      impressions !== null || clicks !== null || spendCents !== null,
    { error: "required", path: ["impressions"] },
  );
export type EnteredDay = z.infer<typeof EnteredDay>;

/** Some figures of a day. Without any known one left, the day is removed. */
export const DayChange = enteredFigures.partial();
export type DayChange = z.infer<typeof DayChange>;

export const CampaignAnswer = z.object({ campaign: CampaignDetail, message: z.string() });

// ── Reports of the platforms ────────────────────────────────────────────────────────────────────

const flag = z.literal("true", "invalid").optional();

/** `POST /api/admin/campaign-reports`: the body is the file. */
export const ReportUpload = z.object({
  client: uuid,
  /** If false, nothing is stored: a dry run. */
  isApplied: flag,
  /** Adds the campaigns that are not known yet; without it their rows are left out. */
  addsCampaigns: flag,
  /** Replaces days that a person entered, too. */
  replacesEntered: flag,
});
export type ReportUpload = z.infer<typeof ReportUpload>;

/** Why a row cannot be imported. */
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

/** Why a file cannot be read as a report. */
export const reportProblems = ["no_header", "other_currency", "too_many_rows"] as const;
export type ReportProblem = (typeof reportProblems)[number];

const ReportedCampaign = z.object({
  name: z.string(),
  platformCampaignId: z.string().nullable(),
  /** How it was matched; `new`: it isn't known yet; `deleted`: importing shows it again. */
  match: z.enum(["id", "name", "new", "deleted"]),
  /** The platform's state, which an import saves, or null if the report doesn't say. */
  state: z.enum(campaignStates).nullable(),
  days: z.int(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  spendCents: z.int().nullable(),
  /** Days entered by hand, which aren't changed. */
  keptDays: z.int(),
});

export const Report = z.object({
  platform: z.enum(campaignPlatforms),
  campaigns: z.array(ReportedCampaign),
  /** The first hundred rows that cannot be imported, by their line in the file. */
  rejected: z.array(z.object({ line: z.int(), problem: z.enum(reportRowProblems) })),
  rejectedCount: z.int(),
  /** Days that were stored; 0 for a dry run. */
  storedDays: z.int(),
  isApplied: z.boolean(),
});
export type Report = z.infer<typeof Report>;
export const ReportAnswer = z.object({ report: Report, message: z.string() });

/** How long the import of the whole agency's report can be undone. */
export const undoReportDays = 1;

/** `POST /api/admin/agency-reports`: a file with several practices' campaigns. */
export const AgencyReportUpload = ReportUpload.pick({
  isApplied: true,
  replacesEntered: true,
}).extend({
  /** Generated by the device. Makes the import idempotent. */
  _id: uuid.optional(),
});
export type AgencyReportUpload = z.infer<typeof AgencyReportUpload>;

/**
 * Why a campaign in the file is left out. `several`: several practices have it. `same_name`:
 * another one in the file has the same name and was matched by it.
 */
export const unassignedProblems = ["unknown", "several", "same_name"] as const;
export type UnassignedProblem = (typeof unassignedProblems)[number];

export const AgencyReport = z.object({
  platform: z.enum(campaignPlatforms),
  /** Only campaigns that are known; by the practice's name. */
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
  /** Names the import for its undo; null for a dry run, or without a day. */
  _id: uuid.nullable(),
});
export type AgencyReport = z.infer<typeof AgencyReport>;
export const AgencyReportAnswer = z.object({ report: AgencyReport, message: z.string() });

/** `GET /api/admin/agency-reports`: the imports that can be undone, newest first. */
export const RecentAgencyReports = z.object({
  reports: z.array(z.object({ _id: uuid, importedAt: instant, practices: z.int() })),
});
export type RecentAgencyReports = z.infer<typeof RecentAgencyReports>;

// ── Costs ───────────────────────────────────────────────────────────────────────────────────────

/** In US cents. `no_spend`: none recorded. `nobody`: spend is recorded, but no one has come yet. */
export const Cost = z.union([z.int(), z.enum(["no_spend", "nobody"])]);
export type Cost = z.infer<typeof Cost>;

const Costs = z.object({
  /** Null if no spend is recorded. */
  spendCents: z.int().nullable(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  /** How many days have recorded spend. */
  spendDays: z.int(),
  firstSpendDay: z.iso.date().nullable(),
  lastSpendDay: z.iso.date().nullable(),
  /** People who asked on a day with recorded spend, and how many of them were called and booked. */
  leads: z.int(),
  called: z.int(),
  booked: z.int(),
  /** People who asked on days without recorded spend: they count in no cost. */
  leadsWithoutSpend: z.int(),
  perLead: Cost,
  perCalled: Cost,
  perBooked: Cost,
});
export type Costs = z.infer<typeof Costs>;

/** `GET /api/leads/figures/costs`: most spend first. */
export const CampaignCosts = z.object({
  /** A person who came by several campaigns counts once. */
  total: Costs,
  campaigns: z.array(
    Costs.extend({ _id: uuid, name: z.string(), platform: z.enum(campaignPlatforms) }),
  ),
  /** The number of days in the period up to today, or null for all time. */
  periodDays: z.int().nullable(),
});
export type CampaignCosts = z.infer<typeof CampaignCosts>;

// ── Merging and deleting ────────────────────────────────────────────────────────────────────────

/** How long a merge or a deletion can be undone. */
export const undoCampaignDays = 30;

/** `GET /api/admin/campaigns/{id}/merges`: what merging would add up to. */
export const MergePreviewQuery = z.object({ into: uuid.optional() });

const MergeSums = z.object({
  /** In US cents, or null if no spend is recorded. */
  spendCents: z.int().nullable(),
  /** People who asked; one who came by both campaigns counts once in the result. */
  leads: z.int(),
  perLead: Cost,
});
export type MergeSums = z.infer<typeof MergeSums>;

export const MergePreview = z.object({
  /** The practice's other campaigns. */
  others: z.array(z.object({ _id: uuid, name: z.string(), platform: z.enum(campaignPlatforms) })),
  /** Null until one of them is chosen. */
  sums: z.object({ from: MergeSums, into: MergeSums, result: MergeSums }).nullable(),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const CampaignMerge = z.object({ into: uuid });

// ── One campaign by week ────────────────────────────────────────────────────────────────────────

/** How many weeks one page may have. */
export const campaignSpans = ["4", "12", "26", "52"] as const;
export const usualSpan = "12";

/** `GET /api/admin/campaigns/{id}/weeks`: weeks up to the day `until`, which is today by default. */
export const CampaignWeeksQuery = z.object({
  weeks: z.enum(campaignSpans, "invalid").default(usualSpan),
  until: calendarDay.optional(),
});
export type CampaignWeeksQuery = z.infer<typeof CampaignWeeksQuery>;

/** What a campaign did from a day to another one, both included; the practice's days. */
export const CampaignPeriod = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Null if none is recorded. */
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  spendCents: z.int().nullable(),
  /** People who asked, and how many of them booked. */
  leads: z.int(),
  booked: z.int(),
  /** Costs count only people who asked on a day with recorded spend. */
  perLead: Cost,
  perBooked: Cost,
});
export type CampaignPeriod = z.infer<typeof CampaignPeriod>;

/** From Monday to Sunday, or to the last day of the page. */
export const CampaignWeek = CampaignPeriod.extend({
  /** Newest first; only those with figures. */
  days: z.array(CampaignDay),
});
export type CampaignWeek = z.infer<typeof CampaignWeek>;

export const CampaignWeeks = z.object({
  total: CampaignPeriod,
  /** The same number of days, starting the same number of weeks earlier. */
  before: CampaignPeriod,
  /** Newest first. */
  weeks: z.array(CampaignWeek),
  /** Whether later days follow. */
  hasNewer: z.boolean(),
  /** The current month, and what was spent in it, in US cents, or null if none is recorded. */
  month: z.string(),
  monthSpendCents: z.int().nullable(),
});
export type CampaignWeeks = z.infer<typeof CampaignWeeks>;
