// The presentation's colors, styles and fonts.
import { fileURLToPath } from "node:url";
import { Font, StyleSheet } from "@react-pdf/renderer";
import { colors } from "#content/colors.ts";

// The marketing site's light colors, because paper has no dark mode.
const ink = "#14211f";
const muted = "#5a6764";
const line = "#d9dcd5";
export const accent = colors.accent.light;
const band = colors.band.light;
export const onBand = "#f2f7f5";
const bandMuted = colors.bandMuted.light;
export const sun = "#f0b429";
export const bridge = "#5f9ea2";
const paper = "#faf9f6";

export const styles = StyleSheet.create({
  page: {
    padding: "44 54 48",
    backgroundColor: paper,
    color: ink,
    fontFamily: "Text",
    fontSize: 11.5,
    lineHeight: 1.45,
  },
  cover: { padding: "54 54 0", backgroundColor: band, color: onBand, fontFamily: "Text" },
  brand: { flexDirection: "row", alignItems: "center", gap: 12 },
  brandName: { fontFamily: "Display", fontSize: 20, lineHeight: 1.1 },
  brandTrade: { color: bandMuted, fontSize: 11, lineHeight: 1.3 },
  coverTitle: { fontFamily: "Display", fontSize: 56, lineHeight: 1.04, letterSpacing: -1.2 },
  coverTitleLong: { fontFamily: "Display", fontSize: 40, lineHeight: 1.08, letterSpacing: -0.8 },
  kind: { marginTop: 12, color: sun, fontSize: 15 },
  madeFor: {
    fontFamily: ["Text", "Extended"],
    marginTop: 118,
    marginBottom: 14,
    color: sun,
    fontSize: 15,
    fontWeight: 600,
  },
  coverSays: { marginTop: 22, maxWidth: 380, color: bandMuted, fontSize: 15, lineHeight: 1.45 },
  date: { marginTop: 14, color: bandMuted, fontSize: 11 },
  horizon: { position: "absolute", left: 0, bottom: 0, width: 612, height: 210 },
  title: { fontFamily: "Display", fontSize: 30, lineHeight: 1.1, letterSpacing: -0.5 },
  says: { maxWidth: 420, marginTop: 8, marginBottom: 14, color: muted, fontSize: 12.5 },
  area: { flexDirection: "row", gap: 20, padding: "19 0", borderTop: `1 solid ${line}` },
  areaName: { width: 130, fontFamily: "Display", fontSize: 17, lineHeight: 1.2 },
  areaWords: { flex: 1, fontSize: 12.5 },
  good: { flexDirection: "row", gap: 7, marginTop: 5, color: accent },
  goodWords: { flex: 1, fontWeight: 600 },
  planArea: { flexDirection: "row", gap: 20, padding: "12 0", borderTop: `1 solid ${line}` },
  firstSays: { fontFamily: "Display", fontSize: 16, lineHeight: 1.25 },
  stepWords: { flex: 1, color: ink },
  covers: { marginTop: 8, color: muted, fontSize: 11 },
  search: { marginTop: 5, color: accent, fontWeight: 600 },
  ad: { padding: 14, border: `1 solid ${line}`, borderRadius: 9, backgroundColor: "#ffffff" },
  adBy: { color: muted, fontSize: 10.5 },
  adHeadline: { margin: "3 0 3", fontFamily: "Display", fontSize: 17, lineHeight: 1.2 },
  adButton: { marginTop: 8, color: accent, fontWeight: 600 },
  item: {
    flexDirection: "row",
    alignItems: "center",
    gap: 14,
    padding: "16 0",
    borderTop: `1 solid ${line}`,
    fontSize: 14,
  },
  box: { width: 17, height: 17, border: `1.4 solid ${accent}`, borderRadius: 4 },
  task: { flex: 1 },
  takes: { width: 50, color: muted, fontSize: 11, textAlign: "right" },
  group: { flexDirection: "row", gap: 20, padding: "6 0", borderTop: `1 solid ${line}` },
  piece: {
    flexDirection: "row",
    justifyContent: "space-between",
    padding: "1.5 0",
    fontSize: 11,
    lineHeight: 1.3,
  },
  from: { color: muted },
  packages: { flexDirection: "row", gap: 10, marginTop: 10 },
  package: { flex: 1, padding: 11, border: `1 solid ${line}`, borderRadius: 9 },
  recommended: { backgroundColor: band, borderColor: band, color: onBand },
  packageName: { fontFamily: "Display", fontSize: 16, lineHeight: 1.2 },
  price: { marginTop: 4, fontFamily: "Display", fontSize: 25, lineHeight: 1.15 },
  per: { fontFamily: "Text", fontSize: 10.5 },
  pill: { marginTop: 1, color: sun, fontSize: 9.5, fontWeight: 700 },
  feature: { marginTop: 2.5, fontSize: 9.8, lineHeight: 1.35 },
  small: { fontSize: 10.5, lineHeight: 1.4 },
  step: { flexDirection: "row", gap: 14, padding: "10 0", borderTop: `1 solid ${line}` },
  stepNumber: { width: 20, color: accent, fontFamily: "Display", fontSize: 17, lineHeight: 1.2 },
  call: { marginTop: 26, padding: 22, backgroundColor: band, borderRadius: 12, color: onBand },
  number: { fontFamily: "Display", fontSize: 38, lineHeight: 1.15, letterSpacing: -0.8 },
  callNote: { color: bandMuted },
  link: { color: accent, textDecoration: "underline" },
  linkOnBand: { color: onBand, textDecoration: "underline" },
  owner: { marginBottom: 6, fontFamily: "Display", fontSize: 17, lineHeight: 1.3 },
  why: { marginTop: 26, color: muted, fontSize: 10 },
  foot: {
    position: "absolute",
    left: 54,
    right: 54,
    top: 756,
    flexDirection: "row",
    justifyContent: "space-between",
    color: muted,
    fontSize: 9,
  },
});

let areFontsRegistered = false;

export function registerFonts() {
  if (areFontsRegistered) return;
  areFontsRegistered = true;
  const file = (name: string) => fileURLToPath(import.meta.resolve(name));
  Font.register({
    family: "Display",
    fonts: [{ src: file("@fontsource/fraunces/files/fraunces-latin-400-normal.woff") }],
  });
  Font.register({
    family: "Text",
    fonts: ([400, 600, 700] as const).map((weight) => ({
      fontWeight: weight,
      src: file(`@fontsource/hanken-grotesk/files/hanken-grotesk-latin-${weight}-normal.woff`),
    })),
  });
  // Only names need more than basic Latin.
  const extended = "@fontsource/hanken-grotesk/files/hanken-grotesk-latin-ext-600-normal.woff";
  Font.register({ family: "Extended", fonts: [{ fontWeight: 600, src: file(extended) }] });
  // No hyphenation, because a text search can't find a hyphenated word.
  Font.registerHyphenationCallback((word) => [word]);
}
