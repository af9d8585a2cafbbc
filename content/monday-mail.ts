// The Monday email with last week's numbers, to a practice's managers and to the owners.
const inquiries = (count: number) =>
  count === 1 ? "1 inquiry" : `${count.toLocaleString("en-US")} inquiries`;

export const mondayMailWords = {
  /** The email to a practice. */
  subject: (practice: string, count: number) =>
    `${practice}: ${count === 0 ? "no inquiries" : inquiries(count)} last week`,
  title: (from: string, to: string) => `Your week, ${from} to ${to}`,
  quiet: (before: number) =>
    `No inquiries came in last week. The week before had ${before.toLocaleString("en-US")}. If your ads are running, call us and we’ll look into it.`,
  measure: "Measure",
  thisWeek: "Last week",
  weekBefore: "Week before",
  change: "Change",
  few: "Percentages and times show up only for weeks with at least 10 inquiries.",
  open: "See every inquiry",
  why: (practice: string) =>
    `You get this on Mondays because you’re a manager of ${practice}’s lead desk.`,

  /** The email to an owner. */
  ownersSubject: (practices: number, count: number) =>
    `Last week: ${inquiries(count)} at ${practices === 1 ? "1 practice" : `${practices.toLocaleString("en-US")} practices`}`,
  ownersTitle: "Last week at your practices",
  ownersSays: "Practices with the lowest on-time percentage come first.",
  practice: "Practice",
  inquiries: "Inquiries",
  onTime: "On time",
  uncalled: "Never called",
  none: (names: string) => `No inquiries: ${names}.`,
  more: (count: number) => `And ${count.toLocaleString("en-US")} more.`,
  openConsole: "See all practices",
  ownersWhy: "You get this on Mondays because you’re an owner.",
} as const;
