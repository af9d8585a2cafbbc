// The résumé as a PDF, from the same content as the page. It has a title, a language and selectable
// text, in the order of this file.
import {
  Document,
  Font,
  Link,
  Page,
  renderToBuffer,
  StyleSheet,
  Text,
  View,
} from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { fontFile } from "#app/font-files.ts";
import { colors } from "#content/colors.ts";
import { portfolio } from "#content/portfolio.ts";
import { resumePdfWords as words } from "#content/portfolio-words.ts";
import { resume } from "#content/resume.ts";
import type { Resume } from "#contract/content.ts";
import { monthsOf, skillGroups, splitLabel, yearsOf } from "./resume-words.ts";

Font.register({
  family: "Fraunces",
  fonts: [{ src: fontFile("fraunces", 400), fontWeight: 400 }],
});
Font.register({
  family: "Hanken Grotesk",
  fonts: [
    { src: fontFile("hanken-grotesk", 400), fontWeight: 400 },
    { src: fontFile("hanken-grotesk", 600), fontWeight: 600 },
  ],
});
// There is no hyphenation, because people search a résumé and copy from it.
Font.registerHyphenationCallback((word) => [word]);

/** The sizes of the text in points, the largest first. */
const textSizes = [10, 9.8, 9.6, 9.4, 9.2, 9, 8.8, 8.6];

/**
 * Uses the largest text with which the résumé fits on one page. A résumé that is longer even with
 * the smallest text has several pages.
 */
export async function makeResumePdf(): Promise<Uint8Array> {
  let file: Uint8Array = new Uint8Array();
  let pages = 0;
  const countPages = (total: number) => {
    pages = total;
  };
  for (const size of textSizes) {
    file = await renderToBuffer(
      <ResumeDocument resume={resume} size={size} countPages={countPages} />,
    );
    if (pages === 1) break;
  }
  return file;
}

type DocumentProps = { resume: Resume; size: number; countPages: (total: number) => void };

function ResumeDocument({ resume, size, countPages }: DocumentProps) {
  const { name, label, summary } = resume.basics;
  return (
    <Document
      title={words.title(name)}
      author={name}
      subject={label}
      keywords={resume.skills.map((skill) => skill.name).join(", ")}
      language="en-US"
      pageMode="useNone"
    >
      <Page size="LETTER" style={[styles.page, { fontSize: size }]}>
        <Text style={styles.name}>{name}</Text>
        <Text style={styles.label}>{label}</Text>
        <Ways />
        <Text style={styles.summary}>{summary}</Text>
        <Part title={words.work}>{resume.work.map(workEntry)}</Part>
        <Part title={words.projects} isInColumns>
          {resume.projects.map(projectEntry)}
        </Part>
        <Part title={words.skills}>
          {skillGroups(resume.skills, portfolio.skills.axis).map(({ says, names }) => (
            <Text key={says} style={styles.line}>
              <Text style={styles.strong}>{`${says}: `}</Text>
              {names.join(", ")}
            </Text>
          ))}
        </Part>
        <Part title={words.education}>{resume.education?.map(educationEntry)}</Part>
        <Part title={words.certificates}>{resume.certificates?.map(certificateEntry)}</Part>
        <Part title={words.awards}>{resume.awards?.map(awardEntry)}</Part>
        <Part title={words.publications}>{resume.publications?.map(publicationEntry)}</Part>
        <Part title={words.volunteering}>{resume.volunteer?.map(volunteerEntry)}</Part>
        <Part title={words.languages}>
          {resume.languages && (
            <Text>
              {resume.languages
                .map(({ language, fluency }) => `${language} (${fluency})`)
                .join(", ")}
            </Text>
          )}
        </Part>
        <Part title={words.interests}>
          {resume.interests && <Text>{resume.interests.map(({ name }) => name).join(", ")}</Text>}
        </Part>
        <Text
          style={styles.foot}
          fixed
          render={({ pageNumber, totalPages }) => {
            countPages(totalPages);
            return words.page(name, pageNumber, totalPages);
          }}
        />
      </Page>
    </Document>
  );
}

/** The contact details on one line, with links. */
function Ways() {
  const { email, phone, url, location, profiles } = resume.basics;
  const links = [
    { shown: email, to: `mailto:${email}` },
    { shown: phone, to: `tel:${phone.replace(/[^\d+]/g, "")}` },
    ...(url ? [{ shown: withoutScheme(url), to: url }] : []),
    ...profiles.map((profile) => ({ shown: withoutScheme(profile.url), to: profile.url })),
  ];
  return (
    <View style={styles.ways}>
      <Text style={styles.way}>
        {location.city}, {location.region}
      </Text>
      {links.map(({ shown, to }) => (
        <Link key={to} src={to} style={styles.link}>
          {shown}
        </Link>
      ))}
    </View>
  );
}

/**
 * A section with its title on the left and its content next to it. An empty section is left out.
 */
function Part({
  title,
  isInColumns,
  children,
}: {
  title: string;
  /** Whether there are two entries in each row. */
  isInColumns?: boolean;
  children: ReactNode;
}) {
  const isEmpty = !children || (Array.isArray(children) && children.length === 0);
  if (isEmpty) return null;
  return (
    <View style={styles.part}>
      <Text style={styles.title}>{title}</Text>
      <View style={isInColumns ? styles.columns : styles.content}>{children}</View>
    </View>
  );
}

type EntryWords = {
  title: string;
  of?: string;
  when?: string;
  says?: string;
  lines?: string[];
  isHalf?: boolean;
};

function Entry({ title, of, when, says, lines = [], isHalf }: EntryWords) {
  return (
    <View style={isHalf ? styles.half : styles.entry} wrap={false}>
      <View style={styles.head}>
        <Text style={styles.what}>
          <Text style={styles.strong}>{title}</Text>
          {of && `, ${of}`}
        </Text>
        {when && <Text style={styles.quiet}>{when}</Text>}
      </View>
      {says && <Text>{says}</Text>}
      {lines.map((line) => {
        const { label, text } = splitLabel(line);
        return (
          <Text key={line} style={styles.line}>
            {label && <Text style={styles.strong}>{`${label}: `}</Text>}
            {text}
          </Text>
        );
      })}
    </View>
  );
}

function workEntry(work: Resume["work"][number]) {
  const { name, position, location, description, summary, highlights } = work;
  return (
    <Entry
      key={name + work.startDate}
      title={position}
      of={[name, location, description].filter(Boolean).join(", ")}
      when={monthsOf(work)}
      says={summary}
      lines={highlights}
    />
  );
}

function projectEntry(project: Resume["projects"][number]) {
  const { name, entity, description, keywords, startDate, highlights } = project;
  return (
    <Entry
      key={name}
      title={name}
      of={`${entity}, ${startDate.slice(0, 4)}, ${keywords.join(words.and)}`}
      isHalf
      says={description}
      lines={highlights}
    />
  );
}

function educationEntry(one: NonNullable<Resume["education"]>[number]) {
  const title = one.studyType ? words.degree(one.studyType, one.area) : one.area;
  return <Entry key={title} title={title} of={one.institution} when={yearsOf(one)} />;
}

function volunteerEntry(one: NonNullable<Resume["volunteer"]>[number]) {
  return (
    <Entry
      key={one.organization}
      title={one.position}
      of={one.organization}
      when={yearsOf(one)}
      says={one.summary}
      lines={one.highlights}
    />
  );
}

function certificateEntry({ name, issuer, date }: NonNullable<Resume["certificates"]>[number]) {
  return <Entry key={name} title={name} of={issuer} when={date} />;
}

function awardEntry(one: NonNullable<Resume["awards"]>[number]) {
  const { title, awarder, date, summary } = one;
  return <Entry key={title} title={title} of={awarder} when={date} says={summary} />;
}

function publicationEntry(one: NonNullable<Resume["publications"]>[number]) {
  const { name, publisher, releaseDate, summary } = one;
  return <Entry key={name} title={name} of={publisher} when={releaseDate} says={summary} />;
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

// Sizes are in points. The colors are the light scheme of app/tokens.css.
const ink = "#14211f";
const sideWidth = 72;
const styles = StyleSheet.create({
  page: {
    paddingTop: 32,
    paddingBottom: 36,
    paddingHorizontal: 46,
    fontFamily: "Hanken Grotesk",
    lineHeight: 1.34,
    color: ink,
  },
  name: { fontFamily: "Fraunces", fontSize: 30, lineHeight: 1, letterSpacing: -0.6 },
  label: { marginTop: 6, fontFamily: "Fraunces", fontSize: 12.5, lineHeight: 1.3 },
  ways: { flexDirection: "row", flexWrap: "wrap", columnGap: 10, rowGap: 1, marginTop: 6 },
  way: { fontSize: 8.2 },
  link: { color: colors.accent.light, fontSize: 8.2, textDecoration: "none" },
  summary: { marginTop: 8 },
  part: {
    flexDirection: "row",
    gap: 12,
    marginTop: 4,
    paddingTop: 6,
    borderTop: `0.75pt solid ${ink}`,
  },
  title: { width: sideWidth, fontFamily: "Fraunces", fontSize: 11.5, lineHeight: 1.1 },
  content: { flex: 1 },
  columns: { flex: 1, flexDirection: "row", flexWrap: "wrap", columnGap: 16 },
  entry: { marginBottom: 4 },
  half: { width: "48%", marginBottom: 4 },
  head: { flexDirection: "row", justifyContent: "space-between", gap: 12 },
  what: { flexShrink: 1 },
  strong: { fontWeight: 600 },
  quiet: { color: "#5a6764" },
  line: { marginTop: 0.5 },
  foot: { position: "absolute", bottom: 18, left: 46, right: 46, fontSize: 7.5, color: "#5a6764" },
});
