// The URLs that a month's report links to.
import { monthAfter } from "#contract/month-reports.ts";
import { dayAfter } from "#contract/zones.ts";

/** Returns the URL of the lead desk's list of the month's inquiries that match the filter. */
export function inquiriesOf(month: string, filter: Record<string, string>): string {
  const to = dayAfter(`${monthAfter(month, 1)}-01`, -1);
  const days = { period: "days", from: `${month}-01`, to };
  return `/lms/inquiries?${new URLSearchParams({ ...days, ...filter })}`;
}

export function pdfUrl(month: string, client: string | null): string {
  return `/api/leads/month.pdf?${new URLSearchParams({ month, ...(client && { client }) })}`;
}
