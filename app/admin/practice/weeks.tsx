// The practice's figures week by week, each counted as in its reports.
import { HistoryBars } from "#app/admin/history-bars.tsx";
import { totalOf } from "#app/admin/practices/practice-facts.tsx";
import { comparisonNames, comparisonWords } from "#content/console/comparison.ts";
import { practicePageWords as words } from "#content/console/practices.ts";
import { monthReportWords } from "#content/month-report.ts";
import { monthDayText } from "#contract/moment-text.ts";
import { amountOf, type ReportValue, valueText } from "#contract/month-lines.ts";
import { type PracticeDetail, practiceWeeks } from "#contract/practices.ts";
import boxes from "./box.module.css";
import styles from "./weeks.module.css";

type Week = PracticeDetail["weeks"][number];

const measures = ["inquiries", "onTime", "median"] as const;
type Measure = (typeof measures)[number];

function figureOf(week: Week, measure: Measure): ReportValue {
  const { inquiries, timeDiff, median } = week;
  if (measure === "inquiries") return { kind: "count", count: inquiries };
  if (measure === "median") return { kind: "within", within: median, total: inquiries };
  return { kind: "share", part: timeDiff.lt10, total: totalOf(week) };
}

export function Weeks({ practice: { weeks } }: { practice: PracticeDetail }) {
  return (
    <section className={boxes.box} aria-labelledby="weeks">
      <h2 id="weeks">
        {words.weeks} <span>{words.lastWeeks(practiceWeeks)}</span>
      </h2>
      <dl className={styles.measures}>
        {measures.map((measure) => (
          <div key={measure}>
            <dt>{comparisonNames[measure]}</dt>
            <dd>
              <History weeks={weeks} measure={measure} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function History({ weeks, measure }: { weeks: Week[]; measure: Measure }) {
  const values = weeks.map((week) => figureOf(week, measure));
  const amounts = values.map(amountOf);
  const most = measure === "onTime" ? 1 : Math.max(1, ...amounts.map((amount) => amount ?? 0));
  const told = values.map((value) => valueText(value, monthReportWords));
  const bars = weeks.map(({ from }, place) => {
    const amount = amounts[place] ?? null;
    const week = comparisonWords.weekOf(monthDayText(from, "UTC"));
    return {
      share: amount === null ? null : amount / most,
      text: comparisonWords.historyPart(week, told[place] ?? ""),
    };
  });
  const text = words.weekly(
    comparisonNames[measure],
    bars.map((bar) => bar.text),
  );
  return (
    <>
      <HistoryBars bars={bars} text={text} />
      <span className={styles.newest}>
        <span>{words.thisWeek(told.at(-1) ?? "")}</span>
        <span>{words.lastWeek(told.at(-2) ?? "")}</span>
      </span>
    </>
  );
}
