// The prepared pages, once per start: fills in the running process's values and compresses. Cached
// in the data folder until the build or a value changes.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { placeholders } from "#contract/placeholders.ts";
import type { Config } from "#server/config.ts";
import { makeCachedFolder } from "./cached-folder.ts";
import { pagePolicy } from "./page-policy.ts";
import {
  type PreparedPage,
  type PreparedPages,
  preparedFolder,
  preparedList,
} from "./prepared-pages.ts";
import type { Theme } from "./theme.ts";

export type FilledPage = {
  path: string;
  headers: Record<string, string>;
  etag: string;
  plain: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
};

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".data": "text/x-script",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

type Values = Pick<Config, "hasDemo" | "origin" | "splashMs" | "captcha" | "dataDir">;

export function fillPages(
  config: Values,
  prepared = preparedFolder,
): { pages: FilledPage[]; notFound: FilledPage } {
  const list = readFileSync(path.join(prepared, preparedList), "utf8");
  const { hash, pages, notFound }: PreparedPages = JSON.parse(list);
  const values = JSON.stringify([hash, config.origin, config.splashMs, config.hasDemo]);
  const key = createHash("sha256").update(values).digest("hex").slice(0, 16);
  const folder = path.join(config.dataDir, "pages", key);
  if (!existsSync(folder)) {
    makeCachedFolder(folder, (making) => {
      for (const { file } of [...pages, notFound]) {
        const text = readFileSync(path.join(prepared, file), "utf8");
        write(path.join(making, file), filledIn(text, config));
      }
    });
  }
  return {
    pages: pages.map((page) => readPage(folder, page, config)),
    notFound: readPage(folder, notFound, config),
  };
}

/** The page in the color scheme that was chosen; made on the first request and cached. */
export function inTheme(page: FilledPage, theme: Theme | undefined): FilledPage {
  if (!theme || !page.headers["Content-Type"]?.startsWith("text/html")) return page;
  const kept = themed[theme].get(page);
  if (kept) return kept;
  const html = Buffer.from(page.plain).toString("utf8");
  const plain = Buffer.from(html.replace("<html", `<html data-theme="${theme}"`));
  const made = {
    ...page,
    plain: new Uint8Array(plain),
    gzip: new Uint8Array(gzipSync(plain)),
    // Not the highest compression level: it would block other requests.
    br: new Uint8Array(
      brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ),
    etag: `"${page.etag.slice(1, -1)}-${theme}"`,
  };
  themed[theme].set(page, made);
  return made;
}

const themed = {
  light: new WeakMap<FilledPage, FilledPage>(),
  dark: new WeakMap<FilledPage, FilledPage>(),
};

function filledIn(text: string, { origin, splashMs, hasDemo }: Values): string {
  const state = ` data-demo="${placeholders.demoState}"`;
  return demoPartsIn(text, hasDemo)
    .replaceAll(state, hasDemo ? "" : ' data-demo="off"')
    .replaceAll(placeholders.origin, origin)
    .replaceAll(placeholders.splashMs, String(splashMs));
}

/** The parts about the demo, or nothing in their places. The build put a mark at both ends of each. */
function demoPartsIn(text: string, hasDemo: boolean): string {
  const [first = "", ...rest] = text.split(placeholders.demoBegins);
  const filled = rest.map((one) => {
    const [part = "", after = ""] = one.split(placeholders.demoEnds);
    return hasDemo ? part + after : after;
  });
  return first + filled.join("");
}

/** Writes the file and its compressed variants. */
function write(target: string, text: string) {
  const plain = Buffer.from(text);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, plain);
  writeFileSync(`${target}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(
    `${target}.br`,
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  );
}

function readPage(folder: string, page: PreparedPage, config: Values): FilledPage {
  const target = path.join(folder, page.file);
  const plain = new Uint8Array(readFileSync(target));
  return {
    path: page.path,
    plain,
    br: new Uint8Array(readFileSync(`${target}.br`)),
    gzip: new Uint8Array(readFileSync(`${target}.gz`)),
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 12)}"`,
    headers: {
      "Content-Type": types[path.extname(page.file)] ?? "text/plain",
      "Cache-Control": "no-cache",
      Vary: "Accept-Encoding",
      ...pagePolicy({
        scripts: page.scripts,
        styles: page.styles,
        isSecure: config.origin.startsWith("https:"),
        captcha: config.captcha.provider,
      }),
    },
  };
}
