// The columns of an ad platform's report, by the names that Meta Ads Manager and Google Ads export.
// Pure.
import type { CampaignPlatform } from "#contract/campaigns.ts";

export type ReportColumns = {
  platform: CampaignPlatform;
  day: number;
  /** Meta's last day, equal to `day` in a daily report. -1 here and below: not in the file. */
  lastDay: number;
  name: number;
  id: number;
  impressions: number;
  clicks: number;
  spend: number;
  currency: number;
  /** Whether the campaign is running. */
  state: number;
  /** The currency in the spend column's name, or null if there is none. */
  spendCurrency: string | null;
};

/** The best name first. Meta's Insights API counts all clicks, so "Clicks (all)" wins. */
const names = {
  day: ["day", "date", "reporting starts", "date start"],
  lastDay: ["reporting ends", "date stop"],
  name: ["campaign name", "campaign"],
  id: ["campaign id"],
  impressions: ["impressions", "impr", "impr."],
  clicks: ["clicks (all)", "clicks", "link clicks"],
  spend: ["amount spent", "cost", "spend"],
  currency: ["currency code", "currency"],
  state: ["campaign delivery", "campaign status", "campaign state"],
} as const;

/** Finds the columns; returns null if this row is not the header of a report. */
export function findColumns(cells: string[]): ReportColumns | null {
  const plain = cells.map(plainName);
  const find = (wanted: readonly string[]) => {
    const name = wanted.find((one) => plain.includes(one));
    return name === undefined ? -1 : plain.indexOf(name);
  };
  const columns = Object.fromEntries(
    Object.entries(names).map(([field, wanted]) => [field, find(wanted)]),
  ) as Record<keyof typeof names, number>;
  const { day, name, id, impressions, clicks, spend } = columns;
  if (day < 0 || (name < 0 && id < 0)) return null;
  if (impressions < 0 && clicks < 0 && spend < 0) return null;
  const spendCurrency = /\(([a-z]{3})\)\s*$/i.exec((cells[spend] ?? "").trim())?.[1] ?? null;
  return { ...columns, spendCurrency, platform: platformOf(plain) };
}

/** Lowercase, without marks, and without the currency that Meta adds: "Amount spent (USD)". */
function plainName(cell: string): string {
  return cell
    .replace(/[\u200e\u200f\ufeff]/g, "")
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ \((?!all)[a-z]{3}\)$/, "");
}

function platformOf(plain: string[]): CampaignPlatform {
  const has = (...some: string[]) => some.some((name) => plain.includes(name));
  if (has("amount spent", "reporting starts", "link clicks", "clicks (all)")) return "meta";
  return has("impr", "impr.", "cost", "currency code") ? "google" : "other";
}
