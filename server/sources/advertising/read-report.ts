// Turns an ad platform's report into daily figures per campaign and a list of unusable rows. Pure.
import {
  type CampaignPlatform,
  type CampaignState,
  campaignLimits,
  type ReportProblem,
  type ReportRowProblem,
} from "#contract/campaigns.ts";
import { hasPartOfCent, readCents } from "#contract/money.ts";
import type { CsvRow } from "#server/sources/imports/split-rows.ts";
import { findColumns, type ReportColumns } from "./report-columns.ts";
import { type DayOrder, dayOrderOf, readDay } from "./report-day.ts";

export type ReportFigures = {
  impressions: number | null;
  clicks: number | null;
  spendCents: number | null;
};

export type ReportCampaign = {
  name: string;
  platformCampaignId: string | null;
  /** The platform's state, or null if the report doesn't say. */
  state: CampaignState | null;
  /** The first line of the file that names it. */
  line: number;
  days: Map<string, ReportFigures>;
};

export type ReadReport = {
  platform: CampaignPlatform;
  campaigns: ReportCampaign[];
  rejected: { line: number; problem: ReportRowProblem }[];
};

/** Thrown for a file that isn't a usable report. */
export class ReportRefusal extends Error {
  readonly problem: ReportProblem;

  constructor(problem: ReportProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Google puts the report's name and its period above the header. */
export const headerWithin = 20;

/** A few milliseconds of work. */
const rowsAtOnce = 250;

/**
 * Yields after every few rows so that the caller can let other work run: a full report takes half a
 * second. Rows of a finer level (ad sets, devices) add up to the campaign's day; the same row twice
 * is rejected. Totals below the rows are left out. `today`: later days are rejected. Throws
 * `ReportRefusal`.
 */
export function* readReport(
  rows: CsvRow[],
  { today }: { today: string },
): Generator<void, ReadReport, void> {
  const headerAt = rows.slice(0, headerWithin).findIndex(({ cells }) => findColumns(cells));
  const columns = findColumns(rows[headerAt]?.cells ?? []);
  if (!columns) throw new ReportRefusal("no_header");
  if (isForeign(columns.spendCurrency)) throw new ReportRefusal("other_currency");
  const body: CsvRow[] = [];
  for (const [index, row] of rows.slice(headerAt + 1).entries()) {
    if (!isTotal(row.cells, columns)) body.push(row);
    if (index % rowsAtOnce === 0) yield;
  }
  if (body.length > campaignLimits.reportRows) throw new ReportRefusal("too_many_rows");
  const order = dayOrderOf(body.map(({ cells }) => cells[columns.day] ?? ""));

  const campaigns = new Map<string, ReportCampaign>();
  const rejected: ReadReport["rejected"] = [];
  const seen = new Set<string>();
  for (const [index, { line, cells }] of body.entries()) {
    if (index % rowsAtOnce === 0) yield;
    const read = readRow(cells, columns, { order, today });
    const text = JSON.stringify(cells.map((cell) => cell.trim()));
    if (typeof read === "string") rejected.push({ line, problem: read });
    else if (seen.has(text)) rejected.push({ line, problem: "same_row" });
    else {
      seen.add(text);
      const { name, platformCampaignId, state, day, figures } = read;
      const key = platformCampaignId ?? `name ${name.toLowerCase()}`;
      const first = { name, platformCampaignId, state, line, days: new Map() };
      const campaign = campaigns.get(key) ?? first;
      campaign.state = state ?? campaign.state;
      campaigns.set(key, campaign);
      campaign.days.set(day, sumOf(campaign.days.get(day), figures));
    }
  }
  return { platform: columns.platform, campaigns: [...campaigns.values()], rejected };
}

type ReadRow = Pick<ReportCampaign, "name" | "platformCampaignId" | "state"> & {
  day: string;
  figures: ReportFigures;
};

function readRow(
  cells: string[],
  columns: ReportColumns,
  { order, today }: { order: DayOrder; today: string },
): ReadRow | ReportRowProblem {
  const cell = (column: number) => (column < 0 ? "" : (cells[column] ?? "").trim());
  const dayText = cell(columns.day);
  if (dayText === "") return "no_day";
  const day = readDay(dayText, order);
  if (day === null) return "bad_day";
  if (day === "unclear") return "unclear_day";
  if (day > today) return "future_day";
  const lastDay = cell(columns.lastDay);
  if (lastDay && readDay(lastDay, order) !== day) return "several_days";
  const id = cell(columns.id).replace(/^c:/, "");
  const name = cell(columns.name).replace(/\p{Cc}+/gu, " ");
  if (name.length > campaignLimits.name) return "too_long";
  if (!id && !name) return "no_campaign";
  // A spreadsheet shortens long ids to 1.2E+17, and another campaign's could look the same.
  if (id && !/^\d{1,30}$/.test(id)) return "bad_id";
  if (isForeign(cell(columns.currency))) return "currency";
  const figures = {
    impressions: readCell(cell(columns.impressions), readCount),
    clicks: readCell(cell(columns.clicks), readCount),
    spendCents: readCell(cell(columns.spend), readCents),
  };
  const { impressions, clicks, spendCents } = figures;
  if (hasPartOfCent(cell(columns.spend))) return "part_of_cent";
  if (impressions === "bad" || clicks === "bad" || spendCents === "bad") return "bad_number";
  return {
    ...{ name: name || id, platformCampaignId: id || null, day },
    state: readState(cell(columns.state)),
    figures: { impressions, clicks, spendCents },
  };
}

/** Keyed by what Meta (its "delivery") and Google call them. */
const statesOf: Record<string, CampaignState> = {
  ...{ active: "running", enabled: "running", eligible: "running" },
  ...{ inactive: "paused", paused: "paused", off: "paused" },
  ...{ removed: "ended", archived: "ended", deleted: "ended", completed: "ended", ended: "ended" },
};

function readState(text: string): CampaignState | null {
  const name = text.toLowerCase();
  return Object.hasOwn(statesOf, name) ? (statesOf[name] ?? null) : null;
}

/** Both platforms leave a cell empty, or write "--", when they have no number. */
function readCell(text: string, read: (text: string) => number | null): number | null | "bad" {
  return /^-{0,2}$/.test(text) ? null : (read(text) ?? "bad");
}

function readCount(text: string): number | null {
  if (!/^(\d{1,3}(,\d{3})+|\d+)(\.0+)?$/.test(text)) return null;
  const count = Number(text.replaceAll(",", ""));
  return count <= campaignLimits.count ? count : null;
}

/** Google's "Total: Account", and Meta's sum, which has no campaign name. */
function isTotal(cells: string[], { day, name, id }: ReportColumns): boolean {
  const first = cells.find((cell) => cell.trim() !== "")?.trim() ?? "";
  const isUnnamed = [name, id].every((column) => column < 0 || !cells[column]?.trim());
  if (isUnnamed && (cells[day] ?? "").trim() === "") return true;
  return /^total(s|:|$| )/i.test(first) && readDay(cells[day] ?? "", "month-first") === null;
}

function isForeign(currency: string | null): boolean {
  return Boolean(currency) && currency?.toUpperCase() !== "USD";
}

function sumOf(one: ReportFigures | undefined, other: ReportFigures): ReportFigures {
  if (!one) return other;
  const add = (a: number | null, b: number | null) =>
    a === null && b === null ? null : (a ?? 0) + (b ?? 0);
  return {
    impressions: add(one.impressions, other.impressions),
    clicks: add(one.clicks, other.clicks),
    spendCents: add(one.spendCents, other.spendCents),
  };
}
