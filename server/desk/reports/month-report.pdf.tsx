// Renders a practice's monthly report as a PDF in letter size, for printing.
import { Document, renderToBuffer, Text, View } from "@react-pdf/renderer";
import { monthReportWords as words } from "#content/month-report.ts";
import { site } from "#content/site.ts";
import type { ListedInquiry } from "#contract/figures.ts";
import { momentText } from "#contract/moment-text.ts";
import {
  changeText,
  countText,
  type MonthLine,
  monthLines,
  totalOf,
  valueText,
} from "#contract/month-lines.ts";
import {
  type MonthComment,
  type MonthReport,
  monthAfter,
  monthName,
} from "#contract/month-reports.ts";
import { Mark } from "#server/documents/presentation/drawings.tsx";
import { registerFonts } from "#server/documents/presentation/styles.ts";
import { Row, Section, Sheet } from "./month-parts.tsx";
import { Rows } from "./month-rows.tsx";
import { Costs, OnTime, Rates, Split, Within } from "./month-sections.tsx";
import { styles } from "./month-styles.ts";

export async function renderMonthReport(
  report: MonthReport,
  rows: ListedInquiry[],
): Promise<Uint8Array<ArrayBuffer>> {
  registerFonts();
  return new Uint8Array(await renderToBuffer(<Report report={report} rows={rows} />));
}

type Reported = { report: MonthReport };

function Report({ report, rows }: Reported & { rows: ListedInquiry[] }) {
  const { figures, before, practice, month } = report;
  const lines = monthLines(figures, before);
  const title = words.of(practice.name, monthName(month));
  const counted = totalOf(figures.wall.total);
  return (
    <Document
      title={title}
      author={site.mailName}
      subject={words.title}
      language="en-US"
      creationDate={new Date(report.madeAt)}
      creator={site.mailName}
      producer={site.mailName}
    >
      <Sheet title={title}>
        <Head report={report} />
        {counted + figures.wall.onTheClock === 0 && (
          <Text style={styles.section}>{words.nothing}</Text>
        )}
        <Tiles lines={lines} report={report} />
        {report.comment && <Comment comment={report.comment} />}
        {counted > 0 && (
          <>
            <OnTime report={report} />
            <Within report={report} lines={lines} />
          </>
        )}
        <Changes lines={lines} report={report} />
        {counted > 0 && (
          <>
            <Rates report={report} />
            <Split
              title={words.campaigns}
              head={words.campaign}
              none={words.noCampaign}
              rows={figures.wall.campaigns}
            />
            <Split
              title={words.sources}
              head={words.source}
              none={words.noSource}
              rows={figures.wall.sources}
            />
          </>
        )}
        <Costs report={report} />
      </Sheet>
      <Rows report={report} title={title} rows={rows} total={counted} />
    </Document>
  );
}

function Head({ report: { practice, month, isOver, madeAt, timeZone } }: Reported) {
  const at = momentText(madeAt, { timeZone });
  return (
    <View>
      <View style={styles.brand}>
        <Mark />
        <View>
          <Text style={styles.brandName}>{site.agency}</Text>
          <Text style={styles.brandTrade}>{site.agencyTrade}</Text>
        </View>
      </View>
      <Text style={styles.title}>{monthName(month)}</Text>
      <Text style={styles.practice}>{practice.name}</Text>
      {!isOver && <Text style={styles.running}>{words.running}</Text>}
      <Text style={styles.asOf}>{`${words.what} ${words.asOf(at, timeZone)}`}</Text>
    </View>
  );
}

const shownTiles = ["inquiries", "onTime", "half", "uncalled"] as const;

function Tiles({ lines, report }: Reported & { lines: MonthLine[] }) {
  const before = monthName(monthAfter(report.month, -1), "short");
  return (
    <View style={styles.tiles}>
      {shownTiles.map((name) => {
        const line = lines.find((one) => one.name === name);
        const text = line ? valueText(line.now, words) : "";
        return (
          <View key={name} style={styles.tile}>
            <Text style={styles.tileName}>{words.lines[name]}</Text>
            <Text style={styles.tileValue}>{text}</Text>
            {line && (
              <Text style={styles.tileBefore}>
                {[
                  countText(line.now, words),
                  words.wasBefore(valueText(line.before, words), before),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            )}
          </View>
        );
      })}
    </View>
  );
}

/** The owner's comment. If it is long, it continues on the next page. */
function Comment({ comment: { text, firstName, name } }: { comment: MonthComment }) {
  return (
    <View style={styles.comment}>
      <Text style={styles.strong}>{words.commentFrom(firstName)}</Text>
      <Text style={styles.commentText}>{text}</Text>
      <Text style={styles.commentName}>{name}</Text>
    </View>
  );
}

function Changes({ lines, report: { month } }: Reported & { lines: MonthLine[] }) {
  const [name, before] = [monthName(month), monthName(monthAfter(month, -1))];
  return (
    <Section title={words.changes} isWhole>
      <View style={styles.table}>
        <Row isHead name={words.measure} cells={[name, before, words.change]} table="values" />
        {lines.map((line) => (
          <Row
            key={line.name}
            name={words.lines[line.name]}
            table="values"
            cells={[
              valueText(line.now, words),
              valueText(line.before, words),
              changeText(line, words),
            ]}
          />
        ))}
      </View>
    </Section>
  );
}
