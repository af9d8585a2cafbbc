// Prints every text that is made from content/ without a build, as JSON by place: the text of its
// modules, the legal texts, the résumé, the presentation, link previews and metadata. A test runs
// it in a copy of the project.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { extractText, getDocumentProxy } from "unpdf";
import { runnerImport } from "vite";
import { readMarkdown } from "#app/legal/markdown.ts";
import { spanishLegalFacts } from "#content/es/legal-facts.ts";
import { legalFacts } from "#content/legal-facts.ts";
import { findContentErrors } from "#scripts/check-content.ts";
import { projectRoot } from "#server/root.ts";

const errors = await findContentErrors();
if (errors.length > 0) throw new Error(errors.join("\n"));

const made: Record<string, string> = {};

for (const file of globSync("content/**/*.ts", { cwd: projectRoot })) {
  const module = await import(pathToFileURL(path.join(projectRoot, file)).href);
  made[file] = textOf({ ...module });
}

for (const file of globSync("content/**/*.md", { cwd: projectRoot })) {
  const source = readFileSync(path.join(projectRoot, file), "utf8");
  made[file] = textOf(readMarkdown(source, file.includes("/es/") ? spanishLegalFacts : legalFacts));
}

const { generatedFiles } = await compiled<typeof import("#app/generated-files/generated-files.ts")>(
  "app/generated-files/generated-files.ts",
);
for (const [address, make] of Object.entries(generatedFiles)) {
  // An icon has no text, and the text of link previews is added below.
  if (/\.(png|ico)$/.test(address)) continue;
  const content = await make();
  made[address] = typeof content === "string" ? content : await pdfText(content);
}

const { previews } = await compiled<typeof import("#app/generated-files/link-previews.ts")>(
  "app/generated-files/link-previews.ts",
);
made["link previews"] = textOf(previews);

const { renderPresentation } = await compiled<
  typeof import("#server/documents/presentation/presentation.pdf.tsx")
>("server/documents/presentation/presentation.pdf.tsx");
for (const language of ["en", "es"] as const) {
  const answers = { specialty: null, worry: null, delay: null, practice: null, city: null };
  const content = await renderPresentation({
    ...{ ...answers, language, name: null, origin: "https://agency.example.com" },
    madeAt: new Date("2026-03-02T15:00:00Z"),
  });
  made[`presentation, ${language}`] = await pdfText(content);
}

process.stdout.write(JSON.stringify(made));

/** Imports a module after compiling its JSX, like scripts/build.ts. */
async function compiled<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(path.join(projectRoot, file), {
    ...{ root: projectRoot, configFile: false, logLevel: "error" },
  });
  return module;
}

async function pdfText(content: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(content));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

/**
 * Returns every text in a value. Functions in the value are called with a number and with a text.
 */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "function") return said(value, 2) || said(value, "2");
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textOf).join("\n");
}

function said(make: CallableFunction, about: unknown): string {
  try {
    return textOf(make(about, about, about, about));
  } catch {
    return "";
  }
}
