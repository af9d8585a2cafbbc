// The morning email to a practice's managers, with yesterday's numbers and without names.
const leads = (count: number) =>
  count === 0 ? "no leads" : count === 1 ? "1 lead" : `${count.toLocaleString("en-US")} leads`;

export const yesterdayMailWords = {
  subject: (practice: string, count: number) => `${practice}: ${leads(count)} yesterday`,
  title: (day: string) => `Yesterday, ${day}`,
  measure: "Measure",
  yesterday: "Yesterday",
  lines: {
    leads: "Leads",
    calls: "Calls",
    booked: "Booked",
    uncalled: "Never called",
  },
  uncalled: (count: number) =>
    count === 1
      ? "1 of yesterday’s leads hasn’t been called yet."
      : `${count.toLocaleString("en-US")} of yesterday’s leads haven’t been called yet.`,
  open: "See yesterday’s inquiries",
  why: (practice: string) =>
    `You get this in the morning because you turned it on for ${practice}’s lead desk.`,
} as const;
