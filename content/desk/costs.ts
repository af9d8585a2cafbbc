// The card with the cost of leads from ads, in the reports.
const days = (count: number) => (count === 1 ? "1 day" : `${count.toLocaleString("en-US")} days`);

export const costWords = {
  title: "Cost per lead",
  campaign: "Campaign",
  all: "All campaigns",
  perLead: "Per lead",
  perCalled: "Per lead called",
  perBooked: "Per booked patient",
  spent: (dollars: string) => `$${dollars} spent`,
  noSpend: "No spend recorded",
  no_spend: "No spend recorded",
  unknown: "–",
  nobody: "None yet",
  leads: (count: string) => (count === "1" ? "1 lead" : `${count} leads`),
  called: (count: string) => `${count} called`,
  booked: (count: string) => `${count} booked`,
  covered: (spendDays: number, periodDays: number | null, from: string, to: string) =>
    periodDays === null
      ? `Spend is recorded for ${days(spendDays)}, ${from} to ${to}.`
      : `Spend is recorded for ${spendDays.toLocaleString("en-US")} of ${days(periodDays)}, ${from} to ${to}.`,
  notCounted: (leads: number) =>
    leads === 1
      ? "1 lead came in on a day without recorded spend and isn’t counted."
      : `${leads.toLocaleString("en-US")} leads came in on days without recorded spend and aren’t counted.`,
  nothing: "No campaigns had leads or spend in this period.",
  note: "Each person counts once per campaign, on the day they inquired, and only if that day’s spend is recorded. Test leads, walk-ins, imports and undone bookings don’t count. People often book later, so the cost per booked patient for recent days will keep going down.",
  loading: "Loading costs…",
  failed: "We couldn’t load the costs.",
} as const;
