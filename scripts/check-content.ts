// Reads content/ before the build does, and reports each mistake: file, field, reason. It reads the
// files directly, so that nothing else fails on them first.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { CaseStudies } from "#contract/case-studies.ts";
import { Portfolio, Resume, Trust } from "#contract/content.ts";
import { projectRoot } from "#server/root.ts";

/** Every file of content/ that has a schema. */
const checked: { file: string; schema: z.ZodType; read(): Promise<unknown> }[] = [
  {
    file: "content/resume.json",
    schema: Resume,
    read: async () =>
      JSON.parse(readFileSync(path.join(projectRoot, "content/resume.json"), "utf8")),
  },
  {
    file: "content/portfolio.ts",
    schema: Portfolio,
    read: async () => (await import("#content/portfolio.ts")).portfolio,
  },
  {
    file: "content/case-studies.ts",
    schema: CaseStudies,
    read: async () => (await import("#content/case-studies.ts")).caseStudies,
  },
  {
    file: "content/marketing/trust.ts",
    schema: Trust,
    read: async () => (await import("#content/marketing/trust.ts")).trust,
  },
];

/** One sentence for each mistake; none if the content is valid. */
export async function findContentErrors(): Promise<string[]> {
  const errors: string[] = [];
  for (const { file, schema, read } of checked) {
    const content = await read().catch((error: Error) => error);
    if (content instanceof Error) return [...errors, `${file}: ${content.message}`];
    errors.push(...issuesOf(file, schema, content));
  }
  return errors.length > 0 ? errors : findUnknownProjects();
}

/** The schema's errors for a file's content. */
export function issuesOf(file: string, schema: z.ZodType, content: unknown): string[] {
  const { error } = schema.safeParse(content);
  return (error?.issues ?? []).map(
    (issue) => `${file}: ${nameOf(issue.path)}: ${issue.message.replace(/^Invalid input: /, "")}`,
  );
}

/** `work[0].startDate`, as people write it. */
function nameOf(keys: readonly PropertyKey[]): string {
  const name = keys
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  return name || "the whole file";
}

/** Projects that other files name and the résumé doesn't have. */
async function findUnknownProjects(): Promise<string[]> {
  const { portfolio } = await import("#content/portfolio.ts");
  const { resume } = await import("#content/resume.ts");
  const { caseStudies } = await import("#content/case-studies.ts");
  const names = resume.projects.map(({ name }) => name);
  const { flagship, pictured } = portfolio.projects;
  const ofPortfolio = [
    { field: "projects.flagship.project", project: flagship.project },
    ...pictured.map(({ project }, at) => ({ field: `projects.pictured[${at}].project`, project })),
  ].map((one) => ({ file: "content/portfolio.ts", ...one }));
  const ofStudies = caseStudies.map(({ project }, at) => ({
    file: "content/case-studies.ts",
    field: `[${at}].project`,
    project,
  }));
  return [...ofPortfolio, ...ofStudies]
    .filter(({ project }) => !names.includes(project))
    .map(
      ({ file, field, project }) =>
        `${file}: ${field}: content/resume.json has no project "${project}"`,
    );
}
