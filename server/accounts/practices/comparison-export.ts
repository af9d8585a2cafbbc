// Exports the comparison of practices as CSV.
import { comparisonColumns, comparisonWords } from "#content/console/comparison.ts";
import { practiceWords } from "#content/console/practices.ts";
import { monthReportWords } from "#content/month-report.ts";
import type { Cost } from "#contract/campaigns.ts";
import {
  type Compared,
  type ComparedPractice,
  type ComparisonExportQuery,
  comparedValue,
} from "#contract/comparison.ts";
import { dollarsText } from "#contract/money.ts";
import { valueText } from "#contract/month-lines.ts";
import { dayOf } from "#contract/zones.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsvOf } from "#server/http/csv-stream.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";
import { inclusive, rankPractices, readCompared } from "./practice-comparison.ts";

/** Handles `GET /api/admin/comparison/export.csv`: all rows, in the requested order. */
export async function exportComparison(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  query: ComparisonExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", accountId);
  const { periods, ranked } = await rankPractices(deps, query);
  const detail = { period: query.period };
  await audit(deps, deps.db, { action: "comparison_exported", accountId, address, detail });
  const [now, before] = periods.map(inclusive);
  const named = comparisonColumns.figures;
  const head = [
    ...Object.values(comparisonColumns.practice),
    ...Object.values(named).map((name) => comparisonWords.columnIn(name, now)),
    ...Object.values(named).map((name) => comparisonWords.columnIn(name, before)),
  ];
  return streamCsvOf(head, ranked, async (part) =>
    (await readCompared(deps, periods, part)).map(cellsOf),
  );
}

export function comparisonName(now: Date): string {
  return `comparison-of-practices-${dayOf(now)}.csv`;
}

function cellsOf({ now, before, ...practice }: ComparedPractice): string[] {
  const cells: Record<keyof typeof comparisonColumns.practice, string> = {
    name: practice.name,
    city: practice.city,
    state: practice.state,
    status: practiceWords.states[practice.status],
    timeZone: practice.timeZone,
  };
  const columns = Object.keys(comparisonColumns.practice) as (keyof typeof cells)[];
  return [...columns.map((name) => cells[name]), ...figuresOf(now), ...figuresOf(before)];
}

/**
 * Exports counts, not percentages: a spreadsheet can divide them, and small numbers stay visible.
 */
function figuresOf({ figures, spendCents, perLead, perBooked }: Compared): string[] {
  const cells: Record<keyof typeof comparisonColumns.figures, string> = {
    inquiries: String(figures.inquiries),
    onTime: String(figures.timeDiff.lt10),
    slow: String(figures.timeDiff.lt60),
    late: String(figures.timeDiff.other),
    neverCalled: String(figures.neverCalled),
    enteredLater: String(figures.enteredLater),
    median: valueText(comparedValue({ figures }, "median"), monthReportWords),
    reached: String(figures.reached),
    booked: String(figures.booked),
    spend: dollarsOf(spendCents),
    perLead: dollarsOf(perLead),
    perBooked: dollarsOf(perBooked),
  };
  const columns = Object.keys(comparisonColumns.figures) as (keyof typeof cells)[];
  return columns.map((name) => cells[name]);
}

/** Returns an empty text if the amount is unknown. */
function dollarsOf(cost: Cost | null): string {
  return typeof cost === "number" ? dollarsText(cost) : "";
}
