// The owner's campaigns: their list, one campaign's page, and reports of the ad platforms.
import type {
  CampaignDayOrigin,
  CampaignPlatform,
  CampaignState,
  ReportProblem,
  ReportRowProblem,
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
};

const days = (count: number) => (count === 1 ? "1 day" : `${count.toLocaleString("en-US")} days`);

export const campaignWords = {
  count: (total: number) =>
    total === 1 ? "1 campaign" : `${total.toLocaleString("en-US")} campaigns`,
  none: "No campaigns yet. Add one, or import a report from Meta or Google Ads.",
  noMatch: "No campaigns match.",
  filter: "Filter",
  search: "Practice or campaign",
  state: "State",
  anyState: "Any state",
  platform: "Platform",
  anyPlatform: "Any platform",
  find: "Find",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  newer: "Previous",
  older: "Next",
  all: "All campaigns",
  spent: (dollars: string) => `$${dollars} spent`,
  noSpend: "No spend recorded",
  lastDay: (day: string) => `Figures through ${day}`,
  noDays: "No daily figures yet",

  add: "Add a campaign",
  practice: "Practice",
  choosePractice: "Choose a practice",
  name: "Name",
  nameHelp: "The front desk sees this name on each lead.",
  platformId: "Campaign ID",
  platformIdHelp: "The number that the ad platform shows. Reports are matched by it.",
  startsOn: "Start date",
  endsOn: "End date",
  budget: "Budget in dollars",
  save: "Save",
  settings: "Settings",

  daily: "Daily figures",
  /** Of the table that scrolls sideways on a phone. */
  dailyTable: "Table of days",
  day: "Day",
  impressions: "Impressions",
  clicks: "Clicks",
  spend: "Spend",
  spendInDollars: "Spend in dollars",
  origin: "From",
  unknown: "–",
  unknownRead: "unknown",
  enter: "Enter a day",
  enterHelp:
    "An empty field means unknown, not zero. What you enter stays: neither Meta nor a report replaces it unless you say so.",
  remove: "Remove",
  removeDay: (day: string) => `Remove ${day}`,
  olderDays: "Older days",
  newestDays: "Newest days",
  opening: (impressions: string, day: string) =>
    `${impressions} impressions were recorded as a total through ${day}. They count until the daily figures through that day add up to more.`,
  openingWithoutDay: (impressions: string) =>
    `${impressions} impressions were recorded as a total without a date.`,
  chart: (name: string) => `Spend by day, ${name}`,
  askedMeta: (when: string) => `We last asked Meta ${when}.`,
  metaRefused: (problem: string) => `Meta refused: ${problem}`,
  fixToken:
    "Add a page access token with the ads_read permission on the practice’s Meta source, or import a report.",

  report: "Import a report",
  reportHelp:
    "A CSV file from Meta Ads Manager or Google Ads, by campaign and by day. Nothing is stored until you’ve seen what’s in it.",
  file: "Report",
  check: "Check the file",
  apply: (count: number) => `Import ${days(count)}`,
  nothingToImport: "There’s nothing to import in it.",
  checked: (count: number, platform: string) => `${platform} report with ${days(count)}`,
  campaignDays: (count: number, from: string, to: string) => `${days(count)}, ${from} to ${to}`,
  match: {
    id: "Matched by ID",
    name: "Matched by name",
    new: "New",
  },
  kept: (count: number) => `${days(count)} entered by hand`,
  addsCampaigns: "Add the new campaigns",
  replacesEntered: "Replace days that were entered by hand",
  rejected: (count: number) =>
    count === 1 ? "1 row can’t be imported" : `${count} rows can’t be imported`,
  atLine: (line: number) => `Line ${line}`,
  moreRejected: (count: number) => `And ${count} more.`,
  otherFile: "Choose another file",
} as const;

export const reportRowProblemTexts: Record<ReportRowProblem, string> = {
  no_day: "There’s no date.",
  bad_day: "We couldn’t read the date.",
  unclear_day: "The date could be month first or day first. Export dates as YYYY-MM-DD.",
  several_days: "The row covers several days. Export the report by day.",
  no_campaign: "There’s no campaign.",
  bad_id: "The campaign ID isn’t a whole number. A spreadsheet may have shortened it.",
  same_names: "The practice has several campaigns with this name. Add the campaign ID.",
  bad_number: "We couldn’t read a number.",
  currency: "The amount isn’t in US dollars.",
  same_row: "The same row is in the file twice.",
  too_long: "The campaign’s name is too long.",
};

export const campaignMessages = {
  added: "Campaign added.",
  saved: "Saved.",
  dayRemoved: "The day has been removed.",
  idTaken: "Another campaign of this practice already has this campaign ID.",
  checked: "This is what’s in the file.",
  imported: (count: number) => `${days(count)} imported.`,
  reportProblems: {
    no_header:
      "We couldn’t find the columns. A report needs a date, a campaign, and impressions, clicks or cost.",
    other_currency: "The amounts in this report aren’t in US dollars.",
    too_many_rows: "This report has too many rows. Export a shorter period.",
  } satisfies Record<ReportProblem, string>,
} as const;
