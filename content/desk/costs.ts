// What advertised leads cost: a card of the reports.
const days = (count: number) => (count === 1 ? "1 day" : `${count.toLocaleString("en-US")} days`);

export const costWords = {
  title: "Cost per lead",
  campaign: "Campaign",
  all: "All campaigns",
  perLead: "Per lead",
  perCalled: "Per called lead",
  perBooked: "Per booked patient",
  spent: (dollars: string) => `$${dollars} spent`,
  noSpend: "No spend recorded",
  no_spend: "No spend recorded",
  nobody: "Nobody yet",
  leads: (count: string) => (count === "1" ? "1 lead" : `${count} leads`),
  called: (count: string) => `${count} called`,
  booked: (count: string) => `${count} booked`,
  covered: (spendDays: number, periodDays: number | null, from: string, to: string) =>
    periodDays === null
      ? `Spend is recorded for ${days(spendDays)}, ${from} to ${to}.`
      : `Spend is recorded for ${spendDays.toLocaleString("en-US")} of ${days(periodDays)}, ${from} to ${to}.`,
  notCounted: (leads: number) =>
    leads === 1
      ? "1 lead came on another day and isn’t counted."
      : `${leads.toLocaleString("en-US")} leads came on other days and aren’t counted.`,
  nothing: "There’s no campaign with leads or spend in this period.",
  note: "Each person counts once per campaign, on the day they asked, and only if that day’s spend is recorded. Test leads, walk-ins, imports and undone bookings don’t count. People often book later, so the cost per booked patient of the last days still goes down.",
  loading: "Loading costs…",
  failed: "We couldn’t load the costs.",
} as const;
