// Prepares pages at build time. Parses the prerendered pages and their style sheets, and writes the
// pages as they'll be served, except for placeholders (contract/placeholders.ts), which are filled
// in at startup (`#server/pages/filled-pages.ts`).
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parse, serialize } from "parse5";
import type { ServerBuild } from "react-router";
import { placeholders } from "#contract/placeholders.ts";
import {
  type PreparedPage,
  type PreparedPages,
  preparedFolder,
  preparedList,
} from "#server/pages/prepared-pages.ts";
import { projectRoot } from "#server/root.ts";
import { deferScripts } from "./deferred-scripts.ts";
import type { HashedFile } from "./hashed-file.ts";
import {
  attributeOf,
  type Element,
  elementsIn,
  hasAttribute,
  type Page,
  remove,
  removeAttribute,
  textOf,
} from "./html.ts";
import { inlineStyles } from "./inline-styles.ts";
import { markOptionalParts } from "./optional-parts.ts";

const clientDir = path.join(projectRoot, "build/client");
const serverFile = path.join(projectRoot, "build/server/index.js");

/** The types of the prerendered or generated files that contain placeholders. */
const preparedTypes = [".html", ".data", ".xml", ".txt", ".webmanifest"];

/**
 * Reads and writes the build's folders. Content that moves out of pages is written to files next to
 * the browser's other files.
 */
export async function preparePages() {
  rmSync(preparedFolder, { recursive: true, force: true });
  const pages = filesToPrepare().map((file) => {
    const text = readFileSync(path.join(clientDir, file), "utf8");
    if (file.endsWith(".html")) return writePage(file, preparePage(text, readSheet));
    write(file, text);
    return { path: pathOf(file), file, scripts: [], styles: [] };
  });
  const notFound = writePage("not-found.html", prepareStillPage(await renderNotFound(), readSheet));
  const list: PreparedPages = { hash: hashOfBuild(), pages, notFound };
  write(preparedList, JSON.stringify(list));
}

function writePage(file: string, prepared: Prepared): PreparedPage {
  const page = toPreparedPage(file, prepared);
  write(file, prepared.html);
  for (const { path: address, text } of prepared.files) writeFileSync(clientDir + address, text);
  return page;
}

export function toPreparedPage(file: string, { files, scripts, styles }: Prepared): PreparedPage {
  refuseValues(file, [...scripts, ...styles, ...files.map(({ text }) => text)]);
  return { path: pathOf(file), file, scripts: scripts.map(hashOf), styles: styles.map(hashOf) };
}

function write(file: string, text: string) {
  const target = path.join(preparedFolder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** Hashes the pages and the code that fills them in. */
function hashOfBuild(): string {
  const hash = createHash("sha256").update(readFileSync(serverFile));
  const files = readdirSync(preparedFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    hash.update(path.relative(preparedFolder, file)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

type Prepared = {
  html: string;
  files: HashedFile[];
  /**
   * The inline scripts that run, and the inline styles, which the page's content security policy
   * allows by hash.
   */
  scripts: string[];
  styles: string[];
};

type ReadSheet = (href: string) => string;

/**
 * Prepares a page that needs only one response for its first paint and defers the rest until an
 * interaction.
 */
export function preparePage(html: string, readSheet: ReadSheet): Prepared {
  const page = parse(html);
  const { links, files } = inlineStyles(page, readSheet);
  return finish(page, [...files, ...deferScripts(page, links)]);
}

/**
 * Prepares a page without scripts. Its links work, and nothing on it tries to load the requested
 * URL.
 */
export function prepareStillPage(html: string, readSheet: ReadSheet): Prepared {
  const page = parse(html);
  const { files } = inlineStyles(page, readSheet);
  for (const element of [...elementsIn(page)]) {
    const isPreload = attributeOf(element, "rel") === "modulepreload";
    if (element.tagName === "script" || isPreload) remove(element);
  }
  return finish(page, files);
}

function finish(page: Page, files: HashedFile[]): Prepared {
  const elements = [...elementsIn(page)];
  // These pages allow scripts and styles by hash, so they don't need a nonce.
  for (const element of elements) removeAttribute(element, "nonce");
  markOptionalParts(page);
  return {
    html: serialize(page),
    files,
    scripts: elements.filter(isRun).map(textOf),
    styles: elements.filter(({ tagName }) => tagName === "style").map(textOf),
  };
}

/**
 * Returns whether a script runs inline, so it needs a hash. Data, files and emptied scripts don't.
 */
function isRun(element: Element): boolean {
  return (
    element.tagName === "script" &&
    !hasAttribute(element, "src") &&
    attributeOf(element, "type") === undefined
  );
}

function hashOf(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

/**
 * Throws if scripts or styles contain a placeholder. They are hashed here, so a start must not
 * change them.
 */
function refuseValues(file: string, texts: string[]) {
  const found = Object.values(placeholders).find((one) => texts.some((text) => text.includes(one)));
  if (found) throw new Error(`${file}: the placeholder ${found} is in a script or a style`);
}

function filesToPrepare(): string[] {
  return readdirSync(clientDir, { recursive: true, encoding: "utf8" })
    .filter((file) => preparedTypes.includes(path.extname(file)) && !file.startsWith("assets"))
    .sort();
}

function readSheet(href: string): string {
  // React Router marks a style sheet that is also loaded later with an empty fragment.
  const { pathname } = new URL(href, placeholders.origin);
  return readFileSync(path.join(clientDir, pathname), "utf8");
}

/**
 * Returns the URL path for a file: `contact/index.html` is `/contact`, and `contact.data` stays
 * `/contact.data`.
 */
function pathOf(file: string): string {
  const parts = file.split(path.sep);
  return `/${(parts.at(-1) === "index.html" ? parts.slice(0, -1) : parts).join("/")}`;
}

/** Renders the page for unknown URLs, because React Router prerenders only pages that exist. */
async function renderNotFound(): Promise<string> {
  // Imported only after the build has chosen React's production build.
  const { createRequestHandler } = await import("react-router");
  const build = (await import(pathToFileURL(serverFile).href)) as ServerBuild;
  const answer = await createRequestHandler(
    build,
    "production",
  )(new Request(new URL("/not-found", placeholders.origin)));
  return answer.text();
}
