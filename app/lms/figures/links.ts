// Links from a figure to the list of its inquiries.
import { useSearchParams } from "react-router";
import type { InquiryFilter } from "#contract/figures.ts";
import { figuresSearch } from "./period.ts";

export type Behind = Omit<InquiryFilter, "from" | "to" | "reading">;

/**
 * Returns a function that builds the URL of a figure's list. The URL keeps the period, the counting
 * mode, the campaign, and the practice that the owner views as.
 */
export function useInquiriesUrl(): (behind: Behind) => string {
  const [search] = useSearchParams();
  return (behind) => {
    const next = figuresSearch(search);
    for (const [name, value] of Object.entries(behind)) next.set(name, String(value));
    return `/lms/inquiries?${next}`;
  };
}

/**
 * Returns the figures page's URL for the same period with some parameters changed. An empty value
 * removes a parameter.
 */
export function figuresUrl(search: URLSearchParams, change: Record<string, string> = {}): string {
  const next = figuresSearch(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `/lms/figures?${next}`;
}
