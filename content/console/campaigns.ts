// The owner's campaigns: the list, one campaign's page, and reports from ad platforms.
import type {
  BudgetPeriod,
  CampaignDayOrigin,
  CampaignPlatform,
  CampaignSort,
  CampaignState,
  ReportProblem,
  ReportRowProblem,
  UnassignedProblem,
} from "#contract/campaigns.ts";

export const campaignPlatformNames: Record<CampaignPlatform, string> = {
  meta: "Meta",
  google: "Google Ads",
  web: "Website",
  other: "Other",
};

export const campaignStateNames: Record<CampaignState, string> = {
  running: "Running",
  paused: "Paused",
  ended: "Ended",
};

export const campaignDayOriginNames: Record<CampaignDayOrigin, string> = {
  hand: "Entered by hand",
  report: "Report",
  insights: "Meta Insights",
  google_ads: "Google Ads API",
};

export const budgetPeriodNames: Record<BudgetPeriod, string> = {
  month: "Each month",
  campaign: "Whole campaign",
};

/** The columns of the list, by which it can be sorted. */
export const campaignSortNames: Record<CampaignSort, string> = {
  name: "Campaign",
  practice: "Practice",
  platform: "Platform",
  state: "Status",
  startsOn: "Period",
  budget: "Budget",
  spend: "Spend",
  leads: "Leads",
  perLead: "Cost per lead",
  booked: "Booked",
  lastLead: "Last lead",
};

/** The columns of the exported file, in order. */
export const campaignColumns = {
  name: "Campaign",
  practice: "Practice",
  platform: "Platform",
  platformCampaignId: "Campaign ID",
  state: "Status",
  startsOn: "Start date",
  endsOn: "End date",
  budget: "Budget (USD)",
  budgetPeriod: "Budget for",
  spend: "Spend (USD)",
  leads: "Leads",
  perLead: "Cost per lead (USD)",
  booked: "Booked",
  lastLeadAt: "Last lead",
  lastDay: "Last day with numbers",
} as const;

/** Budgets as shown in the list and the audit log. */
export const budgetTexts: Record<BudgetPeriod, (dollars: string) => string> = {
  month: (dollars) => `$${dollars} a month`,
  campaign: (dollars) => `$${dollars}`,
};

/** For one practice, its name; otherwise their number. */
const importedFor = (of: string | number) => (typeof of === "string" ? of : `${of} practices`);

const days = (count: number) => (count === 1 ? "1 day" : `${count.toLocaleString("en-US")} days`);

/** How to get the breakdown by day on each platform. */
const byDay =
  "In Google Ads, choose Segment > Time > Day. In Meta Ads Manager, choose Breakdown > By time > Day.";

export const campaignWords = {
  count: (total: number) =>
    total === 1 ? "1 campaign" : `${total.toLocaleString("en-US")} campaigns`,
  none: "No campaigns yet. Add one, or import a report from Meta or Google Ads.",
  noMatch: "No campaigns match.",
  search: "Practice or campaign",
  state: "Status",
  anyState: "Any status",
  platform: "Platform",
  anyPlatform: "Any platform",
  sort: "Sort by",
  usualOrder: "Newest first",
  /** A campaign's planned period, of which each day may be unknown. */
  period: (from: string | null, to: string | null) =>
    from === null ? `Until ${to}` : to === null ? `From ${from}` : `${from} to ${to}`,
  noLeads: "Never",
  noSpend: "No spend recorded",
  /** The budget, below what was spent. */
  budgetOf: (text: string) => `Budget: ${text}`,
  lastDay: (day: string) => `Numbers through ${day}`,
  noDays: "No daily numbers yet",

  add: "Add a campaign",
  practice: "Practice",
  choosePractice: "Choose a practice",
  name: "Name",
  nameHelp: "The front desk sees this name on each lead.",
  platformId: "Campaign ID",
  platformAndId: (platform: string, id: string | null) => (id ? `${platform}, ID ${id}` : platform),
  platformIdHelp: "The campaign’s ID in the ad platform. We use it to match reports.",
  googleCustomerId: "Google Ads customer ID",
  googleCustomerIdHelp:
    "The account that the campaign runs in, for example, 123-456-7890. With it and the campaign ID, we fetch daily numbers once Google Ads is connected in the settings.",
  startsOn: "Start date",
  endsOn: "End date",
  budget: "Budget (dollars)",
  budgetPeriod: "The budget is for",
  script: "What to say",
  scriptHelp:
    "One line that the front desk sees while it calls a lead of this campaign, for example: “You asked about Invisalign. Is now a good time?”",
  save: "Save",
  settings: "Settings",

  /** The tiles. Each also shows the value of the previous period, which has the same length. */
  before: (text: string) => `${text} before`,
  each: (amount: string) => `${amount} each`,
  leads: "Leads",
  booked: "Booked",
  perLead: "Cost per lead",
  perBooked: "Per booked",
  periodLabel: "Period",
  weeks: { "4": "4 weeks", "12": "12 weeks", "26": "26 weeks", "52": "52 weeks" },
  span: (from: string, to: string) => `${from} to ${to}`,
  olderWeeks: "Older weeks",
  newestWeeks: "Newest weeks",
  monthBudget: (month: string, spent: string, budget: string) =>
    `${month} budget: $${spent} of $${budget}`,
  monthBudgetUnspent: (month: string, budget: string) =>
    `${month} budget: $${budget}, no spend recorded`,
  wholeBudget: (spent: string, budget: string) => `Budget: $${spent} of $${budget}`,
  wholeBudgetUnspent: (budget: string) => `Budget: $${budget}, no spend recorded`,

  /** The chart. Its two bands share one axis of weeks. */
  byWeek: "By week",
  weekOf: (day: string) => `Week of ${day}`,
  weekHead: "Week of",
  leadsIn: (count: number) => (count === 1 ? "1 lead" : `${count.toLocaleString("en-US")} leads`),
  bookedIn: (count: string) => `${count} booked`,
  spentIn: (amount: string) => `${amount} spent`,
  aLead: (amount: string) => `${amount} a lead`,
  showDays: (day: string) => `Days of the week of ${day}`,
  from: "From",
  sum: "Total",
  edit: (what: string, day: string) => `Edit ${what.toLowerCase()} of ${day}`,
  saveFigure: "Save",
  leaveFigure: "Cancel",

  daily: "Daily numbers",
  /** The accessible name of the table, which scrolls sideways on a phone. */
  dailyTable: "Daily numbers by date",
  day: "Day",
  impressions: "Impressions",
  clicks: "Clicks",
  spend: "Spend",
  spendInDollars: "Spend (dollars)",
  unknown: "–",
  unknownRead: "unknown",
  enter: "Add a day’s numbers",
  enterHelp:
    "A blank field means unknown, not zero. Meta, Google Ads and reports won’t replace what you enter unless you say so.",
  remove: "Remove",
  removeDay: (day: string) => `Remove ${day}`,
  opening: (impressions: string, day: string) =>
    `A total of ${impressions} impressions was recorded through ${day}. Reports use it until the daily numbers through that day add up to more.`,
  openingWithoutDay: (impressions: string) =>
    `${impressions} impressions were recorded without a date.`,
  askedPlatform: (platform: string, when: string) => `Last checked with ${platform}: ${when}`,
  platformRefused: (platform: string, problem: string) =>
    `${platform} rejected the request: ${problem}`,
  fixToken:
    "Add a page access token with the ads_read permission to the practice’s Meta source, or import a report.",
  fixGoogle:
    "Check this campaign’s two IDs below and the Google Ads connection in the settings, or import a report.",

  report: "Import a report",
  reportHelp:
    "A CSV file from Meta Ads Manager or Google Ads, broken down by campaign and day. Nothing is imported until you’ve seen what’s in it, and you can undo the import for a day.",
  file: "Report file",
  check: "Check the file",
  apply: (count: number) => `Import ${days(count)}`,
  nothingToImport: "There’s nothing to import in this file.",
  checked: (count: number, platform: string) => `${platform} report, ${days(count)}`,
  campaignDays: (count: number, from: string, to: string) => `${days(count)}, ${from} to ${to}`,
  /**
   * The totals in a report, to compare with the platform's own page. Null if the report doesn't
   * have them.
   */
  sums: (impressions: string | null, clicks: string | null, dollars: string | null) =>
    [
      impressions && `${impressions} impressions`,
      clicks && `${clicks} clicks`,
      dollars && `$${dollars} spent`,
    ]
      .filter(Boolean)
      .join(", "),
  match: {
    id: "Matched by ID",
    name: "Matched by name",
    new: "New",
    deleted: "Deleted; importing shows it again",
  },
  kept: (count: number) => `${days(count)} entered by hand`,
  addsCampaigns: "Add the new campaigns",
  replacesEntered: "Replace days entered by hand",
  rejected: (count: number) =>
    count === 1 ? "1 row can’t be imported" : `${count} rows can’t be imported`,
  atLine: (line: number) => `Line ${line}`,
  moreRejected: (count: number) => `And ${count} more.`,
  otherFile: "Choose another file",

  agencyReport: "Import one report for all practices",
  agencyReportHelp:
    "A CSV file with the campaigns of several practices, by campaign and day. We recognize campaigns by their ID, then by their exact name. Nothing is imported until you’ve seen what’s in it, and you can undo the import for a day.",
  importedAt: (time: string, of: string | number) =>
    `A report was imported on ${time} for ${importedFor(of)}.`,
  undoImport: (time: string, of: string | number) =>
    `Undo the import from ${time} for ${importedFor(of)}`,
  practiceCampaigns: (count: number) => (count === 1 ? "1 campaign" : `${count} campaigns`),
  /** The bottom of a campaign's page. */
  more: "More",
  end: "End",
  endTitle: "End this campaign",
  endHelp: "Its leads and numbers stay. A lead that comes later still counts in it.",
  lastRunDay: "Last day",
  reopen: "Reopen",
  merge: "Merge",
  mergeTitle: (name: string) => `Merge “${name}” into another campaign`,
  mergeHelp:
    "Leads, numbers, budget, and the sources and replies that use this campaign move to the other one. Numbers of the same day add up. Later reports and leads with this campaign’s name or ID count there, too.",
  mergeBudgets:
    "Two monthly budgets, or two for the whole campaign, add up. Otherwise the other campaign’s budget stays.",
  mergeInto: "Merge into",
  chooseCampaign: "Choose a campaign",
  nothingToMerge: "This practice has no other campaign.",
  thisCampaign: "This campaign",
  otherCampaign: "The other one",
  mergedResult: "Merged",
  loading: "Adding up…",
  delete: "Delete",
  deleteTitle: "Delete this campaign",
  deleteHelp:
    "It’s gone with its numbers from every list and report. You can undo that for 30 days. A lead or report that names this campaign later shows it again, with its numbers, as long as it can be undone.",
  deleteWithLeads: "A campaign with leads can’t be deleted. End it, or merge it into another one.",
  mergedOn: (name: string, day: string) => `“${name}” was merged into this campaign on ${day}.`,
  undoMerge: (name: string) => `Undo the merge of ${name}`,
  deletedOn: (name: string, practice: string, day: string) =>
    `“${name}” of ${practice} was deleted on ${day}.`,
  undoDeletion: (name: string) => `Undo the deletion of ${name}`,

  noSuchCampaign: "The account has no campaign with this ID",

  unassigned: (count: number) =>
    count === 1 ? "1 campaign is left out" : `${count} campaigns are left out`,
  unassignedProblems: {
    unknown: "No practice has a campaign with this ID or name. Add it, then import the file again.",
    several: "Several practices have a campaign with this ID or name.",
    same_name:
      "Another campaign in this file has the same name. Add this one with its ID, then import the file again.",
  } satisfies Record<UnassignedProblem, string>,
} as const;

export const reportRowProblemTexts: Record<ReportRowProblem, string> = {
  no_day: "There’s no date.",
  bad_day: "We couldn’t read the date.",
  unclear_day: "The date could be month first or day first. Export dates as YYYY-MM-DD.",
  future_day: "The day is in the future.",
  several_days: `The row covers several days. Export the report by day: ${byDay}`,
  no_campaign: "There’s no campaign.",
  bad_id: "The campaign ID isn’t a whole number. A spreadsheet may have shortened it.",
  same_names: "The practice has several campaigns with this name. Add the campaign ID.",
  bad_number: "We couldn’t read one of the numbers.",
  part_of_cent: "The amount has more than two decimals.",
  currency: "The amount isn’t in US dollars.",
  same_row: "The same row is in the file twice.",
  too_long: "The campaign name is too long.",
};

export const campaignMessages = {
  added: "Campaign added.",
  saved: "Saved.",
  dayRemoved: "Day removed.",
  idTaken: "Another campaign at this practice already has this campaign ID.",
  checked: "Here’s what’s in the file.",
  imported: (count: number) => `${days(count)} imported.`,
  undone: "Import undone.",
  merged: (name: string) => `Merged into “${name}”.`,
  mergeItself: "A campaign can’t be merged into itself.",
  mergeHidden: "One of these campaigns was merged or deleted meanwhile. Load the page again.",
  deleted: "Campaign deleted.",
  restored: (name: string) => `“${name}” is back.`,
  hasLeads: (count: number) =>
    `This campaign has ${count === 1 ? "1 lead" : `${count.toLocaleString("en-US")} leads`}. End it, or merge it into another one.`,
  undoProblems: {
    too_late: "This can be undone for 30 days only.",
    later_merge: "Undo the later merge of these campaigns first.",
    survivor_deleted: "Restore the campaign that it was merged into first.",
    days_changed:
      "Numbers that this campaign brought were changed since the merge, so it can’t be undone exactly.",
  },
  undoTooLate: "An import can be undone for a day. Import the right file instead.",
  reportProblems: {
    no_header: `We couldn’t find the columns. A report needs a date, a campaign, and impressions, clicks or cost. If only the date is missing, export the report by day: ${byDay}`,
    other_currency: "The amounts in this report aren’t in US dollars.",
    too_many_rows: "This report has too many rows. Export a shorter date range.",
  } satisfies Record<ReportProblem, string>,
} as const;
