// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
// Compares practices. Each value is next to its value in the previous period and the on-time shares
// of the periods before that.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { HistoryBars } from "#app/admin/history-bars.tsx";
import { PracticeHead } from "#app/admin/practices/practice-head.tsx";
import { SortHeader } from "#app/admin/sort-header.tsx";
import table from "#app/admin/sorted-table.module.css";
import { Hidden } from "#app/ui/hidden.tsx";
import { comparisonNames, comparisonWords as words } from "#content/console/comparison.ts";
import { monthReportWords } from "#content/month-report.ts";
import {
  type ComparedMeasure,
  type ComparedPractice,
  type Comparison,
  type ComparisonSort,
  comparedValue,
  comparisonSorts,
} from "#contract/comparison.ts";
import { amountOf, countText, type ReportValue, rateOf, valueText } from "#contract/month-lines.ts";
import { numberText, shareText } from "#contract/shares.ts";
import styles from "./comparison-table.module.css";
import { monthOf, shortPeriodText } from "./period-text.ts";

const measures: ComparedMeasure[] = [
  ...(["onTime", "slow", "late", "neverCalled", "median"] as const),
  ...(["inquiries", "reached", "booked", "perLead"] as const),
];
/** The measures below the cost per lead, because more columns don't fit a window of 1280 px. */
const otherCosts: ComparedMeasure[] = ["spend", "perBooked"];

type TableProps = Pick<Comparison, "practices" | "periods" | "totals" | "total">;

export function ComparisonTable({ practices, periods, totals, total }: TableProps) {
  return (
    <div className={table.frame}>
      <table role="table" className={`${table.table} ${styles.table}`}>
        <thead role="rowgroup">
          <tr role="row">
            {(["name", ...measures] as const).map((one) => (
              <Sort key={one} sort={one} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {practices.map((practice) => (
            <Row key={practice._id} practice={practice} periods={periods} />
          ))}
        </tbody>
        {total > 1 && (
          <tfoot role="rowgroup">
            <tr role="row">
              <th role="rowheader" scope="row" className={table.practice}>
                <span className={table.name}>{words.together(total)}</span>
              </th>
              {measures.map((measure) => (
                <Cell key={measure} measure={measure} practice={totals} />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Sort({ sort }: { sort: ComparisonSort }) {
  return (
    <SortHeader
      sort={sort}
      name={comparisonNames[sort]}
      usual={comparisonSorts[sort]}
      isUsual={sort === "onTime"}
    />
  );
}

type RowProps = { practice: ComparedPractice } & Pick<Comparison, "periods">;

function Row({ practice, periods }: RowProps) {
  const { _id, name, now, history } = practice;
  return (
    <tr role="row">
      <PracticeHead
        practice={{ ...practice, isAddressConfirmed: true }}
        facts={
          // Viewing a practice writes an audit entry, so hovering must not prefetch it.
          <Link
            to={reportUrl(_id, periods)}
            prefetch="none"
            className={styles.report}
            aria-label={words.reportOf(name)}
          >
            {words.report}
          </Link>
        }
      />
      {measures.map((measure) => (
        <Cell key={measure} measure={measure} practice={practice}>
          {measure === "onTime" && (
            <>
              {now.figures.enteredLater > 0 && (
                <small>{words.loggedLater(numberText(now.figures.enteredLater))}</small>
              )}
              <History history={history} periods={periods} />
            </>
          )}
        </Cell>
      ))}
    </tr>
  );
}

/**
 * Returns the URL of a month's report, which can be sent to the practice. For any other period,
 * returns the URL of the practice's own Reports.
 */
function reportUrl(client: string, [period]: Comparison["periods"]): string {
  const month = period && monthOf(period);
  if (month) return `/admin/report?${new URLSearchParams({ client, month })}`;
  return `/lms/figures?${new URLSearchParams({ client, period: "days", ...period })}`;
}

type CellProps = {
  measure: ComparedMeasure;
  practice: Pick<ComparedPractice, "now" | "before">;
  children?: ReactNode;
};

function Cell({ measure, practice, children }: CellProps) {
  const value = comparedValue(practice.now, measure);
  const was = comparedValue(practice.before, measure);
  const counts = countText(value, monthReportWords);
  const isKnown = amountOf(value) !== null;
  return (
    <td role="cell" className={styles.value} data-name={comparisonNames[measure]} data-is={measure}>
      <strong>{isKnown ? textOf(value) : fewText(value, counts)}</strong>
      {isKnown && counts && <small>{counts}</small>}
      <Change value={value} was={was} />
      {measure === "perLead" && <OtherCosts practice={practice} />}
      {children}
    </td>
  );
}

/** Renders nothing if there was no spend. */
function OtherCosts({ practice }: Pick<CellProps, "practice">) {
  return otherCosts.map((measure) => {
    const value = comparedValue(practice.now, measure);
    if (amountOf(value) === null) return null;
    return (
      <div key={measure}>
        <small className={styles.label}>{comparisonNames[measure]}</small>
        <strong>{textOf(value)}</strong>
        <Change value={value} was={comparedValue(practice.before, measure)} />
      </div>
    );
  });
}

/**
 * Returns a text without a percentage: the counts if there are few inquiries, or "unknown" if there
 * are none.
 */
function fewText(value: ReportValue, counts: string): string {
  return value.kind === "share" && value.total > 0 ? counts : words.unknown;
}

/** Formats a value as the monthly report does. */
function textOf(value: ReportValue): string {
  return valueText(value, monthReportWords);
}

function Change({ value, was }: { value: ReportValue; was: ReportValue }) {
  const [amount, before] = [amountOf(value), amountOf(was)];
  if (amount === null || before === null) return null;
  if (textOf(value) === textOf(was)) return <small>{words.same}</small>;
  const isUp = amount > before;
  return (
    <small>
      <span aria-hidden>{isUp ? "↑" : "↓"} </span>
      <Hidden>{isUp ? words.up : words.down} </Hidden>
      {words.from(textOf(was).toLowerCase())}
    </small>
  );
}

/** Shows the share of calls on time in each period. A period with too few inquiries has no bar. */
function History({
  history,
  periods,
}: Pick<ComparedPractice, "history"> & Pick<Comparison, "periods">) {
  const bars = history.map(({ onTime, total }, place) => {
    const share = rateOf(onTime, total);
    const told = share === null ? words.tooFew : shareText(onTime, total);
    const days = periods[periods.length - 1 - place];
    return { share, text: words.historyPart(days ? shortPeriodText(days) : "", told) };
  });
  return <HistoryBars bars={bars} text={words.history(bars.map(({ text }) => text))} />;
}
