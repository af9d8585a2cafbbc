// The 'Marketing Makeover' presentation as a PDF, in letter size for printing.
import { Document, Link, Page, renderToBuffer, Text, View } from "@react-pdf/renderer";
import { makeoverDelays, makeoverSpecialties, makeoverWorries } from "#content/makeover.ts";
import { marketing, packages } from "#content/marketing.ts";
import { presentation } from "#content/presentation.ts";
import { site } from "#content/site.ts";
import { Horizon, Mark, Tick } from "./drawings.tsx";
import type { MakeoverAnswers } from "./makeover-answers.ts";
import { onBand, registerFonts, styles } from "./styles.ts";

type Made = MakeoverAnswers & {
  /** Null: no name in the greeting. */
  name: string | null;
  madeAt: Date;
  origin: string;
};

export async function renderPresentation(made: Made): Promise<Uint8Array> {
  registerFonts();
  return new Uint8Array(await renderToBuffer(<Presentation {...made} />));
}

function Presentation(made: Made) {
  const { specialty, worry, delay } = made;
  const hasPlan = specialty !== null || worry !== null || delay !== null;
  return (
    <Document
      title={titleOf(made)}
      author={site.mailName}
      subject={presentation.says}
      language="en-US"
      creator={site.mailName}
      producer={site.mailName}
    >
      <Cover {...made} />
      {hasPlan && <Plan {...made} />}
      <LooksAt />
      <Checklist />
      <Offer />
      <NextSteps origin={made.origin} />
    </Document>
  );
}

function titleOf({ practice }: Made): string {
  return practice ? presentation.titleFor(practice) : presentation.title;
}

/** Null where it would say nothing on the cover. */
function specialtyName(specialty: Made["specialty"]): string | null {
  return specialty && specialty !== "other" ? makeoverSpecialties[specialty].name : null;
}

function Cover(made: Made) {
  const { name, specialty, city, madeAt } = made;
  const title = titleOf(made);
  const kind = presentation.kind(specialtyName(specialty), city);
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" });
  return (
    <Page size="LETTER" style={styles.cover} bookmark={title}>
      <View style={styles.brand}>
        <Mark />
        <View>
          <Text style={styles.brandName}>{site.agency}</Text>
          <Text style={styles.brandTrade}>{site.agencyTrade}</Text>
        </View>
      </View>
      <Text style={styles.madeFor}>{name ? presentation.madeFor(name) : " "}</Text>
      <Text style={title.length > longTitle ? styles.coverTitleLong : styles.coverTitle}>
        {title}
      </Text>
      {kind && <Text style={styles.kind}>{kind}</Text>}
      <Text style={styles.coverSays}>{presentation.says}</Text>
      <Text style={styles.date}>{day.format(madeAt)}</Text>
      <Horizon />
    </Page>
  );
}

/** Longer ones would reach the drawing below. */
const longTitle = 44;

/** The page that is made from the practice's own answers. */
function Plan({ practice, city, specialty, worry, delay }: Made) {
  const words = presentation.plan;
  const kind = specialty && makeoverSpecialties[specialty];
  return (
    <Sheet title={words.title(practice)} says={words.says}>
      {worry && <FirstSteps {...makeoverWorries[worry]} />}
      {kind && (
        <View style={styles.planArea} wrap={false}>
          <Text style={styles.areaName}>{words.searches.title}</Text>
          <View style={styles.areaWords}>
            <Text>{words.searches.says}</Text>
            {kind.searches.map((search) => (
              <Text key={search} style={styles.search}>
                {words.searches.near(search, city)}
              </Text>
            ))}
          </View>
        </View>
      )}
      {kind && (
        <View style={styles.planArea} wrap={false}>
          <Text style={styles.areaName}>{words.ad.title}</Text>
          <View style={[styles.areaWords, styles.ad]}>
            <Text style={styles.adBy}>
              {[practice ?? marketing.services.ad.name, words.ad.sponsored].join(" · ")}
            </Text>
            <Text style={styles.adHeadline}>{kind.ad.headline}</Text>
            <Text>{kind.ad.says}</Text>
            <Text style={styles.adButton}>{words.ad.button}</Text>
          </View>
        </View>
      )}
      {kind && <PlanLine name={words.photos} says={kind.photos} />}
      {delay && <PlanLine name={words.callback} says={makeoverDelays[delay].says} />}
    </Sheet>
  );
}

function FirstSteps({ first, steps, package: id }: (typeof makeoverWorries)["map"]) {
  const covers = packages.find((one) => one.id === id);
  const price = covers && `$${covers.price.toLocaleString("en-US")} ${covers.per}`;
  return (
    <View style={styles.planArea} wrap={false}>
      <Text style={styles.areaName}>{presentation.plan.first}</Text>
      <View style={styles.areaWords}>
        <Text style={styles.firstSays}>{first}</Text>
        {steps.map((step) => (
          <View key={step} style={styles.good}>
            <Tick />
            <Text style={styles.stepWords}>{step}</Text>
          </View>
        ))}
        {covers && price && (
          <Text style={styles.covers}>{presentation.plan.covers(covers.title, price)}</Text>
        )}
      </View>
    </View>
  );
}

function PlanLine({ name, says }: { name: string; says: string }) {
  return (
    <View style={styles.planArea} wrap={false}>
      <Text style={styles.areaName}>{name}</Text>
      <Text style={styles.areaWords}>{says}</Text>
    </View>
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
