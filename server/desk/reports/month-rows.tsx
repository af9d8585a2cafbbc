// Lists the inquiries of the monthly report, without names.
import { View } from "@react-pdf/renderer";
import { missingOutcome, outcomeNames } from "#content/desk/outcomes.ts";
import { monthReportWords as words } from "#content/month-report.ts";
import type { ListedInquiry } from "#contract/figures.ts";
import { shortMomentText } from "#contract/moment-text.ts";
import type { MonthReport } from "#contract/month-reports.ts";
import { numberText } from "#contract/shares.ts";
import { Row, Section, Sheet } from "./month-parts.tsx";
import { styles } from "./month-styles.ts";

type RowsProps = { report: MonthReport; title: string; rows: ListedInquiry[]; total: number };

/**
 * How many rows a table has. They fit on one sheet, because layout time is quadratic in the length
 * of a table. The first has an introduction above it.
 */
const rowsPerSheet = { first: 35, later: 38 };

export function Rows({ report: { timeZone }, title, rows, total }: RowsProps) {
  const shown =
    rows.length < total ? words.moreRows(numberText(rows.length), numberText(total)) : "";
  const { first, later } = rowsPerSheet;
  const afterFirst = Math.max(0, Math.ceil((rows.length - first) / later));
  const sheets = [
    rows.slice(0, first),
    ...Array.from({ length: afterFirst }, (_, sheet) =>
      rows.slice(first + sheet * later, first + (sheet + 1) * later),
    ),
  ].filter((some) => some.length > 0);
  return sheets.map((some, sheet) => (
    <Sheet key={some[0]?._id} title={title}>
      <Section title={words.rows} says={sheet === 0 ? `${words.rowsSays} ${shown}` : ""}>
        <View style={styles.table}>
          <Row
            isHead
            name={words.asked}
            cells={[words.from, words.called, words.took, words.result]}
            table="inquiries"
          />
          {some.map((row) => (
            <Row
              key={row._id}
              name={shortMomentText(row.clockStartedAt, timeZone)}
              table="inquiries"
              cells={cellsOf(row, timeZone)}
            />
          ))}
        </View>
      </Section>
    </Sheet>
  ));
}

function cellsOf(row: ListedInquiry, timeZone: string): string[] {
  const { campaign, source, clockStartedAt, firstCalledAt, isBooked, isReached } = row;
  const later = row.isFirstCallEnteredLater ? ` (${words.afterTheFact})` : "";
  return [
    shortened(campaign ?? source ?? "–"),
    firstCalledAt ? shortMomentText(firstCalledAt, timeZone) + later : words.notCalled,
    firstCalledAt ? tookText(clockStartedAt, firstCalledAt) : "–",
    isBooked ? words.booked : isReached ? words.reached : resultText(row),
  ];
}

/** Shortens a name so that it fits on one line. */
function shortened(name: string): string {
  const longest = 26;
  return name.length > longest ? `${name.slice(0, longest - 1).trimEnd()}…` : name;
}

function resultText({ lastOutcome, firstCalledAt }: ListedInquiry): string {
  if (!firstCalledAt) return "–";
  return lastOutcome ? outcomeNames[lastOutcome] : missingOutcome;
}

/** Formats a duration as minutes and seconds ("4:12"), with hours if needed ("2:05:00"). */
function tookText(from: string, to: string): string {
  const seconds = Math.floor((Date.parse(to) - Date.parse(from)) / 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
