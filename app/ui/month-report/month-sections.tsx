// The sections of a month's report: how soon leads were called, with which outcomes, from which
// sources, and at what cost.
import { Link } from "react-router";
import { statusClass, TimelinessIcon } from "#app/ui/timeliness.tsx";
import { readingNames } from "#content/desk/figures.ts";
import { bucketSpans } from "#content/desk/outcomes.ts";
import { monthReportWords as words } from "#content/month-report.ts";
import { countingModes, type FigureQuery } from "#contract/figures.ts";
import { dollarsText } from "#contract/money.ts";
import {
  buckets,
  countText,
  type MonthLine,
  rateOf,
  toldCurve,
  totalOf,
  valueText,
} from "#contract/month-lines.ts";
import type { MonthFigures } from "#contract/month-reports.ts";
import { numberText, shareText } from "#contract/shares.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { Card } from "./card.tsx";
import styles from "./month-view.module.css";

type Behind = { behindUrl: (filter: Record<string, string>) => string };

const parts = ["lt10", "lt60", "lateCalled", "uncalled"] as const;
const partNames = {
  lt10: bucketSpans.lt10,
  lt60: bucketSpans.lt60,
  lateCalled: words.lateCalled,
  uncalled: words.uncalled,
};
const partClass = (part: (typeof parts)[number]) =>
  part === "uncalled" ? styles.uncalled : statusClass(part === "lateCalled" ? "other" : part);

function partsOf({ total, uncalled }: MonthFigures[FigureQuery["reading"]]) {
  return { lt10: total.lt10, lt60: total.lt60, lateCalled: total.other - uncalled, uncalled };
}

export function OnTime({ figures, behindUrl }: { figures: MonthFigures } & Behind) {
  const { onTheClock, total } = figures.wall;
  return (
    <Card title={words.onTime} says={words.onTimeSays(figures.open.openHoursPerWeek ?? 0)}>
      {countingModes.map((reading) => {
        const counts = partsOf(figures[reading]);
        return (
          <div key={reading} className={styles.reading}>
            <p>{readingNames[reading]}</p>
            <div className={styles.stack} aria-hidden>
              {parts.map((part) => (
                <span
                  key={part}
                  className={partClass(part)}
                  style={{ flexGrow: counts[part] }}
                  hidden={counts[part] === 0}
                />
              ))}
            </div>
          </div>
        );
      })}
      <table className={styles.table}>
        <caption>{words.onTime}</caption>
        <thead>
          <tr>
            <th scope="col">{words.firstCall}</th>
            {countingModes.map((reading) => (
              <th key={reading} scope="col">
                {readingNames[reading]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">
                <span className={`${styles.swatch} ${partClass(part)}`} aria-hidden />
                {partNames[part]}
              </th>
              {countingModes.map((reading) => {
                const count = partsOf(figures[reading])[part];
                const all = totalOf(figures[reading].total);
                const share = { kind: "share", part: count, total: all } as const;
                return (
                  <td key={reading}>
                    {numberText(count)}
                    {rateOf(count, all) !== null && <small>{valueText(share, words)}</small>}
                  </td>
                );
              })}
            </tr>
          ))}
          <tr>
            <th scope="row">{words.total}</th>
            {countingModes.map((reading) => (
              <td key={reading}>
                <Link to={behindUrl({ reading })}>
                  {numberText(totalOf(figures[reading].total))}
                </Link>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {onTheClock > 0 && <p className={styles.note}>{words.onTheClock(numberText(onTheClock))}</p>}
      <p className={styles.note}>
        {total.enteredLater > 0 ? (
          <Link to={behindUrl({ enteredLater: "true" })}>
            {words.enteredLater(numberText(total.enteredLater))}
          </Link>
        ) : (
          words.noneEnteredLater
        )}
      </p>
    </Card>
  );
}

export function Within({ figures, lines }: { figures: MonthFigures; lines: MonthLine[] }) {
  const times = lines.filter(({ name }) => name === "half" || name === "nineInTen");
  const asked = totalOf(figures.wall.total) + figures.wall.onTheClock;
  return (
    <Card title={words.within} says={words.withinSays}>
      <dl className={styles.times}>
        {times.map(({ name, now }) => (
          <div key={name}>
            <dt>{words.lines[name]}</dt>
            <dd>{valueText(now, words)}</dd>
          </div>
        ))}
        <div>
          <dt>{words.inquiries}</dt>
          <dd>{words.n(numberText(asked))}</dd>
        </div>
      </dl>
      <ul className={styles.bars}>
        {toldCurve(figures).map(({ minutes, share }) => (
          <li key={minutes}>
            <span>{words.withinMinutes(minutes)}</span>
            <Bar share={share} bucket={minutes <= 10 ? "lt10" : "lt60"} />
            <strong>{shareText(share, 1)}</strong>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Rated = { cameOfIt: MonthFigures["wall"]["cameOfIt"] } & Behind;

export function Rates({ cameOfIt, behindUrl }: Rated) {
  return (
    <Card title={words.rates} says={words.ratesSays}>
      {buckets.map((bucket) => {
        const { inquiries } = cameOfIt[bucket];
        return (
          <div key={bucket} className={styles.rate}>
            <h4>
              <TimelinessIcon bucket={bucket} />
              {bucketSpans[bucket]}
              <Link to={behindUrl({ bucket, reading: "wall" })}>
                {words.n(numberText(inquiries))}
              </Link>
            </h4>
            <ul className={styles.bars}>
              {(["reached", "booked"] as const).map((outcome) => {
                const part = cameOfIt[bucket][outcome];
                const share = { kind: "share", part, total: inquiries } as const;
                return (
                  <li key={outcome}>
                    <span>{words[outcome]}</span>
                    <Bar share={rateOf(part, inquiries)} bucket={bucket} />
                    <span>
                      <strong>{valueText(share, words)}</strong>{" "}
                      <small>{countText(share, words)}</small>
                    </span>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </Card>
  );
}

type SplitProps = {
  title: string;
  rows: MonthFigures["wall"]["sources"];
  by: "campaign" | "source";
} & Behind;

export function Split({ title, rows, by, behindUrl }: SplitProps) {
  return (
    <Card title={title}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {[words[by], words.inquiries, words.onTimeShare].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const share = { kind: "share", part: row.lt10, total: totalOf(row) } as const;
            return (
              <tr key={row._id ?? "none"}>
                <th scope="row">
                  <bdi>{row.name ?? (by === "campaign" ? words.noCampaign : words.noSource)}</bdi>
                  <span className={styles.stack} aria-hidden>
                    {buckets.map((bucket) => (
                      <span
                        key={bucket}
                        className={statusClass(bucket)}
                        style={{ flexGrow: row[bucket] }}
                        hidden={row[bucket] === 0}
                      />
                    ))}
                  </span>
                </th>
                <td>
                  <Link to={behindUrl({ [by]: row._id ?? "none", reading: "wall" })}>
                    {numberText(totalOf(row))}
                  </Link>
                </td>
                <td>
                  {valueText(share, words)}
                  <small>{countText(share, words)}</small>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

export function Costs({ costs: { total, campaigns } }: { costs: MonthFigures["costs"] }) {
  const spent = campaigns.filter(({ spendCents }) => spendCents !== null);
  if (spent.length === 0) return null;
  const all = spent.length > 1 ? [{ _id: "all", name: words.allCampaigns, ...total }] : [];
  return (
    <Card title={words.costs} says={words.costsSays}>
      <table className={styles.table}>
        <caption>{words.costs}</caption>
        <thead>
          <tr>
            {[words.campaign, words.lines.perLead, words.lines.perBooked].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...spent, ...all].map(({ _id, name, spendCents, perLead, perBooked }) => (
            <tr key={_id}>
              <th scope="row">
                <bdi>{name}</bdi>
                <small>{words.spent(`$${dollarsText(spendCents ?? 0)}`)}</small>
              </th>
              <td>{valueText({ kind: "cost", cost: perLead }, words)}</td>
              <td>{valueText({ kind: "cost", cost: perBooked }, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Draws a bar. Renders nothing if there are too few inquiries. */
function Bar({ share, bucket }: { share: number | null; bucket: Bucket }) {
  return (
    <svg
      className={`${styles.bar} ${statusClass(bucket)}`}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect className={styles.whole} width="100" height="8" />
      {share !== null && <rect className={styles.part} width={share * 100} height="8" />}
    </svg>
  );
}
