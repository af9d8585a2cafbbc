// Styles of the printed monthly report.
import { StyleSheet } from "@react-pdf/renderer";
import { colors } from "#content/colors.ts";

const ink = "#14211f";
export const muted = "#5a6764";
const line = "#d9dcd5";
export const accent = colors.accent.light;
/** Colors for on time, slow and late, as on screen. */
export const statusColors = { lt10: "#1b7f4d", lt60: "#a86200", other: "#bf3320" } as const;
/** The color for late inquiries that haven't been called. */
export const uncalledColor = "#6d1a10";
export const emptyBar = "#e6e8e2";

export const styles = StyleSheet.create({
  page: {
    padding: "34 48 50",
    backgroundColor: "#ffffff",
    color: ink,
    fontFamily: ["Text", "Extended"],
    fontSize: 10,
    lineHeight: 1.35,
  },
  brand: { flexDirection: "row", alignItems: "center", gap: 10, marginBottom: 14 },
  brandName: { fontFamily: "Display", fontSize: 14, lineHeight: 1.15 },
  brandTrade: { color: muted, fontSize: 9, lineHeight: 1.3 },
  title: { fontFamily: "Display", fontSize: 30, lineHeight: 1.1, letterSpacing: -0.5 },
  practice: { marginTop: 4, fontSize: 14, fontWeight: 600 },
  asOf: { marginTop: 6, color: muted, fontSize: 9 },
  running: { marginTop: 8, color: accent, fontWeight: 600 },
  section: { marginTop: 15 },
  heading: { fontFamily: "Display", fontSize: 17, lineHeight: 1.2 },
  says: { maxWidth: 430, marginTop: 3, color: muted, fontSize: 9.5 },
  tiles: { flexDirection: "row", gap: 10, marginTop: 12 },
  tile: { flex: 1, padding: "7 10", border: `1 solid ${line}`, borderRadius: 8 },
  tileName: { color: muted, fontSize: 9.5 },
  tileValue: { marginTop: 2, fontFamily: "Display", fontSize: 17, lineHeight: 1.3 },
  tileBefore: { color: muted, fontSize: 8.5 },
  comment: {
    marginTop: 14,
    padding: "12 16",
    borderRadius: 8,
    backgroundColor: "#f3eee3",
  },
  commentText: { marginTop: 5, fontSize: 11.5, lineHeight: 1.5 },
  commentName: { marginTop: 7, fontFamily: "Display", fontSize: 14, lineHeight: 1.3 },
  table: { marginTop: 8 },
  head: { flexDirection: "row", paddingBottom: 4, color: muted, fontSize: 9 },
  row: {
    flexDirection: "row",
    alignItems: "center",
    padding: "3.2 0",
    borderTop: `1 solid ${line}`,
  },
  name: { flex: 1, paddingRight: 10 },
  strong: { fontWeight: 600 },
  cell: { paddingLeft: 6, textAlign: "right" },
  sub: { color: muted, fontSize: 8.5 },
  chart: { marginTop: 10 },
  legend: { flexDirection: "row", gap: 14, marginTop: 6, fontSize: 9 },
  legendItem: { flexDirection: "row", alignItems: "center", gap: 4 },
  swatch: { width: 8, height: 8, borderRadius: 2 },
  rate: { marginTop: 8 },
  barRow: { flexDirection: "row", alignItems: "center", gap: 8, marginTop: 3 },
  barName: { width: 52, color: muted, fontSize: 9 },
  barText: { width: 150, fontSize: 9.5 },
  small: { padding: "2.2 0", fontSize: 8.6, lineHeight: 1.3 },
  foot: {
    position: "absolute",
    left: 48,
    right: 48,
    top: 756,
    flexDirection: "row",
    justifyContent: "space-between",
    gap: 16,
    color: muted,
    fontSize: 8.5,
  },
  footTitle: { flex: 1, maxLines: 1, textOverflow: "ellipsis" },
  // A fixed width, because the number isn't known yet when the line is divided.
  footPage: { width: 72, textAlign: "right" },
});
