// Building blocks of the monthly report's sections.
import { Page, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { monthReportWords as words } from "#content/month-report.ts";
import { site } from "#content/site.ts";
import { styles } from "./month-styles.ts";

/** A sheet of the report. If its content doesn't fit, it continues on another page. */
export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page size="LETTER" style={styles.page}>
      {children}
      <View style={styles.foot} fixed>
        <Text style={styles.footTitle}>{`${title} · ${site.mailName}`}</Text>
        <Text
          style={styles.footPage}
          render={({ pageNumber, totalPages }) => words.page(pageNumber, totalPages)}
        />
      </View>
    </Page>
  );
}

export function Section({
  title,
  says,
  isWhole = false,
  children,
}: {
  title: string;
  says?: string;
  /** Keeps the section on one page with its chart. */
  isWhole?: boolean;
  children: ReactNode;
}) {
  return (
    <View style={styles.section} wrap={!isWhole}>
      <View wrap={false} minPresenceAhead={60}>
        <Text style={styles.heading}>{title}</Text>
        {says && <Text style={styles.says}>{says}</Text>}
      </View>
      {children}
    </View>
  );
}

/** The widths of a table's cells from left to right, after the name, which gets the rest. */
const widths = {
  /** For tables with up to five numbers. */
  counts: [80, 82, 70, 66, 80],
  values: [112, 112, 124],
  inquiries: [140, 132, 52, 72],
} as const;

export function Row({
  name,
  cells,
  table,
  isHead = false,
}: {
  name: string;
  cells: string[];
  table: keyof typeof widths;
  isHead?: boolean;
}) {
  const row = table === "inquiries" ? [styles.row, styles.small] : styles.row;
  return (
    <View style={isHead ? styles.head : row} wrap={false}>
      <Text style={styles.name}>{name}</Text>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified only by its position
        <Text key={index} style={{ ...styles.cell, width: widths[table][index] }}>
          {cell}
        </Text>
      ))}
    </View>
  );
}
