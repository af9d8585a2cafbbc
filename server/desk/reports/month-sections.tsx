// The sections of the monthly report: response times, results, origins and costs.
import { Text, View } from "@react-pdf/renderer";
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
import { type MonthReport, minForRates } from "#contract/month-reports.ts";
import { numberText, shareText } from "#contract/shares.ts";
import { Bar, Columns, Stacked, stackColors } from "./month-charts.tsx";
import { Row, Section } from "./month-parts.tsx";
import { styles } from "./month-styles.ts";

type Reported = { report: MonthReport };

export function OnTime({ report: { figures } }: Reported) {
  return (
    <Section
      title={words.onTime}
      says={words.onTimeSays(figures.open.openHoursPerWeek ?? 0)}
      isWhole
    >
      {countingModes.map((reading) => (
        <View key={reading} style={styles.chart}>
          <Text style={styles.strong}>{readingNames[reading]}</Text>
          <Stacked bar={stackOf(figures[reading])} />
        </View>
      ))}
      <View style={styles.table}>
        <Row
          table="counts"
          isHead
          name={words.reading}
          cells={[...Object.values(stackNames), words.total]}
        />
        {countingModes.map((reading) => {
          const bar = stackOf(figures[reading]);
          const total = totalOf(figures[reading].total);
          return (
            <Row
              table="counts"
              key={reading}
              name={readingNames[reading]}
              cells={[
                ...parts.map((part) => `${numberText(bar[part])}${inShare(bar[part], total)}`),
                numberText(total),
              ]}
            />
          );
        })}
      </View>
      <View style={styles.legend}>
        {parts.map((part) => (
          <View key={part} style={styles.legendItem}>
            <View style={{ ...styles.swatch, backgroundColor: stackColors[part] ?? "" }} />
            <Text>{stackNames[part]}</Text>
          </View>
        ))}
      </View>
      {figures.wall.onTheClock > 0 && (
        <Text style={styles.says}>{words.onTheClock(numberText(figures.wall.onTheClock))}</Text>
      )}
      <Text style={styles.says}>
        {figures.wall.total.enteredLater > 0
          ? words.enteredLater(numberText(figures.wall.total.enteredLater))
          : words.noneEnteredLater}
      </Text>
    </Section>
  );
}

const parts = ["lt10", "lt60", "lateCalled", "uncalled"] as const;
const stackNames = {
  lt10: bucketSpans.lt10,
  lt60: bucketSpans.lt60,
  lateCalled: words.lateCalled,
  uncalled: words.uncalled,
};

function stackOf({ total, uncalled }: MonthReport["figures"][FigureQuery["reading"]]) {
  return { lt10: total.lt10, lt60: total.lt60, lateCalled: total.other - uncalled, uncalled };
}

/** Formats a share in parentheses, such as " (84%)"; empty text if there are too few inquiries. */
function inShare(part: number, total: number): string {
  return total < minForRates ? "" : ` (${shareText(part, total)})`;
}

export function Within({ report: { figures }, lines }: Reported & { lines: MonthLine[] }) {
  const columns = toldCurve(figures);
  const times = lines
    .filter(({ name }) => name === "half" || name === "nineInTen")
    .map(({ name, now }) => words.lineOf(words.lines[name], valueText(now, words)));
  const total = totalOf(figures.wall.total) + figures.wall.onTheClock;
  return (
    <Section title={words.within} says={words.withinSays} isWhole>
      {columns.length > 0 && <Columns columns={columns} />}
      <Text style={styles.strong}>{[...times, words.n(numberText(total))].join("  ·  ")}</Text>
    </Section>
  );
}

export function Rates({ report: { figures } }: Reported) {
  const { cameOfIt } = figures.wall;
  return (
    <Section title={words.rates} says={words.ratesSays} isWhole>
      {buckets.map((bucket) => {
        const { inquiries } = cameOfIt[bucket];
        return (
          <View key={bucket} style={styles.rate}>
            <Text>
              <Text style={styles.strong}>{bucketSpans[bucket]}</Text>
              <Text style={styles.sub}>{`   ${words.n(numberText(inquiries))}`}</Text>
            </Text>
            {(["reached", "booked"] as const).map((outcome) => {
              const part = cameOfIt[bucket][outcome];
              const share = { kind: "share", part, total: inquiries } as const;
              return (
                <View key={outcome} style={styles.barRow}>
                  <Text style={styles.barName}>{words[outcome]}</Text>
                  <Bar share={rateOf(part, inquiries)} bucket={bucket} />
                  <Text style={styles.barText}>
                    {`${valueText(share, words)}  ·  ${countText(share, words)}`}
                  </Text>
                </View>
              );
            })}
          </View>
        );
      })}
    </Section>
  );
}

/** A table with more rows than this continues on the next sheet. */
const mostOnOneSheet = 12;

type SplitRow = MonthReport["figures"]["wall"]["sources"][number];

export function Split({
  title,
  head,
  none,
  rows,
}: {
  title: string;
  head: string;
  none: string;
  rows: SplitRow[];
}) {
  // It would say the same as the totals.
  if (rows.every(({ name }) => name === null)) return null;
  return (
    <Section title={title} isWhole={rows.length <= mostOnOneSheet}>
      <View style={styles.table}>
        <Row
          table="counts"
          isHead
          name={head}
          cells={[
            words.inquiries,
            ...buckets.map((bucket) => bucketSpans[bucket]),
            words.onTimeShare,
          ]}
        />
        {rows.map((row) => (
          <Row
            table="counts"
            key={row._id ?? "none"}
            name={row.name ?? none}
            cells={[
              numberText(totalOf(row)),
              ...buckets.map((bucket) => numberText(row[bucket])),
              valueText({ kind: "share", part: row.lt10, total: totalOf(row) }, words),
            ]}
          />
        ))}
      </View>
    </Section>
  );
}

export function Costs({ report: { figures } }: Reported) {
  const { total, campaigns } = figures.costs;
  const spent = campaigns.filter(({ spendCents }) => spendCents !== null);
  if (spent.length === 0) return null;
  const all = spent.length > 1 ? [{ _id: "all", name: words.allCampaigns, ...total }] : [];
  return (
    <Section title={words.costs} says={words.costsSays} isWhole>
      <View style={styles.table}>
        <Row
          isHead
          name={words.campaign}
          table="values"
          cells={[words.spend, words.lines.perLead, words.lines.perBooked]}
        />
        {[...spent, ...all].map(({ _id, name, spendCents, perLead, perBooked }) => (
          <Row
            key={_id}
            name={name}
            table="values"
            cells={[
              `$${dollarsText(spendCents ?? 0)}`,
              valueText({ kind: "cost", cost: perLead }, words),
              valueText({ kind: "cost", cost: perBooked }, words),
            ]}
          />
        ))}
      </View>
    </Section>
  );
}
