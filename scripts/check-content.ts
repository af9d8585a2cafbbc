// Checks content/ before the build reads it, and reports the file, field and reason for each
// mistake. It reads the files directly, so that nothing else fails on the mistakes first.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { CaseStudies } from "#contract/case-studies.ts";
import { Owner, Portfolio, Resume, Story, Trust } from "#contract/content.ts";
import { projectRoot } from "#server/root.ts";

const read = async (file: string) => JSON.parse(readFileSync(path.join(projectRoot, file), "utf8"));

type Checked = { file: string; schema: z.ZodType; read: (file: string) => Promise<unknown> };

/** The files with facts and the owner's own words. */
const jsonFiles: Checked[] = [
  { file: "content/resume.json", schema: Resume, read },
  { file: "content/owner.json", schema: Owner, read },
  { file: "content/story.json", schema: Story, read },
  { file: "content/case-studies.json", schema: CaseStudies, read },
];

/** The modules that are composed of the JSON files. */
const modules: Checked[] = [
  {
    file: "content/portfolio.ts",
    schema: Portfolio,
    read: async () => (await import("#content/portfolio.ts")).portfolio,
  },
  {
    file: "content/marketing/trust.ts",
    schema: Trust,
    read: async () => (await import("#content/marketing/trust.ts")).trust,
  },
];

/** Returns one sentence for each mistake, and none if the content is valid. */
export async function findContentErrors(): Promise<string[]> {
  for (const files of [jsonFiles, modules]) {
    const errors = await errorsIn(files);
    if (errors.length > 0) return errors;
  }
  return [...(await findUnknownProjects()), ...(await findUntranslated())];
}

/** Finds sentences that have no Spanish version. The compiler does too, but a build doesn't run it. */
async function findUntranslated(): Promise<string[]> {
  const { english } = await import("#content/words.ts");
  const { spanish } = await import("#content/es/words.ts");
  const { englishMarketing } = await import("#content/marketing-words.ts");
  const { spanishMarketing } = await import("#content/es/marketing-words.ts");
  const { hostedFormWords } = await import("#content/messages.ts");
  const { spanishHostedForm } = await import("#content/es/hosted-form.ts");
  const { letterWords } = await import("#content/letter.ts");
  const { visitorWords } = await import("#content/visitor-words.ts");
  const pairs: [name: string, one: unknown, other: unknown][] = [
    ["content/es/words.ts", english, spanish],
    ["content/es/marketing-words.ts", englishMarketing, spanishMarketing],
    ["content/es/hosted-form.ts", hostedFormWords, spanishHostedForm],
    ["content/es/letter.ts", letterWords.en, letterWords.es],
    ["content/es/visitor-words.ts", visitorWords.en, visitorWords.es],
  ];
  return pairs.flatMap(([file, one, other]) =>
    missingIn(one, other).map((place) => `${file}: ${place}: missing in Spanish`),
  );
}

/** Returns the places of texts that the other language lacks. */
export function missingIn(one: unknown, other: unknown, place = ""): string[] {
  if (one === undefined || one === null || one === "") return [];
  if (other === undefined || other === null || other === "") return [place];
  if (typeof one !== "object") return [];
  return Object.entries(one).flatMap(([key, value]) =>
    missingIn(value, (other as Record<string, unknown>)[key], place ? `${place}.${key}` : key),
  );
}

async function errorsIn(files: Checked[]): Promise<string[]> {
  const errors = files.map(async ({ file, schema, read }) => {
    const content = await read(file).catch((error: Error) => error);
    if (content instanceof Error) return [`${file}: ${content.message}`];
    return issuesOf(file, schema, content);
  });
  return (await Promise.all(errors)).flat();
}

/** Returns the schema's errors for a file's content. */
export function issuesOf(file: string, schema: z.ZodType, content: unknown): string[] {
  const { error } = schema.safeParse(content);
  return (error?.issues ?? []).map(
    (issue) => `${file}: ${nameOf(issue.path)}: ${issue.message.replace(/^Invalid input: /, "")}`,
  );
}

/** Formats a field's path as people write it, such as `work[0].startDate`. */
function nameOf(keys: readonly PropertyKey[]): string {
  const name = keys
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  return name || "the whole file";
}

/** Returns the projects that other files name but the résumé doesn't have. */
async function findUnknownProjects(): Promise<string[]> {
  const { story } = await import("#content/story.ts");
  const { resume } = await import("#content/resume.ts");
  const { caseStudies } = await import("#content/case-studies.ts");
  const names = resume.projects.map(({ name }) => name);
  const { flagship, pictured } = story;
  const ofStory = [
    ...(flagship ? [{ field: "flagship.project", project: flagship.project }] : []),
    ...pictured.map(({ project }, at) => ({ field: `pictured[${at}].project`, project })),
  ].map((one) => ({ file: "content/story.json", ...one }));
  const ofStudies = caseStudies.map(({ project }, at) => ({
    file: "content/case-studies.json",
    field: `[${at}].project`,
    project,
  }));
  return [...ofStory, ...ofStudies]
    .filter(({ project }) => !names.includes(project))
    .map(
      ({ file, field, project }) =>
        `${file}: ${field}: content/resume.json has no project "${project}"`,
    );
}
