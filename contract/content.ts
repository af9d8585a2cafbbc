// Schemas for the owner's content files, checked at build time (scripts/check-content.ts): a
// mistake is reported in one line with file, field and reason, and never breaks a page.
import { z } from "zod";
import { emailPattern } from "./fields.ts";

const text = z.string().trim().min(1, "must not be empty");
/** ISO 8601 with as much as is known: a year, a month or a day. */
const date = z
  .string()
  .regex(
    /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
    "must be a date like 2026, 2026-03 or 2026-03-31",
  );
const webAddress = z.url({ protocol: /^https?$/, error: "must be a web address" });
const years = { startDate: date.optional(), endDate: date.optional() };
const lines = z.array(text).optional();

const Work = z.strictObject({
  name: text,
  position: text,
  location: text.optional(),
  description: text.optional(),
  url: webAddress.optional(),
  startDate: date,
  /** Absent: current. */
  endDate: date.optional(),
  summary: text.optional(),
  /** A line that begins with one or two words and a colon ("Result: …") shows them as its label. */
  highlights: z.array(text).min(1, "must have a line"),
});

const Project = z.strictObject({
  name: text,
  /** The place: for whom or where it was made. */
  entity: text,
  description: text,
  /** The programming languages it uses. */
  keywords: z.array(text).min(1, "must name a language"),
  url: webAddress.optional(),
  ...years,
  startDate: date,
  highlights: lines,
  roles: lines,
  type: text.optional(),
});

const Skill = z.strictObject({
  name: text,
  /** From "0" to "100". */
  level: z.string().regex(/^(\d{1,2}|100)$/, 'must be a text from "0" to "100"'),
  /** The evidence: years, projects (linked when named as in `projects`), or a fact. */
  keywords: z.array(text).min(1, "must have evidence: years, or a project"),
});

/**
 * A JSON Resume (jsonresume.org/schema, 1.0.0). Unknown fields are rejected, so that a misspelled
 * one is found. Fields that the pages and the PDF need are required, beyond that schema.
 */
export const Resume = z.strictObject({
  $schema: z.string().optional(),
  basics: z.strictObject({
    name: text,
    label: text,
    image: z.string().optional(),
    email: z.email({ pattern: emailPattern, error: "must be an email address" }),
    phone: text,
    url: webAddress.optional(),
    summary: text,
    location: z.strictObject({
      address: text.optional(),
      postalCode: text.optional(),
      city: text,
      region: text,
      countryCode: z.string().length(2, "must be two letters, like US"),
    }),
    profiles: z.array(
      z.strictObject({ network: text, username: text.optional(), url: webAddress }),
    ),
  }),
  work: z.array(Work).min(1, "must have an entry"),
  projects: z.array(Project).min(1, "must have an entry"),
  skills: z.array(Skill).min(1, "must have an entry"),
  education: z
    .array(
      z.strictObject({
        institution: text,
        area: text,
        studyType: text.optional(),
        url: webAddress.optional(),
        score: text.optional(),
        courses: lines,
        ...years,
      }),
    )
    .optional(),
  volunteer: z
    .array(
      z.strictObject({
        organization: text,
        position: text,
        url: webAddress.optional(),
        summary: text.optional(),
        highlights: lines,
        ...years,
      }),
    )
    .optional(),
  certificates: z
    .array(
      z.strictObject({
        name: text,
        issuer: text.optional(),
        date: date.optional(),
        url: webAddress.optional(),
      }),
    )
    .optional(),
  awards: z
    .array(
      z.strictObject({
        title: text,
        awarder: text.optional(),
        date: date.optional(),
        summary: text.optional(),
      }),
    )
    .optional(),
  publications: z
    .array(
      z.strictObject({
        name: text,
        publisher: text.optional(),
        releaseDate: date.optional(),
        url: webAddress.optional(),
        summary: text.optional(),
      }),
    )
    .optional(),
  languages: z.array(z.strictObject({ language: text, fluency: text })).optional(),
  interests: z.array(z.strictObject({ name: text, keywords: lines })).optional(),
  meta: z.looseObject({}).optional(),
});
export type Resume = z.infer<typeof Resume>;

/** For search engines and link previews, which truncate longer texts. */
const description = text.max(160, "must have at most 160 characters");
const fact = z.strictObject({ name: text, value: text });
const minutes = z.strictObject({ minutes: z.number().positive(), shown: text, says: text });

const ownPicture = {
  file: z.string().startsWith("/", "must be a path below public/, like /pictures/mine.webp"),
  alt: text,
  width: z.int().positive(),
  height: z.int().positive(),
};
const OwnPicture = z.strictObject(ownPicture);
export type OwnPicture = z.infer<typeof OwnPicture>;

/** A drawing that ships with the product, or the owner's own picture in public/. */
const ProjectPicture = z.union([
  z.strictObject({ drawing: z.enum(["desk", "tide", "latency"]) }),
  OwnPicture,
]);
export type ProjectPicture = z.infer<typeof ProjectPicture>;

/** The marketing site's evidence. Each part is hidden while it is empty. */
export const Trust = z.strictObject({
  /** Two durations, drawn to scale, with where they come from. */
  results: z.strictObject({ before: minutes, after: minutes, source: text }).nullable(),
  reviews: z.array(
    z.strictObject({
      says: text,
      by: text,
      /** Where it was published, and when. */
      source: text,
      date,
      url: webAddress.optional(),
    }),
  ),
  logos: z.array(OwnPicture),
  adSamples: z.array(z.strictObject({ ...ownPicture, says: text })),
  /** Instead of the drawn portrait. */
  founderPhoto: OwnPicture.nullable(),
  /** A place to visit, with a link to a map; no map is loaded. */
  office: z.strictObject({ address: text, mapUrl: webAddress }).nullable(),
});
export type Trust = z.infer<typeof Trust>;

/** The portfolio's content beyond the résumé. */
export const Portfolio = z.strictObject({
  title: text,
  description,
  hero: z.strictObject({
    says: text,
    facts: z.array(fact).min(1),
    proof: z.strictObject({ before: minutes, after: minutes, source: text }),
  }),
  splash: z.strictObject({ says: text, waits: z.array(text).min(1), lead: text }),
  about: z.strictObject({
    statement: text,
    paragraphs: z.array(text).min(1),
    asides: z.array(fact),
  }),
  work: z.strictObject({ says: text }),
  projects: z.strictObject({
    flagship: z.strictObject({
      /** The project's name in the résumé. */
      project: text,
      picture: ProjectPicture,
      facts: z.array(fact),
      /** A live demo; empty: the picture is shown instead. */
      demoUrl: z.union([z.literal(""), webAddress]),
    }),
    pictured: z.array(z.strictObject({ project: text, picture: ProjectPicture })),
  }),
  skills: z.strictObject({ axis: z.array(text).length(4, "must have four steps") }),
  getInTouch: z.strictObject({ question: text, says: text, button: text }),
  contact: z.strictObject({
    title: text,
    description,
    says: text,
    afterwards: z.strictObject({ title: text, steps: z.array(text).min(1) }),
  }),
  credit: text,
});
export type Portfolio = z.infer<typeof Portfolio>;
