// Schemas for the owner's content files, which are checked at build time
// (scripts/check-content.ts). A mistake is reported in one line with the file, field and reason, so
// it never breaks a page.
import { z } from "zod";
import { emailPattern } from "./fields.ts";
import { isTimeZone } from "./open-hours.ts";
import { weekdays } from "./opens-on.ts";

const text = z.string().trim().min(1, "must not be empty");
/** A date in ISO 8601, as precise as it's known: a year, a month or a day. */
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
  /** The end of the job. If it's absent, the job is current. */
  endDate: date.optional(),
  summary: text.optional(),
  /**
   * The lines about the job. If a line begins with one or two words and a colon ("Result: …"), the
   * words are shown as a label.
   */
  highlights: z.array(text).min(1, "must have a line"),
});

const Project = z.strictObject({
  name: text,
  /** The client or place for which the project was made. */
  entity: text,
  description: text,
  /** The programming languages that the project uses. */
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
  /** The level, which is a number from "0" to "100". */
  level: z.string().regex(/^(\d{1,2}|100)$/, 'must be a text from "0" to "100"'),
  /** The evidence for the skill: years, a fact, or projects. Names from `projects` become links. */
  keywords: z.array(text).min(1, "must have evidence: years, or a project"),
});

/**
 * A JSON Resume (jsonresume.org/schema, 1.0.0). Unknown fields are rejected, to catch misspellings.
 * Some fields that are optional in that schema are required here, because the pages and the PDF
 * need them.
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
  /** A section with an empty list is hidden. */
  work: z.array(Work),
  projects: z.array(Project),
  skills: z.array(Skill),
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

/** The description for search engines and link previews, which truncate longer texts. */
const description = text.max(160, "must have at most 160 characters");
const fact = z.strictObject({ name: text, value: text });
const minutes = z.strictObject({ minutes: z.number().positive(), shown: text, says: text });
/** Two durations that are drawn to scale, with their source. */
const results = z.strictObject({ before: minutes, after: minutes, source: text });

const ownPicture = {
  file: z.string().startsWith("/", "must be a path below public/, like /pictures/mine.webp"),
  alt: text,
  width: z.int().positive(),
  height: z.int().positive(),
};
const OwnPicture = z.strictObject(ownPicture);
export type OwnPicture = z.infer<typeof OwnPicture>;

/** Either a drawing that ships with the app, or the owner's own picture in public/. */
const ProjectPicture = z.union([
  z.strictObject({ drawing: z.enum(["desk", "tide", "latency"]) }),
  OwnPicture,
]);
export type ProjectPicture = z.infer<typeof ProjectPicture>;

/** The marketing site's evidence. Empty parts are hidden. */
export const Trust = z.strictObject({
  results: results.nullable(),
  reviews: z.array(
    z.strictObject({
      says: text,
      by: text,
      /** Where and when it was published. */
      source: text,
      date,
      url: webAddress.optional(),
    }),
  ),
  logos: z.array(OwnPicture),
  adSamples: z.array(z.strictObject({ ...ownPicture, says: text })),
  /** The founder's photo, or null to show a drawing of a clock instead. */
  founderPhoto: OwnPicture.nullable(),
  /** A place to visit. The page links to a map, but doesn't load the map. */
  office: z.strictObject({ address: text, mapUrl: webAddress }).nullable(),
});
export type Trust = z.infer<typeof Trust>;

/** The days and hours when the agency answers the phone, in whole hours. */
const Hours = z.strictObject({
  /** The time zone of the hours as an IANA name. */
  timeZone: z.string().refine(isTimeZone, "must be a time zone like America/New_York"),
  days: z.array(z.enum(weekdays)).min(1, "must name a day"),
  from: z.int().min(0).max(23),
  /** The hour of closing, which is exclusive. */
  to: z.int().min(1).max(24),
  /** True if it is missing. */
  isClosedOnFederalHolidays: z.boolean().optional(),
});

/** The longest texts, in characters, that fit on a phone that is 320 pixels wide. */
export const ownerLimits = { agency: 20, agencyWord: 16, trade: 28, packageTitle: 12 } as const;

const short = (max: number) => text.max(max, `must have at most ${max} characters`);

/** Checks whether each word of a name is short enough, because names wrap only between words. */
export const hasShortWords = (name: string) =>
  name.split(" ").every((word) => word.length <= ownerLimits.agencyWord);

const PackageFacts = z.strictObject({
  title: short(ownerLimits.packageTitle),
  /** The price in dollars. */
  price: z.int().positive(),
});

/**
 * Facts about the owner that the résumé doesn't have. The sites, emails, PDFs and legal texts use
 * them, and `npm run setup` writes them.
 */
export const Owner = z.strictObject({
  /** Whether the person and the agency are the fictional sample. */
  isSample: z.boolean(),
  /** The name by which visitors call the owner. */
  firstName: text,
  /** The owner's photo, or null if there is none. */
  photo: OwnPicture.omit({ alt: true }).nullable(),
  /** Whether someone at the agency speaks Spanish. */
  speaksSpanish: z.boolean(),
  agency: z.strictObject({
    name: short(ownerLimits.agency).refine(
      hasShortWords,
      `must have words of at most ${ownerLimits.agencyWord} characters`,
    ),
    /** The line below the agency's name. */
    trade: short(ownerLimits.trade),
    email: z.email({ pattern: emailPattern, error: "must be an email address" }),
    /** The postal address, which each advertising email must contain (CAN-SPAM). */
    postalAddress: text,
    /** The area of the agency's clients, such as "Tampa Bay". */
    area: text,
    /** The place whose courts have jurisdiction, for the terms, such as "Hillsborough County". */
    courts: text,
  }),
  officeHours: Hours.refine(({ from, to }) => from < to, "must end after they begin"),
  packages: z.strictObject({ p1: PackageFacts, p2: PackageFacts, p3: PackageFacts }),
  /** The owner's other businesses, in the portfolio's menu. */
  ventures: z.array(z.strictObject({ name: text, url: webAddress })),
});
export type Owner = z.infer<typeof Owner>;

const hex = z.string().regex(/^#[0-9a-f]{6}$/, "must be a color like #0b5d66");
const color = z.strictObject({ light: hex, dark: hex });

/** The colors that the owner can choose, for light and dark pages. */
export const Colors = z.strictObject({
  accent: color,
  accentStrong: color,
  accentWash: color,
  /** The colors of the marketing site's dark areas and their text. */
  band: color,
  bandMuted: color,
  bandLine: color,
  footer: color,
});
export type Colors = z.infer<typeof Colors>;

const about = z.strictObject({
  statement: text,
  paragraphs: z.array(text).min(1),
  asides: z.array(fact),
});
const projects = {
  flagship: z
    .strictObject({
      /** The project's name in the résumé. */
      project: text,
      picture: ProjectPicture,
      facts: z.array(fact),
      /** The URL of a live demo, or empty to show the picture instead. */
      demoUrl: z.union([z.literal(""), webAddress]),
    })
    .nullable(),
  pictured: z.array(z.strictObject({ project: text, picture: ProjectPicture })),
};
const founder = z.strictObject({ title: text, paragraphs: z.array(text).min(1) });

/**
 * The owner's own words, which can't be derived from facts. Parts that are null are hidden or
 * generated from the facts.
 */
export const Story = z.strictObject({
  title: text.nullable(),
  description: description.nullable(),
  /** One or two sentences about the person. */
  says: text,
  facts: z.array(fact).nullable(),
  splash: text.nullable(),
  about: about.nullable(),
  work: text.nullable(),
  ...projects,
  results: z.strictObject({ en: results, es: results }).nullable(),
  founder: z.strictObject({ en: founder.nullable(), es: founder.nullable() }),
});
export type Story = z.infer<typeof Story>;

/** The portfolio's content besides the résumé. */
export const Portfolio = z.strictObject({
  title: text,
  description,
  hero: z.strictObject({
    says: text,
    facts: z.array(fact).min(1),
    proof: results.nullable(),
  }),
  splash: z.strictObject({ says: text, waits: z.array(text).min(1), lead: text }),
  about: about.nullable(),
  work: z.strictObject({ says: text.nullable() }),
  projects: z.strictObject(projects),
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
