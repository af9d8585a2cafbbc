// Checks the answers to `npm run setup`, which are typed or read from a file, and converts them to
// values.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { setupWords } from "#content/setup.ts";
import { usPhone } from "#contract/accounts.ts";
import { hasShortWords, ownerLimits, Resume } from "#contract/content.ts";
import { emailPattern } from "#contract/fields.ts";
import { isTimeZone } from "#contract/open-hours.ts";
import { weekdays } from "#contract/opens-on.ts";
import { projectRoot } from "#server/root.ts";

const { problems } = setupWords;

type Day = (typeof weekdays)[number];
const week = [...weekdays.slice(1), weekdays[0]];

const line = (max: number) =>
  z
    .string()
    .overwrite((typed) => typed.replace(/\s+/g, " ").trim())
    .min(1, problems.missing)
    .max(max, problems.tooLong(max));
const email = line(200).pipe(z.email({ pattern: emailPattern, error: problems.email }));
const webAddress = line(300).pipe(z.url({ protocol: /^https?$/, error: problems.webAddress }));
const price = line(12)
  .transform((typed) => Number(typed.replace(/^\$|,/g, "")))
  .pipe(z.int(problems.price).positive(problems.price));
/** An empty answer means that there is no value. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal("").transform(() => null), schema]);

const phone = z.string().transform((typed, context) => {
  const { success, data } = usPhone.safeParse(typed);
  if (success) return data;
  context.addIssue({ code: "custom", message: problems.phone });
  return z.NEVER;
});

const days = line(60).transform((typed, context): Day[] => {
  const [first, last, ...more] = typed.split("-").map(dayOf);
  const found = typed.includes("-") ? between(first, last) : typed.split(",").map(dayOf);
  if (more.length === 0 && found.length > 0 && found.every((day) => day !== undefined)) {
    return week.filter((day) => found.includes(day));
  }
  context.addIssue({ code: "custom", message: problems.days });
  return z.NEVER;
});

function dayOf(typed: string): Day | undefined {
  return week.find((day) => typed.trim().toLowerCase().startsWith(day.toLowerCase()));
}

function between(first: Day | undefined, last: Day | undefined): (Day | undefined)[] {
  if (!first || !last) return [undefined];
  return week.slice(week.indexOf(first), week.indexOf(last) + 1);
}

const hours = line(20).transform((typed, context) => {
  const [, from, to] = /^(\d{1,2})\s*-\s*(\d{1,2})$/.exec(typed) ?? [];
  if (from && to && Number(from) < Number(to) && Number(to) <= 24) {
    return { from: Number(from), to: Number(to) };
  }
  context.addIssue({ code: "custom", message: problems.hours });
  return z.NEVER;
});

const yesOrNo = z
  .string()
  .regex(/^\s*(y|yes|n|no)\s*$/i, problems.yesOrNo)
  .transform((typed) => /^\s*y/i.test(typed));

/** Links with their names, such as "GitHub https://github.com/you, LinkedIn https://…". */
const links = z.string().transform((typed, context) =>
  typed
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [, name, url] = /^(.+?)\s+(https?:\/\/\S+)$/.exec(one) ?? [];
      if (name && url && URL.canParse(url)) return { name, url };
      context.addIssue({ code: "custom", message: problems.links });
      return z.NEVER;
    }),
);

const color = z
  .string()
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, problems.color)
  .transform((typed) => typed.toLowerCase());

/** A path relative to the folder `from` or to the project. */
const file = (from: string) =>
  line(1000).transform((typed, context) => {
    const found = [from, projectRoot].map((folder) => path.resolve(folder, typed)).find(existsSync);
    if (found) return found;
    context.addIssue({ code: "custom", message: problems.noFile(typed) });
    return z.NEVER;
  });

const History = Resume.omit({ basics: true });
export type History = z.infer<typeof History>;

/**
 * Everything in a résumé except for the person, because the answers describe the person. Missing
 * lists are empty.
 */
const history = (from: string) =>
  file(from).transform((found, context): History => {
    const { basics: _, ...rest } = readJson(found) ?? {};
    const { data, error } = History.safeParse({ work: [], projects: [], skills: [], ...rest });
    if (data) return data;
    const [issue] = error.issues;
    const reason = issue ? `${issue.path.join(".")}: ${issue.message}` : "";
    context.addIssue({ code: "custom", message: problems.noResume(reason) });
    return z.NEVER;
  });

function readJson(file: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Returns a schema for each answer. `from` is the folder to which file paths are relative. */
export const answerSchemas = (from: string) => ({
  ...{ name: line(60), firstName: line(30), label: line(80), says: line(160) },
  ...{ email, phone, city: line(40), region: line(40) },
  agency: line(ownerLimits.agency).refine(hasShortWords, problems.longWord(ownerLimits.agencyWord)),
  ...{ trade: line(ownerLimits.trade), agencyEmail: email, postalAddress: line(120) },
  ...{ area: line(40), courts: line(60), days, hours },
  timeZone: line(60).refine(isTimeZone, problems.timeZone),
  speaksSpanish: yesOrNo,
  ...{
    p1Title: line(ownerLimits.packageTitle),
    p1Price: price,
    p2Title: line(ownerLimits.packageTitle),
    p2Price: price,
  },
  ...{ p3Title: line(ownerLimits.packageTitle), p3Price: price },
  ...{ website: optional(webAddress), profiles: links, ventures: links, accent: color },
  ...{ photo: optional(file(from)), resume: optional(history(from)) },
});

export type Key = keyof ReturnType<typeof answerSchemas>;
export type Typed = Record<Key, string>;
export type Answers = z.infer<z.ZodObject<ReturnType<typeof answerSchemas>>>;

export const groups: Record<keyof typeof setupWords.groups, readonly Key[]> = {
  you: ["name", "firstName", "label", "says", "email", "phone", "city", "region"],
  agency: [
    ...(["agency", "trade", "agencyEmail", "postalAddress", "area", "courts"] as const),
    ...(["days", "hours", "timeZone", "speaksSpanish"] as const),
  ],
  packages: ["p1Title", "p1Price", "p2Title", "p2Price", "p3Title", "p3Price"],
  look: ["website", "profiles", "ventures", "accent", "photo", "resume"],
};

/**
 * Reads answers from a file, which override the current ones. Rejects unknown names, so that
 * misspelled names are noticed.
 */
export function readAnswers(file: string): Partial<Typed> {
  const { data } = z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .safeParse(readJson(file));
  if (!data) throw new BadAnswers([problems.noAnswers(file)]);
  const keys = Object.keys(setupWords.asks);
  const unknown = Object.keys(data).filter((key) => !keys.includes(key));
  if (unknown.length > 0) {
    throw new BadAnswers(unknown.map((key) => problems.unknown(key, keys.join(", "))));
  }
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, asTyped(value)]),
  ) as Partial<Typed>;
}

function asTyped(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** Parses the answers. Reports all mistakes together. */
export function parseAnswers(typed: Typed, from: string): Answers {
  const { data, error } = z.object(answerSchemas(from)).safeParse(typed);
  if (data) return data;
  throw new BadAnswers(error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
}

/** The error for invalid answers, with one line for each of them. */
export class BadAnswers extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}
