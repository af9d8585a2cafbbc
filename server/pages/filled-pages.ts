// Fills this process's values into the prerendered pages and compresses them at startup. The result
// is cached in the data folder until the build or a value changes.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { languageAt } from "#contract/languages.ts";
import { placeholders } from "#contract/placeholders.ts";
import type { CaptchaProvider } from "#contract/sessions.ts";
import type { Sentences } from "#server/agency/contact-requests/published-response-time.ts";
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
  /**
   * Additional headers for each captcha provider. The content security policy allows the widget of
   * the current provider, which may change.
   */
  policies: Record<CaptchaProvider, Record<string, string>>;
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

type Values = Pick<Config, "hasDemo" | "origin" | "splashMs" | "dataDir">;

export function fillPages(
  config: Values,
  prepared = preparedFolder,
): { pages: FilledPage[]; notFound: FilledPage } {
  const { hash, pages, notFound } = readList(prepared);
  const values = JSON.stringify([hash, config.origin, config.splashMs, config.hasDemo]);
  const key = createHash("sha256").update(values).digest("hex").slice(0, 16);
  const folder = path.join(config.dataDir, "pages", key);
  if (!existsSync(folder)) {
    makeCachedFolder(folder, (making) => {
      for (const { file } of [...pages, notFound]) {
        const text = readFileSync(path.join(prepared, file), "utf8");
        write(path.join(making, file), filledIn(text, config, null));
      }
    });
  }
  return {
    pages: pages.map((page) => readPage(folder, page, config)),
    notFound: readPage(folder, notFound, config),
  };
}

/**
 * Returns the pages that contain the agency's response time, by path. They are compressed on other
 * threads, because the process is already handling requests.
 */
export async function fillResponseTime(
  config: Values,
  filled: FilledPage[],
  says: Sentences,
  prepared = preparedFolder,
): Promise<Map<string, FilledPage>> {
  const made = new Map<string, FilledPage>();
  for (const { path: address, file } of readList(prepared).pages) {
    const page = filled.find((one) => one.path === address);
    const text = await readFile(path.join(prepared, file), "utf8");
    if (!page || !text.includes(placeholders.responseTime)) continue;
    const plain = Buffer.from(filledIn(text, config, says[languageAt(address)]));
    const [gzipped, br] = await Promise.all([
      compressGzip(plain, { level: 9 }),
      compressBrotli(plain, { params: sizeHint(plain) }),
    ]);
    made.set(address, {
      ...page,
      plain: new Uint8Array(plain),
      gzip: new Uint8Array(gzipped),
      br: new Uint8Array(br),
      etag: etagOf(plain),
    });
  }
  return made;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

function readList(prepared: string): PreparedPages {
  return JSON.parse(readFileSync(path.join(prepared, preparedList), "utf8"));
}

/**
 * Returns the page in the chosen color scheme. Each variant is made on its first request and then
 * cached.
 */
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
    // The highest compression level would block other requests, so a lower one is used.
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

/**
 * Fills in a page's values. `sentence` is the agency's response time, or null to remove that part.
 */
function filledIn(
  text: string,
  { origin, splashMs, hasDemo }: Values,
  sentence: string | null,
): string {
  const { demoBegins, demoEnds, responseTimeBegins, responseTimeEnds, responseTime } = placeholders;
  const demo = ` data-demo="${placeholders.demoState}"`;
  const says = ` data-response-time="${responseTime}"`;
  const withDemo = partsIn(text, demoBegins, demoEnds, hasDemo);
  return partsIn(withDemo, responseTimeBegins, responseTimeEnds, sentence !== null)
    .replaceAll(demo, hasDemo ? "" : ' data-demo="off"')
    .replaceAll(says, sentence === null ? "" : says)
    .replaceAll(responseTime, escapeHtml(sentence ?? ""))
    .replaceAll(placeholders.origin, origin)
    .replaceAll(placeholders.splashMs, String(splashMs));
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/**
 * Replaces the parts with their content or with nothing. The build marked both ends of each part.
 */
function partsIn(text: string, begins: string, ends: string, isKept: boolean): string {
  const [first = "", ...rest] = text.split(begins);
  const filled = rest.map((one) => {
    const [part = "", after = ""] = one.split(ends);
    return isKept ? part + after : after;
  });
  return first + filled.join("");
}

/** Writes the file and its compressed versions. */
function write(target: string, text: string) {
  const plain = Buffer.from(text);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, plain);
  writeFileSync(`${target}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${target}.br`, brotliCompressSync(plain, { params: sizeHint(plain) }));
}

function sizeHint(plain: Buffer) {
  return { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
}

function etagOf(plain: Uint8Array): string {
  return `"${createHash("sha256").update(plain).digest("base64url").slice(0, 12)}"`;
}

function readPage(folder: string, page: PreparedPage, config: Values): FilledPage {
  const isSecure = config.origin.startsWith("https:");
  const policyWith = (captcha: CaptchaProvider) =>
    pagePolicy({ scripts: page.scripts, styles: page.styles, isSecure, captcha });
  const target = path.join(folder, page.file);
  const plain = new Uint8Array(readFileSync(target));
  return {
    path: page.path,
    plain,
    br: new Uint8Array(readFileSync(`${target}.br`)),
    gzip: new Uint8Array(readFileSync(`${target}.gz`)),
    etag: etagOf(plain),
    headers: {
      "Content-Type": types[path.extname(page.file)] ?? "text/plain",
      "Cache-Control": "no-cache",
      Vary: "Accept-Encoding",
    },
    policies: {
      altcha: policyWith("altcha"),
      recaptcha: policyWith("recaptcha"),
      hcaptcha: policyWith("hcaptcha"),
      turnstile: policyWith("turnstile"),
      off: policyWith("off"),
    },
  };
}
