// Finds names in a document that the project doesn't have: a file, a folder, a heading, a function,
// a table or a test.
//
// Documents name a file from the project's root. The last part of its path is enough if no other
// file ends with it, or if the file before it on the line is in the same folder:
// `server/messages/mail/mail.ts`, `automatic.ts`.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/root.ts";

/** Folders that commands create. A fresh clone doesn't have them. */
const generated = /^(build|data[^/]*|node_modules|shots)(\/|$)/;
const nameOfPath = /^(?!\.{0,2}\/)[\w.<>*-]+(\/[\w.<>*-]*)*$/;
const extension = /\.(css|env\.example|json|md|mjs|png|sql|tsx?|txt)$/;
const identifier = /^[A-Za-z_]\w*$/;

const places = globSync("*/", { cwd: projectRoot })
  .map((place) => place.replace(/\/$/, ""))
  .filter((place) => !generated.test(place));
/** Every file and folder of the project. A folder's path ends with a slash. */
const project = ["*", ".*", `{${places.join(",")}}/**/*`]
  .flatMap((pattern) => globSync(pattern, { cwd: projectRoot, withFileTypes: true }))
  .map((entry) => {
    const name = path.relative(projectRoot, path.join(entry.parentPath, entry.name));
    return entry.isDirectory() ? `${name}/` : name;
  });

export const documents = globSync(["*.md", "docs/**/*.md"], { cwd: projectRoot }).sort();

/** Returns one text for each stale name: "file:line: name (what is wrong)". */
export function findStaleNames(document: string, text: string): string[] {
  let isInFence = false;
  return text.split("\n").flatMap((line, index) => {
    if (line.startsWith("```")) isInFence = !isInFence;
    const stale = isInFence ? staleInTree(line) : staleInProse(document, line);
    return stale.map((what) => `${document}:${index + 1}: ${what}`);
  });
}

/**
 * Returns the stale names in a tree or diagram. There, a name may also be in the folder with which
 * its line begins.
 */
function staleInTree(line: string): string[] {
  const names = line.split(/[\s,:;()|]+/).filter(isPath);
  const [folder = ""] = names;
  return names.flatMap((name) => (inProject(folder + name).length > 0 ? [] : staleFile(name, "")));
}

function staleInProse(document: string, line: string): string[] {
  const texts = matches(line, /`([^`]+)`/g);
  let folder = "";
  const files = texts.flatMap(([name = ""]) => {
    if (!isPath(name)) return [];
    const stale = staleFile(name, folder);
    if (name.includes("/")) folder = name.slice(0, name.lastIndexOf("/") + 1);
    return stale;
  });
  return [
    ...files,
    ...matches(line, /\]\(([^)\s]+)\)/g).flatMap(([link = ""]) => staleLink(document, link)),
    ...matches(line, /`([^`]+)`(?: \(|, )`([^`]+)`/g).flatMap(([file = "", name = ""]) =>
      staleDefinition(file, name),
    ),
    ...matches(line, /`([^`]+)` (?:in |\()`([^`]+)`/g).flatMap(([name = "", file = ""]) =>
      staleDefinition(file, name),
    ),
    ...matches(line, /\btable `(\w+)`/g).flatMap(([name = ""]) => staleTable(name)),
    ...matches(line, /`([^`]+)`: ("[^"]+"(?:, "[^"]+")*)/g).flatMap(([file = "", tests = ""]) =>
      matches(tests, /"([^"]+)"/g).flatMap(([name = ""]) => staleTest(file, name)),
    ),
  ];
}

function matches(text: string, pattern: RegExp): string[][] {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups);
}

function isPath(name: string): boolean {
  if (!nameOfPath.test(name) || generated.test(name)) return false;
  const isInPlace = name.includes("/") && places.includes(name.split("/")[0] ?? "");
  return isInPlace || name.endsWith("/") || extension.test(name);
}

function staleFile(name: string, folder: string): string[] {
  if (inProject(name).length > 0 || (folder && inProject(folder + name).length > 0)) return [];
  const [found, ...others] = project.filter((file) => patternOf(name, "(^|/)").test(file));
  if (!found) return [`${name} (doesn't exist)`];
  const isClear = others.length === 0 && !folder;
  return isClear || /[*<]/.test(name) ? [] : [`${name} (write ${[found, ...others].join(" or ")})`];
}

/** Returns the files or folders with this name, in which `*` and `<folder>` match any name. */
function inProject(name: string): string[] {
  return project.filter((file) => patternOf(name, "^").test(file));
}

function patternOf(name: string, start: string): RegExp {
  const pattern = name
    .replace(/\/$/, "")
    .replaceAll(/<\w+>/g, "*")
    .replaceAll(".", "\\.")
    .replaceAll("*", "[^/]*");
  return new RegExp(`${start}${pattern}${name.endsWith("/") ? "/" : "/?"}$`);
}

function staleLink(document: string, link: string): string[] {
  if (/^[a-z]+:/.test(link)) return [];
  const [file = "", heading] = link.split("#");
  const target = file ? path.join(path.dirname(document), file) : document;
  const [found] = inProject(target);
  if (!found) return [`${link} (doesn't exist)`];
  return heading && !headingsOf(found).includes(heading) ? [`${link} (has no such heading)`] : [];
}

/** Returns a file's headings as GitHub spells them in links. */
function headingsOf(file: string): string[] {
  return matches(read(file), /^#+ (.*)$/gm).map(([heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

function staleDefinition(file: string, name: string): string[] {
  const source = identifier.test(name) ? sourceOf(file, /\.(tsx?|mjs)$/) : undefined;
  const definition = new RegExp(`\\b(class|const|function|interface|let|type) ${name}\\b`);
  return source === undefined || definition.test(source) ? [] : [`${name} (not in ${file})`];
}

function staleTable(name: string): string[] {
  const isTable = read("server/db/schema.ts").includes(`"${name}"`);
  return isTable ? [] : [`${name} (not in server/db/schema.ts)`];
}

/**
 * Returns the name unless it's the title of a test in the file. A quote in a comment doesn't count,
 * but the title may be in a table of `test.each`.
 */
function staleTest(file: string, name: string): string[] {
  const source = sourceOf(file, /\.(test|spec|drill|cluster|soak)\.tsx?$/);
  const code = source?.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
  const isTest = ['"', "'", "`"].some((quote) => code?.includes(quote + name + quote));
  return source === undefined || isTest ? [] : [`${name} (not in ${file})`];
}

/** Returns the text of a file that matches `kind`. Missing files are reported elsewhere. */
function sourceOf(name: string, kind: RegExp): string | undefined {
  if (!(isPath(name) && kind.test(name))) return undefined;
  const [found] = project.filter((file) => patternOf(name, "(^|/)").test(file));
  return found && read(found);
}

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), "utf8");
}
