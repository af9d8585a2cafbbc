// The report of a practice's month, for its managers and for the owner. It has the same numbers as
// the PDF.
import { useSearchParams } from "react-router";
import { Moment } from "#app/ui/at-time.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { monthReportWords as words } from "#content/month-report.ts";
import { momentText } from "#contract/moment-text.ts";
import {
  changeText,
  countText,
  directionOf,
  type MonthLine,
  monthLines,
  totalOf,
  valueText,
} from "#contract/month-lines.ts";
import { type MonthReport, monthAfter, monthName } from "#contract/month-reports.ts";
import { Card } from "./card.tsx";
import { Comment } from "./comment.tsx";
import { Costs, OnTime, Rates, Split, Within } from "./month-sections.tsx";
import styles from "./month-view.module.css";

/** `behindUrl`: returns the URL of the lead desk's list of inquiries for these filters. */
type MonthViewProps = {
  report: MonthReport;
  behindUrl: (filter: Record<string, string>) => string;
};

export function MonthView({ report, behindUrl }: MonthViewProps) {
  const { figures, before, comment, isOver, madeAt, timeZone, practice } = report;
  const lines = monthLines(figures, before);
  const asked = totalOf(figures.wall.total) + figures.wall.onTheClock;
  return (
    <article className={styles.report}>
      <header className={styles.head}>
        <h2>{monthName(report.month)}</h2>
        <p className={styles.practice}>
          <bdi>{practice.name}</bdi>
        </p>
        <MonthLinks report={report} />
      </header>
      {!isOver && <p className={styles.running}>{words.running}</p>}
      <Tiles lines={lines} report={report} />
      {comment && <Comment comment={comment} />}
      {asked === 0 && <p>{words.nothing}</p>}
      <div className={styles.cards}>
        {asked > 0 && (
          <>
            <OnTime figures={figures} behindUrl={behindUrl} />
            <Within figures={figures} lines={lines} />
            <Rates cameOfIt={figures.wall.cameOfIt} behindUrl={behindUrl} />
          </>
        )}
        <Changes lines={lines} report={report} />
        {asked > 0 && (
          <>
            <Split
              title={words.campaigns}
              rows={figures.wall.campaigns}
              by="campaign"
              behindUrl={behindUrl}
            />
            <Split
              title={words.sources}
              rows={figures.wall.sources}
              by="source"
              behindUrl={behindUrl}
            />
          </>
        )}
        <Costs costs={figures.costs} />
      </div>
      <p className={styles.note}>
        {words.what}{" "}
        <Moment at={madeAt} timeZone={timeZone}>
          {words.asOf(momentText(madeAt, { timeZone }), timeZone)}
        </Moment>
      </p>
    </article>
  );
}

/** Links to the previous and the next month, at the same URL. */
function MonthLinks({ report: { month, isOver } }: { report: MonthReport }) {
  const [search] = useSearchParams();
  const urlOf = (named: string) => {
    const next = new URLSearchParams(search);
    next.set("month", named);
    return `?${next}`;
  };
  return (
    <nav className={styles.months} aria-label={words.month}>
      <ButtonLink variant="quiet" isSmall to={urlOf(monthAfter(month, -1))}>
        {monthName(monthAfter(month, -1))}
      </ButtonLink>
      {isOver && (
        <ButtonLink variant="quiet" isSmall to={urlOf(monthAfter(month, 1))}>
          {monthName(monthAfter(month, 1))}
        </ButtonLink>
      )}
    </nav>
  );
}

const shownTiles = ["inquiries", "onTime", "half", "uncalled"] as const;

function Tiles({ lines, report }: { lines: MonthLine[]; report: MonthReport }) {
  const before = monthName(monthAfter(report.month, -1), "short");
  return (
    <dl className={styles.tiles} aria-label={words.summary}>
      {lines
        .filter(({ name }) => shownTiles.some((shown) => shown === name))
        .map((line) => (
          <div key={line.name}>
            <dt>{words.lines[line.name]}</dt>
            <dd className={styles.value}>{valueText(line.now, words)}</dd>
            <dd className={styles.sub}>
              {[countText(line.now, words), words.wasBefore(valueText(line.before, words), before)]
                .filter(Boolean)
                .join(" · ")}
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Changes({ lines, report: { month } }: { lines: MonthLine[]; report: MonthReport }) {
  const [name, before] = [monthName(month, "short"), monthName(monthAfter(month, -1), "short")];
  return (
    <Card title={words.changes}>
      <table className={styles.table}>
        <caption>{words.changesOf(monthName(month), monthName(monthAfter(month, -1)))}</caption>
        <thead>
          <tr>
            {[words.measure, name, before, words.change].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <th scope="row">{words.lines[line.name]}</th>
              <td>{valueText(line.now, words)}</td>
              <td>{valueText(line.before, words)}</td>
              <td>
                {changeText(line, words)}
                <Direction line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Direction({ line }: { line: MonthLine }) {
  const direction = directionOf(line);
  return direction ? <small>{words[direction]}</small> : null;
}
