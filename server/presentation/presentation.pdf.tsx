// The 'Marketing Makeover' presentation as a PDF: letter size, so that it can be printed and checked off.
import { fileURLToPath } from "node:url";
import {
  Circle,
  ClipPath,
  Defs,
  Document,
  Font,
  G,
  Link,
  Page,
  Path,
  Rect,
  renderToBuffer,
  StyleSheet,
  Svg,
  Text,
  View,
} from "@react-pdf/renderer";
import { marketing, packages } from "#content/marketing.ts";
import { presentation } from "#content/presentation.ts";
import { site } from "#content/site.ts";

type Made = {
  /** Null: it greets nobody by name. */
  name: string | null;
  madeAt: Date;
  origin: string;
};

/** The finished file. */
export async function renderPresentation(made: Made): Promise<Uint8Array> {
  registerFonts();
  return new Uint8Array(await renderToBuffer(<Presentation {...made} />));
}

// The marketing site's light colours: paper has no dark mode.
const ink = "#14211f";
const muted = "#5a6764";
const line = "#d9dcd5";
const accent = "#0b5d66";
const band = "#0b4c54";
const onBand = "#f2f7f5";
const bandMuted = "#b9d5d3";
const sun = "#f0b429";
const paper = "#faf9f6";

const styles = StyleSheet.create({
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

function Presentation({ name, madeAt, origin }: Made) {
  return (
    <Document
      title={presentation.title}
      author={site.mailName}
      subject={presentation.says}
      language="en-US"
      creator={site.mailName}
      producer={site.mailName}
    >
      <Cover name={name} madeAt={madeAt} />
      <LooksAt />
      <Checklist />
      <Offer />
      <NextSteps origin={origin} />
    </Document>
  );
}

function Cover({ name, madeAt }: { name: string | null; madeAt: Date }) {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" });
  return (
    <Page size="LETTER" style={styles.cover} bookmark={presentation.title}>
      <View style={styles.brand}>
        <Mark />
        <View>
          <Text style={styles.brandName}>{site.agency}</Text>
          <Text style={styles.brandTrade}>{site.agencyTrade}</Text>
        </View>
      </View>
      <Text style={styles.madeFor}>{name ? presentation.madeFor(name) : " "}</Text>
      <Text style={styles.coverTitle}>{presentation.title}</Text>
      <Text style={styles.coverSays}>{presentation.says}</Text>
      <Text style={styles.date}>{day.format(madeAt)}</Text>
      <Horizon />
    </Page>
  );
}

function LooksAt() {
  const { title, says, areas } = presentation.looksAt;
  return (
    <Sheet title={title} says={says}>
      {areas.map(({ name, asks, good }) => (
        <View key={name} style={styles.area} wrap={false}>
          <Text style={styles.areaName}>{name}</Text>
          <View style={styles.areaWords}>
            <Text>{asks}</Text>
            <View style={styles.good}>
              <Tick />
              <Text style={styles.goodWords}>{good}</Text>
            </View>
          </View>
        </View>
      ))}
    </Sheet>
  );
}

function Checklist() {
  const { title, says, items } = presentation.checklist;
  return (
    <Sheet title={title} says={says}>
      {items.map(({ task, takes }) => (
        <View key={task} style={styles.item} wrap={false}>
          <View style={styles.box} />
          <Text style={styles.task}>{task}</Text>
          <Text style={styles.takes}>{takes}</Text>
        </View>
      ))}
    </Sheet>
  );
}

function Offer() {
  const { services, packages: words } = presentation;
  const { guarantee, notIncluded } = marketing.pricing;
  return (
    <Sheet title={services.title} says={services.says}>
      {marketing.services.groups.map(({ name, pieces }) => (
        <View key={name} style={styles.group} wrap={false}>
          <Text style={styles.areaName}>{name}</Text>
          <View style={styles.areaWords}>
            {pieces.map((piece) => (
              <View key={piece.name} style={styles.piece}>
                <Text>{piece.name}</Text>
                <Text style={styles.from}>{piece.from}</Text>
              </View>
            ))}
          </View>
        </View>
      ))}
      <Text style={{ ...styles.title, marginTop: 12 }}>{words.title}</Text>
      <View style={styles.packages}>
        {packages.map((one) => (
          <View
            key={one.id}
            style={one.isRecommended ? [styles.package, styles.recommended] : styles.package}
          >
            <Text style={styles.packageName}>{one.title}</Text>
            <Text style={styles.price}>
              {`$${one.price.toLocaleString("en-US")} `}
              <Text style={styles.per}>{one.per}</Text>
            </Text>
            <Text style={styles.pill}>{one.isRecommended ? words.recommended : " "}</Text>
            <Text style={{ ...styles.feature, fontWeight: 600 }}>{one.adds}</Text>
            {one.features.map((feature) => (
              <Text key={feature} style={styles.feature}>
                {feature}
              </Text>
            ))}
          </View>
        ))}
      </View>
      <Text style={{ ...styles.small, marginTop: 10 }}>
        <Text style={{ fontWeight: 600 }}>{guarantee.title}. </Text>
        {guarantee.says}
      </Text>
      <Text style={{ ...styles.small, marginTop: 4 }}>
        <Text style={{ fontWeight: 600 }}>{notIncluded.title}. </Text>
        {notIncluded.says}
      </Text>
    </Sheet>
  );
}

function NextSteps({ origin }: { origin: string }) {
  const { title, steps, call, orStart } = presentation.next;
  const start = `${origin}/marketing/get-started`;
  return (
    <Sheet title={title}>
      <View style={{ height: 16 }} />
      {steps.map((step, index) => (
        <View key={step} style={styles.step}>
          <Text style={styles.stepNumber}>{index + 1}</Text>
          <Text style={{ ...styles.task, fontSize: 13.5 }}>{step}</Text>
        </View>
      ))}
      <View style={styles.call}>
        <Text style={styles.callNote}>{call}</Text>
        <Link src={`tel:${site.phoneLink}`} style={{ color: onBand, textDecoration: "none" }}>
          <Text style={styles.number}>{site.phone}</Text>
        </Link>
        <Text style={styles.callNote}>{site.phoneHours}</Text>
        <Text style={{ marginTop: 12 }}>
          {orStart}{" "}
          <Link src={start} style={styles.linkOnBand}>
            {start}
          </Link>
        </Text>
      </View>
      <View style={{ marginTop: 26 }}>
        <Text style={styles.owner}>{site.owner}</Text>
        <Text>{site.mailName}</Text>
        <Text>{site.postalAddress}</Text>
        <Link src={`mailto:${site.agencyEmail}`} style={styles.link}>
          {site.agencyEmail}
        </Link>
      </View>
      <Text style={styles.why}>{presentation.why}</Text>
    </Sheet>
  );
}

function Sheet({
  title,
  says,
  children,
}: {
  title: string;
  says?: string;
  children: React.ReactNode;
}) {
  return (
    <Page size="LETTER" style={styles.page} bookmark={title}>
      <Text style={styles.title}>{title}</Text>
      {says && <Text style={styles.says}>{says}</Text>}
      {children}
      <View style={styles.foot} fixed>
        <Text>{`${site.mailName}, ${site.postalAddress}`}</Text>
        <Text render={({ pageNumber, totalPages }) => presentation.page(pageNumber, totalPages)} />
      </View>
    </Page>
  );
}

function Mark() {
  return (
    <Svg viewBox="0 0 42 42" style={{ width: 40, height: 40 }}>
      <Rect width="42" height="42" rx="10" fill={accent} />
      <Path d="M11 24a10 10 0 0 1 20 0z" fill={sun} />
      <Path d="M7 24h28" stroke={onBand} strokeWidth={2.4} strokeLinecap="round" />
      <Path
        d="M10 30c3-2.4 5.6-2.4 8.5 0s5.5 2.4 8.5 0 3.5-2 5-2"
        stroke={onBand}
        strokeWidth={2.4}
        strokeLinecap="round"
      />
    </Svg>
  );
}

/** The sun going down over the bay, as on the marketing site's last screen. */
function Horizon() {
  return (
    <Svg viewBox="0 0 612 210" style={styles.horizon}>
      <Defs>
        <ClipPath id="above">
          <Rect x="0" y="0" width="612" height="120" />
        </ClipPath>
      </Defs>
      <G clipPath="url(#above)">
        <Circle cx="430" cy="120" r="92" fill={sun} />
      </G>
      <Rect x="0" y="120" width="612" height="90" fill="#0a2f34" />
      <Path d="M0 120h612" stroke={onBand} strokeWidth={2} />
      <Path
        d="M360 138h140M382 154h96M404 170h52"
        stroke={sun}
        strokeWidth={5}
        strokeLinecap="round"
      />
      <Path
        d="M60 140c10-7 20-7 30 0s20 7 30 0 20-7 30 0M120 164c10-7 20-7 30 0s20 7 30 0M210 148c10-7 20-7 30 0s20 7 30 0"
        stroke={accent}
        strokeWidth={4}
        strokeLinecap="round"
      />
    </Svg>
  );
}

function Tick() {
  return (
    <Svg viewBox="0 0 24 24" style={{ width: 13, height: 13, marginTop: 2 }}>
      <Path
        d="M4 13l5 6L20 5"
        stroke={accent}
        strokeWidth={3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Svg>
  );
}

let areFontsRegistered = false;

function registerFonts() {
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
  // Names alone need more than plain Latin.
  const extended = "@fontsource/hanken-grotesk/files/hanken-grotesk-latin-ext-600-normal.woff";
  Font.register({ family: "Extended", fonts: [{ fontWeight: 600, src: file(extended) }] });
  // Words are never broken: they are few, and a broken one cannot be searched for.
  Font.registerHyphenationCallback((word) => [word]);
}
