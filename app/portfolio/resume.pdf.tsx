// The résumé as a PDF, from the same content as the page. It has a title, a language and selectable
// text, in the reading order of this file.
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
import { resumePdfWords as words } from "#content/portfolio-words.ts";
import { resume } from "#content/resume.ts";
import type { Resume } from "#contract/content.ts";
import { splitLabel, yearsOf } from "./resume-words.ts";

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
// No hyphenation: a résumé is searched and copied from.
Font.registerHyphenationCallback((word) => [word]);

export async function makeResumePdf(): Promise<Uint8Array> {
  return renderToBuffer(<ResumeDocument resume={resume} />);
}

function ResumeDocument({ resume }: { resume: Resume }) {
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
      <Page size="LETTER" style={styles.page}>
        <Text style={styles.name}>{name}</Text>
        <Text style={styles.label}>{label}</Text>
        <Ways />
        <Text style={styles.summary}>{summary}</Text>
        <Part title={words.work}>{resume.work.map(workEntry)}</Part>
        <Part title={words.projects}>{resume.projects.map(projectEntry)}</Part>
        <Part title={words.skills}>
          <Text>{resume.skills.map(({ name, level }) => `${name} ${level}`).join(",  ")}</Text>
          <Text style={styles.quiet}>{words.levels}</Text>
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
          render={({ pageNumber, totalPages }) => words.page(name, pageNumber, totalPages)}
        />
      </Page>
    </Document>
  );
}

/** The contact data in one line, with links. */
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
      <Text>
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

/** A section with a title; omitted when it is empty. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const isEmpty = !children || (Array.isArray(children) && children.length === 0);
  if (isEmpty) return null;
  return (
    <View style={styles.part}>
      <Text style={styles.title} minPresenceAhead={60}>
        {title}
      </Text>
      {children}
    </View>
  );
}

type EntryWords = { title: string; of?: string; when?: string; says?: string; lines?: string[] };

function Entry({ title, of, when, says, lines = [] }: EntryWords) {
  return (
    <View style={styles.entry} wrap={false}>
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
      when={yearsOf(work)}
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
      of={`${entity}, ${keywords.join(words.and)}`}
      when={startDate.slice(0, 4)}
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

// Sizes are in points; the colors are the light scheme of app/tokens.css.
const ink = "#14211f";
const styles = StyleSheet.create({
  page: {
    paddingVertical: 48,
    paddingHorizontal: 56,
    fontFamily: "Hanken Grotesk",
    fontSize: 9.5,
    lineHeight: 1.45,
    color: ink,
  },
  name: { fontFamily: "Fraunces", fontSize: 34, lineHeight: 1, letterSpacing: -0.6 },
  label: { marginTop: 8, fontFamily: "Fraunces", fontSize: 13, lineHeight: 1.3 },
  ways: { flexDirection: "row", flexWrap: "wrap", gap: 12, rowGap: 2, marginTop: 8, fontSize: 8.5 },
  link: { color: "#0b5d66", textDecoration: "none" },
  summary: { marginTop: 12, maxWidth: 440 },
  part: { marginTop: 16 },
  title: {
    marginBottom: 8,
    paddingTop: 7,
    borderTop: `0.75pt solid ${ink}`,
    fontFamily: "Fraunces",
    fontSize: 14,
    lineHeight: 1.1,
  },
  entry: { marginBottom: 9 },
  head: { flexDirection: "row", justifyContent: "space-between", gap: 16 },
  what: { flexShrink: 1 },
  strong: { fontWeight: 600 },
  quiet: { color: "#5a6764" },
  line: { marginTop: 1 },
  foot: { position: "absolute", bottom: 24, left: 56, right: 56, fontSize: 8, color: "#5a6764" },
});
