// A practice's monthly report: the page, its PDF, and the email with the PDF attached.

import { capitalized, limitWords } from "#content/response-limits.ts";
import type { CalledWithin } from "#contract/figures.ts";
import type { MonthLineName, ValueWords } from "#contract/month-lines.ts";
import { openHoursText } from "./desk/figures.ts";

const valueWords: ValueWords = {
  few: "Not enough yet",
  partOf: (part, total) => `${part} of ${total}`,
  calledIn: (within: CalledWithin) => {
    if (within === null) return "–";
    if (within === "not_yet") return "Not yet";
    return within === "over_an_hour" ? capitalized(limitWords.late) : `Under ${within} min`;
  },
  noCost: { no_spend: "No spend recorded", nobody: "None yet" },
};

const lines: Record<MonthLineName, string> = {
  inquiries: "Inquiries",
  onTime: "On time, all hours",
  onTimeOpen: "On time, business hours",
  half: "Median time to call",
  nineInTen: "90th percentile",
  uncalled: "Never called",
  reached: "Reached",
  booked: "Booked",
  enteredLater: "Logged after the fact",
  perLead: "Cost per lead",
  perBooked: "Cost per booked patient",
};

export const monthReportWords = {
  ...valueWords,
  lines,
  title: "Monthly report",
  back: "Reports",
  /** The title of the PDF and the email. */
  of: (practice: string, month: string) => `${practice}: ${month}`,
  practiceOf: (practice: string) => `For ${practice}`,
  fileName: (month: string) => `monthly-report-${month}.pdf`,
  download: "Download PDF",
  send: "Send",
  sendLast: "Send last month’s report",
  month: "Month",
  previous: "Previous month",
  next: "Next month",
  running: "This month isn’t over, so these numbers will change.",
  nothing: "No inquiries came in this month.",
  failed: "We couldn’t load this month.",
  asOf: (moment: string, zone: string) =>
    `Numbers as of ${moment}. Days and months are in the practice’s time zone (${zone}).`,
  what: `Counts every timed inquiry that came in this month: those from forms, but not test leads, walk-ins or imports. On time means called in ${limitWords.onTime}.`,

  summary: "At a glance",
  wasBefore: (value: string, month: string) => `${value} in ${month}`,
  changes: "What changed",
  changesOf: (month: string, before: string) => `${month} compared with ${before}`,
  measure: "Measure",
  change: "Change",
  same: "Same",
  points: (by: string) => `${by} points`,
  minutes: (by: string) => `${by} min`,
  /** Read by screen readers after a change. */
  better: "better",
  worse: "worse",

  onTime: "Calls on time",
  onTimeSays: (openHoursPerWeek: number) =>
    `“All hours” counts every minute. “Business hours” counts only the minutes when the office was open. Counted in ${openHoursText(openHoursPerWeek)} a week.`,
  reading: "Hours counted",
  lateCalled: "Called late",
  uncalled: "Never called",
  total: "All",
  onTheClock: (count: string) => `Still waiting, not counted yet: ${count}.`,

  within: "Time to first call",
  withinSays:
    "Leads that haven’t been called yet are included: late ones count as over an hour, the rest as the time they’ve waited so far.",
  withinMinutes: (minutes: number) => `Under ${minutes} min`,
  /** Returns a text such as "Median time to call: under 6 min". */
  lineOf: (name: string, value: string) => `${name}: ${value.toLowerCase()}`,

  rates: "Does calling sooner book more?",
  ratesSays:
    "Reached: someone spoke with the person. Booked: a call ended in a booking. Never-called leads are included. Percentages appear once there are 10 inquiries.",
  firstCall: "First call",
  inquiries: "Inquiries",
  reached: "Reached",
  booked: "Booked",
  n: (count: string) => (count === "1" ? "1 inquiry" : `${count} inquiries`),

  campaigns: "By campaign",
  sources: "By source",
  campaign: "Campaign",
  source: "Source",
  noCampaign: "No campaign",
  noSource: "Unknown source",
  onTimeShare: "On time",

  costs: "Cost per lead",
  costsSays:
    "Counts only days with recorded spend, and the people who inquired on those days. People often book later, so the cost per booked patient may keep going down.",
  spend: "Spend",
  spent: (dollars: string) => `${dollars} spent`,
  allCampaigns: "All campaigns",

  enteredLater: (count: string) =>
    count === "1"
      ? "1 first call was logged after the fact: someone entered its time later."
      : `${count} first calls were logged after the fact: someone entered their time later.`,
  noneEnteredLater: "Every first call was logged as it was made.",

  rows: "Every inquiry behind these numbers",
  rowsSays:
    "Newest first. Names aren’t shown here. To see who each inquiry is from, open the lead desk.",
  moreRows: (shown: string, total: string) =>
    `Showing the newest ${shown} of ${total}. The lead desk has the rest.`,
  asked: "Came in",
  from: "From",
  called: "First call",
  took: "Wait",
  result: "Result",
  notCalled: "Not called",
  waiting: "Still waiting",
  afterTheFact: "logged later",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  behind: "See these inquiries",

  /** The owner's comment on the month. */
  commentFrom: (firstName: string) => `From ${firstName}`,
  commentTitle: "Your comment",
  comment: "Comment on this month",
  commentHelp:
    "The practice’s managers see it on the month’s page and in the PDF. If you leave it empty, there isn’t one.",
  saveComment: "Save comment",
  commentSaved: "Your comment is saved.",
  commentRemoved: "Your comment is removed.",

  /** When the report was emailed, and to whom. */
  mailings: "Sent by email",
  notSentYet: "This month hasn’t been sent.",
  sentOn: (moment: string, to: string) => `Sent on ${moment} to ${to}.`,
  sentItself: (moment: string, to: string) => `Sent automatically on ${moment} to ${to}.`,
  waitsFor: (to: string) => `On its way to ${to}.`,
  notSentTo: (to: string) => `Not sent to ${to}. The mail log says why.`,
  mayNotHaveArrived: (to: string) => `It may not have reached ${to}. The mail log says why.`,

  /** The dialog to send the report. */
  sendTitle: (month: string) => `Send the report for ${month}`,
  sendTo: "To",
  noReaders: "This practice has no managers to send it to.",
  sendHelp: "Managers only: the report shows what campaigns cost.",
  note: "Your note",
  sent: (count: number) =>
    count === 1 ? "The report is on its way." : `The report is on its way to ${count} people.`,
} as const;
