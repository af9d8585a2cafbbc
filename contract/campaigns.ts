// Campaigns: the owner keeps them and their daily figures; reports of the platforms are imported.
import { z } from "zod";
import { calendarDay, instant, line, requiredLine, uuid, whole } from "./fields.ts";
import { maxCents } from "./money.ts";

export const campaignPlatforms = ["meta", "google", "web", "other"] as const;
export type CampaignPlatform = (typeof campaignPlatforms)[number];

export const campaignStates = ["running", "paused", "ended"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** `insights`: from Meta's Insights API. */
export const campaignDayOrigins = ["hand", "report", "insights"] as const;
export type CampaignDayOrigin = (typeof campaignDayOrigins)[number];

export const campaignLimits = {
  name: 200,
  search: 200,
  /** The largest number of impressions or clicks of a day. */
  count: 1_000_000_000,
  /** Of a report. */
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
  /** In US cents; null: none set. */
  budgetCents: z.int().nullable(),
  /** The newest day with daily figures. */
  lastDay: z.iso.date().nullable(),
  /** Of all its days, in US cents; null: no spend recorded. */
  spendCents: z.int().nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

/** `GET /api/admin/campaigns`: newest first, 50 per page. */
export const CampaignsQuery = z.object({
  /** In the names of practice and campaign. */
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

/** One day. Null: unknown. */
export const CampaignDay = z.object({
  day: z.iso.date(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  spendCents: z.int().nullable(),
  origin: z.enum(campaignDayOrigins),
});
export type CampaignDay = z.infer<typeof CampaignDay>;

export const CampaignDetail = Campaign.extend({
  /** What to say on the phone; empty: nothing. */
  script: z.string(),
  /** A total recorded without days, and until which day; null: none. */
  opening: z.object({ impressions: z.int(), asOf: z.iso.date().nullable() }).nullable(),
  /** Newest first, 62 at most. */
  days: z.array(CampaignDay),
  /** Older days follow: ask with `before` the last of these. */
  hasOlder: z.boolean(),
  /** When Meta was last asked for daily figures; null: never. */
  askedFiguresAt: instant.nullable(),
  /** Why it refused; empty: it did not. */
  figuresProblem: z.string(),
});
export type CampaignDetail = z.infer<typeof CampaignDetail>;

export const CampaignDaysQuery = z.object({ before: calendarDay.optional() });
export type CampaignDaysQuery = z.infer<typeof CampaignDaysQuery>;

const platformId = requiredLine(30).regex(/^\d+$/, "invalid").nullable();
const settings = {
  name: requiredLine(campaignLimits.name),
  /** The platform's own id: digits. */
  platformCampaignId: platformId,
  startsOn: calendarDay.nullable(),
  endsOn: calendarDay.nullable(),
  budgetCents: cents,
  script: line(campaignLimits.script),
};
const isPeriod = (period: { startsOn?: string | null; endsOn?: string | null }) =>
  !period.startsOn || !period.endsOn || period.startsOn <= period.endsOn;
const endsLater = { error: "invalid", path: ["endsOn"] };

export const NewCampaign = z
  .object({ client: uuid, platform: z.enum(campaignPlatforms, "required"), ...settings })
  .partial({
    ...{ platformCampaignId: true, startsOn: true, endsOn: true, budgetCents: true },
    script: true,
  })
  .refine(isPeriod, endsLater);
export type NewCampaign = z.infer<typeof NewCampaign>;

export const CampaignChange = z
  .object({ ...settings, state: z.enum(campaignStates, "invalid") })
  .partial()
  .refine(isPeriod, endsLater);
export type CampaignChange = z.infer<typeof CampaignChange>;

/** A day that a person enters; at least one of the three is known. */
export const EnteredDay = z
  .object({ impressions: count, clicks: count, spendCents: cents })
  .refine((day) => Object.values(day).some((value) => value !== null), {
    error: "required",
    path: ["impressions"],
  });
export type EnteredDay = z.infer<typeof EnteredDay>;

export const CampaignAnswer = z.object({ campaign: CampaignDetail, message: z.string() });

// ── Reports of the platforms ────────────────────────────────────────────────────────────────────

const flag = z.literal("true", "invalid").optional();

/** `POST /api/admin/campaign-reports`: the body is the file. */
export const ReportUpload = z.object({
  client: uuid,
  /** Without it nothing is stored: a dry run. */
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

export const Report = z.object({
  platform: z.enum(campaignPlatforms),
  campaigns: z.array(
    z.object({
      name: z.string(),
      platformCampaignId: z.string().nullable(),
      /** How it was matched; `new`: it isn't known yet. */
      match: z.enum(["id", "name", "new"]),
      /** As the platform has it, which importing takes over; null: the report doesn't say. */
      state: z.enum(campaignStates).nullable(),
      days: z.int(),
      firstDay: z.iso.date(),
      lastDay: z.iso.date(),
      impressions: z.int().nullable(),
      clicks: z.int().nullable(),
      spendCents: z.int().nullable(),
      /** Days entered by hand, which aren't changed. */
      keptDays: z.int(),
    }),
  ),
  /** The first hundred rows that cannot be imported, by their line in the file. */
  rejected: z.array(z.object({ line: z.int(), problem: z.enum(reportRowProblems) })),
  rejectedCount: z.int(),
  /** Days that were stored; 0 for a dry run. */
  storedDays: z.int(),
  isApplied: z.boolean(),
});
export type Report = z.infer<typeof Report>;
export const ReportAnswer = z.object({ report: Report, message: z.string() });

// ── Costs ───────────────────────────────────────────────────────────────────────────────────────

/** In US cents. `no_spend`: none recorded. `nobody`: spend is recorded, but no one has come yet. */
export const Cost = z.union([z.int(), z.enum(["no_spend", "nobody"])]);
export type Cost = z.infer<typeof Cost>;

const Costs = z.object({
  /** Null: no spend recorded. */
  spendCents: z.int().nullable(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  /** How many days have recorded spend. */
  spendDays: z.int(),
  firstSpendDay: z.iso.date().nullable(),
  lastSpendDay: z.iso.date().nullable(),
  /** People who asked on a day with recorded spend; of these, who was called, who booked. */
  leads: z.int(),
  called: z.int(),
  booked: z.int(),
  /** People who asked on days without recorded spend: in no cost. */
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
  /** The days of the period until today; null: since the beginning. */
  periodDays: z.int().nullable(),
});
export type CampaignCosts = z.infer<typeof CampaignCosts>;
