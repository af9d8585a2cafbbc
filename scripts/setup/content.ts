// Reads and writes the files in content/ that `npm run setup` changes: the owner's four files, and
// the colors.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import type { z } from "zod";
import { setupWords } from "#content/setup.ts";
import { CaseStudies, type CaseStudy } from "#contract/case-studies.ts";
import { Colors, Owner, Resume, Story } from "#contract/content.ts";
import { type Answers, BadAnswers, type Typed } from "./answers.ts";
import { paletteOf } from "./palette.ts";

export type Content = {
  resume: Resume;
  owner: Owner;
  story: Story;
  studies: readonly CaseStudy[];
  colors: Colors;
};

const files = {
  resume: "content/resume.json",
  owner: "content/owner.json",
  story: "content/story.json",
  studies: "content/case-studies.json",
  colors: "content/colors.json",
} as const satisfies Record<keyof Content, string>;
const favicon = "public/favicon.svg";
const portfolioIcon = "public/portfolio-icon.svg";
const photoFile = "/pictures/owner.webp";
/** The width in pixels, which is twice the width on the landing page. */
const photoWidth = 960;

export function readContent(root: string): Content {
  const read = <Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> =>
    schema.parse(JSON.parse(readFileSync(path.join(root, file), "utf8")));
  return {
    resume: read(files.resume, Resume),
    owner: read(files.owner, Owner),
    story: read(files.story, Story),
    studies: read(files.studies, CaseStudies),
    colors: read(files.colors, Colors),
  };
}

/**
 * Returns the current values as a person would type them. The sample's own facts aren't offered as
 * defaults.
 */
export function typedNow({ resume, owner, story, colors }: Content): Typed {
  const { basics } = resume;
  const { agency, officeHours, packages } = owner;
  const own: Partial<Typed> = owner.isSample
    ? {}
    : {
        ...{ name: basics.name, firstName: owner.firstName, label: basics.label, says: story.says },
        ...{ email: basics.email, phone: basics.phone },
        ...{ city: basics.location.city, region: basics.location.region },
        ...{ agency: agency.name, agencyEmail: agency.email, area: agency.area },
        ...{ postalAddress: agency.postalAddress, courts: agency.courts },
        ...{ website: basics.url ?? "", ventures: typedLinks(owner.ventures) },
        profiles: typedLinks(basics.profiles.map(({ network, url }) => ({ name: network, url }))),
        photo: owner.photo ? `public${owner.photo.file}` : "",
      };
  return {
    ...{ name: "", firstName: "", label: "", says: "", email: "", phone: "", city: "", region: "" },
    ...{
      agency: "",
      agencyEmail: "",
      postalAddress: "",
      area: "",
      courts: "",
      trade: agency.trade,
    },
    ...{ days: officeHours.days.join(", "), hours: `${officeHours.from}-${officeHours.to}` },
    ...{ timeZone: officeHours.timeZone, speaksSpanish: owner.speaksSpanish ? "yes" : "no" },
    ...{ p1Title: packages.p1.title, p1Price: String(packages.p1.price) },
    ...{ p2Title: packages.p2.title, p2Price: String(packages.p2.price) },
    ...{ p3Title: packages.p3.title, p3Price: String(packages.p3.price) },
    ...{ website: "", profiles: "", ventures: "", accent: colors.accent.light },
    ...{ photo: "", resume: "" },
    ...own,
  };
}

function typedLinks(links: readonly { name: string; url: string }[]): string {
  return links.map(({ name, url }) => `${name} ${url}`).join(", ");
}

/**
 * Returns the content with the answers filled in. Removes the sample's history, words and case
 * studies. Keeps the owner's own, even when the owner runs setup again.
 */
export function makeContent(now: Content, answers: Answers): Content {
  const { isSample } = now.owner;
  const { name, label, email, phone, city, region, says, firstName, speaksSpanish } = answers;
  const { agency, trade, agencyEmail, postalAddress, area, courts, timeZone, days, hours } =
    answers;
  const { basics, ...history } = now.resume;
  const wrote = !isSample && basics.summary !== now.story.says;
  return {
    resume: {
      $schema: now.resume.$schema,
      basics: {
        ...(isSample ? {} : basics),
        ...{ name, label, email, phone, url: answers.website ?? undefined },
        summary: wrote ? basics.summary : says,
        location: { ...(isSample ? {} : basics.location), city, region, countryCode: "US" },
        profiles: answers.profiles.map(({ name, url }) => ({ network: name, url })),
      },
      ...(answers.resume ?? (isSample ? { work: [], projects: [], skills: [] } : history)),
    },
    owner: {
      ...{ isSample: false, firstName, photo: now.owner.photo, speaksSpanish },
      agency: { name: agency, trade, email: agencyEmail, postalAddress, area, courts },
      officeHours: { ...now.owner.officeHours, timeZone, days, ...hours },
      packages: {
        p1: { title: answers.p1Title, price: answers.p1Price },
        p2: { title: answers.p2Title, price: answers.p2Price },
        p3: { title: answers.p3Title, price: answers.p3Price },
      },
      ventures: answers.ventures,
    },
    story: isSample ? { ...noStory, says } : { ...now.story, says },
    studies: isSample ? [] : now.studies,
    // Colors that were changed by hand are kept until the accent color changes.
    colors: answers.accent === now.colors.accent.light ? now.colors : paletteOf(answers.accent),
  };
}

const noStory: Story = {
  ...{ title: null, description: null, says: "", facts: null, splash: null, about: null },
  ...{ work: null, flagship: null, pictured: [], results: null, founder: { en: null, es: null } },
};

/**
 * Writes either all files or, if one of them would be invalid, none. Returns the names of the files
 * that it wrote.
 */
export async function writeContent(
  root: string,
  made: Content,
  photo: string | null,
): Promise<string[]> {
  const isKept = photo === path.join(root, "public", photoFile);
  const picture = photo && !isKept ? await preparePhoto(photo) : null;
  const shown = picture ? { ...picture.size, file: photoFile } : made.owner.photo;
  const owner = { ...made.owner, photo: photo ? shown : null };
  const icon = readFileSync(path.join(root, favicon), "utf8");
  const ownIcon = readFileSync(path.join(root, portfolioIcon), "utf8");
  const texts = {
    [files.resume]: jsonText(Resume.parse(made.resume)),
    [files.owner]: jsonText(Owner.parse(owner)),
    [files.story]: jsonText(Story.parse(made.story)),
    [files.studies]: jsonText(CaseStudies.parse(made.studies)),
    [files.colors]: jsonText(Colors.parse(made.colors)),
    [favicon]: withGround(icon, made.colors.accent.light),
    [portfolioIcon]: withGround(ownIcon, made.colors.accent.light),
    ...(picture && { [`public${photoFile}`]: picture.bytes }),
  };
  const changed = Object.entries(texts).filter(([file, text]) => !isSame(root, file, text));
  for (const [file, text] of changed) replaceFile(path.join(root, file), text);
  return changed.map(([file]) => file);
}

async function preparePhoto(file: string) {
  const resized = sharp(readFileSync(file))
    .rotate()
    .resize({ width: photoWidth, withoutEnlargement: true });
  const { data, info } = await resized
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new BadAnswers([`photo: ${setupWords.problems.noPicture(file)}`]);
    });
  return { bytes: data, size: { width: info.width, height: info.height } };
}

/**
 * Colors the icon's background, which is its first rectangle. An owner's own icon without one isn't
 * changed.
 */
function withGround(svg: string, color: string): string {
  return svg.replace(/(<rect width="42" height="42" rx="10" fill=")#[0-9a-f]{6}"/, `$1${color}"`);
}

function isSame(root: string, file: string, text: string | Uint8Array): boolean {
  try {
    return readFileSync(path.join(root, file)).equals(Buffer.from(text));
  } catch {
    return false;
  }
}

/** Replaces the file atomically, so that it's never half written, even if the process is killed. */
function replaceFile(file: string, text: string | Uint8Array) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** Formats JSON like Biome: a list of texts is on one line if it fits. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(
    /^( *)(.*)\[\n((?: +"(?:[^"\\\n]|\\.)*",?\n)+) *\]/gm,
    (whole, indent: string, before: string, items: string) => {
      const line = `${indent}${before}[${items.trim().replace(/\n +/g, " ")}]`;
      return line.length < 100 ? line : whole;
    },
  );
  return `${text}\n`;
}
