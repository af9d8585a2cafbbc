// The 'Marketing Makeover' presentation as a PDF, in letter size for printing.
import { Document, Link, Page, renderToBuffer, Text, View } from "@react-pdf/renderer";
import { site } from "#content/site.ts";
import { type VisitorWords, visitorWords } from "#content/visitor-words.ts";
import { withUsualPlan } from "#contract/makeover-plan.ts";
import { longDateText } from "#contract/moment-text.ts";
import { localeOf } from "#contract/zones.ts";
import { Horizon, Mark, Tick } from "./drawings.tsx";
import { hasChoice, type Makeover } from "./makeover-answers.ts";
import { onBand, registerFonts, styles } from "./styles.ts";

export async function renderPresentation(made: Makeover): Promise<Uint8Array<ArrayBuffer>> {
  registerFonts();
  return new Uint8Array(await renderToBuffer(<Presentation {...made} />));
}

function Presentation(made: Makeover) {
  const words = visitorWords[made.language];
  const isTailored = hasChoice(made);
  return (
    <Document
      title={titleOf(made)}
      author={site.mailName}
      subject={words.presentation.says}
      language={localeOf[made.language]}
      creator={site.mailName}
      producer={site.mailName}
    >
      <Cover {...made} />
      <Plan {...withUsualPlan(made)} isTailored={isTailored} />
      <LooksAt words={words} />
      <Checklist words={words} />
      <Offer words={words} />
      <NextSteps words={words} origin={made.origin} />
    </Document>
  );
}

type WithWords = { words: VisitorWords };

function titleOf({ practice, language }: Makeover): string {
  const { presentation } = visitorWords[language];
  return practice ? presentation.titleFor(practice) : presentation.title;
}

/** Returns the specialty for the cover, or null if there is none to show. */
function specialtyName({ specialty, language }: Makeover): string | null {
  const { specialties } = visitorWords[language].site.makeoverForm;
  return specialty && specialty !== "other" ? specialties[specialty].name : null;
}

function Cover(made: Makeover) {
  const { name, city, madeAt, language } = made;
  const { presentation, site: words } = visitorWords[language];
  const title = titleOf(made);
  const kind = presentation.kind(specialtyName(made), city);
  return (
    <Page size="LETTER" style={styles.cover} bookmark={title}>
      <View style={styles.brand}>
        <Mark />
        <View>
          <Text style={styles.brandName}>{site.agency}</Text>
          <Text style={styles.brandTrade}>{words.agencyTrade}</Text>
        </View>
      </View>
      <Text style={styles.madeFor}>{name ? presentation.madeFor(name) : " "}</Text>
      <Text style={title.length > longTitle ? styles.coverTitleLong : styles.coverTitle}>
        {title}
      </Text>
      {kind && <Text style={styles.kind}>{kind}</Text>}
      <Text style={styles.coverSays}>{presentation.says}</Text>
      <Text style={styles.date}>{longDateText(madeAt, site.officeHours.timeZone, language)}</Text>
      <Horizon />
    </Page>
  );
}

/** A name longer than this would reach the drawing below it. */
const longTitle = 44;

type PlanProps = Makeover & { isTailored: boolean };

/** The page that is based on the practice's own answers. */
function Plan({ practice, city, specialty, worry, delay, language, isTailored }: PlanProps) {
  const all = visitorWords[language];
  const words = all.presentation.plan;
  const { specialties, worries, delays } = all.site.makeoverForm;
  const kind = specialty && specialties[specialty];
  return (
    <Sheet
      words={all}
      title={words.title(practice)}
      says={isTailored ? words.says : words.saysUsual}
    >
      {worry && <FirstSteps {...worries[worry]} words={all} />}
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
              {[practice ?? all.site.marketing.services.ad.name, words.ad.sponsored].join(" · ")}
            </Text>
            <Text style={styles.adHeadline}>{kind.ad.headline}</Text>
            <Text>{kind.ad.says}</Text>
            <Text style={styles.adButton}>{words.ad.button}</Text>
          </View>
        </View>
      )}
      {kind && <PlanLine name={words.photos} says={kind.photos} />}
      {delay && <PlanLine name={words.callback} says={delays[delay].says} />}
    </Sheet>
  );
}

type Worry = VisitorWords["site"]["makeoverForm"]["worries"]["map"];

function FirstSteps({ first, steps, package: id, words }: Worry & WithWords) {
  const { presentation, site: ours } = words;
  const covers = ours.packages.find((one) => one.id === id);
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

function LooksAt({ words }: WithWords) {
  const { title, says, areas } = words.presentation.looksAt;
  return (
    <Sheet words={words} title={title} says={says}>
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

function Checklist({ words }: WithWords) {
  const { title, says, items } = words.presentation.checklist;
  return (
    <Sheet words={words} title={title} says={says}>
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

function Offer({ words }: WithWords) {
  const { services, packages: heads } = words.presentation;
  const { marketing, packages } = words.site;
  const { guarantee, notIncluded } = marketing.pricing;
  return (
    <Sheet words={words} title={services.title} says={services.says}>
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
      <Text style={{ ...styles.title, marginTop: 12 }}>{heads.title}</Text>
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
            <Text style={styles.pill}>{one.isRecommended ? heads.recommended : " "}</Text>
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

function NextSteps({ origin, words }: WithWords & { origin: string }) {
  const { title, steps, call, orStart } = words.presentation.next;
  const start = `${origin}${words.site.root}/get-started`;
  return (
    <Sheet words={words} title={title}>
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
        <Text style={styles.callNote}>{words.site.phoneHours}</Text>
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
      <Text style={styles.why}>{words.presentation.why}</Text>
    </Sheet>
  );
}

function Sheet({
  words,
  title,
  says,
  children,
}: WithWords & {
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
        <Text
          render={({ pageNumber, totalPages }) => words.presentation.page(pageNumber, totalPages)}
        />
      </View>
    </Page>
  );
}
