// Prepares the prerendered pages once per start: fills in the running process's values, inlines the
// styles, allows inline scripts and styles by hash, and compresses. Cached in the data folder until
// the build or a value changes.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { placeholders } from "#contract/placeholders.ts";
import { makeCachedFolder } from "./cached-folder.ts";
import type { Config } from "./config.ts";
import { deferScripts } from "./deferred-scripts.ts";
import { inlineStyles } from "./inline-styles.ts";
import { pagePolicy } from "./page-policy.ts";
import { projectRoot } from "./root.ts";
import { inTheme, type Theme } from "./theme.ts";

export type PreparedPage = {
  path: string;
  headers: Record<string, string>;
  etag: string;
  plain: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
};

const clientDir = path.join(projectRoot, "build/client");

/** The built files that contain the product's own address, and their types. */
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".data": "text/x-script",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

export async function preparePages(config: Config): Promise<PreparedPage[]> {
  const files = filesIn(clientDir).filter((file) => !file.startsWith("assets"));
  const folder = path.join(config.dataDir, "pages", keyOf(config, files));
  if (!existsSync(folder)) makeCachedFolder(folder, (making) => fillFolder(making, files, config));
  return filesIn(folder).map((file) => readPage(folder, file, config));
}

/** The page in the color scheme that was chosen; made on the first request and cached. */
export function preparedIn(page: PreparedPage, theme: Theme | undefined): PreparedPage {
  if (!theme || !page.headers["Content-Type"]?.startsWith("text/html")) return page;
  const kept = themed[theme].get(page);
  if (kept) return kept;
  const plain = Buffer.from(inTheme(Buffer.from(page.plain).toString("utf8"), theme));
  const made = {
    ...page,
    plain: new Uint8Array(plain),
    gzip: new Uint8Array(gzipSync(plain)),
    // Not the highest compression level: it would block other requests.
    br: new Uint8Array(
      brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ),
    etag: page.etag.replace(/"$/, `-${theme}"`),
  };
  themed[theme].set(page, made);
  return made;
}

const themed = {
  light: new WeakMap<PreparedPage, PreparedPage>(),
  dark: new WeakMap<PreparedPage, PreparedPage>(),
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.extname(file) in types)
    .sort();
}

function keyOf(config: Config, files: string[]): string {
  const hash = createHash("sha256").update(JSON.stringify([config.origin, config.splashMs, files]));
  for (const file of files) hash.update(readFileSync(path.join(clientDir, file)));
  // This file's code affects the result, so it is part of the key.
  hash.update(readFileSync(import.meta.filename));
  return hash.digest("hex").slice(0, 16);
}

function fillFolder(making: string, files: string[], config: Config) {
  for (const file of files) {
    const text = fill(readFileSync(path.join(clientDir, file), "utf8"), config);
    if (!file.endsWith(".html")) {
      write(making, file, text);
      continue;
    }
    const dressed = inlineStyles(text, readSheet);
    const held = deferScripts(dressed.html, dressed.links);
    write(making, file, held.html);
    for (const { path, text } of [...dressed.files, ...held.files]) write(making, path, text);
  }
}

/** Writes the file and its compressed variants. */
function write(folder: string, file: string, text: string) {
  const plain = Buffer.from(text);
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, plain);
  writeFileSync(`${target}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(
    `${target}.br`,
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  );
}

function fill(text: string, config: Config): string {
  return (
    text
      .replaceAll(placeholders.origin, config.origin)
      .replaceAll(placeholders.splashMs, String(config.splashMs))
      // These pages allow scripts and styles by hash and never have a nonce.
      .replaceAll(' nonce=""', "")
  );
}

function readSheet(href: string): string {
  // React Router marks a sheet that is also loaded later with an empty fragment.
  return readFileSync(path.join(clientDir, href.replace(/#$/, "")), "utf8");
}

function readPage(folder: string, file: string, config: Config): PreparedPage {
  const target = path.join(folder, file);
  const plain = new Uint8Array(readFileSync(target));
  const html = file.endsWith(".html") ? Buffer.from(plain).toString("utf8") : "";
  return {
    path: pathOf(file),
    plain,
    br: new Uint8Array(readFileSync(`${target}.br`)),
    gzip: new Uint8Array(readFileSync(`${target}.gz`)),
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 12)}"`,
    headers: {
      "Content-Type": types[path.extname(file)] ?? "text/plain",
      // The name of a file that was extracted from a page contains a hash; a page's address does
      // not.
      "Cache-Control": /\.(js|css)$/.test(file)
        ? "public, max-age=31536000, immutable"
        : "no-cache",
      Vary: "Accept-Encoding",
      ...pagePolicy({
        scripts: scriptHashes(html),
        styles: hashesOf(html.matchAll(/<style>([\s\S]*?)<\/style>/g)),
        isSecure: config.origin.startsWith("https:"),
        captcha: config.captcha.provider,
      }),
    },
  };
}

/** `contact/index.html` is `/contact`; `contact.data` stays `/contact.data`. */
function pathOf(file: string): string {
  return `/${file.replaceAll(path.sep, "/").replace(/(^|\/)index\.html$/, "")}`;
}

/**
 * The policy's hashes of the inline scripts that run. Data, files and emptied scripts need none.
 */
function scriptHashes(html: string): string[] {
  const inline = html.matchAll(
    /<script(?![^>]*\s(?:src=|type="(?:held|apart|application\/ld\+json)"))[^>]*>([\s\S]*?)<\/script>/g,
  );
  return hashesOf(inline);
}

export function hashesOf(inline: Iterable<RegExpMatchArray>): string[] {
  const hashes = [...inline].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return [...new Set(hashes)];
}
